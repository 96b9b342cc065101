//! Banks ask each other: a coordinator that is down need not keep them waiting, unless none of them
//! knows.
//!
//! `cargo test -p two-phase-commit commit::termination`

use kit::contract::commit::{Msg, Outcome, Outputs, Txn};
use kit::world::NodeId;

use super::protocol::{Bank, State};

impl Bank {
    /// The other banks that a bank in doubt asks. Nobody, as long as this is not written.
    pub(crate) fn others(&self, txn: Txn) -> Vec<NodeId> {
        Vec::new()
    }

    /// Another bank is in doubt, and asks this one.
    pub(crate) fn asked(&mut self, from: NodeId, txn: Txn, out: &mut Outputs) {
        // What does it know? And if it knows nothing: may it decide?
    }
}
