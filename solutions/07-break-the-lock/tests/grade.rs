//! The five goals of exercise `break-the-lock`, reached by the shortest schedules known.

nodes::grade_break_the_lock!();
