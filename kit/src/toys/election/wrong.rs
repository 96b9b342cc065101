//! Elections that fail by one kind of fault alone.

use std::collections::BTreeSet;

use super::{Election, Input, Msg, Node, Outputs};
use crate::Ms;
use crate::world::{Machine, NodeId, Output};

/// What is wrong with a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flaw {
    /// Sends its vote before it has written it down. Fails when it crashes in between.
    VotesBeforeWriting,
    /// Never syncs. Fails when a crash forgets writes.
    NeverSyncs,
    /// Counts votes, not voters. Fails when a vote arrives twice.
    CountsVotes,
    /// Takes a vote of an earlier term for one of this term. Fails when such a vote comes late.
    AnyTerm,
    /// Asks once. Fails when that gets lost.
    AsksOnce,
    /// Takes those who stay silent for dead and does without their votes. Fails in a cut.
    SilenceIsConsent,
}

/// A node with a flaw.
#[derive(Debug)]
pub struct Wrong {
    node: Node,
    flaw: Flaw,
    /// The term in which it stands, and who was heard from since it asked.
    term: u64,
    heard: BTreeSet<NodeId>,
    /// Names for voters that do not exist.
    invented: u8,
}

impl Wrong {
    pub fn new(me: NodeId, members: u8, flaw: Flaw) -> Wrong {
        Wrong { node: Node::new(me, members), flaw, term: 0, heard: BTreeSet::new(), invented: 100 }
    }

    fn tamper_with_input(&mut self, input: Input) -> Input {
        match (self.flaw, input) {
            (Flaw::CountsVotes, Input::Message { msg: msg @ Msg::Vote { .. }, .. }) => {
                self.invented = 100 + (self.invented + 1) % 100;
                Input::Message { from: NodeId(self.invented), msg }
            }
            (Flaw::AnyTerm, Input::Message { from, msg: Msg::Vote { .. } }) => {
                Input::Message { from, msg: Msg::Vote { term: self.term } }
            }
            (_, input) => input,
        }
    }

    fn tamper_with_outputs(&mut self, out: &mut Outputs) {
        let list = out.list_mut();
        match self.flaw {
            Flaw::VotesBeforeWriting => {
                list.sort_by_key(|output| !matches!(output, Output::Send { .. }));
            }
            Flaw::NeverSyncs => list.retain(|output| *output != Output::Sync),
            Flaw::AsksOnce => list.retain(|output| !matches!(output, Output::Timer { .. })),
            Flaw::CountsVotes | Flaw::AnyTerm | Flaw::SilenceIsConsent => {}
        }
    }
}

impl Machine<Election> for Wrong {
    fn step(&mut self, now: Ms, input: Input, out: &mut Outputs) {
        if let Input::Message { from, .. } = &input {
            self.heard.insert(*from);
        }
        if self.flaw == Flaw::SilenceIsConsent && matches!(input, Input::Timer(_)) {
            for from in (0..self.node.members).map(NodeId) {
                if !self.heard.contains(&from) {
                    self.node.step(now, Input::Message { from, msg: Msg::Vote { term: self.term } }, out);
                }
            }
        }
        let input = self.tamper_with_input(input);
        let stands = matches!(input, Input::Request { .. });
        self.node.step(now, input, out);
        if stands {
            self.term = self.node.term;
            self.heard.clear();
        }
        self.tamper_with_outputs(out);
    }
}
