//! Two-phase commits that fail by one kind of fault alone.

use super::{COORDINATOR, Decision, Input, Msg, Node, Outputs, Record, TwoPhaseCommit};
use crate::Ms;
use crate::world::{Machine, NodeId, Output};

/// What is wrong with a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flaw {
    /// A coordinator does not write its decision down. Fails when it crashes and what it had on
    /// the way is lost with it.
    ForgetsItsDecision,
    /// A participant votes, and then writes that down; after a restart it aborts unless it finds a
    /// vote. Fails when it crashes in between.
    VotesBeforeWriting,
}

/// A node with a flaw.
#[derive(Debug)]
pub struct Wrong {
    node: Node,
    flaw: Flaw,
}

impl Wrong {
    pub fn new(me: NodeId, members: u8, flaw: Flaw) -> Wrong {
        Wrong { node: Node::new(me, members), flaw }
    }

    fn is_coordinator(&self) -> bool {
        self.node.me == COORDINATOR
    }
}

impl Machine<TwoPhaseCommit> for Wrong {
    fn step(&mut self, now: Ms, input: Input, out: &mut Outputs) {
        let restarts = matches!(input, Input::Restart { .. });
        self.node.step(now, input, out);
        match self.flaw {
            Flaw::ForgetsItsDecision if self.is_coordinator() => {
                out.list_mut().retain(|output| !matches!(output, Output::Write(Record::Decided(_))));
            }
            Flaw::VotesBeforeWriting if !self.is_coordinator() => {
                out.list_mut()
                    .sort_by_key(|output| *output != Output::Send { to: COORDINATOR, msg: Msg::Yes });
                if restarts && !self.node.voted {
                    self.node.decide(Decision::Abort, out);
                }
            }
            Flaw::ForgetsItsDecision | Flaw::VotesBeforeWriting => {}
        }
    }
}
