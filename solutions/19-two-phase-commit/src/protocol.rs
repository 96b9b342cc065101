//! While all are up: vote, decide, acknowledge. What a crash asks for is in `recovery`, and what banks
//! ask each other in `termination`.

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

// ANCHOR: coordinator
#[derive(Debug, Default)]
pub(crate) struct Coordinator {
    /// Of a transaction that is not in here the outcome is abort.
    pub(crate) rounds: BTreeMap<Txn, Round>,
}

#[derive(Debug)]
pub(crate) enum Round {
    Collecting {
        client: RequestId,
        silent: BTreeSet<NodeId>,
        /// Who is bound, or may be: its yes can be on the way.
        bound: BTreeSet<NodeId>,
    },
    /// Decided; these have not said that they are done.
    Telling { outcome: Outcome, waiting: BTreeSet<NodeId> },
}
// ANCHOR_END: coordinator

impl Machine<Commit> for Coordinator {
    fn step(&mut self, _now: Ms, input: Input, out: &mut Outputs) {
        match input {
            Input::Start => {}
            Input::Request { id, request } => self.begin(id, request, out),
            Input::Message { from, msg: Msg::Vote { txn, vote } } => self.count(from, txn, vote, out),
            Input::Message { from, msg: Msg::Done { txn } } => self.done(from, txn, out),
            Input::Message { from, msg: Msg::Ask { txn } } => self.asked(from, txn, out),
            Input::Message { .. } => {}
            Input::Timer("votes") => self.out_of_patience(out),
            Input::Timer(_) => self.tell(out),
            Input::Restart { kept } => self.restart(kept, out),
        }
    }
}

impl Coordinator {
    fn begin(&mut self, client: RequestId, Transfer { txn, changes }: Transfer, out: &mut Outputs) {
        let with: Vec<NodeId> =
            changes.iter().filter(|(_, change)| *change != 0).map(|(bank, _)| *bank).collect();
        for &(bank, change) in &changes {
            out.send(bank, Msg::Prepare { txn, change, with: with.clone() });
        }
        let silent: BTreeSet<NodeId> = changes.into_iter().map(|(bank, _)| bank).collect();
        self.rounds.insert(txn, Round::Collecting { client, bound: silent.clone(), silent });
        out.timer("votes", PATIENCE);
    }

    // ANCHOR: count
    fn count(&mut self, from: NodeId, txn: Txn, vote: Vote, out: &mut Outputs) {
        // A vote for what is decided, or was asked for by an earlier life, comes too late.
        let Some(Round::Collecting { silent, bound, .. }) = self.rounds.get_mut(&txn) else { return };
        silent.remove(&from);
        if vote != Vote::Yes {
            bound.remove(&from);
        }
        if vote == Vote::No {
            self.decide(txn, Outcome::Abort, out);
        } else if silent.is_empty() {
            self.decide(txn, Outcome::Commit, out);
        }
    }
    // ANCHOR_END: count

    // ANCHOR: decide
    fn decide(&mut self, txn: Txn, outcome: Outcome, out: &mut Outputs) {
        let Some(Round::Collecting { client, bound, .. }) = self.rounds.remove(&txn) else { return };
        // ANCHOR: commit_point
        if outcome == Outcome::Commit {
            // This sync commits the transaction. Nobody hears of it before.
            let with = bound.iter().copied().collect();
            out.write(Record::Decided { txn, outcome, with });
            out.sync();
        }
        out.answer(client, outcome);
        self.rounds.insert(txn, Round::Telling { outcome, waiting: bound });
        self.tell(out);
        // ANCHOR_END: commit_point
    }
    // ANCHOR_END: decide

    /// One timer serves all transfers, and each new one puts it off; under steady traffic each would need
    /// a deadline of its own.
    fn out_of_patience(&mut self, out: &mut Outputs) {
        let open = |round: &Round| matches!(round, Round::Collecting { .. });
        let late: Vec<Txn> =
            self.rounds.iter().filter(|(_, round)| open(round)).map(|(txn, _)| *txn).collect();
        for txn in late {
            self.decide(txn, Outcome::Abort, out);
        }
    }

