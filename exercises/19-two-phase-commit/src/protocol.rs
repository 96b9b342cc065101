//! While all are up: vote, decide, acknowledge. Yours, as are `recovery.rs` and `termination.rs`.
//!
//! What is judged is what the two machines write, send, answer and do. How they remember is up to you:
//! change the structs as you like.

use std::collections::{BTreeMap, BTreeSet};

use kit::Ms;
use kit::contract::commit::{
    AGAIN, Commit, DOUBT, Deed, Input, Msg, Outcome, Outputs, PATIENCE, Record, Setup, Transfer, Txn, Vote,
};
use kit::world::{Machine, NodeId, RequestId};

pub fn coordinator() -> Box<dyn Machine<Commit>> {
    Box::new(Coordinator::default())
}

pub fn bank(setup: Setup) -> Box<dyn Machine<Commit>> {
    Box::new(Bank { me: setup.me, paise: setup.paise, known: BTreeMap::new() })
}

#[derive(Debug, Default)]
pub(crate) struct Coordinator {
    pub(crate) rounds: BTreeMap<Txn, Round>,
}

/// What a coordinator knows of one transaction.
#[derive(Debug)]
pub(crate) enum Round {
    Collecting {
        client: RequestId,
        /// Who has not voted.
        silent: BTreeSet<NodeId>,
        // Who has to hear the outcome?
    },
    /// Decided; these have not said that they are done.
    Telling { outcome: Outcome, waiting: BTreeSet<NodeId> },
}

impl Machine<Commit> for Coordinator {
    fn step(&mut self, _now: Ms, input: Input, out: &mut Outputs) {
        match input {
            Input::Start => {}
            Input::Request { id, request } => self.begin(id, request, out),
            Input::Message { from, msg: Msg::Vote { txn, vote } } => self.count(from, txn, vote, out),
            Input::Message { from, msg: Msg::Done { txn } } => todo!("who is left to be told?"),
            Input::Message { from, msg: Msg::Ask { txn } } => self.asked(from, txn, out),
            Input::Message { .. } => {}
            Input::Timer("votes") => todo!("you have waited long enough"),
            Input::Timer(_) => todo!("somebody has not said that it is done"),
            Input::Restart { kept } => self.restart(kept, out),
        }
    }
}

impl Coordinator {
    fn begin(&mut self, client: RequestId, transfer: Transfer, out: &mut Outputs) {
        let Transfer { txn, changes } = transfer;
        let with: Vec<NodeId> =
            changes.iter().filter(|(_, change)| *change != 0).map(|(bank, _)| *bank).collect();
        for &(bank, change) in &changes {
            out.send(bank, Msg::Prepare { txn, change, with: with.clone() });
        }
        let silent = changes.into_iter().map(|(bank, _)| bank).collect();
        self.rounds.insert(txn, Round::Collecting { client, silent });
        out.timer("votes", PATIENCE);
    }

    fn count(&mut self, from: NodeId, txn: Txn, vote: Vote, out: &mut Outputs) {
        todo!("is this the last vote that was missing? And what must be done before anybody hears of it?")
    }
}

#[derive(Debug)]
pub(crate) struct Bank {
    pub(crate) me: NodeId,
    /// What the account holds.
    pub(crate) paise: i64,
    pub(crate) known: BTreeMap<Txn, State>,
}

/// What a bank knows of one transaction.
#[derive(Debug)]
pub(crate) enum State {
    /// It has voted yes, and is in doubt.
    Prepared {
        change: i64,
        with: Vec<NodeId>,
    },
    Decided(Outcome),
}

impl Machine<Commit> for Bank {
    fn step(&mut self, _now: Ms, input: Input, out: &mut Outputs) {
        match input {
            Input::Start | Input::Request { .. } => {}
            Input::Message { from, msg: Msg::Prepare { txn, change, with } } => {
                todo!("can you? What must be on the disk, and locked, before you say so?")
            }
            Input::Message { from, msg: Msg::Decide { txn, outcome } } => {
                self.learn(txn, outcome, out);
                out.send(from, Msg::Done { txn });
            }
            Input::Message { from, msg: Msg::Ask { txn } } => self.asked(from, txn, out),
            Input::Message { msg: Msg::Tell { txn, outcome: Some(outcome) }, .. } => {
                self.learn(txn, outcome, out)
            }
            Input::Message { .. } => {}
            Input::Timer(_) => self.ask(out),
            Input::Restart { kept } => self.restart(kept, out),
        }
    }
}

impl Bank {
    /// It is told the outcome.
    pub(crate) fn learn(&mut self, txn: Txn, outcome: Outcome, out: &mut Outputs) {
        todo!("once, and on the disk before it counts. What if it has never heard of the transaction?")
    }
}
