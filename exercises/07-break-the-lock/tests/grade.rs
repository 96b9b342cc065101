//! Grades exercise `break-the-lock`. Each test is a goal, and the file for it is in `attack/`.
//!
//! `cargo test -p break-the-lock -- --nocapture` shows what your schedules shrink to.

nodes::grade_break_the_lock!();
