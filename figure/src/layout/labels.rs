//! Candidates for each box, best first: other side of the arrow, further along, further down.

use std::collections::BTreeMap;

use crate::layout::board::{Rect, Segment};
use crate::layout::overlap::{Overlap, Place, Trouble};
use crate::layout::strokes::{LOOP_HEIGHT, LOOP_WIDTH};
use crate::layout::{
    BAR_HALF, BELIEF_HALF, DISC_RADIUS, Disc, LABEL_SIZE, LINE_HEIGHT, Line, Look, PILL_SIZE, Sheet, Text,
};
use crate::scale::duration;
use crate::scene::{Item, Shape};
use crate::text_width::{Weight, text_width};
use crate::wrap::wrap;

const PILL_HEIGHT: f64 = 17.0;
/// The widest line of a note.
const NOTE_WIDTH: f64 = 74.0;
/// From the middle of a lane to the middle of a number beside it.
const DISC_AWAY: f64 = 17.5;
/// Arrows of one message that end closer than this look like one.
const FANNED: f64 = 24.0;

impl Sheet<'_> {
    pub(super) fn discs(&mut self) -> Vec<Disc> {
        let scene = self.scene;
        let mut discs: Vec<Disc> = Vec::new();
        for (index, step) in scene.steps.iter().enumerate() {
            let y = self.scale.y(step.moment);
            let place = Place { text: step.number.to_string(), step: step.number };
            match self.board.place(&self.disc_candidates(step.lane, y), place) {
                Ok(rect) => {
                    let (x, y) = rect.middle();
                    let before = discs.last().map_or(0.0, |disc| disc.now);
                    let now = self.now(index).max(before);
                    let (step, at, violation) = (step.number, step.moment.at, step.violation);
                    discs.push(Disc { step, at, x, y, violation, now });
                }
                Err(overlap) => self.troubles.push(overlap),
            }
        }
        discs
    }

    fn disc_candidates(&self, lane: Option<usize>, y: f64) -> Vec<Rect> {
        let side = 2.0 * DISC_RADIUS;
        let at = |x: f64, y: f64| Rect::centred(x, y, side, side);
        let Some(lane) = lane else {
            let x = self.lanes.first().map_or(20.0, |x| x - DISC_AWAY);
            let out = [0.0, -20.0, 20.0].into_iter();
            return out
                .flat_map(|out| [0.0, 16.0, -16.0, 32.0, 48.0].map(|down| at(x + out, y + down)))
                .collect();
        };
        let x = self.x(lane);
        // Outwards, where no arrows run.
        let out = if 2 * lane < self.lanes.len() { -DISC_AWAY } else { DISC_AWAY };
        let mut candidates = vec![at(x + out, y), at(x - out, y)];
        for down in [4.0, -4.0, 8.0, -8.0, 16.0, -16.0] {
            candidates.extend([at(x + out, y + down), at(x - out, y + down)]);
        }
        candidates.extend([at(x + 2.0 * out, y), at(x - 2.0 * out, y)]);
        candidates
    }

    /// Everything with words, from the least choice to the most.
    pub(super) fn labels(&mut self) {
        let scene = self.scene;
        for item in &scene.items {
            self.pill(item);
        }
        for item in &scene.items {
            self.bar_pill(item);
        }
        self.arrow_labels();
        for item in &scene.items {
            self.note(item);
        }
        for item in &scene.items {
            self.span_text(item);
        }
        self.must();
    }

    /// What must be, below or beside the state that broke the rule. The list says it too, so where
    /// there is no room for it the picture goes without.
    fn must(&mut self) {
        let scene = self.scene;
        let Some(item) = scene.wrong().filter(|_| !scene.required.is_empty()) else { return };
        let (lane, moment, under) = match item.shape {
            Shape::Pill { lane, .. } => (lane, item.begin, 23.0),
            Shape::Arrow { to, arrives, .. } => (to, arrives, 8.0),
            _ => return,
        };
        // The list gives the reason too.
        let short = scene.required.split([',', ';']).next().unwrap_or_default();
        let tried = [scene.required.as_str(), short].map(|text| {
            let (lines, w) = note_lines(item, &format!("must\u{a0}be: {text}"), Look::Must);
            (lines.iter().all(|line| !line.text.ends_with('…'))).then_some((lines, w))
        });
        let Some((lines, w)) = tried.into_iter().flatten().next() else { return };
        let (x, y, h) = (self.x(lane), self.scale.y(moment), lines.len() as f64 * LINE_HEIGHT);
        let mut candidates = Vec::new();
        for down in [under, under + 5.0] {
            candidates.push(Rect::centred(x, y + down + h / 2.0, w, h));
        }
        // Past the pill.
        let aside = w / 2.0 + under.max(14.0) + 5.0;
        for away in [aside, -aside] {
            candidates.extend([under - 10.5, 0.0, under].map(|down| Rect::centred(x + away, y + down, w, h)));
        }
        let place = Place { text: scene.required.clone(), step: item.step };
        if let Ok(rect) = self.board.place(&candidates, place) {
            self.texts.push(Text { rect, lines, look: Look::Must });
        }
    }

    fn put(&mut self, candidates: &[Rect], lines: Vec<Line>, look: Look) {
        let text = lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" ");
        let place = Place { text, step: lines.first().map_or(0, |line| line.step) };
        match self.board.place(candidates, place) {
            Ok(rect) => self.texts.push(Text { rect, lines, look }),
            Err(overlap) => self.troubles.push(overlap),
        }
    }

    fn pill(&mut self, item: &Item) {
        let Shape::Pill { lane, text } = &item.shape else { return };
        let (x, y) = (self.x(*lane), self.scale.y(item.begin));
        let w = pill_width(text);
        let away = w / 2.0 + BELIEF_HALF + 4.0;
        let mut candidates = Vec::new();
        // Below whatever arrives at that instant; on the instant itself if nothing does.
        let first_down = if self.arrow_touches(*lane, y) { 12.5 } else { 0.0 };
        for down in [first_down, 12.5, 15.0, 18.0, 22.0, 26.0] {
            candidates.push(Rect::centred(x, y + down, w, PILL_HEIGHT));
        }
        for across in [away, -away] {
            candidates.push(Rect::centred(x + across, y, w, PILL_HEIGHT));
            candidates.push(Rect::centred(x + across, y + 12.0, w, PILL_HEIGHT));
        }
        // Beside a lane at the edge a wide pill may lean inwards.
        let lean = Rect::centred(x, y + 12.5, w, PILL_HEIGHT);
        candidates.push(Rect { x: lean.x.min(358.0 - w).max(2.0), ..lean });
        for down in [32.0, 38.0, -14.0] {
            candidates.push(Rect::centred(x, y + down, w, PILL_HEIGHT));
        }
        for across in [away, -away, away + 18.0, -away - 18.0] {
            candidates.extend([22.0, -12.0].map(|down| Rect::centred(x + across, y + down, w, PILL_HEIGHT)));
        }
        let look = if self.scene.is_wrong(item) { Look::WrongPill } else { Look::Pill };
        self.put(&candidates, vec![line(item, text)], look);
    }

    fn arrow_touches(&self, lane: usize, y: f64) -> bool {
        self.scene.items.iter().any(|item| match &item.shape {
            Shape::Arrow { from, to, arrives, .. } => {
                let begins = *from == lane && (self.scale.y(item.begin) - y).abs() < 8.0;
                let ends = *to == lane && (self.scale.y(*arrives) - y).abs() < 8.0;
                begins || ends
            }
            _ => false,
        })
    }

    fn bar_pill(&mut self, item: &Item) {
        let Shape::Bar { lane, text, tone, .. } = &item.shape else { return };
        if text.is_empty() {
            return;
        }
        let (y1, y2) = self.extent(item);
        let (x, w) = (self.x(*lane), pill_width(text));
        let mut candidates = Vec::new();
        let mut y = y1 + 20.0;
        while y + PILL_HEIGHT < y2 && candidates.len() < 40 {
            candidates.push(Rect::centred(x, y, w, PILL_HEIGHT));
            y += 6.0;
        }
        candidates.push(Rect::centred(x, (y1 + y2) / 2.0, w, PILL_HEIGHT));
        candidates.push(Rect::centred(x, y1 + 12.5, w, PILL_HEIGHT));
        self.put(&candidates, vec![line(item, text)], Look::BarPill(*tone));
    }

    /// Of one message to many, those that end in the same place (at a cut) and those without room
    /// for its label go by the label of the others.
    fn arrow_labels(&mut self) {
        let scene = self.scene;
        let mut said: BTreeMap<(u32, usize, &str), Vec<Segment>> = BTreeMap::new();
        let mut without = Vec::new();
        for item in &scene.items {
            let Shape::Arrow { from, label, .. } = &item.shape else { continue };
            let message = (item.step, *from, label.as_str());
            let flight = self.flight(item);
            let near = |other: &Segment| {
                (other.x2 - flight.x2).abs() < FANNED && (other.y2 - flight.y2).abs() < FANNED
            };
            if said.get(&message).is_some_and(|flights| flights.iter().any(near)) {
                continue;
            }
            let troubles = self.troubles.len();
            self.arrow_label(item);
            if self.troubles.len() == troubles {
                said.entry(message).or_default().push(flight);
            } else {
                without.extend(self.troubles.drain(troubles..).map(|trouble| (message, trouble)));
            }
        }
        let unsaid = without.into_iter().filter(|(message, _)| !said.contains_key(message));
        self.troubles.extend(unsaid.map(|(_, trouble)| trouble));
    }

    fn arrow_label(&mut self, item: &Item) {
        let Shape::Arrow { from, to, label, .. } = &item.shape else { return };
        let characters = label.chars().count();
        if characters == 0 {
            return;
        }
        if characters > crate::LABEL_LIMIT {
            let label = Place { text: label.clone(), step: item.step };
            self.troubles.push(Overlap { label, trouble: Trouble::TooLong { characters } });
            return;
        }
        let w = text_width(label, LABEL_SIZE, Weight::Regular);
        let flight = self.flight(item);
        let candidates = if from == to {
            let middle = flight.y1 + (flight.y2 - flight.y1).max(LOOP_HEIGHT) / 2.0;
            let away = LOOP_WIDTH + 4.0 + w / 2.0;
            vec![
                Rect::centred(flight.x1 + away, middle, w, LINE_HEIGHT),
                Rect::centred(flight.x1 - BELIEF_HALF - 4.0 - w / 2.0, middle, w, LINE_HEIGHT),
                Rect::centred(flight.x1 + away, middle + 12.0, w, LINE_HEIGHT),
            ]
        } else {
            along(&flight, w)
        };
        self.put(&candidates, vec![line(item, label)], Look::Label);
    }

    fn note(&mut self, item: &Item) {
        let Shape::Note { lane, text, strong } = &item.shape else { return };
        let look = if *strong { Look::Strong } else { Look::Note };
        let (lines, w) = note_lines(item, text, look);
        let (x, y) = (self.x(*lane), self.scale.y(item.begin));
        let h = lines.len() as f64 * LINE_HEIGHT;
        let mut candidates = beside(x, y, w, h, *strong);
        // Between the lanes a note could be taken for the label of an arrow.
        let out = match *lane {
            0 => -1.0,
            last if last + 1 == self.lanes.len() => 1.0,
            _ => 0.0,
        };
        if out != 0.0 && !*strong {
            let across = out * (BELIEF_HALF + 5.0 + w / 2.0);
            let outside = [0.0, 7.0, -7.0].map(|down| Rect::centred(x + across, y + down, w, h));
            let below = [10.0, 14.0, 20.0].map(|down| Rect::centred(x, y + down + h / 2.0, w, h));
            candidates.splice(0..0, outside.into_iter().chain(below));
        }
        self.put(&candidates, lines, look);
    }

    /// Words at what lasts: why a bar ended, how long a pause took, the name of a cut.
    fn span_text(&mut self, item: &Item) {
        let (y1, y2) = self.extent(item);
        match &item.shape {
            Shape::Bar { lane, end: Some(end), .. } if !end.text.is_empty() => {
                let lines = vec![Line { text: end.text.clone(), step: end.step, at: end.moment.at }];
                let w = text_width(&end.text, LABEL_SIZE, Weight::Regular);
                let candidates = beside(self.x(*lane), y2, w, LINE_HEIGHT, false);
                self.put(&candidates, lines, Look::Note);
            }
            Shape::Pause { lane, end } => {
                let mut lines = vec![line(item, "paused")];
                if let Some(end) = end
                    && self.scene.clock == kit::trace::Clock::Milliseconds
                {
                    let text = duration(end.moment.at.saturating_sub(item.at));
                    lines.push(Line { text, step: end.step, at: end.moment.at });
                }
                let x = self.x(*lane);
                let candidates = pause_candidates(x, (y1, y2), &lines);
                self.put(&candidates, lines, Look::Note);
            }
            Shape::Cut { left, right, name, .. } if !name.is_empty() => {
                let x = self.cut_x(*left, *right);
                let (lines, w) = note_lines(item, name, Look::Note);
                let h = lines.len() as f64 * LINE_HEIGHT;
                let mut candidates = vec![Rect::centred(x, y1 - 4.0 - h / 2.0, w, h)];
                candidates.extend(beside(x, y1 + h / 2.0, w, h, false));
                candidates.push(Rect::centred(x, y2 + 4.0 + h / 2.0, w, h));
                self.put(&candidates, lines, Look::Note);
            }
            _ => {}
        }
    }
}

