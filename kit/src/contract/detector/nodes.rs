//! The given nodes: who works and beats, who takes over, and what stands around a learner's detector.

use super::{BEAT, Clocks, Deed, Detector, Msg, Outputs, Seen, Watching};
use crate::Ms;
use crate::world::{self, Machine, NodeId};

type Input = world::Input<Watching>;
type Out = world::Outputs<Watching>;

/// `pod-7`: works, and says so to the watcher.
#[derive(Debug)]
pub struct Pod {
    watch: NodeId,
    count: u64,
}

impl Pod {
    pub fn new(watch: NodeId) -> Pod {
        Pod { watch, count: 0 }
    }
}

impl Machine<Watching> for Pod {
    fn step(&mut self, _: Ms, input: Input, out: &mut Out) {
        match input {
            Input::Start | Input::Restart { .. } => {}
            Input::Timer("beat") => {
                self.count += 1;
                out.apply(Deed::Works);
                out.send(self.watch, Msg::Beat { count: self.count });
            }
            _ => return,
        }
        out.timer("beat", BEAT);
    }
}

/// `pod-3`: works from when it is told to.
#[derive(Debug, Default)]
pub struct Successor {
    works: bool,
}

impl Machine<Watching> for Successor {
    fn step(&mut self, _: Ms, input: Input, out: &mut Out) {
        match input {
            Input::Message { msg: Msg::TakeOver, .. } if !self.works => self.works = true,
            Input::Timer("beat") => {}
            _ => return,
        }
        out.apply(Deed::Works);
        out.timer("beat", BEAT);
    }
}

/// So long the watcher's machine has been up when it begins: its steady clock does not start at 0.
const UP: Ms = 20_000;

/// `watch`: hands a learner's detector what it may see, and does what it wants.
pub struct Watch {
    detector: Box<dyn Detector>,
    successor: NodeId,
    steady: Ms,
}

impl Watch {
    pub fn new(detector: Box<dyn Detector>, successor: NodeId) -> Watch {
        Watch { detector, successor, steady: 0 }
    }
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").field("steady", &self.steady).finish_non_exhaustive()
    }
}

impl Machine<Watching> for Watch {
    fn step(&mut self, now: Ms, input: Input, out: &mut Out) {
        let seen = match input {
            Input::Start | Input::Restart { .. } => Seen::Start,
            Input::Message { msg: Msg::Beat { count }, .. } => Seen::Beat { count },
            Input::Timer("look") => Seen::Look,
            _ => return,
        };
        let mut wanted = Outputs::default();
        self.detector.step(Clocks { steady: UP.saturating_add(self.steady), wall: now }, seen, &mut wanted);
        if let Some(ms) = wanted.look {
            out.timer("look", ms);
        }
        for _ in 0..wanted.dead {
            out.apply(Deed::Declares);
            out.send(self.successor, Msg::TakeOver);
        }
    }

    fn steady(&mut self, ms: Ms) {
        self.steady = ms;
    }
}
