//! Exercise `lost-update`: what its learners are given and what they are held to.
//!
//! * [`cast`]: who takes part, as lines of a scenario.
//! * [`naive`] and [`broken`]: code that loses money, for attacks and figures.
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
mod grade;
mod labels;
pub mod ladder;
pub mod naive;
pub mod play;
pub mod rules;
pub mod run;

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
}
