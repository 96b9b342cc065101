//! Runs a learner's code under many plans, keeps what breaks a rule, makes it small, says it well.
//!
//! * [`property`]: a rule of an exercise, as a sentence and a check of one run.
//! * [`world`]: what a family of exercises provides: how to run a case, how to search for one.
//! * [`explore`]: every run is judged by all properties; the first failure of each is shrunk.
//! * [`shrink`]: the second pass, which minimises the run and not only the plan.
//! * [`guard`]: learner code runs in a child process that may loop, sleep, recurse or grow.
//! * [`report`]: the eighty columns that a learner sees.
//! * [`harness`]: the door for the macros that emit the tests.
//! * [`exercise`]: what an exercise says of itself; its exams, its proof, and the macros for its tests.
//! * [`attack`], [`scenarios`]: files to break something with, and files for figures.
//! * [`book`]: what a page quotes of the rules is what they say.
//!
//! The grader knows no exercise. It may read the kit and the figures, and nothing of a book.

pub mod attack;
pub mod book;
pub mod exercise;
pub mod explore;
mod grade;
pub mod guard;
pub mod harness;
pub mod keep;
pub mod proof;
pub mod property;
pub mod report;
pub mod scenarios;
pub mod settings;
pub mod shrink;
pub mod verdict;
pub mod world;

pub use property::{Check, Finding, Property};
pub use settings::Settings;
pub use verdict::{Judgement, Verdict};
pub use world::{Case, Search, Stop, Tried, World};
