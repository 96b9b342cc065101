//! What happened in a run: numbered steps for people, marks for figures, facts for questions.
//!
//! A trace is the only thing that figures, reports and quizzes read. It is written in three
//! forms from one value: text ([`text`], lossless, under the line of a scenario file), JSON
//! ([`json`], for pages and other programs) and pictures (crate `figure`).

pub mod json;
pub mod text;

use crate::Ms;

/// A recorded run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trace {
    /// From left to right in a figure. Every `who` and every mark names a lane by its id.
    pub lanes: Vec<Lane>,
    /// What `at` counts: an SQL run has no clock of its own and counts instants.
    pub clock: Clock,
    pub steps: Vec<Step>,
    /// Facts that hold at the end, by name: `balance` = `₹70`.
    pub facts: Vec<(String, String)>,
    /// The step that broke a rule, if one did.
    pub violation: Option<Violation>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Clock {
    /// `at` is an order of instants, not a duration.
    #[default]
    Instants,
    /// `at` is virtual time.
    Milliseconds,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lane {
    /// One word.
    pub id: String,
    /// What stands over the lane; often the id.
    pub title: String,
}

/// One numbered line of the story. Numbers count from 1 and are the position in [`Trace::steps`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Step {
    pub at: Ms,
    /// The lane that acts; empty when nobody does (time passes, a fault strikes).
    pub who: String,
    /// What it does, in words or in SQL.
    pub act: String,
    /// What came of it; may be empty.
    pub result: String,
    /// What the figure draws for this step.
    pub marks: Vec<Mark>,
    /// How many events are folded into this step (at least 1).
    pub events: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Number of the step, from 1.
    pub step: u32,
    pub observed: String,
    pub required: String,
}

/// One mark of the figure grammar. Labels have at most 9 characters where they stand on an
/// arrow; prose belongs in the step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mark {
    /// A message or a statement, slanted from when it was sent to when it arrived.
    Arrow {
        from: String,
        to: String,
        kind: ArrowKind,
        label: String,
        sent: Ms,
        arrives: Ms,
        fate: Fate,
    },
    /// A state that a lane is in from this instant, in a rounded box: `₹70`, `max 34`, `leader`.
    Pill {
        lane: String,
        text: String,
        at: Ms,
    },
    /// A short note beside a lane.
    Note {
        lane: String,
        text: String,
        at: Ms,
    },
    /// A fact that lasts (a lease in the table, a lock): a filled bar on its lane. `span` joins
    /// begin and end; `text` stands in a pill on the bar.
    BarBegins {
        lane: String,
        span: String,
        text: String,
        at: Ms,
    },
    BarEnds {
        span: String,
        at: Ms,
        text: String,
    },
    /// What a party believes: a dashed outline round its lane.
    BeliefBegins {
        lane: String,
        span: String,
        at: Ms,
    },
    BeliefEnds {
        span: String,
        at: Ms,
    },
    PauseBegins {
        lane: String,
        at: Ms,
    },
    PauseEnds {
        lane: String,
        at: Ms,
    },
    Crash {
        lane: String,
        at: Ms,
    },
    Restart {
        lane: String,
        at: Ms,
    },
    /// Nothing passes between the two lanes' sides.
    CutBegins {
        left: String,
        right: String,
        span: String,
        at: Ms,
    },
    CutEnds {
        span: String,
        at: Ms,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ArrowKind {
    /// Solid.
    Request,
    /// Dashed.
    Reply,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    Arrives,
    /// It arrives and is refused: a thick arrow that ends in a cross.
    Refused,
    /// It never arrives: cut off, dropped, or the receiver was down.
    Lost,
}

impl Trace {
    /// How many events the run had, folded or not.
    pub fn events(&self) -> u32 {
        self.steps.iter().map(|step| step.events).sum()
    }
}
