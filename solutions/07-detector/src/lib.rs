//! Exercise 7, `detector`, solved: one timeout, between what is promised and what is owed.
//!
//! Two beats arrive at most 30.1 s apart while the pod lives: it waits 10 s, 10.1 s by a slow clock,
//! and the next one may be 20 s late. By a watcher's clock that is 1 % fast these are 30.4 s. So
//! patience has to be longer than that.
//!
//! The last beat of a dead pod may arrive 20 s after its death, and 60 s after it all must be known.
//! So 40 s are left, 39.6 s by a slow clock, and patience has to be shorter than that.

use kit::contract::detector::{Clocks, Detector, Outputs, Seen};

/// In the middle of the two, in ms of our own clock.
const PATIENCE: u64 = 35_000;

/// What the watcher remembers.
#[derive(Debug, Default)]
struct Watcher {
    dead: bool,
}

impl Detector for Watcher {
    fn step(&mut self, _clocks: Clocks, seen: Seen, out: &mut Outputs) {
        match seen {
            // The job has been given away: no beat brings it back.
            _ if self.dead => {}
            // It may die before its first beat, so patience begins at once; and each beat begins it anew.
            Seen::Start | Seen::Beat { .. } => out.look_in(PATIENCE),
            // Nothing has come in all that time, or this look would have been replaced.
            Seen::Look => {
                self.dead = true;
                out.declare_dead();
            }
        }
    }
}

/// A watcher that has seen nothing yet.
pub fn watch() -> Box<dyn Detector> {
    Box::new(Watcher::default())
}
