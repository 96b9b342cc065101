//! The rules of exercise `fence`, kept by its solution. Each test is a rule, and its name is the rule in short.

stage::grade_fence!(fence_solution);
