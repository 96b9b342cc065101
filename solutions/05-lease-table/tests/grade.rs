//! The rules of exercise `lease-table`, kept by its solution. Each test is a rule, and its name is the rule in short.

stage::grade_lease_table!(lease_table_solution);
