//! Exercise 7, `detector`. Choose when to call a pod dead.
//!
//! `pod-7` beats every 10 s; a beat may be 20 s late; a death must be noticed within 60 s. The contract
//! is `kit/src/contract/detector.rs`.
//!
//! Then edit `attack/wrong-kill.txt` against your own detector. There is a schedule for any.

use kit::contract::detector::{Clocks, Detector, Outputs, Seen};

/// What the watcher remembers.
#[derive(Debug, Default)]
struct Watcher {}

impl Detector for Watcher {
    fn step(&mut self, clocks: Clocks, seen: Seen, out: &mut Outputs) {
        match seen {
            Seen::Start => todo!("when do you look first?"),
            Seen::Beat { .. } => todo!("what does a beat change?"),
            Seen::Look => todo!("is it dead?"),
        }
    }
}

/// A watcher that has seen nothing yet.
pub fn watch() -> Box<dyn Detector> {
    Box::new(Watcher::default())
}
