//! Contract of exercise `detector`: choose when to call a pod dead.
//!
//! `pod-7` does a job. While it lives it sends a beat every [`BEAT`], the first one [`BEAT`] after it
//! began. You write the watcher, `watch`. It sees the beats that arrive, and can look at its clock when
//! it has asked to. When it declares `pod-7` dead, the job is given to `pod-3`, at once and for good.
//!
//! # What you are told
//!
//! Beats come from a pod that may pause, over a network that may be slow. You are promised a bound:
//! **a beat arrives at most [`BOUND`] after it was due**, whatever held it up, a pause, the network or
//! both. It is due [`BEAT`] after the beat before it was sent. None is lost, but one may come twice.
//! What a pod had sent before it died still arrives, within the same bound.
//!
//! # What you owe
//!
//! As long as the bound holds
//!
//! * nobody who is alive is declared dead;
//! * a pod that died is declared dead within [`STANDSTILL`] of its death: so long the job may stand still.
//!
//! Whether it holds or not, you declare it once at most: the job has been given away, and a beat that
//! comes afterwards brings nothing back.
//!
//! # Clocks
//!
//! Each steady clock, yours and the pod's, runs at most [`DRIFT_PERCENT`] percent fast or slow. The pod
//! counts [`BEAT`] by its own, and you look by yours; bound and standstill are true time. The wall
//! clock may be set at any time. You yourself are neither paused nor restarted.
//!
//! ```
//! use kit::contract::detector::{Clocks, Detector, Outputs, Seen};
//!
//! /// Declares nobody, and looks at nothing.
//! struct Blind;
//!
//! impl Detector for Blind {
//!     fn step(&mut self, _clocks: Clocks, _seen: Seen, _out: &mut Outputs) {}
//! }
//! ```

mod language;
mod nodes;

use crate::Ms;

pub use language::{Deed, Msg, Watching};
pub use nodes::{Pod, Successor, Watch};

/// Between two beats, by the pod's steady clock.
pub const BEAT: Ms = 10_000;
/// A beat arrives at most so long after it was due, in true time.
pub const BOUND: Ms = 20_000;
/// A death is to be noticed within so long, in true time.
pub const STANDSTILL: Ms = 60_000;
/// How far a steady clock may be from true time, either way.
pub const DRIFT_PERCENT: Ms = 1;

/// What the watcher's clocks show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clocks {
    /// Never set and never standing still. It need not show 0 at the start: only its differences mean
    /// something. In ms.
    pub steady: Ms,
    /// The time of day, in ms. May be set, also back.
    pub wall: Ms,
}

/// What comes to the watcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// Comes first, once. The pod begins at the same instant.
    Start,
    /// A beat has arrived. `count` rises by one with each that the pod sends, from 1.
    Beat { count: u64 },
    /// The time has come that you asked for by [`Outputs::look_in`].
    Look,
}

/// What the watcher wants done.
#[derive(Debug, Default)]
pub struct Outputs {
    look: Option<Ms>,
    dead: u32,
}

impl Outputs {
    /// Asks to [`Seen::Look`] once, so many ms from now by your steady clock. What you asked for before
    /// and has not come is replaced.
    pub fn look_in(&mut self, ms: Ms) {
        self.look = Some(ms);
    }

    /// Declares pod-7 dead. Its job is given away.
    pub fn declare_dead(&mut self) {
        self.dead = self.dead.saturating_add(1);
    }
}

/// What you write.
pub trait Detector {
    fn step(&mut self, clocks: Clocks, seen: Seen, out: &mut Outputs);
}

/// The signature of `watch`: makes a detector that has seen nothing yet.
pub type Make = fn() -> Box<dyn Detector>;
