//! Traces as text: what stands under the line of a scenario file. Nothing of a trace is lost.
//!
//! ```text
//! lanes: pod-7, ledger "account 42", pod-3
//! clock: instants
//! 1 | 0 | pod-7 | SELECT balance FROM accounts WHERE id = 42 | ₹100
//!   arrow pod-7 -> ledger request "read" 0..1 arrives
//!   pill ledger "₹100" at 0
//! 2 | 2 |       | nobody moves                               |  | 3 events
//! = balance: ₹70
//! ! step 2 | ₹70 | ₹40
//! ```
//!
//! * `lanes` are ids, each with its title in quotes if that is another; `clock` is `instants` or
//!   `milliseconds`.
//! * A step is its number, its instant, the lane that acts, what it does, what came of it and how
//!   many events it folds; the last two may be left out (no result, one event).
//! * Indented lines are the marks of the step above; they are listed below.
//! * `= name: value` is a fact that holds at the end, `! step N | observed | required` the
//!   violation. Both come after all steps.
//!
//! Spaces round a field do not count. A field stands in quotes, with the escapes of a plan, if it
//! contains `|` or a control character, or begins with a quote, or begins or ends with a space.
//! Empty lines and lines that begin with `#` are skipped.
//!
//! # Marks
//!
//! `A` and `B` are lanes, `S` is the name of a span, which begins above where it ends.
//!
//! ```text
//! arrow A -> B request "read" 0..1 arrives
//! arrow B -> A reply "₹100" 1..2 lost
//! pill A "₹70" at 3
//! note A "too late" at 3
//! bar S begins on A "pod-7" at 3
//! bar S ends "expired" at 9
//! belief S begins on A at 3
//! belief S ends at 9
//! pause A begins at 3
//! pause A ends at 4
//! crash A at 3
//! restart A at 4
//! cut S begins A | B at 3
//! cut S ends at 5
//! ```
//!
//! An arrow is a `request` or a `reply`; it `arrives`, is `refused` or is `lost`.

mod check;
mod fields;
mod marks;
mod parse;
mod print;

pub(crate) use marks::{arrow_fate, arrow_kind};
pub(crate) use parse::trace;
pub(crate) use print::clock_word;
