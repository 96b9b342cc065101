//! Drills: question banks, the session machine, the review log, both faces and the command line.
//!
//! * [`bank`]: questions as they are written (YAML) and as the rest of the house sees them (typed).
//! * [`numeric`]: exact arithmetic for questions whose numbers change each time.
//! * [`session`]: one sitting as a pure machine: events in, effects out, no I/O and no clock.
//! * [`log`]: the append-only record of every answer. All else is derived from it.
//! * [`memory`]: what the log says about what you still know, and what is due.
//! * [`carry`]: what leaves the workbook and what comes back: Anki, JSON, CSV.
//! * [`exercises`]: which rules the reader's code breaks, and of which ideas they speak.
//! * [`predictions`]: which predictions of the book a run refuted, and of which ideas they speak.
//! * [`misses`]: what of both the log does not have yet.
//! * [`front`]: what a sitting looks like.
//! * [`command`]: the command line.
//!
//! The book renders the same typed items ([`bank::Banks`]). It needs [`bank`] and [`numeric`] alone;
//! the rest stands behind the feature `drill`, which is on by default.

pub mod bank;
#[cfg(feature = "drill")]
pub mod carry;
pub mod chance;
#[cfg(feature = "drill")]
pub mod clock;
#[cfg(feature = "drill")]
pub mod command;
#[cfg(feature = "drill")]
pub mod exercises;
#[cfg(feature = "drill")]
pub mod front;
#[cfg(feature = "drill")]
pub mod log;
#[cfg(feature = "drill")]
pub mod memory;
#[cfg(feature = "drill")]
pub mod misses;
pub mod numeric;
#[cfg(feature = "drill")]
pub mod predictions;
#[cfg(feature = "drill")]
pub mod session;
