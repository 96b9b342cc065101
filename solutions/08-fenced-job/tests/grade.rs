//! The rules of exercise `fenced-job`, kept by its solution. Each test is a rule, and its name is the rule in short.

nodes::grade_fenced_job!(fenced_job_solution);
