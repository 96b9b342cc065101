//! What every exercise of the workbook stands on.
//!
//! * [`contract`]: for each exercise, the types and the trait that a learner implements.
//! * [`sql`]: the one door through which learner code reaches a database.
//! * [`world`]: nodes as pure steps, and the simulated machines and network that run them.
//! * [`plan`] and [`scenario`]: what happens in a run, as text that is also a lesson.
//! * [`trace`]: what did happen, step by step; figures, reports and quizzes read nothing else.
//!
//! This crate depends on nothing, so that an exercise compiles in a moment. It does no I/O,
//! reads no clock and has no floats: the same plan gives the same trace on every machine.

pub mod contract;
pub mod diagnostic;
mod lexer;
pub mod money;
pub mod plan;
pub mod pulse;
pub mod scenario;
pub mod sql;
pub mod toys;
pub mod trace;
pub mod world;

/// Virtual time in milliseconds since the start of a run.
pub type Ms = u64;