    /// Tells everybody who has not said `Done`, and comes back to it.
    pub(crate) fn tell(&self, out: &mut Outputs) {
        let mut told = false;
        for (&txn, round) in &self.rounds {
            let Round::Telling { outcome, waiting } = round else { continue };
            for &bank in waiting {
                out.send(bank, Msg::Decide { txn, outcome: *outcome });
                told = true;
            }
        }
        if told {
            out.timer("again", AGAIN);
        }
    }

    fn done(&mut self, from: NodeId, txn: Txn, out: &mut Outputs) {
        let Some(Round::Telling { outcome: Outcome::Commit, waiting }) = self.rounds.get_mut(&txn) else {
            if let Some(Round::Telling { waiting, .. }) = self.rounds.get_mut(&txn) {
                waiting.remove(&from);
            }
            return;
        };
        if waiting.remove(&from) && waiting.is_empty() {
            // Only saves work: without it a restart would tell everybody again.
            out.write(Record::Ended { txn });
        }
    }
}

// ANCHOR: bank
#[derive(Debug)]
pub(crate) struct Bank {
    pub(crate) me: NodeId,
    /// What the account holds, with all that is committed.
    pub(crate) paise: i64,
    pub(crate) known: BTreeMap<Txn, State>,
}

#[derive(Debug)]
pub(crate) enum State {
    /// In doubt: the account is locked, and somebody else decides.
    Prepared {
        change: i64,
        with: Vec<NodeId>,
    },
    Decided(Outcome),
}
// ANCHOR_END: bank

impl Machine<Commit> for Bank {
    fn step(&mut self, _now: Ms, input: Input, out: &mut Outputs) {
        match input {
            Input::Start | Input::Request { .. } => {}
            Input::Message { from, msg: Msg::Prepare { txn, change, with } } => {
                let vote = self.vote(txn, change, with, out);
                if let Some(vote) = vote {
                    out.send(from, Msg::Vote { txn, vote });
                }
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
    // ANCHOR: vote
    fn vote(&mut self, txn: Txn, change: i64, with: Vec<NodeId>, out: &mut Outputs) -> Option<Vote> {
        match self.known.get(&txn) {
            Some(State::Prepared { .. }) => return Some(Vote::Yes),
            Some(State::Decided(Outcome::Abort)) => return Some(Vote::No),
            // Nobody waits for a vote on what is committed.
            Some(State::Decided(Outcome::Commit)) => return None,
            None if change == 0 => return Some(Vote::ReadOnly),
            None => {}
        }
        let locked = self.known.values().any(|state| matches!(state, State::Prepared { .. }));
        // ANCHOR: bind
        if locked || self.paise + change < 0 {
            return Some(Vote::No);
        }
        out.write(Record::Prepared { txn, change, with: with.clone() });
        out.sync();
        out.apply(Deed::Locks { txn });
        self.known.insert(txn, State::Prepared { change, with });
        out.timer("doubt", DOUBT);
        Some(Vote::Yes)
        // ANCHOR_END: bind
    }
    // ANCHOR_END: vote

    // ANCHOR: learn
    pub(crate) fn learn(&mut self, txn: Txn, outcome: Outcome, out: &mut Outputs) {
        let change = match self.known.get(&txn) {
            Some(State::Decided(_)) => return,
            Some(State::Prepared { change, .. }) => Some(*change),
            // It has promised nothing. If it was aborted, a late Prepare must find that out.
            None if outcome == Outcome::Abort => None,
            None => return,
        };
        out.write(Record::Decided { txn, outcome, with: Vec::new() });
        out.sync();
        self.known.insert(txn, State::Decided(outcome));
        match (change, outcome) {
            (Some(change), Outcome::Commit) => {
                self.paise += change;
                out.apply(Deed::Commits { txn, change });
            }
            (Some(_), Outcome::Abort) => out.apply(Deed::Aborts { txn }),
            (None, _) => {}
        }
    }
    // ANCHOR_END: learn
}
