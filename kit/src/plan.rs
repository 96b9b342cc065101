//! Plans: what is done to the parties of a run, one phase a line.
//!
//! A plan is the schedule of a scenario, the case that a grader tries, and the counterexample
//! that it prints; `Display` and `FromStr` are one grammar. Anything that can matter is an act
//! in the plan, and nothing is hidden in a seed, so that a plan shrinks towards the benign run.

mod act;

pub use act::{Act, Extent, Mail, Phase, Plan, Who};
