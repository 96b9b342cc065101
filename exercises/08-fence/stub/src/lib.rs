//! Exercise 8, `fence`. The account refuses whoever holds the lease no longer: claim, then write.
//!
//! 1. `attack/`: three files. Get a zombie past fences that look right.
//! 2. [`faded`]: the claim is given; the debit has blanks, and a question.
//! 3. [`open`]: from nothing, the tables too.
//!
//! Run one part with `cargo test -p fence faded`.

pub mod faded;
pub mod open;
