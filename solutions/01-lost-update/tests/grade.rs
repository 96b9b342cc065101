//! The rules of exercise `lost-update`, kept by its solution. Each test is a rule, and its name is the rule in short.

stage::grade_lost_update!(lost_update_solution);
