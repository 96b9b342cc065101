//! Exercise `holder`: a pod that keeps a lease, notices that it has lost it, and gives it back.
//!
//! * [`facts`]: what happened in a run, told for each life of a pod and each lease of the store.
//! * [`rules`]: what a run must keep.
//! * [`stories`], [`plans`]: what is tried, the stories first.
//! * [`examples`]: what is tested besides the rules.
//! * [`broken`]: pods that make a mistake, for figures.
//! * `exercise`, `grade`: all of it as an [`Exercise`](grader::exercise::Exercise), and as tests.

pub mod broken;
pub mod examples;
mod exercise;
pub mod facts;
mod grade;
pub mod plans;
pub mod rules;
pub mod stories;

use kit::contract::holder::Make;

/// What a learner hands in.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    pub make: Make,
}
