//! Exercise `lost-update`: what its learners are given and what they are held to.
//!
//! * [`cast`]: who takes part, as lines of a scenario.
//! * [`naive`] and [`broken`]: code that loses money, for attacks and figures.
//! * [`run`] and [`rules`]: one run, and the rules that it must keep.
//! * [`play`]: running a case on the stage.
//! * [`ladder`]: which cases are tried, in which order.
//! * [`attack`], [`examples`], [`exam`]: the three kinds of tests, which `grade_lost_update!` emits.

pub mod attack;
pub mod broken;
pub mod cast;
pub mod exam;
pub mod examples;
mod grade;
mod labels;
pub mod ladder;
pub mod naive;
pub mod play;
pub mod proof;
pub mod rules;
pub mod run;
pub mod scenarios;

use kit::contract::lost_update::Repair;

/// What a learner hands in.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    pub relative: Repair,
    pub locked: Repair,
    pub compare_and_set: Repair,
    /// The other write path of compare-and-set.
    pub credit: Repair,
}

/// The code that one part puts to the test.
#[derive(Debug, Clone, Copy)]
pub struct Code {
    pub debit: Repair,
    pub credit: Repair,
}

/// The three repairs, as modules of the tests name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Relative,
    Locked,
    CompareAndSet,
}

impl Part {
    pub const ALL: [Part; 3] = [Part::Relative, Part::Locked, Part::CompareAndSet];

    pub fn path(self) -> &'static str {
        match self {
            Part::Relative => "repairs::relative",
            Part::Locked => "repairs::locked",
            Part::CompareAndSet => "repairs::compare_and_set",
        }
    }

    /// What a learner edits for it.
    pub fn file(self) -> &'static str {
        match self {
            Part::Relative => "exercises/01-lost-update/src/relative.rs",
            Part::Locked => "exercises/01-lost-update/src/locked.rs",
            Part::CompareAndSet => "exercises/01-lost-update/src/compare_and_set.rs",
        }
    }

    pub fn code(self, candidate: Candidate) -> Code {
        let debit = match self {
            Part::Relative => candidate.relative,
            Part::Locked => candidate.locked,
            Part::CompareAndSet => candidate.compare_and_set,
        };
        Code { debit, credit: candidate.credit }
    }
}
