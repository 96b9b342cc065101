//! Machines that fail, for the figures of the chapter, the files that break them and the tests of the
//! rules. Broken on purpose, but for [`right`].

use std::collections::{BTreeMap, BTreeSet};

use kit::contract::commit::{
    AGAIN, COORDINATOR, Commit, DOUBT, Deed, Input, Msg, Outcome, Outputs, PATIENCE, Record, Setup, Txn, Vote,
};
use kit::world::{Machine, NodeId, Output, RequestId};

use super::Candidate;

/// Two-phase commit as it should be, in as few lines as it takes.
pub fn right() -> Candidate {
    Candidate { coordinator: || Box::new(Coordinator::default()), bank: |setup| bank(setup, Slip::None) }
}

/// Its coordinator tells the banks, and then writes down what it told them.
pub fn send_decision_before_log() -> Candidate {
    Candidate { coordinator: || Box::new(TellsFirst(Coordinator::default())), ..right() }
}

/// Its coordinator writes down that all is over as soon as it has told everybody, and not when they are done.
pub fn forgets_what_it_sent() -> Candidate {
    Candidate { coordinator: || Box::new(ForgetsWhatItSent(Coordinator::default())), ..right() }
}

/// Its banks wait for a while, and then take it for an abort.
pub fn timeout_aborts_alone() -> Candidate {
    Candidate { bank: |setup| bank(setup, Slip::AbortsAlone), ..right() }
}

/// Its banks lock nothing: others spend what a yes has promised.
pub fn release_locks_at_prepare() -> Candidate {
    Candidate { bank: |setup| bank(setup, Slip::LocksNothing), ..right() }
}

/// Its banks tell an abort of what they have never heard of, and keep no record of that.
pub fn refusal_not_recorded() -> Candidate {
    Candidate { bank: |setup| bank(setup, Slip::KeepsNoRefusal), ..right() }
}

/// Its banks send their yes, and then write it down.
pub fn vote_before_persist() -> Candidate {
    Candidate { bank: |setup| Box::new(VotesFirst(bank(setup, Slip::None))), ..right() }
}

/// Its banks come back from a crash with what is decided, and nothing else.
pub fn forget_in_doubt_on_restart() -> Candidate {
    Candidate { bank: |setup| Box::new(ForgetsItsDoubt(bank(setup, Slip::None))), ..right() }
}

#[derive(Default)]
struct Coordinator {
    rounds: BTreeMap<Txn, Round>,
}

struct Round {
    client: Option<RequestId>,
    outcome: Option<Outcome>,
    /// Whose vote is missing; when there is an outcome, who has not said that it is done.
    missing: BTreeSet<NodeId>,
    all: BTreeSet<NodeId>,
}

impl Coordinator {
    fn decide(&mut self, txn: Txn, outcome: Outcome, out: &mut Outputs) {
        let Some(round) = self.rounds.get_mut(&txn).filter(|round| round.outcome.is_none()) else { return };
        if outcome == Outcome::Commit {
            out.write(Record::Decided { txn, outcome, with: round.all.iter().copied().collect() });
            out.sync();
        }
        (round.outcome, round.missing) = (Some(outcome), round.all.clone());
        if let Some(client) = round.client.take() {
            out.answer(client, outcome);
        }
        self.tell(out);
    }

    fn tell(&self, out: &mut Outputs) {
        let mut told = false;
        for (&txn, round) in &self.rounds {
            let Some(outcome) = round.outcome else { continue };
            for &bank in &round.missing {
                out.send(bank, Msg::Decide { txn, outcome });
                told = true;
            }
        }
        if told {
            out.timer("again", AGAIN);
        }
    }
}

