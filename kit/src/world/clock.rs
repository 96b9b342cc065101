//! Time: one world clock, each node's view of it, and the timers of a node.

use crate::Ms;

/// What a clock shows that is `offset` ahead of the world; never before zero.
pub(super) fn shown(now: Ms, offset: i64) -> Ms {
    now.saturating_add_signed(offset)
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Timer {
    pub(super) name: &'static str,
    /// World time: a clock that is off does not change how long a timer takes.
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

    pub(super) fn park(&mut self, seq: u32) {
        for timer in &mut self.list {
            timer.parked |= timer.seq == seq;
        }
    }
}