fn line(item: &Item, text: &str) -> Line {
    Line { text: text.to_owned(), step: item.step, at: item.at }
}

fn pill_width(text: &str) -> f64 {
    (text_width(text, PILL_SIZE, Weight::Bold) + 13.0).max(24.0)
}

fn note_lines(item: &Item, text: &str, look: Look) -> (Vec<Line>, f64) {
    let bold = matches!(look, Look::Strong | Look::Must);
    let weight = if bold { Weight::Bold } else { Weight::Regular };
    let width = |text: &str| text_width(text, LABEL_SIZE, weight);
    let mut lines = wrap(text, 3, |text| width(text) <= NOTE_WIDTH);
    // The narrowest that needs no further line: lines of about the same length.
    let mut narrower = NOTE_WIDTH - 4.0;
    while narrower > 20.0 && lines.len() > 1 {
        let tried = wrap(text, lines.len(), |text| width(text) <= narrower);
        if tried.concat().contains('…') {
            break;
        }
        lines = tried;
        narrower -= 4.0;
    }
    let widest = lines.iter().map(|text| width(text)).fold(0.0, f64::max);
    (lines.iter().map(|text| line(item, text)).collect(), widest)
}

/// Along an arrow: above its middle, then towards its ends, then below.
fn along(flight: &Segment, w: f64) -> Vec<Rect> {
    let (left, right) = (flight.x1.min(flight.x2), flight.x1.max(flight.x2));
    let slope = (flight.y2 - flight.y1) / (flight.x2 - flight.x1);
    // High enough that the line passes under the whole label, but not so high that it floats.
    let clear = (slope.abs() * w / 2.0).min(6.0);
    let (low, high) = (left + BAR_HALF + w / 2.0, right - BAR_HALF - w / 2.0);
    let mut candidates = Vec::new();
    for side in [-1.0, 1.0] {
        for lift in [clear, clear / 2.0, 0.0] {
            for part in [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.2, 0.8, 0.1, 0.9] {
                let wished = flight.x1 + (flight.x2 - flight.x1) * part;
                let x = if low <= high { wished.max(low).min(high) } else { (left + right) / 2.0 };
                let on_line = flight.y1 + (x - flight.x1) * slope;
                let y = on_line + side * (LINE_HEIGHT / 2.0 + lift);
                candidates.push(Rect::centred(x, y, w, LINE_HEIGHT));
            }
        }
    }
    // In a crowd: past the tip, then a little away from the line.
    let past = (flight.x2 - flight.x1).signum() * (w / 2.0 + 9.0);
    candidates.push(Rect::centred(flight.x2 + past, flight.y2, w, LINE_HEIGHT));
    for away in [12.0, -12.0, 18.0, -18.0, 24.0, -24.0] {
        for part in [0.5, 0.3, 0.7, 0.1] {
            let (x, y) = flight.at(part);
            candidates.push(Rect::centred(x, y + away, w, LINE_HEIGHT));
        }
    }
    candidates
}