impl Machine<Commit> for Coordinator {
    fn step(&mut self, _now: kit::Ms, input: Input, out: &mut Outputs) {
        match input {
            Input::Request { id, request } => {
                let all: BTreeSet<NodeId> = request.changes.iter().map(|(bank, _)| *bank).collect();
                let with = request.changes.iter().filter(|(_, change)| *change != 0).map(|(bank, _)| *bank);
                let with: Vec<NodeId> = with.collect();
                for &(bank, change) in &request.changes {
                    out.send(bank, Msg::Prepare { txn: request.txn, change, with: with.clone() });
                }
                let round = Round { client: Some(id), outcome: None, missing: all.clone(), all };
                self.rounds.insert(request.txn, round);
                out.timer("votes", PATIENCE);
            }
            Input::Message { msg: Msg::Vote { txn, vote: Vote::No }, .. } => {
                self.decide(txn, Outcome::Abort, out)
            }
            Input::Message { from, msg: Msg::Vote { txn, .. } } => {
                let Some(round) = self.rounds.get_mut(&txn).filter(|round| round.outcome.is_none()) else {
                    return;
                };
                round.missing.remove(&from);
                if round.missing.is_empty() {
                    self.decide(txn, Outcome::Commit, out);
                }
            }
            Input::Message { from, msg: Msg::Done { txn } } => {
                if let Some(round) = self.rounds.get_mut(&txn).filter(|round| round.outcome.is_some()) {
                    round.missing.remove(&from);
                }
            }
            Input::Message { from, msg: Msg::Ask { txn } } => {
                let outcome = self.rounds.get(&txn).map_or(Some(Outcome::Abort), |round| round.outcome);
                out.send(from, Msg::Tell { txn, outcome });
            }
            Input::Timer("votes") => {
                let open: Vec<Txn> = self.rounds.keys().copied().collect();
                open.into_iter().for_each(|txn| self.decide(txn, Outcome::Abort, out));
            }
            Input::Timer(_) => self.tell(out),
            Input::Restart { kept } => {
                for record in kept {
                    if let Record::Decided { txn, outcome, with } = record {
                        let all: BTreeSet<NodeId> = with.into_iter().collect();
                        let missing = all.clone();
                        self.rounds.insert(txn, Round { client: None, outcome: Some(outcome), missing, all });
                    }
                }
                self.tell(out);
            }
            _ => {}
        }
    }
}

/// What it does is the inner one's; but what it writes it writes last.
struct TellsFirst(Coordinator);

impl Machine<Commit> for TellsFirst {
    fn step(&mut self, now: kit::Ms, input: Input, out: &mut Outputs) {
        self.0.step(now, input, out);
        out.list_mut().sort_by_key(|output| matches!(output, Output::Write(_) | Output::Sync));
    }
}

/// What it does is the inner one's; but after a commit has been sent it writes that all is over, and
/// believes it in the next life.
struct ForgetsWhatItSent(Coordinator);

impl Machine<Commit> for ForgetsWhatItSent {
    fn step(&mut self, now: kit::Ms, mut input: Input, out: &mut Outputs) {
        if let Input::Restart { kept } = &mut input {
            let over = |txn: Txn| kept.contains(&Record::Ended { txn });
            let over: Vec<Txn> = kept.iter().filter_map(decided).filter(|txn| over(*txn)).collect();
            kept.retain(|record| decided(record).is_none_or(|txn| !over.contains(&txn)));
        }
        self.0.step(now, input, out);
        let fresh = out.list().iter().find_map(|output| match output {
            Output::Write(record) => decided(record),
            _ => None,
        });
        if let Some(txn) = fresh {
            out.write(Record::Ended { txn });
            out.sync();
        }
    }
}

fn decided(record: &Record) -> Option<Txn> {
    match record {
        Record::Decided { txn, .. } => Some(*txn),
        _ => None,
    }
}

/// What it does is the inner one's; but the yes leaves first.
struct VotesFirst(Box<dyn Machine<Commit>>);

impl Machine<Commit> for VotesFirst {
    fn step(&mut self, now: kit::Ms, input: Input, out: &mut Outputs) {
        self.0.step(now, input, out);
        out.list_mut().sort_by_key(|output| !matches!(output, Output::Send { msg: Msg::Vote { .. }, .. }));
    }
}

/// What it does is the inner one's; but after a crash it finds no record of what has no outcome.
struct ForgetsItsDoubt(Box<dyn Machine<Commit>>);

impl Machine<Commit> for ForgetsItsDoubt {
    fn step(&mut self, now: kit::Ms, mut input: Input, out: &mut Outputs) {
        if let Input::Restart { kept } = &mut input {
            let over: Vec<Txn> = kept.iter().filter_map(decided).collect();
            kept.retain(|record| !matches!(record, Record::Prepared { txn, .. } if !over.contains(txn)));
        }
        self.0.step(now, input, out);
    }
}

/// Where a bank goes wrong.
#[derive(Clone, Copy, PartialEq)]
enum Slip {
    None,
    AbortsAlone,
    LocksNothing,
    KeepsNoRefusal,
}

fn bank(setup: Setup, slip: Slip) -> Box<dyn Machine<Commit>> {
    Box::new(Bank { me: setup.me, paise: setup.paise, slip, known: BTreeMap::new() })
}

