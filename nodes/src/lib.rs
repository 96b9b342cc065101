//! Nodes that send messages, for the grader to search; the stage is the same for SQL.
//!
//! * [`messages`]: the nodes of an exercise as a world, who takes part, and the portfolio of plans.
//! * [`holder`], [`break_the_lock`], [`detector`], [`fenced_job`], [`two_phase_commit`]: an exercise each:
//!   its rules, plans and examples. What a learner implements, and the nodes that are given, are the kit's.
//! * [`three_phases`]: a whole protocol, for a file of `two-phase-commit` to break.
//!
//! What an exercise says of itself, and what comes of it, is the grader's: [`exercise`], [`scenarios`].

pub mod break_the_lock;
pub mod detector;
pub mod fenced_job;
pub mod holder;
pub mod messages;
pub mod three_phases;
pub mod two_phase_commit;

/// For the tests of exercises and solutions, which depend on this crate alone.
pub use grader::{
    Judgement, Settings, attack, book::Book, exercise, grade_attack, grade_examples, grade_part, guard,
    harness, names_of, place_of, property, report, scenarios, world,
};
