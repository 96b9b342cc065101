//! Exercise 8, `fenced-job`. A job of five steps over three tables, by whoever holds its lease.
//!
//! Fill in [`worker`]. Run it with `cargo test -p fenced-job`.

pub mod worker;
