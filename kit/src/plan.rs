//! Plans: what is done to the parties of a run, one phase a line.
//!
//! A plan is the schedule of a scenario, the case that a grader tries, and the counterexample
//! that it prints; `Display` and `FromStr` are one grammar. Anything that can matter is an act
//! in the plan, and nothing is hidden in a seed, so that a plan shrinks towards the benign run.
//!
//! # How a plan is written
//!
//! ```text
//! # A line that begins with # is a comment. Empty lines mean nothing.
//! run pod-7 to "UPDATE"
//! run pod-3 to end; run pod-7 to end
//! ```
//!
//! Each line is a phase. `;` joins acts that are done together, before anybody answers; a line
//! that is only `;` is a phase in which nothing is done. The acts are the variants of [`Act`],
//! each with its text beside it. In them
//!
//! * a party is a name (`pod-7`), a role (`leader`), or `old` and a role (`old leader`);
//! * a name is letters, digits and `-_:.`; any other name stands in quotes (`run "pod 7"`), and
//!   so does one that is a word of the grammar (`run "to"`);
//! * a time is a number and its unit, `31 s` or `250 ms`;
//! * a text stands in quotes, on one line: `\"` is a quote, `\\` a backslash, `\n` a line break
//!   (`\r`, `\t` and `\u{2028}` are known too).

mod act;
mod parse;
mod print;

pub(crate) use parse::phases;

pub use act::{Act, Extent, Mail, Phase, Plan, Who};
pub use print::{duration, rate, read_duration};
