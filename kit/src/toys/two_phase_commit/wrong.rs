//! Two-phase commits that fail by one kind of fault alone.

use super::{COORDINATOR, Decision, Input, Msg, Node, Outputs, Record, TwoPhaseCommit};
use crate::Ms;
use crate::world::{Machine, NodeId, Output};

/// A coordinator does not write its decision down. Fails when it crashes and what it had on the way
/// is lost with it.
#[derive(Debug)]
pub struct ForgetsItsDecision(Node);

impl Machine<TwoPhaseCommit> for ForgetsItsDecision {
    fn step(&mut self, now: Ms, input: Input, out: &mut Outputs) {
        self.0.step(now, input, out);
        out.list_mut().retain(|output| !matches!(output, Output::Write(_)));
    }
}

/// A participant votes, and then writes that down; after a restart it aborts if it finds nothing.
/// Fails when it crashes in between.
#[derive(Debug)]
pub struct VotesBeforeWriting(Node);

impl Machine<TwoPhaseCommit> for VotesBeforeWriting {
    fn step(&mut self, now: Ms, input: Input, out: &mut Outputs) {
        if input == (Input::Restart { kept: Vec::<Record>::new() }) {
            self.0.decision = Some(Decision::Abort);
            out.write(Record::Decided(Decision::Abort));
            out.sync();
            out.apply(Decision::Abort);
        }
        self.0.step(now, input, out);
        out.list_mut().sort_by_key(|output| *output != Output::Send { to: COORDINATOR, msg: Msg::Yes });
    }
}

/// What is wrong with a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flaw {
    ForgetsItsDecision,
    VotesBeforeWriting,
}

/// A node that has the flaw if it is of the kind that can have it.
pub fn node(me: NodeId, members: u8, flaw: Flaw) -> Box<dyn Machine<TwoPhaseCommit>> {
    let right = Node::new(me, members);
    match flaw {
        Flaw::ForgetsItsDecision if me == COORDINATOR => Box::new(ForgetsItsDecision(right)),
        Flaw::VotesBeforeWriting if me != COORDINATOR => Box::new(VotesBeforeWriting(right)),
        Flaw::ForgetsItsDecision | Flaw::VotesBeforeWriting => Box::new(right),
    }
}
