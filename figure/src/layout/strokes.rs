//! Arrows: slanted from when a message was sent to when it arrived.

use kit::trace::Fate;

use crate::layout::board::Segment;
use crate::layout::{Drawn, Placed, Sheet};
use crate::scene::{Item, Shape};

/// How far a message gets that is lost on the way for no visible reason.
const LOST_AT: f64 = 0.62;
/// How far a loop from a lane to itself reaches.
pub(super) const LOOP_WIDTH: f64 = 20.0;
/// The least height of a loop.
pub(super) const LOOP_HEIGHT: f64 = 12.0;

impl Sheet<'_> {
    pub(super) fn strokes(&mut self) {
        let scene = self.scene;
        for item in &scene.items {
            let Shape::Arrow { from, to, kind, fate, .. } = &item.shape else { continue };
            let line = self.flight(item);
            let drawn = if from == to {
                let (x, y1, y2) = (line.x1, line.y1, line.y2.max(line.y1 + LOOP_HEIGHT));
                self.board.add_arrow(Segment { x1: x + LOOP_WIDTH, y1, x2: x + LOOP_WIDTH, y2 });
                Drawn::Loop { x, y1, y2, kind: *kind, fate: *fate }
            } else {
                self.board.add_arrow(line);
                Drawn::Arrow { line, kind: *kind, fate: *fate }
            };
            self.marks.push(Placed { step: item.step, at: item.at, wrong: scene.is_wrong(item), drawn });
        }
    }

    /// The line that an arrow takes, up to where it arrives or is lost.
    pub(super) fn flight(&self, item: &Item) -> Segment {
        let Shape::Arrow { from, to, fate, arrives, .. } = &item.shape else {
            return Segment { x1: 0.0, y1: 0.0, x2: 0.0, y2: 0.0 };
        };
        let whole = Segment {
            x1: self.x(*from),
            y1: self.scale.y(item.begin),
            x2: self.x(*to),
            y2: self.scale.y(*arrives),
        };
        if *fate != Fate::Lost || from == to {
            return whole;
        }
        let part = self.cut_on(&whole).unwrap_or(LOST_AT);
        let (x2, y2) = whole.at(part);
        Segment { x2, y2, ..whole }
    }

    /// Where on its way a message meets a cut.
    fn cut_on(&self, whole: &Segment) -> Option<f64> {
        let meets = |item: &Item| {
            let Shape::Cut { left, right, .. } = item.shape else { return None };
            let part = (self.cut_x(left, right) - whole.x1) / (whole.x2 - whole.x1);
            let (y1, y2) = self.extent(item);
            let (_, y) = whole.at(part);
            (part > 0.0 && part < 1.0 && y1 <= y && y <= y2).then_some(part)
        };
        self.scene.items.iter().filter_map(meets).reduce(f64::min)
    }
}
