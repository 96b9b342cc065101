//! Exercise 6, `lease-keeper`. Keep a lease that you were granted, learn that you lost it, give it back.
//!
//! 1. `attack/`: three files. Make the published heartbeat, and two published releases, fail.
//! 2. [`faded`]: two statements, with blanks.
//! 3. [`open`]: from nothing, and with answers that get lost.
//!
//! The acquire stands already: `ACQUIRE` in the contract. Run one part with
//! `cargo test -p lease-keeper faded`.

pub mod faded;
pub mod open;
