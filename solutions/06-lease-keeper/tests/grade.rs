//! The rules of exercise `lease-keeper`, kept by its solution. Each test is a rule, and its name is the rule in short.

stage::grade_lease_keeper!(lease_keeper_solution);
