//! The coordinator: votes, then *get ready*, then the decision. Who does not say that it is ready in time is
//! taken for dead, and nobody waits for the dead.

use std::collections::{BTreeMap, BTreeSet};

use kit::contract::commit::three_phases::{Input, Msg, Outputs, PATIENCE, Record, Standing, ThreePhases};
use kit::contract::commit::{Outcome, Transfer, Txn};
use kit::world::{Machine, NodeId, RequestId};

use super::Silence;

pub(super) struct Coordinator {
    silence: Silence,
    rounds: BTreeMap<Txn, Round>,
}

struct Round {
    client: Option<RequestId>,
    with: Vec<NodeId>,
    stage: Stage,
}

enum Stage {
    /// Whose vote is missing.
    Votes(BTreeSet<NodeId>),
    /// Who has not said that it is ready.
    Ready(BTreeSet<NodeId>),
    Decided(Outcome),
}

impl Coordinator {
    pub(super) fn new(silence: Silence) -> Self {
        Coordinator { silence, rounds: BTreeMap::new() }
    }

    fn begin(&mut self, client: RequestId, Transfer { txn, changes }: Transfer, out: &mut Outputs) {
        let with: Vec<NodeId> = changes.iter().map(|(bank, _)| *bank).collect();
        for &(bank, change) in &changes {
            out.send(bank, Msg::CanCommit { txn, change, with: with.clone() });
        }
        let stage = Stage::Votes(with.iter().copied().collect());
        self.rounds.insert(txn, Round { client: Some(client), with, stage });
        out.timer("votes", PATIENCE);
    }

    fn vote(&mut self, from: NodeId, txn: Txn, yes: bool, out: &mut Outputs) {
        let Some(round) = self.rounds.get_mut(&txn) else { return };
        let Stage::Votes(missing) = &mut round.stage else { return };
        if !yes {
            return self.decide(txn, Outcome::Abort, out);
        }
        missing.remove(&from);
        if missing.is_empty() {
            round.with.iter().for_each(|bank| out.send(*bank, Msg::Ready { txn }));
            round.stage = Stage::Ready(round.with.iter().copied().collect());
            out.timer("readied", PATIENCE);
        }
    }

    fn readied(&mut self, from: NodeId, txn: Txn, out: &mut Outputs) {
        let Some(Round { stage: Stage::Ready(missing), .. }) = self.rounds.get_mut(&txn) else { return };
        missing.remove(&from);
        if missing.is_empty() {
            self.decide(txn, Outcome::Commit, out);
        }
    }

    fn decide(&mut self, txn: Txn, outcome: Outcome, out: &mut Outputs) {
        let Some(round) = self.rounds.get_mut(&txn) else { return };
        if matches!(round.stage, Stage::Decided(_)) {
            return;
        }
        round.stage = Stage::Decided(outcome);
        out.write(Record::Decided { txn, outcome });
        out.sync();
        if let Some(client) = round.client.take() {
            out.answer(client, outcome);
        }
        round.with.iter().for_each(|bank| out.send(*bank, Msg::Decide { txn, outcome }));
    }

    fn in_stage(&self, is: fn(&Stage) -> bool) -> Vec<Txn> {
        self.rounds.iter().filter(|(_, round)| is(&round.stage)).map(|(txn, _)| *txn).collect()
    }

    /// Somebody is not ready in time.
    fn goes_on_without(&mut self, out: &mut Outputs) {
        for txn in self.in_stage(|stage| matches!(stage, Stage::Ready(_))) {
            match self.silence {
                Silence::IsDeath => self.decide(txn, Outcome::Commit, out),
                Silence::IsNothing => {
                    let with = &self.rounds[&txn].with;
                    with.iter().for_each(|bank| out.send(*bank, Msg::Ready { txn }));
                    out.timer("readied", PATIENCE);
                }
            }
        }
    }

    fn standing(&self, txn: Txn) -> (Standing, bool) {
        match (self.rounds.get(&txn).map(|round| &round.stage), self.silence) {
            (Some(Stage::Decided(outcome)), _) => (Standing::Decided(*outcome), false),
            (Some(_), _) => (Standing::Leads, false),
            (None, Silence::IsDeath) => (Standing::Unknown, true),
            // Nobody commits without it, so what it has no record of is aborted.
            (None, Silence::IsNothing) => (Standing::Decided(Outcome::Abort), true),
        }
    }

    /// Others have decided while it was away, or cut off.
    fn hear(&mut self, txn: Txn, outcome: Outcome, out: &mut Outputs) {
        let away = Round { client: None, with: Vec::new(), stage: Stage::Votes(BTreeSet::new()) };
        self.rounds.entry(txn).or_insert(away);
        self.decide(txn, outcome, out);
    }
}

impl Machine<ThreePhases> for Coordinator {
    fn step(&mut self, _now: kit::Ms, input: Input, out: &mut Outputs) {
        match input {
            Input::Request { id, request } => self.begin(id, request, out),
            Input::Message { from, msg } => match msg {
                Msg::Vote { txn, yes } => self.vote(from, txn, yes, out),
                Msg::Readied { txn } => self.readied(from, txn, out),
                Msg::Decide { txn, outcome } => self.hear(txn, outcome, out),
                Msg::Ask { txn } => {
                    let (standing, back) = self.standing(txn);
                    out.send(from, Msg::Tell { txn, standing, back });
                }
                _ => {}
            },
            Input::Timer("votes") => {
                for txn in self.in_stage(|stage| matches!(stage, Stage::Votes(_))) {
                    self.decide(txn, Outcome::Abort, out);
                }
            }
            Input::Timer(_) => self.goes_on_without(out),
            Input::Restart { kept } => {
                for record in kept {
                    if let Record::Decided { txn, outcome } = record {
                        let stage = Stage::Decided(outcome);
                        self.rounds.insert(txn, Round { client: None, with: Vec::new(), stage });
                    }
                }
            }
            Input::Start => {}
        }
    }
}
