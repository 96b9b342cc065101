//! After a crash, and while somebody else is down: what the disk knows, and whom to ask.
//!
//! `cargo test -p two-phase-commit commit::recovery`

use kit::contract::commit::{COORDINATOR, DOUBT, Deed, Msg, Outcome, Outputs, Record, Txn};
use kit::world::NodeId;

use super::protocol::{Bank, Coordinator, Round, State};

impl Coordinator {
    /// Its memory is empty; `kept` is what its disk has.
    pub(crate) fn restart(&mut self, kept: Vec<Record>, out: &mut Outputs) {
        todo!("what was committed, and who may not have heard of it?")
    }

    /// A bank in doubt asks.
    pub(crate) fn asked(&self, from: NodeId, txn: Txn, out: &mut Outputs) {
        todo!("there are three things that it can know of a transaction")
    }
}

impl Bank {
    /// Its memory is empty; `kept` is what its disk has.
    pub(crate) fn restart(&mut self, kept: Vec<Record>, out: &mut Outputs) {
        todo!("what does the account hold, and what is locked?")
    }

    /// The timer `doubt` has gone off.
    pub(crate) fn ask(&self, out: &mut Outputs) {
        todo!("whom, about what? `self.others(txn)` are the banks that it may ask")
    }
}
