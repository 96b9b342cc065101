//! Exercise 5, `lease-table`. Take a lease that several pods want, by one row in one shared table.
//!
//! 1. `attack/`: three files. Make the published statement fail, each time in another way.
//! 2. [`worked`]: complete. Read it, and the rules that it keeps.
//! 3. [`faded`]: another way to write it, with blanks.
//! 4. [`open`]: from nothing, the table too.
//!
//! Run one part with `cargo test -p lease-table faded`.

pub mod faded;
pub mod open;
pub mod worked;
