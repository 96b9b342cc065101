//! From a learner's [`Holder`] to a node of the world: counts lives, hands out dice and clocks.

use super::{Clocks, Holder, Input, Keeping, Make, Outputs, Record, Setup};
use crate::Ms;
use crate::world::{Machine, NodeId};

/// One life of a pod.
pub struct Pod {
    me: NodeId,
    make: Make,
    steady: Ms,
    /// None before its first step, in which it learns how many lives there were.
    holder: Option<Box<dyn Holder>>,
}

impl std::fmt::Debug for Pod {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pod").field("me", &self.me).finish_non_exhaustive()
    }
}

impl Pod {
    pub fn new(me: NodeId, make: Make) -> Self {
        Pod { me, make, steady: 0, holder: None }
    }

    /// A life is counted, safely, before the learner's code says anything.
    fn begin(&mut self, boot: u64, out: &mut Outputs) {
        out.write(Record::Boot(boot));
        out.sync();
        self.holder = Some((self.make)(Setup { boot, dice: dice(self.me, boot) }));
    }
}

impl Machine<Keeping> for Pod {
    fn step(&mut self, now: Ms, input: Input, out: &mut Outputs) {
        let input = match input {
            Input::Start => {
                self.begin(1, out);
                Input::Start
            }
            Input::Restart { kept } => {
                self.begin(kept.len() as u64 + 1, out);
                Input::Start
            }
            other => other,
        };
        let clocks = Clocks { steady: self.steady, wall: now };
        if let Some(holder) = &mut self.holder {
            holder.step(clocks, input, out);
        }
    }

    /// Two clocks that mean different things show different numbers.
    fn steady(&mut self, ms: Ms) {
        const HOUR: Ms = 3_600_000;
        self.steady = ms + HOUR * Ms::from(self.me.0);
    }
}

/// What a life has for chance: the same in every run.
pub fn dice(me: NodeId, boot: u64) -> u64 {
    mix(mix(u64::from(me.0)) ^ boot)
}

/// One step of SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", 2014).
pub(super) fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
