//! Watches a worker thread from outside: does it still beat, and does it burn CPU while it does not?

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::letter::Stuck;
use super::memory;

/// How often the watch looks.
const LOOK: Duration = Duration::from_millis(20);
/// CPU time without a beat that counts as a loop. CPU time, since a busy machine slows no clock of it.
const LOOP: Duration = Duration::from_millis(1000);
/// Time without a beat and without CPU that counts as sleeping.
const SLEEP: Duration = Duration::from_millis(2000);
/// Where CPU time per thread cannot be read.
const STILL: Duration = Duration::from_millis(8000);

/// Blocks until `done` or until the worker is stuck.
pub(super) fn watch(worker: &Clock, done: &dyn Fn() -> bool) -> Option<Stuck> {
    let mut beats = kit::pulse::beats();
    let mut since = Instant::now();
    let mut cpu = worker.cpu();
    loop {
        if done() {
            return None;
        }
        if memory::over() {
            return Some(Stuck::Grows);
        }
        let now = kit::pulse::beats();
        if now != beats {
            beats = now;
            since = Instant::now();
            cpu = worker.cpu();
        } else if let Some(stuck) = judge(since.elapsed(), cpu, worker.cpu()) {
            return Some(stuck);
        }
        std::thread::park_timeout(LOOK);
    }
}

fn judge(still: Duration, before: Option<Duration>, now: Option<Duration>) -> Option<Stuck> {
    let (Some(before), Some(now)) = (before, now) else {
        return (still > STILL).then_some(Stuck::StandsStill);
    };
    let burnt = now.saturating_sub(before);
    if burnt > LOOP {
        Some(Stuck::Loops)
    } else if still > SLEEP && burnt < still / 10 {
        Some(Stuck::Sleeps)
    } else {
        None
    }
}

/// Reads the CPU time of one thread, where the system tells it (Linux).
#[derive(Debug, Clone)]
pub(super) struct Clock {
    stat: Option<PathBuf>,
}

impl Clock {
    /// The clock of the thread that calls.
    pub(super) fn of_this_thread() -> Clock {
        let link = std::fs::read_link("/proc/thread-self").ok();
        Clock { stat: link.map(|link| PathBuf::from("/proc").join(link).join("stat")) }
    }

    fn cpu(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(self.stat.as_ref()?).ok()?;
        // The name in parentheses may hold spaces; fields 14 and 15 are user and system ticks.
        let (_, rest) = stat.rsplit_once(')')?;
        let mut fields = rest.split_ascii_whitespace().skip(11);
        let user: u64 = fields.next()?.parse().ok()?;
        let system: u64 = fields.next()?.parse().ok()?;
        // USER_HZ is 100 on every Linux that Rust runs on.
        Some(Duration::from_millis((user + system) * 10))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn burning_is_a_loop_and_resting_is_sleep() {
        assert_eq!(judge(MS(1200), Some(MS(0)), Some(MS(1100))), Some(Stuck::Loops));
        assert_eq!(judge(MS(2100), Some(MS(50)), Some(MS(50))), Some(Stuck::Sleeps));
        assert_eq!(judge(MS(9000), None, None), Some(Stuck::StandsStill));
    }

    #[test]
    fn a_slow_machine_is_not_a_fault() {
        // Starved of CPU for five seconds, yet it did work when it could.
        assert_eq!(judge(MS(5000), Some(MS(0)), Some(MS(700))), None);
        assert_eq!(judge(MS(900), Some(MS(0)), Some(MS(900))), None);
    }
}
