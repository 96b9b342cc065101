//! A sign of life: worlds beat once an event, and a watchdog outside notices when nothing beats.
//!
//! Learner code runs between two beats. When it loops or sleeps there, only another thread can
//! tell. Beats carry no time and change no run; on a machine without threads they cost nothing.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

static BEATS: AtomicU64 = AtomicU64::new(0);
static NARRATOR: OnceLock<fn(&Line)> = OnceLock::new();

/// One thing that happened, for the story of a run that never came to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub who: String,
    pub act: String,
    pub result: String,
}

/// Says that the world is about to hand control on. Called by worlds, once an event.
pub fn beat() {
    BEATS.fetch_add(1, Ordering::Relaxed);
}

/// How often anything has beaten in this process.
pub fn beats() -> u64 {
    BEATS.load(Ordering::Relaxed)
}

/// Tells what just happened, if anybody listens; `line` is not called otherwise.
pub fn tell(line: impl FnOnce() -> Line) {
    if let Some(narrator) = NARRATOR.get() {
        narrator(&line());
    }
}

/// Listens to the story from now on. The first listener of a process stays.
pub fn listen(narrator: fn(&Line)) {
    let _ = NARRATOR.set(narrator);
}
