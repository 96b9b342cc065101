//! What a figure shows, before it is known where: begins and ends joined, lanes by number.
//!
//! A trace may be wrong (a bar that never began, a lane nobody declared). Nothing is hidden
//! then: an undeclared lane is added at the right, where it is seen at once; an end without a
//! begin draws nothing, for it has no place.

use std::collections::BTreeMap;

use kit::Ms;
use kit::trace::{ArrowKind, Clock, Fate, Mark, Trace};

use crate::plain_text::plain;

pub(crate) struct Scene {
    pub(crate) clock: Clock,
    /// What stands over each lane.
    pub(crate) titles: Vec<String>,
    pub(crate) steps: Vec<SceneStep>,
    pub(crate) items: Vec<Item>,
    /// What the step that broke a rule should have left.
    pub(crate) required: String,
}

pub(crate) struct SceneStep {
    /// From 1.
    pub(crate) number: u32,
    pub(crate) moment: Moment,
    /// Beside which lane the number stands.
    pub(crate) lane: Option<usize>,
    pub(crate) violation: bool,
}

/// An instant, and how many arrows that take no time were sent in it before.
///
/// Where `at` counts instants, a statement and its answer may share one; they are then drawn
/// one below the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment {
    pub(crate) at: Ms,
    pub(crate) nth: u32,
    /// Whether something starts here (and needs a row of its own) or follows what came before.
    pub(crate) starts: bool,
}

pub(crate) struct Item {
    pub(crate) step: u32,
    pub(crate) at: Ms,
    pub(crate) begin: Moment,
    pub(crate) shape: Shape,
}

pub(crate) enum Shape {
    Arrow { from: usize, to: usize, kind: ArrowKind, fate: Fate, label: String, arrives: Moment },
    Pill { lane: usize, text: String },
    Note { lane: usize, text: String, strong: bool },
    Bar { lane: usize, text: String, tone: usize, end: Option<End> },
    Belief { lane: usize, tone: usize, end: Option<End> },
    Pause { lane: usize, end: Option<End> },
    Crash { lane: usize, end: Option<End> },
    Restart { lane: usize },
    Cut { left: usize, right: usize, name: String, end: Option<End> },
}

/// How something that lasts came to its end.
#[derive(Clone)]
pub(crate) struct End {
    pub(crate) step: u32,
    pub(crate) moment: Moment,
    pub(crate) text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Open {
    Bar(String),
    Belief(String),
    Pause(String),
    Crash(String),
    Cut(String),
}

/// Colours follow the order of spans; a belief shares the colour of the bar with its name.
#[derive(Default)]
struct Tones {
    by_span: BTreeMap<String, usize>,
    bars: usize,
    beliefs: usize,
}

struct Builder {
    lanes: Vec<String>,
    scene: Scene,
    instant_arrows: BTreeMap<Ms, u32>,
    open: BTreeMap<Open, usize>,
    tones: Tones,
}

impl Scene {
    pub(crate) fn of(trace: &Trace) -> Scene {
        let mut builder = Builder {
            lanes: trace.lanes.iter().map(|lane| lane.id.clone()).collect(),
            scene: Scene {
                clock: trace.clock,
                titles: trace.lanes.iter().map(|lane| plain(&lane.title)).collect(),
                steps: Vec::new(),
                items: Vec::new(),
                required: trace.violation.as_ref().map_or(String::new(), |v| plain(&v.required)),
            },
            instant_arrows: BTreeMap::new(),
            open: BTreeMap::new(),
            tones: Tones::default(),
        };
        for (index, step) in trace.steps.iter().enumerate() {
            let number = index as u32 + 1;
            builder.step(number, step, trace.violation.as_ref().is_some_and(|v| v.step == number));
        }
        builder.scene
    }

    /// Where the eye should land: the last state that the step which broke a rule left behind, or
    /// the one request of that step.
    pub(crate) fn wrong(&self) -> Option<&Item> {
        let step = self.steps.iter().find(|step| step.violation)?.number;
        let own = || self.items.iter().filter(|item| item.step == step);
        let pill = own().filter(|item| matches!(item.shape, Shape::Pill { .. })).max_by_key(|i| i.begin);
        let request = |item: &&Item| {
            matches!(&item.shape, Shape::Arrow { kind: ArrowKind::Request, fate: Fate::Arrives, .. })
        };
        let mut requests = own().filter(request);
        pill.or_else(|| requests.next().filter(|_| requests.next().is_none()))
    }

