//! Grades exercise `lost-update`. Each test is a rule, and its name is the rule in short.
//!
//! `cargo test -p lost-update attack`, `… relative`, `… locked`, `… compare_and_set` run one part.

stage::grade_lost_update!(lost_update);
