//! Lanes of characters, one line an event, time running down.

use kit::Ms;
use kit::trace::{ArrowKind, Clock, Fate, Trace};

use crate::ascii::canvas::{Canvas, centred};
use crate::ascii::columns::{columns, padded};
use crate::ascii::rows::{Event, Flight, Part, What, events};
use crate::scale::decimal;
use crate::scene::Scene;
use crate::wrap::{shorten, wrap};

/// Lanes stand no further apart than this.
const WIDEST_APART: usize = 26;
/// The most columns that a time takes.
const WIDEST_TIME: usize = 10;

#[derive(Debug, Clone, Copy, Default)]
struct LaneState {
    paused: bool,
    down: bool,
    bars: u32,
    beliefs: u32,
}

struct Drawing {
    width: usize,
    /// Where the lanes' part of a line begins.
    gutter: usize,
    number_width: usize,
    lanes: Vec<usize>,
    states: Vec<LaneState>,
    /// Columns of the cuts that are open.
    cuts: Vec<usize>,
    lines: Vec<String>,
    row: Option<Row>,
    last_step: u32,
    last_time: Option<Ms>,
    clock: Clock,
}

/// The line being written.
struct Row {
    step: u32,
    at: Ms,
    canvas: Canvas,
}

pub(super) fn draw(trace: &Trace, width: usize) -> String {
    let scene = Scene::of(trace);
    if scene.titles.is_empty() {
        return String::new();
    }
    let events = events(&scene);
    let mut drawing = Drawing::new(&scene, &events, width);
    drawing.names(&scene);
    for event in &events {
        drawing.event(event);
    }
    drawing.finish_row();
    drawing.bare_line();
    drawing.lines.iter().map(|line| format!("{line}\n")).collect()
}

impl Drawing {
    fn new(scene: &Scene, events: &[Event], width: usize) -> Drawing {
        let number_width = scene.steps.len().to_string().len();
        let time_width = match scene.clock {
            Clock::Instants => 0,
            Clock::Milliseconds => events.iter().map(|event| columns(&time(event.at)) + 2).max().unwrap_or(0),
        };
        let gutter = 1 + number_width + 2 + time_width;
        let count = scene.titles.len();
        let apart = (width.saturating_sub(gutter) / count).clamp(1, WIDEST_APART);
        let lanes = (0..count).map(|lane| gutter + apart / 2 + lane * apart).collect();
        Drawing {
            width,
            gutter,
            number_width,
            lanes,
            states: vec![LaneState::default(); count],
            cuts: Vec::new(),
            lines: Vec::new(),
            row: None,
            last_step: 0,
            last_time: None,
            clock: scene.clock,
        }
    }

    fn apart(&self) -> usize {
        match self.lanes.as_slice() {
            [first, second, ..] => second - first,
            _ => self.width - self.gutter,
        }
    }

