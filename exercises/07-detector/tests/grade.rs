//! Grades exercise `detector`. Each test is a rule, and its name is the rule in short.
//!
//! `cargo test -p detector rules` and `… attack` run one part.

nodes::grade_detector!(detector);
