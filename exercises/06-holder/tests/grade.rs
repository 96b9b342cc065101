//! Grades exercise `holder`. Each test is a rule, and its name is the rule in short.
//!
//! `cargo test -p holder examples` tries two jobs on which nothing goes wrong.

nodes::grade_holder!(holder);
