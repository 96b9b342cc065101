//! After a crash, and while somebody else is down: what the disk knows, and whom to ask.

use kit::contract::commit::{COORDINATOR, DOUBT, Deed, Msg, Outcome, Outputs, Record, Txn};
use kit::world::NodeId;

use super::protocol::{Bank, Coordinator, Round, State};

impl Coordinator {
    // ANCHOR: coordinator_restart
    /// What is not on the disk was never committed: nobody can have heard so.
    pub(crate) fn restart(&mut self, kept: Vec<Record>, out: &mut Outputs) {
        for record in kept {
            match record {
                Record::Decided { txn, outcome, with } => {
                    let waiting = with.into_iter().collect();
                    self.rounds.insert(txn, Round::Telling { outcome, waiting });
                }
                Record::Ended { txn } => {
                    if let Some(Round::Telling { waiting, .. }) = self.rounds.get_mut(&txn) {
                        waiting.clear();
                    }
                }
                Record::Began { .. } | Record::Prepared { .. } => {}
            }
        }
        self.tell(out);
    }
    // ANCHOR_END: coordinator_restart

    // ANCHOR: presumed_abort
    pub(crate) fn asked(&self, from: NodeId, txn: Txn, out: &mut Outputs) {
        let outcome = match self.rounds.get(&txn) {
            Some(Round::Telling { outcome, .. }) => Some(*outcome),
            // Not abort: it may still commit.
            Some(Round::Collecting { .. }) => None,
            None => Some(Outcome::Abort),
        };
        out.send(from, Msg::Tell { txn, outcome });
    }
    // ANCHOR_END: presumed_abort
}

impl Bank {
    // ANCHOR: bank_restart
    /// The account as the disk has it, and the locks of those in doubt, before anybody is heard.
    pub(crate) fn restart(&mut self, kept: Vec<Record>, out: &mut Outputs) {
        for record in kept {
            match record {
                Record::Prepared { txn, change, with } => {
                    self.known.insert(txn, State::Prepared { change, with });
                }
                Record::Decided { txn, outcome, .. } => {
                    let before = self.known.insert(txn, State::Decided(outcome));
                    if let (Some(State::Prepared { change, .. }), Outcome::Commit) = (before, outcome) {
                        self.paise += change;
                        out.apply(Deed::Commits { txn, change });
                    }
                }
                Record::Began { .. } | Record::Ended { .. } => {}
            }
        }
        for txn in self.in_doubt() {
            out.apply(Deed::Locks { txn });
            out.timer("doubt", DOUBT);
        }
    }
    // ANCHOR_END: bank_restart

    // ANCHOR: ask
    /// In doubt for a while. It decides nothing; it asks those who may know, and goes on asking.
    pub(crate) fn ask(&self, out: &mut Outputs) {
        for txn in self.in_doubt() {
            out.send(COORDINATOR, Msg::Ask { txn });
            for bank in self.others(txn) {
                out.send(bank, Msg::Ask { txn });
            }
            out.timer("doubt", DOUBT);
        }
    }
    // ANCHOR_END: ask

    fn in_doubt(&self) -> Vec<Txn> {
        let doubts = self.known.iter().filter(|(_, state)| matches!(state, State::Prepared { .. }));
        doubts.map(|(txn, _)| *txn).collect()
    }
}