    /// Whether an item is what broke a rule: the state that it left, and the message that led to it.
    pub(crate) fn is_wrong(&self, item: &Item) -> bool {
        let Some(wrong) = self.wrong() else { return false };
        match (&item.shape, &wrong.shape) {
            (Shape::Arrow { to, arrives, .. }, Shape::Pill { lane, .. }) => {
                item.step == wrong.step && to == lane && arrives.at == wrong.at
            }
            _ => std::ptr::eq(item, wrong),
        }
    }

    /// Every instant in which something is drawn.
    pub(crate) fn moments(&self) -> impl Iterator<Item = Moment> + '_ {
        let of_items = self.items.iter().flat_map(|item| {
            let last = match &item.shape {
                Shape::Arrow { arrives, .. } => Some(*arrives),
                other => other.end().map(|end| end.moment),
            };
            [Some(item.begin), last].into_iter().flatten()
        });
        of_items.chain(self.steps.iter().map(|step| step.moment))
    }
}

impl Shape {
    pub(crate) fn end(&self) -> Option<&End> {
        match self {
            Shape::Bar { end, .. }
            | Shape::Belief { end, .. }
            | Shape::Pause { end, .. }
            | Shape::Crash { end, .. }
            | Shape::Cut { end, .. } => end.as_ref(),
            _ => None,
        }
    }

    /// The lane on which it is seen first; none for a cut, which lies between lanes.
    pub(crate) fn lane(&self) -> Option<usize> {
        match self {
            Shape::Arrow { from: lane, .. }
            | Shape::Pill { lane, .. }
            | Shape::Note { lane, .. }
            | Shape::Bar { lane, .. }
            | Shape::Belief { lane, .. }
            | Shape::Pause { lane, .. }
            | Shape::Crash { lane, .. }
            | Shape::Restart { lane } => Some(*lane),
            Shape::Cut { .. } => None,
        }
    }

    fn end_mut(&mut self) -> Option<&mut Option<End>> {
        match self {
            Shape::Bar { end, .. }
            | Shape::Belief { end, .. }
            | Shape::Pause { end, .. }
            | Shape::Crash { end, .. }
            | Shape::Cut { end, .. } => Some(end),
            _ => None,
        }
    }
}

impl Builder {
    fn step(&mut self, number: u32, step: &kit::trace::Step, violation: bool) {
        let starts = step.marks.iter().any(
            |mark| matches!(mark, Mark::Arrow { sent, arrives, .. } if sent >= arrives && *sent == step.at),
        );
        let moment = Moment { starts, ..self.moment(step.at) };
        let refused = step.marks.iter().any(|mark| matches!(mark, Mark::Arrow { fate: Fate::Refused, .. }));
        for mark in &step.marks {
            self.mark(number, mark, refused);
        }
        let lane = self.lanes.iter().position(|id| *id == step.who);
        let lane = lane.or_else(|| self.lane_of_step(number));
        self.scene.steps.push(SceneStep { number, moment, lane, violation });
    }

    fn moment(&self, at: Ms) -> Moment {
        let nth = match self.scene.clock {
            Clock::Instants => self.instant_arrows.get(&at).copied().unwrap_or(0),
            Clock::Milliseconds => 0,
        };
        Moment { at, nth, starts: false }
    }

    fn lane(&mut self, id: &str) -> usize {
        self.lanes.iter().position(|known| known == id).unwrap_or_else(|| {
            self.lanes.push(id.to_owned());
            self.scene.titles.push(plain(id));
            self.lanes.len() - 1
        })
    }

    /// The lane on which a step without an actor is seen: where something begins or ends.
    fn lane_of_step(&self, number: u32) -> Option<usize> {
        let begins = |item: &&Item| item.step == number;
        let ends = |item: &&Item| item.shape.end().is_some_and(|end| end.step == number);
        let items = &self.scene.items;
        items.iter().find(begins).or_else(|| items.iter().find(ends)).and_then(|item| item.shape.lane())
    }