/// Beside a lane at an instant, right or left; a strong note first below it.
fn beside(x: f64, y: f64, w: f64, h: f64, below_first: bool) -> Vec<Rect> {
    let away = BELIEF_HALF + 5.0 + w / 2.0;
    let below: Vec<Rect> = [10.0, 14.0, 20.0].map(|down| Rect::centred(x, y + down + h / 2.0, w, h)).to_vec();
    let mut sides = Vec::new();
    for down in [0.0, 7.0, -7.0, 14.0, -14.0, 21.0] {
        for across in [away, -away] {
            sides.push(Rect::centred(x + across, y + down, w, h));
        }
    }
    // Past the number of the step.
    for across in [away + 18.0, -away - 18.0] {
        sides.extend([0.0, 8.0, -8.0, 16.0].map(|down| Rect::centred(x + across, y + down, w, h)));
    }
    // Away from a crowd.
    let mut last: Vec<Rect> = [28.0, 34.0, 40.0].map(|down| Rect::centred(x, y + down, w, h)).to_vec();
    for down in [-21.0, 28.0, 35.0] {
        last.extend([away, -away].map(|across| Rect::centred(x + across, y + down, w, h)));
    }
    if below_first { [below, sides, last].concat() } else { [sides, below, last].concat() }
}

/// Beside the hatching, from near its begin (so that a stepped figure says "paused" where it
/// has got to) downwards.
fn pause_candidates(x: f64, (y1, y2): (f64, f64), lines: &[Line]) -> Vec<Rect> {
    let widths = lines.iter().map(|line| text_width(&line.text, LABEL_SIZE, Weight::Regular));
    let w = widths.fold(0.0, f64::max);
    let h = lines.len() as f64 * LINE_HEIGHT;
    let away = BELIEF_HALF + 4.0 + w / 2.0;
    let mut candidates = Vec::new();
    for part in [0.3, 0.4, 0.5, 0.2, 0.6, 0.7, 0.8, 0.1] {
        let y = y1 + (y2 - y1) * part;
        candidates.extend([Rect::centred(x + away, y, w, h), Rect::centred(x - away, y, w, h)]);
    }
    candidates.push(Rect::centred(x + away, y2 + h / 2.0, w, h));
    candidates.push(Rect::centred(x - away, y1 - h / 2.0, w, h));
    candidates
}