    fn names(&mut self, scene: &Scene) {
        let room = self.apart().saturating_sub(1);
        let names: Vec<Vec<String>> =
            scene.titles.iter().map(|title| wrap(title, 2, |text| columns(text) <= room)).collect();
        let height = names.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            let mut canvas = Canvas::new(self.width);
            for (name, column) in names.iter().zip(&self.lanes) {
                // Names stand on their lanes: a short one at the bottom of the room for two lines.
                let part = (line + name.len()).checked_sub(height).and_then(|index| name.get(index));
                if let Some(part) = part {
                    canvas.write(centred(*column, part, self.width).max(self.gutter), part);
                }
            }
            self.lines.push(canvas.line());
        }
        self.bare_line();
    }

    fn bare_line(&mut self) {
        let line = self.blank().line();
        self.lines.push(line);
    }

    /// A line with nothing but the lanes and the cuts between them.
    fn blank(&self) -> Canvas {
        let mut canvas = Canvas::new(self.width);
        for (column, state) in self.lanes.iter().zip(&self.states) {
            let body = match state {
                LaneState { down: true, .. } => ':',
                LaneState { paused: true, .. } => '#',
                _ => '|',
            };
            canvas.put(*column, body);
            let signs = [(state.bars > 0, '[', ']'), (state.beliefs > 0, '(', ')')];
            for (away, (_, open, close)) in signs.iter().filter(|(on, ..)| *on).enumerate() {
                canvas.put(column.wrapping_sub(away + 1), *open);
                canvas.put(column + away + 1, *close);
            }
        }
        let zigzag = if self.lines.len().is_multiple_of(2) { '/' } else { '\\' };
        for column in &self.cuts {
            canvas.put(*column, zigzag);
        }
        canvas
    }

    /// How many columns beside the lane are taken by its brackets.
    fn brackets(&self, lane: usize) -> usize {
        let state = self.states[lane];
        usize::from(state.bars > 0) + usize::from(state.beliefs > 0)
    }

    fn event(&mut self, event: &Event) {
        let at = (event.step, event.at);
        match &event.what {
            What::Arrow(flight, part) => self.arrow(at, flight, *part),
            What::Boxed { lane, text } => {
                let room = self.apart().saturating_sub(3);
                let text = format!("[{}]", shorten(text, |text| columns(text) <= room));
                let start = centred(self.lanes[*lane], &text, self.width).max(self.gutter);
                self.text(at, start, &text);
            }
            What::Beside { lane, text } => self.beside(at, *lane, text),
            What::Bar { lane, on } => self.state(at, *lane, |state| state.bars = counted(state.bars, *on)),
            What::Belief { lane, on } => {
                self.state(at, *lane, |state| state.beliefs = counted(state.beliefs, *on));
            }
            What::Pause { lane, on, text } => {
                self.state(at, *lane, |state| state.paused = true);
                self.beside(at, *lane, text);
                self.finish_row();
                self.state_only(*lane, |state| state.paused = *on);
            }
            What::Crash { lane } => {
                self.text(at, self.lanes[*lane], "X");
                self.finish_row();
                self.state_only(*lane, |state| state.down = true);
            }
            What::Restart { lane } => {
                self.text(at, self.lanes[*lane], "^");
                self.finish_row();
                self.state_only(*lane, |state| state.down = false);
            }
            What::Cut { left, right, on, name } => self.cut(at, (*left, *right), *on, name),
            What::Nothing => self.row_for(at, (0, 0)),
        }
    }

    fn cut(&mut self, at: (u32, Ms), (left, right): (usize, usize), on: bool, name: &str) {
        let (near, far) = (left.min(right), left.max(right));
        let next = if near < far { near + 1 } else { near };
        let column = (self.lanes[near] + self.lanes[next]) / 2;
        if !on {
            self.finish_row();
            if let Some(index) = self.cuts.iter().position(|open| *open == column) {
                self.cuts.remove(index);
            }
            return;
        }
        let room = self.apart().saturating_sub(3);
        let name = shorten(name, |text| columns(text) <= room);
        self.text(at, centred(column, &name, self.width), &name);
        self.finish_row();
        self.cuts.push(column);
    }

    /// A change that shows from this line on.
    fn state(&mut self, at: (u32, Ms), lane: usize, change: impl Fn(&mut LaneState)) {
        self.finish_row();
        self.state_only(lane, change);
        self.row_for(at, (0, 0));
    }

    fn state_only(&mut self, lane: usize, change: impl Fn(&mut LaneState)) {
        if let Some(state) = self.states.get_mut(lane) {
            change(state);
        }
    }

    fn text(&mut self, at: (u32, Ms), start: usize, text: &str) {
        let range = (start, start + columns(text).max(1) - 1);
        self.row_for(at, range);
        if let Some(row) = &mut self.row {
            row.canvas.write(start, text);
            row.canvas.claim(range);
        }
    }

    /// Words right of a lane, or left of it where there is more room.
    fn beside(&mut self, at: (u32, Ms), lane: usize, text: &str) {
        if text.is_empty() {
            return;
        }
        let away = 2 + self.brackets(lane);
        let column = self.lanes[lane];
        let next = self.lanes.get(lane + 1).copied().unwrap_or(self.width + 1);
        let right = next.saturating_sub(column + away + 1);
        let before = if lane == 0 { self.gutter } else { self.lanes[lane - 1] + 2 };
        let left = (column + 1).saturating_sub(before + away);
        let rightwards = columns(text) <= right || right >= left;
        let room = if rightwards { right } else { left };
        for part in wrap(text, 3, |text| columns(text) <= room) {
            let start =
                if rightwards { column + away } else { (column + 1).saturating_sub(away + columns(&part)) };
            self.text(at, start, &part);
        }
    }

    fn arrow(&mut self, at: (u32, Ms), flight: &Flight, part: Part) {
        let (from, to) = (self.lanes[flight.from], self.lanes[flight.to]);
        if flight.from == flight.to {
            return self.beside(at, flight.from, &format!("<-. {}", flight.label));
        }
        let rightwards = from < to;
        let (near, far) = (1 + self.brackets(flight.from), 1 + self.brackets(flight.to));
        let (first, last) = if rightwards {
            (from + near, to.saturating_sub(far))
        } else {
            (to + far, from.saturating_sub(near))
        };
        if first > last {
            return self.row_for(at, (0, 0));
        }
        let length = last - first + 1;
        let shown = match (part, flight.fate) {
            (Part::Leaves, _) => length.div_ceil(2),
            (_, Fate::Lost) => self.lost_after(from, to, (first, last)),
            _ => length,
        };
        let shaft = shaft(flight, part, shown, rightwards);
        let start = if rightwards { first } else { last + 1 - shown };
        self.text(at, start, &shaft);
    }

    /// How far a lost message gets: to the cut on its way, or a little over half.
    fn lost_after(&self, from: usize, to: usize, (first, last): (usize, usize)) -> usize {
        let length = last - first + 1;
        let on_way = |cut: &&usize| first <= **cut && **cut <= last;
        let reach = |cut: &usize| if from < to { cut - first + 1 } else { last + 1 - cut };
        let cut = self.cuts.iter().filter(on_way).map(reach).min();
        cut.unwrap_or(length * 5 / 8).clamp(1, length)
    }

    /// Makes sure that the current line belongs to this step and instant, and that nothing
    /// stands in `range` of it.
    fn row_for(&mut self, (step, at): (u32, Ms), range: (usize, usize)) {
        let fits = |row: &Row| row.step == step && row.at == at && row.canvas.is_free(range);
        if !self.row.as_ref().is_some_and(fits) {
            self.finish_row();
            self.row = Some(Row { step, at, canvas: self.blank() });
        }
    }

    fn finish_row(&mut self) {
        let Some(mut row) = self.row.take() else { return };
        if row.step != self.last_step {
            let number = format!(" {:>width$}", row.step, width = self.number_width);
            row.canvas.write(0, &number);
            self.last_step = row.step;
        }
        if self.clock == Clock::Milliseconds && self.last_time != Some(row.at) {
            let room = self.gutter.saturating_sub(self.number_width + 5);
            let text = time(row.at);
            let indent = " ".repeat(room.saturating_sub(columns(&text)));
            row.canvas.write(self.number_width + 3, &padded(&format!("{indent}{text}"), room));
            self.last_time = Some(row.at);
        }
        self.lines.push(row.canvas.line());
    }
}

