//! Time: one world clock, the two clocks that a node sees of it, and the timers of a node.

use crate::Ms;

/// What a clock shows that is `offset` ahead of the world; never before zero.
pub(super) fn shown(now: Ms, offset: i64) -> Ms {
    now.saturating_add_signed(offset)
}

const MILLION: u128 = 1_000_000;

/// A node's steady clock: it is never set and never stands still, and may be fast or slow.
///
/// It counts millionths of a millisecond, so that nothing is rounded away when its rate changes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Steady {
    ppm: i32,
    /// World time of the last change of rate, and what the clock had counted by then.
    since: Ms,
    counted: u128,
}

impl Steady {
    pub(super) fn ppm(&self) -> i32 {
        self.ppm
    }

    /// What it counts in one true millisecond: always more than nothing.
    fn pace(&self) -> u128 {
        MILLION.saturating_add_signed(self.ppm.into()).max(1)
    }

    fn counted(&self, now: Ms) -> u128 {
        self.counted + u128::from(now.saturating_sub(self.since)) * self.pace()
    }

    /// What it shows, in whole milliseconds.
    pub(super) fn shown(&self, now: Ms) -> Ms {
        Ms::try_from(self.counted(now) / MILLION).unwrap_or(Ms::MAX)
    }

    pub(super) fn set_rate(&mut self, now: Ms, ppm: i32) {
        *self = Steady { ppm, since: now, counted: self.counted(now) };
    }

    /// Where the clock stands when it has counted so many milliseconds more.
    pub(super) fn target(&self, now: Ms, after: Ms) -> u128 {
        self.counted(now) + u128::from(after) * MILLION
    }

    /// The first millisecond of world time at which it has counted that far.
    pub(super) fn reaches(&self, target: u128) -> Ms {
        let wait = target.saturating_sub(self.counted).div_ceil(self.pace());
        Ms::try_from(wait).map_or(Ms::MAX, |wait| self.since.saturating_add(wait))
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Timer {
    pub(super) name: &'static str,
    /// Where the node's steady clock stands when it goes off.
    pub(super) target: u128,
    /// The same in world time, as the clock runs now.
    pub(super) due: Ms,
    /// Order of setting in the whole world; breaks ties, and tells a timer from its replacement.
    pub(super) seq: u32,
    /// The event that set it.
    pub(super) set: u32,
    /// It went off while the node was paused, and is parked among the node's inputs.
    pub(super) parked: bool,
}

/// The timers of one life of a node. There are few, so a list is the fastest map.
#[derive(Debug, Default)]
pub(super) struct Timers {
    list: Vec<Timer>,
}

impl Timers {
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.list.iter().map(|timer| timer.name)
    }

    pub(super) fn clear(&mut self) {
        self.list.clear();
    }

    pub(super) fn set(&mut self, timer: Timer) {
        match self.list.iter_mut().find(|known| known.name == timer.name) {
            Some(known) => *known = timer,
            None => self.list.push(timer),
        }
    }

    /// Says whether it was set.
    pub(super) fn cancel(&mut self, name: &str) -> bool {
        let before = self.list.len();
        self.list.retain(|timer| timer.name != name);
        self.list.len() < before
    }

    /// The one that goes off first, or the one of this name.
    pub(super) fn next(&self, name: Option<&str>) -> Option<Timer> {
        let mut first: Option<Timer> = None;
        for timer in &self.list {
            let wanted = !timer.parked && name.is_none_or(|name| name == timer.name);
            if wanted && first.is_none_or(|best| (timer.due, timer.seq) < (best.due, best.seq)) {
                first = Some(*timer);
            }
        }
        first
    }

    pub(super) fn get(&self, seq: u32) -> Option<Timer> {
        self.list.iter().find(|timer| timer.seq == seq).copied()
    }

    /// Removes it; nothing if it was cancelled, replaced or forgotten in the meantime.
    pub(super) fn take(&mut self, seq: u32) -> Option<Timer> {
        let at = self.list.iter().position(|timer| timer.seq == seq)?;
        Some(self.list.swap_remove(at))
    }

    /// The clock of the node runs at another rate from now on.
    pub(super) fn retime(&mut self, steady: &Steady) {
        for timer in &mut self.list {
            timer.due = steady.reaches(timer.target);
        }
    }

    pub(super) fn park(&mut self, seq: u32) {
        for timer in &mut self.list {
            timer.parked |= timer.seq == seq;
        }
    }
}
