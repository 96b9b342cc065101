//! Exercise `lease-keeper`: what its learners are given and what they are held to.
//!
//! * [`cast`]: who takes part, as lines of a scenario.
//! * [`given`]: the acquire that stands beside what learners write.
//! * [`broken`]: code that keeps a lease it has lost, or gives back another one's, for attacks and figures.
//! * [`run`] and [`rules`]: one run, and the rules that it must keep.
//! * [`play`]: how a case runs on the stage.
//! * [`ladder`]: which cases are tried, in which order.
//! * [`attack`] and [`examples`]: what is tested besides the rules.
//! * `exercise`, `grade`: all of it as an [`Exercise`](grader::exercise::Exercise), and as tests.

pub mod attack;
pub mod broken;
pub mod cast;
pub mod examples;
mod exercise;
pub mod given;
mod grade;
mod labels;
pub mod ladder;
pub mod play;
pub mod rules;
pub mod run;

use kit::contract::lease_keeper::{GiveBack, Renew};
use kit::contract::lease_table::Acquire;

/// The code of one part, beside an acquire.
#[derive(Debug, Clone, Copy)]
pub struct Code {
    /// [`given::acquire`], but where code for an attack has one of its own.
    pub acquire: Acquire,
    pub identity: Identity,
    pub renew: Renew,
    pub give_back: GiveBack,
}

/// Who holds a lease, as the row says it: what a holder then shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Identity {
    Attempt,
    /// As in the table that is published most often.
    Pod,
}

/// What a learner writes.
#[derive(Debug, Clone, Copy)]
pub struct Keeper {
    pub renew: Renew,
    pub give_back: GiveBack,
}

/// What a learner hands in.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    pub faded: Keeper,
    pub open: Keeper,
}

/// The two forms, as modules of the tests name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Faded,
    Open,
}

impl Part {
    pub const ALL: [Part; 2] = [Part::Faded, Part::Open];
}

impl Keeper {
    /// Beside the acquire that is given.
    pub const fn beside_the_given(self) -> Code {
        let Keeper { renew, give_back } = self;
        Code { acquire: given::acquire, identity: Identity::Attempt, renew, give_back }
    }
}
