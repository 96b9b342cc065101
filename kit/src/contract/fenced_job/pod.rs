//! A pod of `fenced-job`: it makes your worker anew in each life, and counts the lives.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

use super::{Input, Job, MakeWorker, Outputs, Setup};
use crate::Ms;
use crate::world::Machine;

/// The pod that your worker lives in. All its lives share `boots`.
pub struct Pod {
    make: MakeWorker,
    boots: Rc<Cell<u64>>,
    worker: Option<Box<dyn Machine<Job>>>,
    /// What its steady clock shows.
    steady: Ms,
}

impl Pod {
    pub fn new(make: MakeWorker, boots: Rc<Cell<u64>>) -> Pod {
        Pod { make, boots, worker: None, steady: 0 }
    }
}

impl fmt::Debug for Pod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pod").field("boots", &self.boots).finish_non_exhaustive()
    }
}

impl Machine<Job> for Pod {
    fn step(&mut self, now: Ms, input: Input, out: &mut Outputs) {
        match input {
            Input::Start => self.boots.set(1),
            Input::Restart { .. } => self.boots.set(self.boots.get() + 1),
            _ => {}
        }
        let setup = Setup { boot: self.boots.get() };
        let worker = self.worker.get_or_insert_with(|| (self.make)(setup));
        worker.steady(self.steady);
        worker.step(now, input, out);
    }

    fn steady(&mut self, ms: Ms) {
        self.steady = ms;
    }
}
