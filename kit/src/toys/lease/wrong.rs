//! Workers that fail by one kind of fault alone.

use super::{Input, Lease, Msg, Outputs, PIECE, Record, TABLE, TTL, Table, Worker};
use crate::Ms;
use crate::world::{Machine, NodeId, Output};

/// What is wrong with a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flaw {
    /// Knows how long a piece of work takes and does not look at the clock again. Fails when it
    /// is paused.
    ChecksOnce,
    /// Compares the table's `expires_at` with its own clock. Fails when that clock is behind.
    TrustsItsClock,
    /// Counts its lease from the answer. Fails when the answer comes late.
    CountsFromTheAnswer,
    /// Takes a grant that it did not ask for in this life. Fails when one comes late, after a restart.
    TakesAnyGrant,
    /// Numbers its attempts from 1 in each life. Fails when it restarts under the same name: the
    /// table takes it for the one that holds the lease.
    SameNameAgain,
}

/// A worker with a flaw.
#[derive(Debug)]
pub struct Wrong {
    node: Worker,
    flaw: Flaw,
    /// When the next piece of work is due, by a clock that never stops.
    due: Ms,
    /// What its lease's end looks like on its own clock, if it believes the table.
    ends: Ms,
}

impl Wrong {
    pub fn new(flaw: Flaw) -> Wrong {
        Wrong { node: Worker::default(), flaw, due: 0, ends: 0 }
    }

    /// What the worker takes for the time.
    fn believes(&mut self, now: Ms, input: &Input) -> Ms {
        match (self.flaw, input) {
            (Flaw::ChecksOnce, Input::Timer(_)) => self.due,
            (Flaw::TrustsItsClock, Input::Message { msg: Msg::Granted { expires_at, .. }, .. }) => {
                self.ends = *expires_at;
                self.as_if_asked(now)
            }
            (Flaw::TrustsItsClock, Input::Timer(_)) => self.as_if_asked(now),
            _ => now,
        }
    }

    /// Moves `now` so that the worker sees as much of its lease left as the table's word and its own
    /// clock tell it.
    fn as_if_asked(&self, now: Ms) -> Ms {
        let left = self.ends.saturating_sub(now);
        (self.node.asked.unwrap_or(now) + TTL).saturating_sub(left)
    }
}

impl Machine<Lease> for Wrong {
    fn step(&mut self, now: Ms, input: Input, out: &mut Outputs) {
        if self.flaw == Flaw::CountsFromTheAnswer
            && matches!(input, Input::Message { msg: Msg::Granted { .. }, .. })
            && self.node.asked.is_some()
        {
            self.node.asked = Some(now);
        }
        if self.flaw == Flaw::TakesAnyGrant
            && matches!(input, Input::Message { msg: Msg::Granted { .. }, .. })
            && self.node.asked.is_none()
        {
            self.node.asked = Some(now);
        }
        let input = match (self.flaw, input) {
            (Flaw::SameNameAgain, Input::Restart { .. }) => Input::Restart { kept: Vec::<Record>::new() },
            (_, input) => input,
        };
        let now = self.believes(now, &input);
        self.node.step(now, input, out);
        if out.list().iter().any(|output| matches!(output, Output::Timer { .. })) {
            self.due = now + PIECE;
        }
    }
}

/// The table is right; the workers are not.
pub fn node(me: NodeId, flaw: Flaw) -> Box<dyn Machine<Lease>> {
    if me == TABLE { Box::new(Table::default()) } else { Box::new(Wrong::new(flaw)) }
}
