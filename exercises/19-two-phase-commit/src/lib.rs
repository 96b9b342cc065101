//! Exercise 19, `two-phase-commit`. Several banks commit a transfer together, or not at all.
//!
//! Begin with [`protocol`]. Run it with `cargo test -p two-phase-commit commit::protocol`, and the other
//! two in the same way when that is green.

pub mod protocol;
mod recovery;
mod termination;
