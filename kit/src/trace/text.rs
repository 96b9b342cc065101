//! Traces as text: what stands under the line of a scenario file. Nothing of a trace is lost.
//!
//! ```text
//! lanes: pod-7, ledger "account 42", pod-3
//! clock: instants
//! 1 | 0 | pod-7 | SELECT balance FROM accounts WHERE id = 42 | ₹100
//!   arrow pod-7 -> ledger request "read" 0..1 arrives
//!   pill ledger "₹100" at 0
//! 2 | 2 |       | four seconds pass                          |  | 3 events
//! = balance: ₹70
//! ! step 2 | ₹70 | ₹40
//! ```
//!
//! * `lanes` are ids, each with its title in quotes if that is another; `clock` is `instants` or
//!   `milliseconds`.
//! * A step is its number, its instant, the lane that acts, what it does, what came of it and how
//!   many events it folds; the last two may be left out (no result, one event).
//! * Indented lines are the marks of the step above, as in [`marks`].
//! * `= name: value` is a fact that holds at the end, `! step N | observed | required` the
//!   violation. Both come after all steps.
//!
//! Spaces round a field do not count. A field stands in quotes, with the escapes of a plan, if it
//! contains `|` or a control character, or begins with a quote, or begins or ends with a space.
//! Empty lines and lines that begin with `#` are skipped.

mod check;
mod marks;
mod parse;
mod print;

pub(crate) use parse::trace;
