//! The rules of exercise `holder`, kept by its solution. Each test is a rule, and its name is the rule in short.

nodes::grade_holder!(holder_solution);