struct Bank {
    me: NodeId,
    paise: i64,
    slip: Slip,
    /// The change, who takes part, and the outcome.
    known: BTreeMap<Txn, (i64, Vec<NodeId>, Option<Outcome>)>,
}

impl Bank {
    fn in_doubt(&self) -> Vec<Txn> {
        self.known.iter().filter(|(_, (.., outcome))| outcome.is_none()).map(|(txn, _)| *txn).collect()
    }

    fn is_locked(&self) -> bool {
        self.slip != Slip::LocksNothing && !self.in_doubt().is_empty()
    }

    fn lock(&self, txn: Txn, out: &mut Outputs) {
        if self.slip != Slip::LocksNothing {
            out.apply(Deed::Locks { txn });
        }
    }

    fn vote(&mut self, txn: Txn, change: i64, with: Vec<NodeId>, out: &mut Outputs) -> Vote {
        match self.known.get(&txn) {
            Some((.., Some(Outcome::Abort))) => return Vote::No,
            Some(_) => return Vote::Yes,
            None if change == 0 => return Vote::ReadOnly,
            None if self.paise + change < 0 || self.is_locked() => return Vote::No,
            None => {}
        }
        out.write(Record::Prepared { txn, change, with: with.clone() });
        out.sync();
        self.lock(txn, out);
        out.timer("doubt", DOUBT);
        self.known.insert(txn, (change, with, None));
        Vote::Yes
    }

    fn learn(&mut self, txn: Txn, outcome: Outcome, out: &mut Outputs) {
        let prepared = self.known.contains_key(&txn);
        if !prepared && outcome == Outcome::Commit {
            return;
        }
        let (change, _, known) = self.known.entry(txn).or_insert((0, Vec::new(), None));
        if known.is_some() {
            return;
        }
        *known = Some(outcome);
        out.write(Record::Decided { txn, outcome, with: Vec::new() });
        out.sync();
        match outcome {
            Outcome::Commit => {
                self.paise += *change;
                out.apply(Deed::Commits { txn, change: *change });
            }
            Outcome::Abort if prepared => out.apply(Deed::Aborts { txn }),
            Outcome::Abort => {}
        }
    }

    fn doubts(&mut self, out: &mut Outputs) {
        for txn in self.in_doubt() {
            if self.slip == Slip::AbortsAlone {
                self.learn(txn, Outcome::Abort, out);
                continue;
            }
            let others = self.known[&txn].1.iter().copied().filter(|bank| *bank != self.me);
            for whom in std::iter::once(COORDINATOR).chain(others) {
                out.send(whom, Msg::Ask { txn });
            }
            out.timer("doubt", DOUBT);
        }
    }

    fn restart(&mut self, kept: Vec<Record>, out: &mut Outputs) {
        for record in kept {
            match record {
                Record::Prepared { txn, change, with } => _ = self.known.insert(txn, (change, with, None)),
                Record::Decided { txn, outcome, .. } => {
                    let known = self.known.entry(txn).or_insert((0, Vec::new(), None));
                    known.2 = Some(outcome);
                    if outcome == Outcome::Commit {
                        self.paise += known.0;
                        out.apply(Deed::Commits { txn, change: known.0 });
                    }
                }
                Record::Began { .. } | Record::Ended { .. } => {}
            }
        }
        for txn in self.in_doubt() {
            self.lock(txn, out);
            out.timer("doubt", DOUBT);
        }
    }
}

impl Machine<Commit> for Bank {
    fn step(&mut self, _now: kit::Ms, input: Input, out: &mut Outputs) {
        match input {
            Input::Message { from, msg: Msg::Prepare { txn, change, with } } => {
                let vote = self.vote(txn, change, with, out);
                out.send(from, Msg::Vote { txn, vote });
            }
            Input::Message { from, msg: Msg::Decide { txn, outcome } } => {
                self.learn(txn, outcome, out);
                out.send(from, Msg::Done { txn });
            }
            Input::Message { msg: Msg::Tell { txn, outcome: Some(outcome) }, .. } => {
                self.learn(txn, outcome, out)
            }
            Input::Message { from, msg: Msg::Ask { txn } } => {
                if !self.known.contains_key(&txn) && self.slip != Slip::KeepsNoRefusal {
                    self.learn(txn, Outcome::Abort, out);
                }
                let outcome = self.known.get(&txn).map_or(Some(Outcome::Abort), |known| known.2);
                out.send(from, Msg::Tell { txn, outcome });
            }
            Input::Timer(_) => self.doubts(out),
            Input::Restart { kept } => self.restart(kept, out),
            _ => {}
        }
    }
}
