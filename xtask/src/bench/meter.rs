//! CPU time of child processes.

use std::fs;
use std::time::Instant;

/// Seconds of CPU (user and system) that all children used that have ended and been waited for,
/// and their children. Linux alone tells; one tick is 10 ms, so short work is repeated.
fn children() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    ticks(&stat).map(|ticks| ticks as f64 / 100.0)
}

/// `cutime` and `cstime`, the 16th and 17th fields. The second is a name that may hold spaces.
fn ticks(stat: &str) -> Option<u64> {
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    Some(fields.get(13)?.parse::<u64>().ok()? + fields.get(14)?.parse::<u64>().ok()?)
}

pub(super) fn counts_cpu() -> bool {
    children().is_some()
}

/// What the children cost that `work` starts and waits for, in seconds: CPU time, or wall time
/// where CPU time is not told.
pub(super) fn cost<T, E>(work: impl FnOnce() -> Result<T, E>) -> Result<(f64, T), E> {
    let (begin, before) = (Instant::now(), children());
    let done = work()?;
    let spent = match (before, children()) {
        (Some(before), Some(after)) => after - before,
        _ => begin.elapsed().as_secs_f64(),
    };
    Ok((spent, done))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_are_counted_after_the_name() {
        let stat = "42 (a ) b) S 1 42 42 0 -1 4194304 100 200 0 0 7 3 250 50 20 0 1 0 99";
        assert_eq!(ticks(stat), Some(300));
        assert_eq!(ticks("42 (x) S 1"), None);
        assert_eq!(ticks(""), None);
    }
}
