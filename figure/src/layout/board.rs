//! The sheet on which boxes are put: who stands where, and where there is room.

use crate::layout::overlap::{Overlap, Place, Trouble};

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rect {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) w: f64,
    pub(crate) h: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Segment {
    pub(crate) x1: f64,
    pub(crate) y1: f64,
    pub(crate) x2: f64,
    pub(crate) y2: f64,
}

/// Boxes must not touch boxes. They may cross lines and bars, which costs, so that the place
/// with the fewest crossings wins.
pub(crate) struct Board {
    /// The part of the sheet that boxes may use; it has no lower edge.
    frame: Rect,
    boxes: Vec<(Rect, Place)>,
    arrows: Vec<Segment>,
    bands: Vec<Rect>,
    lanes: Vec<f64>,
}

/// What a unit of crossed length costs, and what it costs to come later among the candidates.
const ARROW: f64 = 1.0;
const BAND: f64 = 3.0;
const LANE: f64 = 0.25;
const LATER: f64 = 1.5;
/// How far boxes may reach into each other, and the least room between two on one line: closer,
/// two labels would read as one.
const AIR: f64 = 0.5;
const APART: f64 = 3.0;

impl Rect {
    pub(crate) fn centred(x: f64, y: f64, w: f64, h: f64) -> Rect {
        Rect { x: x - w / 2.0, y: y - h / 2.0, w, h }
    }

    pub(crate) fn right(&self) -> f64 {
        self.x + self.w
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.y + self.h
    }

    pub(crate) fn middle(&self) -> (f64, f64) {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    fn overlap(&self, other: &Rect) -> (f64, f64) {
        let wide = self.right().min(other.right()) - self.x.max(other.x);
        let high = self.bottom().min(other.bottom()) - self.y.max(other.y);
        (wide.max(0.0), high.max(0.0))
    }

    fn touches(&self, other: &Rect) -> bool {
        let (wide, high) = self.overlap(other);
        wide > AIR && high > AIR
    }

    /// The same with room at its sides.
    fn wider(&self, by: f64) -> Rect {
        Rect { x: self.x - by, w: self.w + 2.0 * by, ..*self }
    }
}

impl Segment {
    pub(crate) fn at(&self, part: f64) -> (f64, f64) {
        (self.x1 + (self.x2 - self.x1) * part, self.y1 + (self.y2 - self.y1) * part)
    }

    pub(crate) fn length(&self) -> f64 {
        let (dx, dy) = (self.x2 - self.x1, self.y2 - self.y1);
        (dx * dx + dy * dy).sqrt()
    }

    /// How much of the segment lies inside `rect` (Liang and Barsky).
    fn inside(&self, rect: &Rect) -> f64 {
        let (dx, dy) = (self.x2 - self.x1, self.y2 - self.y1);
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        let edges = [
            (-dx, self.x1 - rect.x),
            (dx, rect.right() - self.x1),
            (-dy, self.y1 - rect.y),
            (dy, rect.bottom() - self.y1),
        ];
        for (towards, distance) in edges {
            if towards == 0.0 {
                if distance < 0.0 {
                    return 0.0;
                }
            } else if towards < 0.0 {
                enter = enter.max(distance / towards);
            } else {
                leave = leave.min(distance / towards);
            }
        }
        (leave - enter).max(0.0) * self.length()
    }
}

impl Board {
    pub(crate) fn new(frame: Rect) -> Board {
        Board { frame, boxes: Vec::new(), arrows: Vec::new(), bands: Vec::new(), lanes: Vec::new() }
    }

    pub(crate) fn add_lane(&mut self, x: f64) {
        self.lanes.push(x);
    }

    pub(crate) fn add_arrow(&mut self, segment: Segment) {
        self.arrows.push(segment);
    }

    pub(crate) fn add_band(&mut self, rect: Rect) {
        self.bands.push(rect);
    }

    pub(crate) fn add_box(&mut self, rect: Rect, place: Place) {
        self.boxes.push((rect, place));
    }

    /// The lowest edge of any box.
    pub(crate) fn bottom(&self) -> f64 {
        self.boxes.iter().map(|(rect, _)| rect.bottom()).fold(0.0, f64::max)
    }

