//! The rules of exercise `two-phase-commit`, kept by its solution. Each test is a rule, and its name is the rule in
//! short.

nodes::grade_two_phase_commit!(two_phase_commit_solution);
