//! What lasts: bars, beliefs, pauses, a node that is down, a cut.

use crate::layout::board::Rect;
use crate::layout::{BAR_HALF, BELIEF_HALF, Drawn, Placed, Sheet};
use crate::scene::{Item, Shape};

impl Sheet<'_> {
    /// Begin and end of what lasts; what never ends goes on to just above the foot of its lane.
    pub(super) fn extent(&self, item: &Item) -> (f64, f64) {
        let begin = self.scale.y(item.begin);
        let end = match item.shape.end() {
            Some(end) => self.scale.y(end.moment),
            None => self.lane_bottom - 8.0,
        };
        (begin, end.max(begin))
    }

    pub(super) fn spans(&mut self) {
        let scene = self.scene;
        for item in &scene.items {
            let (y1, y2) = self.extent(item);
            let column = |x: f64, half: f64| Rect { x: x - half, y: y1, w: 2.0 * half, h: y2 - y1 };
            let drawn = match item.shape {
                Shape::Bar { lane, tone, .. } => Drawn::Bar { rect: column(self.x(lane), BAR_HALF), tone },
                Shape::Belief { lane, tone, .. } => {
                    Drawn::Belief { rect: column(self.x(lane), BELIEF_HALF), tone }
                }
                Shape::Pause { lane, .. } => Drawn::Pause { rect: column(self.x(lane), BAR_HALF) },
                Shape::Crash { lane, end: None } => Drawn::Down { x: self.x(lane), y1, y2: self.lane_bottom },
                Shape::Crash { lane, .. } => Drawn::Down { x: self.x(lane), y1, y2 },
                Shape::Cut { left, right, .. } => Drawn::Zigzag { x: self.cut_x(left, right), y1, y2 },
                Shape::Restart { lane } => Drawn::Restart { x: self.x(lane), y: y1 },
                Shape::Arrow { .. } | Shape::Pill { .. } | Shape::Note { .. } => continue,
            };
            self.stands_in_the_way(&drawn);
            if let (Drawn::Down { x, y1, .. }, step, at) = (&drawn, item.step, item.at) {
                self.marks.push(Placed { step, at, wrong: false, drawn: Drawn::Cross { x: *x, y: *y1 } });
            }
            self.bar_end(item);
            self.marks.push(Placed { step: item.step, at: item.at, wrong: false, drawn });
        }
    }

    /// The line across the foot of a bar that ended for a reason that has a name.
    fn bar_end(&mut self, item: &Item) {
        if let Shape::Bar { lane, end: Some(end), .. } = &item.shape
            && !end.text.is_empty()
        {
            let drawn = Drawn::BarEnd { x: self.x(*lane), y: self.scale.y(end.moment) };
            self.marks.push(Placed { step: end.step, at: end.moment.at, wrong: false, drawn });
        }
    }

    fn stands_in_the_way(&mut self, drawn: &Drawn) {
        match drawn {
            Drawn::Bar { rect, .. } | Drawn::Pause { rect } => self.board.add_band(*rect),
            Drawn::Belief { rect, .. } => {
                for x in [rect.x, rect.right()] {
                    self.board.add_band(Rect { x: x - 1.0, w: 2.0, ..*rect });
                }
            }
            Drawn::Zigzag { x, y1, y2 } => {
                self.board.add_band(Rect { x: x - 4.0, y: *y1, w: 8.0, h: y2 - y1 });
            }
            Drawn::Down { x, y1, .. } => self.board.add_band(Rect::centred(*x, *y1, 13.0, 13.0)),
            Drawn::Restart { x, y } => self.board.add_band(Rect::centred(*x, *y, 13.0, 13.0)),
            _ => {}
        }
    }

    /// A cut runs beside its left lane, towards the right one.
    pub(super) fn cut_x(&self, left: usize, right: usize) -> f64 {
        let (near, far) = (left.min(right), left.max(right));
        let next = if near < far { near + 1 } else { near };
        (self.x(near) + self.x(next)) / 2.0
    }
}
