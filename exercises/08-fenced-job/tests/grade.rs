//! Grades exercise `fenced-job`. Each test is a rule, and its name is the rule in short.

nodes::grade_fenced_job!(fenced_job);