    fn mark(&mut self, step: u32, mark: &Mark, refused: bool) {
        match mark {
            Mark::Arrow { from, to, kind, label, sent, arrives, fate } => {
                let (from, to) = (self.lane(from), self.lane(to));
                self.arrow(step, (from, to), (*kind, *fate), plain(label), (*sent, *arrives));
            }
            Mark::Pill { lane, text, at } => {
                let shape = Shape::Pill { lane: self.lane(lane), text: plain(text) };
                self.item(step, *at, shape);
            }
            Mark::Note { lane, text, at } => {
                let shape = Shape::Note { lane: self.lane(lane), text: plain(text), strong: refused };
                self.item(step, *at, shape);
            }
            Mark::BarBegins { lane, span, text, at } => {
                let tone = self.tones.bar(span);
                let shape = Shape::Bar { lane: self.lane(lane), text: plain(text), tone, end: None };
                self.begin(step, *at, Open::Bar(span.clone()), shape);
            }
            Mark::BeliefBegins { lane, span, at } => {
                let tone = self.tones.belief(span);
                let shape = Shape::Belief { lane: self.lane(lane), tone, end: None };
                self.begin(step, *at, Open::Belief(span.clone()), shape);
            }
            Mark::PauseBegins { lane, at } => {
                let shape = Shape::Pause { lane: self.lane(lane), end: None };
                self.begin(step, *at, Open::Pause(lane.clone()), shape);
            }
            Mark::Crash { lane, at } => {
                let shape = Shape::Crash { lane: self.lane(lane), end: None };
                self.begin(step, *at, Open::Crash(lane.clone()), shape);
            }
            Mark::CutBegins { left, right, span, at } => {
                let (left, right) = (self.lane(left), self.lane(right));
                let shape = Shape::Cut { left, right, name: plain(span), end: None };
                self.begin(step, *at, Open::Cut(span.clone()), shape);
            }
            Mark::BarEnds { span, at, text } => self.end(step, *at, Open::Bar(span.clone()), text),
            Mark::BeliefEnds { span, at } => self.end(step, *at, Open::Belief(span.clone()), ""),
            Mark::PauseEnds { lane, at } => self.end(step, *at, Open::Pause(lane.clone()), ""),
            Mark::CutEnds { span, at } => self.end(step, *at, Open::Cut(span.clone()), ""),
            Mark::Restart { lane, at } => {
                self.end(step, *at, Open::Crash(lane.clone()), "");
                let shape = Shape::Restart { lane: self.lane(lane) };
                self.item(step, *at, shape);
            }
        }
    }

    fn arrow(
        &mut self,
        step: u32,
        (from, to): (usize, usize),
        (kind, fate): (ArrowKind, Fate),
        label: String,
        (sent, arrives): (Ms, Ms),
    ) {
        let begin = Moment { starts: true, ..self.moment(sent) };
        if arrives <= sent {
            *self.instant_arrows.entry(sent).or_insert(0) += 1;
        }
        let arrives = self.moment(arrives.max(sent));
        let shape = Shape::Arrow { from, to, kind, fate, label, arrives };
        self.scene.items.push(Item { step, at: sent, begin, shape });
    }

    fn item(&mut self, step: u32, at: Ms, shape: Shape) {
        let begin = self.moment(at);
        self.scene.items.push(Item { step, at, begin, shape });
    }

    fn begin(&mut self, step: u32, at: Ms, key: Open, shape: Shape) {
        self.open.insert(key, self.scene.items.len());
        self.item(step, at, shape);
    }

    fn end(&mut self, step: u32, at: Ms, key: Open, text: &str) {
        let moment = self.moment(at);
        let Some(item) = self.open.remove(&key).and_then(|index| self.scene.items.get_mut(index)) else {
            return;
        };
        let moment = moment.max(item.begin);
        if let Some(end) = item.shape.end_mut() {
            *end = Some(End { step, moment, text: plain(text) });
        }
    }
}

impl Tones {
    fn bar(&mut self, span: &str) -> usize {
        let tone = self.bars;
        self.bars += 1;
        self.by_span.insert(span.to_owned(), tone);
        tone
    }

    fn belief(&mut self, span: &str) -> usize {
        let own = self.beliefs;
        self.beliefs += 1;
        self.by_span.get(span).copied().unwrap_or(own)
    }
}
