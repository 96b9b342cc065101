//! Grades exercise `lease-keeper`. Each test is a rule, and its name is the rule in short.
//!
//! `cargo test -p lease-keeper attack`, `… faded`, `… open` run one part.

stage::grade_lease_keeper!(lease_keeper);
