//! What happens in which order: the events of a scene, sorted for one line each.

use kit::Ms;
use kit::trace::{ArrowKind, Clock, Fate};

use crate::scale::duration;
use crate::scene::{Item, Scene, Shape};

pub(super) struct Event {
    pub(super) step: u32,
    pub(super) at: Ms,
    pub(super) what: What,
}

#[derive(Clone)]
pub(super) enum What {
    Arrow(Flight, Part),
    /// A state in a box on the lane.
    Boxed {
        lane: usize,
        text: String,
    },
    /// Words beside a lane.
    Beside {
        lane: usize,
        text: String,
    },
    Bar {
        lane: usize,
        on: bool,
    },
    Belief {
        lane: usize,
        on: bool,
    },
    Pause {
        lane: usize,
        on: bool,
        text: String,
    },
    Crash {
        lane: usize,
    },
    Restart {
        lane: usize,
    },
    Cut {
        left: usize,
        right: usize,
        on: bool,
        name: String,
    },
    /// A step without a mark keeps its place in time.
    Nothing,
}

#[derive(Clone)]
pub(super) struct Flight {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) kind: ArrowKind,
    pub(super) fate: Fate,
    pub(super) label: String,
}

/// A message during whose flight something else happens is drawn where it leaves and where it
/// arrives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Whole,
    Leaves,
    Arrives,
}

pub(super) fn events(scene: &Scene) -> Vec<Event> {
    let mut events: Vec<Event> = Vec::new();
    for item in &scene.items {
        arrow_events(&mut events, scene, item);
        item_events(&mut events, scene, item);
    }
    for step in &scene.steps {
        if !events.iter().any(|event| event.step == step.number) {
            events.push(Event { step: step.number, at: step.moment.at, what: What::Nothing });
        }
    }
    // Stable: what shares an instant and a step keeps the order of its marks.
    events.sort_by_key(|event| (event.at, event.step));
    events
}

fn arrow_events(events: &mut Vec<Event>, scene: &Scene, item: &Item) {
    let Shape::Arrow { from, to, kind, fate, label, arrives } = &item.shape else { return };
    let flight = Flight { from: *from, to: *to, kind: *kind, fate: *fate, label: label.clone() };
    let mut add = |at: Ms, part: Part| {
        events.push(Event { step: item.step, at, what: What::Arrow(flight.clone(), part) });
    };
    if *fate != Fate::Lost && scene.items.iter().any(|other| overtakes(other, item)) {
        add(item.at, Part::Leaves);
        add(arrives.at, Part::Arrives);
    } else {
        add(item.at, Part::Whole);
    }
}

fn item_events(events: &mut Vec<Event>, scene: &Scene, item: &Item) {
    let end = item.shape.end();
    let mut add = |step: u32, at: Ms, what: What| events.push(Event { step, at, what });
    let (step, at) = (item.step, item.at);
    let mut lasting = |begin: What, over: What| {
        add(step, at, begin);
        if let Some(end) = end {
            add(end.step, end.moment.at, over);
        }
    };
    match &item.shape {
        Shape::Arrow { .. } => {}
        Shape::Pill { lane, text } => add(step, at, What::Boxed { lane: *lane, text: text.clone() }),
        Shape::Note { lane, text, .. } => add(step, at, What::Beside { lane: *lane, text: text.clone() }),
        Shape::Bar { lane, text, .. } => {
            let lane = *lane;
            lasting(What::Bar { lane, on: true }, What::Bar { lane, on: false });
            if !text.is_empty() {
                add(step, at, What::Boxed { lane, text: text.clone() });
            }
            if let Some(end) = end.filter(|end| !end.text.is_empty()) {
                add(end.step, end.moment.at, What::Beside { lane, text: end.text.clone() });
            }
        }
        Shape::Belief { lane, .. } => {
            let lane = *lane;
            lasting(What::Belief { lane, on: true }, What::Belief { lane, on: false });
        }
        Shape::Pause { lane, .. } => {
            let lane = *lane;
            let took = match (scene.clock, end) {
                (Clock::Milliseconds, Some(end)) => duration(end.moment.at.saturating_sub(at)),
                _ => String::new(),
            };
            let begin = What::Pause { lane, on: true, text: "paused".to_owned() };
            lasting(begin, What::Pause { lane, on: false, text: took });
        }
        Shape::Crash { lane, .. } => add(step, at, What::Crash { lane: *lane }),
        Shape::Restart { lane } => add(step, at, What::Restart { lane: *lane }),
        Shape::Cut { left, right, name, .. } => {
            let cut = |on: bool| What::Cut { left: *left, right: *right, on, name: name.clone() };
            lasting(cut(true), cut(false));
        }
    }
}

/// Whether something happens on a lane of the message `flight` while it is on its way. A line is
/// one instant; a message that nobody overtakes loses nothing when it is drawn in one.
fn overtakes(other: &Item, flight: &Item) -> bool {
    let Shape::Arrow { from, to, arrives, .. } = &flight.shape else { return false };
    let during = |at: Ms| flight.at < at && at < arrives.at;
    let ours = |lane: &usize| lane == from || lane == to;
    match &other.shape {
        Shape::Arrow { from, to, arrives, .. } => {
            (ours(from) && during(other.at)) || (ours(to) && during(arrives.at))
        }
        Shape::Cut { .. } => false,
        shape => {
            let ends = shape.end().is_some_and(|end| during(end.moment.at));
            shape.lane().as_ref().is_some_and(ours) && (during(other.at) || ends)
        }
    }
}