fn counted(count: u32, on: bool) -> u32 {
    if on { count + 1 } else { count.saturating_sub(1) }
}

fn time(at: Ms) -> String {
    shorten(&format!("{} s", decimal(at, 1_000)), |text| columns(text) <= WIDEST_TIME)
}

/// `--- read -->` in exactly `length` columns, its head where it is going.
fn shaft(flight: &Flight, part: Part, length: usize, rightwards: bool) -> String {
    let head = match (part, flight.fate) {
        (Part::Leaves, _) => '.',
        (_, Fate::Refused) => 'X',
        (_, Fate::Lost) => 'x',
        (_, Fate::Arrives) if rightwards => '>',
        (_, Fate::Arrives) => '<',
    };
    let line = |index: usize| match (flight.fate, flight.kind) {
        (Fate::Refused, _) => '=',
        (_, ArrowKind::Request) => '-',
        (_, ArrowKind::Reply) => [' ', '-'][index % 2],
    };
    // Drawn from its tail, then turned.
    let mut cells: Vec<char> = (0..length).map(|index| line(length - index - 1)).collect();
    if part == Part::Arrives {
        cells.iter_mut().take(2).for_each(|cell| *cell = '.');
    }
    if part == Part::Leaves && length > 1 {
        cells[length - 2] = '.';
    }
    if let Some(last) = cells.last_mut() {
        *last = head;
    }
    if !rightwards {
        cells.reverse();
    }
    let mut canvas = Canvas::new(length);
    for (column, c) in cells.into_iter().enumerate() {
        canvas.put(column, c);
    }
    let label = shaft_label(&flight.label, length, part);
    let air = length - columns(&label);
    // The odd column goes to the head.
    canvas.write(if rightwards { air / 2 } else { air.div_ceil(2) }, &label);
    canvas.whole_line()
}

/// The label with air around it if there is room, without if not, and shortened as the last way.
fn shaft_label(label: &str, length: usize, part: Part) -> String {
    let wide = columns(label);
    if label.is_empty() {
        String::new()
    } else if wide + 5 <= length {
        format!(" {label} ")
    } else if wide + 3 <= length {
        label.to_owned()
    } else if part == Part::Leaves || length < 6 {
        String::new()
    } else {
        shorten(label, |text| columns(text) + 3 <= length)
    }
}
