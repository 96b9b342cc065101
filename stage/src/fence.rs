//! Exercise `fence`: what its learners are given and what they are held to.
//!
//! * [`cast`]: who takes part, as lines of a scenario.
//! * [`broken`]: fences with a hole, for attacks and figures.
//! * [`run`] and [`rules`]: one run, and the rules that it must keep.
//! * [`play`]: how a case runs on the stage.
//! * [`ladder`]: which cases are tried, in which order.
//! * [`attack`], [`examples`] and [`guard`]: what is tested besides the rules.
//! * `exercise`, `grade`: all of it as an [`Exercise`](grader::exercise::Exercise), and as tests.

pub mod attack;
pub mod broken;
pub mod cast;
pub mod examples;
mod exercise;
mod grade;
pub mod guard;
mod labels;
pub mod ladder;
pub mod play;
mod reference;
pub mod rules;
pub mod run;

use std::any::Any;

use kit::contract::fence::{ClaimAccount, DebitAccount, ReadBalance};

/// A guard whose type only its own code knows.
pub type Erased = Box<dyn Any>;

/// The code of one part: the tables, and the three functions over its own guard.
/// [`fence_code!`](crate::fence_code) makes one of a module.
#[derive(Debug, Clone, Copy)]
pub struct Code {
    pub tables: &'static str,
    pub claim: ClaimAccount<Erased>,
    pub balance: ReadBalance<Erased>,
    pub debit: DebitAccount<Erased>,
}

/// What a learner hands in.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    pub faded: Code,
    pub open: Code,
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
