//! Grades exercise `fence`. Each test is a rule, and its name is the rule in short.
//!
//! `cargo test -p fence attack`, `… faded`, `… open` run one part.

stage::grade_fence!(fence);
