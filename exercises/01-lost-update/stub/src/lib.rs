//! Exercise 1, `lost-update`. Take money out of an account that others use at the same moment.
//!
//! 1. `attack.txt`: make the given code lose ₹30.
//! 2. [`relative`]: let the database subtract. One worked function, one with blanks.
//! 3. [`locked`]: take the lock before the read.
//! 4. [`compare_and_set`]: notice that you were too late, and start over.
//!
//! Run one part with `cargo test -p lost-update relative`.

pub mod compare_and_set;
pub mod locked;
pub mod relative;
