//! The rules of exercise `detector`, kept by its solution. Each test is a rule, and its name is the rule in short.

nodes::grade_detector!(detector_solution);