    /// Puts a box on the cheapest of the `candidates` where it covers no other box.
    pub(crate) fn place(&mut self, candidates: &[Rect], place: Place) -> Result<Rect, Overlap> {
        let mut best: Option<(f64, Rect)> = None;
        for (index, rect) in candidates.iter().enumerate() {
            if !self.in_frame(rect) || self.covered(rect).is_some() {
                continue;
            }
            let cost = self.cost(rect) + index as f64 * LATER;
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, *rect));
            }
        }
        let Some((_, rect)) = best else {
            return Err(self.trouble(candidates, place));
        };
        self.boxes.push((rect, place));
        Ok(rect)
    }

    fn trouble(&self, candidates: &[Rect], place: Place) -> Overlap {
        let framed = candidates.iter().find(|rect| self.in_frame(rect));
        let trouble = match framed.and_then(|rect| self.covered(rect)) {
            Some(other) => Trouble::Covers(other.clone()),
            None => Trouble::LeavesTheFigure,
        };
        Overlap { label: place, trouble }
    }

    fn in_frame(&self, rect: &Rect) -> bool {
        rect.x >= self.frame.x && rect.right() <= self.frame.right() && rect.y >= self.frame.y
    }

    fn covered(&self, rect: &Rect) -> Option<&Place> {
        let rect = rect.wider(APART);
        self.boxes.iter().find(|(other, _)| rect.touches(other)).map(|(_, place)| place)
    }

    fn cost(&self, rect: &Rect) -> f64 {
        let arrows: f64 = self.arrows.iter().map(|arrow| arrow.inside(rect)).sum();
        let bands: f64 = self.bands.iter().map(|band| rect.overlap(band)).map(|(w, h)| w.min(h)).sum();
        let lanes = self.lanes.iter().filter(|x| rect.x - 2.0 < **x && **x < rect.right() + 2.0).count()
            as f64
            * rect.h;
        arrows * ARROW + bands * BAND + lanes * LANE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        Board::new(Rect { x: 0.0, y: 0.0, w: 100.0, h: 0.0 })
    }

    fn named(text: &str) -> Place {
        Place { text: text.to_owned(), step: 1 }
    }

    #[test]
    fn a_box_moves_off_another_box() {
        let mut board = board();
        let (here, there) = (Rect::centred(50.0, 50.0, 20.0, 10.0), Rect::centred(50.0, 70.0, 20.0, 10.0));
        assert_eq!(board.place(&[here, there], named("first")), Ok(here));
        assert_eq!(board.place(&[here, there], named("second")), Ok(there));
        let none = board.place(&[here, there], named("third"));
        let trouble = Trouble::Covers(named("first"));
        assert_eq!(none, Err(Overlap { label: named("third"), trouble }));
    }

    #[test]
    fn a_box_prefers_the_place_where_it_crosses_nothing() {
        let mut board = board();
        board.add_arrow(Segment { x1: 0.0, y1: 50.0, x2: 100.0, y2: 50.0 });
        let (crossing, clear) =
            (Rect::centred(50.0, 50.0, 20.0, 10.0), Rect::centred(50.0, 30.0, 20.0, 10.0));
        assert_eq!(board.place(&[crossing, clear], named("read")), Ok(clear));
    }

    #[test]
    fn a_box_stays_inside() {
        let outside = Rect::centred(95.0, 50.0, 20.0, 10.0);
        let error = board().place(&[outside], named("wide")).unwrap_err();
        assert_eq!(error.trouble, Trouble::LeavesTheFigure);
    }

    #[test]
    fn a_segment_knows_how_much_of_it_is_covered() {
        let across = Segment { x1: 0.0, y1: 5.0, x2: 100.0, y2: 5.0 };
        assert_eq!(across.inside(&Rect { x: 20.0, y: 0.0, w: 30.0, h: 10.0 }), 30.0);
        assert_eq!(across.inside(&Rect { x: 20.0, y: 6.0, w: 30.0, h: 10.0 }), 0.0);
    }
}
