//! Exercise 7, `break-the-lock`, solved. There is no code: the five schedules stand in `attack/`, and
//! none that is shorter is known. `misses/` has schedules that do not get there, each for a reason of
//! its own; `tests/misses.rs` holds what is said of them.
