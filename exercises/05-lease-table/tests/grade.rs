//! Grades exercise `lease-table`. Each test is a rule, and its name is the rule in short.
//!
//! `cargo test -p lease-table attack`, `… worked`, `… faded`, `… open` run one part.

stage::grade_lease_table!(lease_table);
