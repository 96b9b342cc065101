//! Scenario files: a lesson, a test, a figure, a question's proof and a counterexample in one.
//!
//! ```text
//! # Two workers take ₹30 each. Both are told that all went well.
//! title: ₹30 is gone and the log looks perfect
//! for: lost-update
//! code: naive
//! account 42: ₹100
//! pod-7: debit ₹30 from 42
//! pod-3: debit ₹30 from 42
//! claim: breaks no_debit_is_lost
//!
//! run pod-7 to "UPDATE"
//! run pod-3 to end
//! run pod-7 to end
//! ----
//! (the recorded trace, which `cargo xtask bless` rewrites)
//! ```
//!
//! # How a scenario is written
//!
//! * Lines that begin with `#` before the head are its prose. Further down they are comments.
//! * The head is one `key: value` a line, with a space after the colon, up to the first empty
//!   line (or the line of dashes). Its keys are `title`, `for` (whose world runs it), `code` (which implementation),
//!   `claim` (`holds`, or `breaks` and the name of a property), each once at most; `title` and
//!   `for` must be there. All other keys are the *cast*: settings that only the world named by
//!   `for` understands.
//! * The schedule is a plan; [`crate::plan`] says how one is written.
//! * A line of four dashes ends the schedule. The recorded trace stands under it, as in
//!   [`crate::trace::text`].
//!
//! A title, a code, a key and a value are one line each, without space around it. What cannot be
//! written so (a title with a line break in it) is no scenario, and does not read back.

mod parse;
mod print;
mod record;

pub use record::with_recorded;

use crate::diagnostic::Place;
use crate::plan::Plan;
use crate::trace::Trace;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scenario {
    /// The lines that begin with `#` before the head, without the `# `; one line each.
    pub prose: Vec<String>,
    pub title: String,
    /// Whose world runs it: the name of an exercise, or of a toy of the kit.
    pub world: String,
    /// Which implementation runs: a name that the world knows; the learner's code if it is empty.
    pub code: String,
    pub cast: Vec<Setting>,
    pub claim: Claim,
    pub plan: Plan,
    /// Where each act of each phase stands, for errors that only the world can find. Empty when
    /// the scenario was not read from text. Not compared by `same_as`.
    pub places: Vec<Vec<Place>>,
    /// Where `title`, `for`, `code` and `claim` stand, as far as they do. As empty as `places`, and
    /// not compared either.
    pub keys: Vec<(&'static str, Place)>,
    /// What stood under the line.
    pub recorded: Option<Trace>,
}

/// One line of the head that the scenario's world reads: `account 42: ₹100`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    pub key: String,
    pub value: String,
    /// Where the key and the value begin; line 0 when not read from text.
    pub key_at: Place,
    pub value_at: Place,
}

/// What the author says the run shows; `bless` refuses to record a run that does not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Claim {
    /// `claim: holds`: every property of the world holds.
    #[default]
    Holds,
    /// `claim: breaks no_debit_is_lost`
    Breaks(String),
}
