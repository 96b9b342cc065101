//! Watches a worker thread from outside: does it still beat, and does it burn CPU while it does not?

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::letter::Stuck;
use super::memory;

/// How often the watch looks.
const LOOK: Duration = Duration::from_millis(20);
/// CPU time without a beat that counts as a loop. CPU time, since a busy machine slows no clock of it.
const LOOP: Duration = Duration::from_millis(600);
/// Time without a beat in which the system says at every look that the thread sleeps. A thread that
/// a busy machine keeps waiting is runnable and does not count.
const SLEEP: Duration = Duration::from_millis(800);
/// Where the system does not tell.
const STILL: Duration = Duration::from_millis(8000);

/// Blocks until `done` or until the worker is stuck.
pub(super) fn watch(worker: &Clock, done: &dyn Fn() -> bool) -> Option<Stuck> {
    let mut still = Still::new(worker.look());
    let mut beats = kit::pulse::beats();
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
            still = Still::new(worker.look());
        } else if let Some(stuck) = still.judge(Instant::now(), worker.look()) {
            return Some(stuck);
        }
        std::thread::park_timeout(LOOK);
    }
}

/// A time without a beat.
struct Still {
    since: Instant,
    burnt_before: Option<Duration>,
    /// Since when every look found it asleep.
    asleep: Option<Instant>,
}

impl Still {
    fn new(look: Option<Look>) -> Still {
        Still { since: Instant::now(), burnt_before: look.map(|look| look.cpu), asleep: None }
    }

    fn judge(&mut self, now: Instant, look: Option<Look>) -> Option<Stuck> {
        let (Some(look), Some(before)) = (look, self.burnt_before) else {
            return (now.saturating_duration_since(self.since) > STILL).then_some(Stuck::StandsStill);
        };
        self.asleep = if look.sleeps { self.asleep.or(Some(now)) } else { None };
        if look.cpu.saturating_sub(before) > LOOP {
            Some(Stuck::Loops)
        } else if self.asleep.is_some_and(|asleep| now.saturating_duration_since(asleep) > SLEEP) {
            Some(Stuck::Sleeps)
        } else {
            None
        }
    }
}

/// What the system says of a thread.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    cpu: Duration,
    sleeps: bool,
}

/// Looks at one thread, where the system lets us (Linux).
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

    fn look(&self) -> Option<Look> {
        let stat = std::fs::read_to_string(self.stat.as_ref()?).ok()?;
        // The name in parentheses may hold spaces; after it come the state, and as fields 14 and 15
        // of the whole line the user and system ticks.
        let (_, rest) = stat.rsplit_once(')')?;
        let mut fields = rest.split_ascii_whitespace();
        let sleeps = fields.next()? == "S";
        let mut fields = fields.skip(10);
        let user: u64 = fields.next()?.parse().ok()?;
        let system: u64 = fields.next()?.parse().ok()?;
        // USER_HZ is 100 on every Linux that Rust runs on.
        Some(Look { cpu: Duration::from_millis((user + system) * 10), sleeps })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Judges looks at the given milliseconds.
    fn judged(looks: &[(u64, Option<Look>)]) -> Option<Stuck> {
        let mut still = Still::new(looks[0].1);
        let since = still.since;
        looks.iter().find_map(|(at, look)| still.judge(since + Duration::from_millis(*at), *look))
    }

    fn look(cpu: u64, sleeps: bool) -> Option<Look> {
        Some(Look { cpu: Duration::from_millis(cpu), sleeps })
    }

    #[test]
    fn burning_is_a_loop_and_resting_is_sleep() {
        assert_eq!(judged(&[(0, look(0, false)), (700, look(650, false))]), Some(Stuck::Loops));
        assert_eq!(
            judged(&[(0, look(5, true)), (400, look(5, true)), (900, look(5, true))]),
            Some(Stuck::Sleeps)
        );
        assert_eq!(judged(&[(0, None), (9000, None)]), Some(Stuck::StandsStill));
    }

    #[test]
    fn a_slow_machine_is_not_a_fault() {
        // Runnable for five seconds and hardly ever run.
        assert_eq!(judged(&[(0, look(0, false)), (2000, look(100, false)), (5000, look(500, false))]), None);
        // It slept, worked, and slept again.
        assert_eq!(judged(&[(0, look(0, true)), (500, look(50, false)), (1200, look(50, true))]), None);
        assert_eq!(judged(&[(0, None), (5000, None)]), None);
    }
}
