//! Banks ask each other: a coordinator that is down need not keep them waiting, unless none of them
//! knows.

use kit::contract::commit::{Msg, Outcome, Outputs, Txn};
use kit::world::NodeId;

use super::protocol::{Bank, State};

impl Bank {
    pub(crate) fn others(&self, txn: Txn) -> Vec<NodeId> {
        match self.known.get(&txn) {
            Some(State::Prepared { with, .. }) => {
                with.iter().copied().filter(|bank| *bank != self.me).collect()
            }
            _ => Vec::new(),
        }
    }

    // ANCHOR: asked
    pub(crate) fn asked(&mut self, from: NodeId, txn: Txn, out: &mut Outputs) {
        if !self.known.contains_key(&txn) {
            // It has not voted, so nobody can have committed. From here on it never votes yes.
            self.learn(txn, Outcome::Abort, out);
        }
        let outcome = match self.known.get(&txn) {
            Some(State::Decided(outcome)) => Some(*outcome),
            _ => None,
        };
        out.send(from, Msg::Tell { txn, outcome });
    }
    // ANCHOR_END: asked
}
