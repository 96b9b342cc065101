//! Exercise `lease-table`: what its learners are given and what they are held to.
//!
//! * [`cast`]: who takes part, as lines of a scenario.
//! * [`broken`]: statements and code that grant one lease twice, for attacks and figures.
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
pub mod play;
pub mod rules;
pub mod run;

use kit::contract::lease_table::Acquire;

/// The code of one part: the statement that creates the table, and the function.
#[derive(Debug, Clone, Copy)]
pub struct Code {
    pub table: &'static str,
    pub acquire: Acquire,
}

/// What a learner hands in.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    pub worked: Code,
    pub faded: Code,
    pub open: Code,
}

/// The three forms, as modules of the tests name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Worked,
    Faded,
    Open,
}

impl Part {
    pub const ALL: [Part; 3] = [Part::Worked, Part::Faded, Part::Open];
}
