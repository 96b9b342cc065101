//! A bank. When it hears nothing for a while it asks the others how far they are, and whoever of those that
//! answer is the first leads them to an end: Skeen's termination protocol.

use std::collections::{BTreeMap, BTreeSet};

use kit::contract::commit::three_phases::{
    ANSWERS, DOUBT, Deed, Input, Msg, Outputs, PATIENCE, Record, Standing, ThreePhases,
};
use kit::contract::commit::{COORDINATOR, Outcome, Setup, Txn};
use kit::world::{Machine, NodeId};

use super::Silence;

pub(super) struct Bank {
    me: NodeId,
    paise: i64,
    silence: Silence,
    known: BTreeMap<Txn, Part>,
}

/// What it has to do with a transaction.
struct Part {
    change: i64,
    with: Vec<NodeId>,
    standing: Standing,
    /// It has crashed since, and its standing may be an old one.
    back: bool,
    ending: Ending,
}

/// What it does to bring a transaction to its end by itself.
enum Ending {
    Nothing,
    /// Those who have answered.
    Asks(BTreeMap<NodeId, (Standing, bool)>),
    /// It leads, and these have not said that they are ready.
    Readies(BTreeSet<NodeId>),
}

impl Part {
    fn aborted() -> Part {
        let standing = Standing::Decided(Outcome::Abort);
        Part { change: 0, with: Vec::new(), standing, back: false, ending: Ending::Nothing }
    }

    fn in_doubt(&self) -> bool {
        !matches!(self.standing, Standing::Decided(_))
    }
}

impl Bank {
    pub(super) fn new(Setup { me, paise }: Setup, silence: Silence) -> Self {
        Bank { me, paise, silence, known: BTreeMap::new() }
    }

    /// One at most: the account is locked for it.
    fn doubt(&self) -> Option<Txn> {
        self.known.iter().find(|(_, part)| part.in_doubt()).map(|(txn, _)| *txn)
    }

    fn vote(&mut self, txn: Txn, change: i64, with: Vec<NodeId>, out: &mut Outputs) -> Option<bool> {
        match self.known.get(&txn).map(|part| part.standing) {
            Some(Standing::Decided(Outcome::Commit)) => return None,
            Some(Standing::Decided(Outcome::Abort)) => return Some(false),
            Some(_) => return Some(true),
            None if self.doubt().is_some() || self.paise + change < 0 => return Some(false),
            None => {}
        }
        out.write(Record::Voted { txn, change, with: with.clone() });
        out.sync();
        out.apply(Deed::Locks { txn });
        let part = Part { change, with, standing: Standing::Waits, back: false, ending: Ending::Nothing };
        self.known.insert(txn, part);
        out.timer("doubt", DOUBT);
        Some(true)
    }

    /// Somebody who leads says that all have voted yes.
    fn get_ready(&mut self, from: NodeId, txn: Txn, out: &mut Outputs) {
        let Some(part) = self.known.get_mut(&txn) else { return };
        if let Standing::Decided(outcome) = part.standing {
            return out.send(from, Msg::Decide { txn, outcome });
        }
        part.ending = Ending::Nothing;
        out.cancel("answers");
        out.cancel("readied");
        part.become_ready(txn, out);
        out.send(from, Msg::Readied { txn });
        out.timer("doubt", DOUBT);
    }

    fn readied(&mut self, from: NodeId, txn: Txn, out: &mut Outputs) {
        let Some(Part { ending: Ending::Readies(missing), .. }) = self.known.get_mut(&txn) else { return };
        missing.remove(&from);
        if missing.is_empty() {
            self.decide(txn, Outcome::Commit, out);
        }
    }

    fn learn(&mut self, txn: Txn, outcome: Outcome, out: &mut Outputs) {
        if !self.known.contains_key(&txn) && outcome == Outcome::Commit {
            return;
        }
        let fresh = !self.known.contains_key(&txn);
        let part = self.known.entry(txn).or_insert_with(Part::aborted);
        if !fresh && !part.in_doubt() {
            return;
        }
        (part.standing, part.ending) = (Standing::Decided(outcome), Ending::Nothing);
        out.write(Record::Decided { txn, outcome });
        out.sync();
        match outcome {
            Outcome::Commit => {
                self.paise += part.change;
                out.apply(Deed::Commits { txn, change: part.change });
            }
            Outcome::Abort if !fresh => out.apply(Deed::Aborts { txn }),
            Outcome::Abort => {}
        }
        if !fresh {
            ["doubt", "answers", "readied"].into_iter().for_each(|timer| out.cancel(timer));
        }
    }

    /// It leads, and tells the others what it has decided.
    fn decide(&mut self, txn: Txn, outcome: Outcome, out: &mut Outputs) {
        self.learn(txn, outcome, out);
        for other in self.others(txn) {
            out.send(other, Msg::Decide { txn, outcome });
        }
    }

    /// The coordinator, and the other banks.
    fn others(&self, txn: Txn) -> Vec<NodeId> {
        let banks = self.known.get(&txn).map_or(&[][..], |part| &part.with);
        std::iter::once(COORDINATOR).chain(banks.iter().copied().filter(|bank| *bank != self.me)).collect()
    }

    fn ask(&mut self, out: &mut Outputs) {
        let Some(txn) = self.doubt() else { return };
        for other in self.others(txn) {
            out.send(other, Msg::Ask { txn });
        }
        if let Some(part) = self.known.get_mut(&txn) {
            part.ending = Ending::Asks(BTreeMap::new());
        }
        out.timer("answers", ANSWERS);
    }

    fn asked(&mut self, from: NodeId, txn: Txn, out: &mut Outputs) {
        if !self.known.contains_key(&txn) {
            // It has not voted, so nobody is ready. From here on it never votes yes.
            self.learn(txn, Outcome::Abort, out);
        }
        let Part { standing, back, .. } = self.known[&txn];
        out.send(from, Msg::Tell { txn, standing, back });
    }

    fn told(&mut self, from: NodeId, txn: Txn, standing: Standing, back: bool, out: &mut Outputs) {
        if let Standing::Decided(outcome) = standing {
            return self.learn(txn, outcome, out);
        }
        let all = self.others(txn).len();
        let Some(Part { ending: Ending::Asks(answers), .. }) = self.known.get_mut(&txn) else { return };
        answers.insert(from, (standing, back));
        if answers.len() == all {
            self.conclude(out);
        }
    }

    /// All have answered who ever will.
    fn conclude(&mut self, out: &mut Outputs) {
        let Some(txn) = self.doubt() else { return };
        let part = &self.known[&txn];
        let Ending::Asks(answers) = &part.ending else { return };
        let mine = (self.me, (part.standing, part.back));
        let complete = answers.len() == self.others(txn).len();
        let leads = answers.get(&COORDINATOR).is_some_and(|(standing, _)| *standing == Standing::Leads);
        let banks = answers.iter().filter(|(who, _)| **who != COORDINATOR);
        let all: BTreeMap<NodeId, (Standing, bool)> =
            banks.map(|(who, told)| (*who, *told)).chain([mine]).collect();
        let stayed: BTreeMap<NodeId, (Standing, bool)> =
            all.iter().filter(|(_, (_, back))| !back).map(|(who, told)| (*who, *told)).collect();
        // If all have crashed since, they need everybody: the last to fail may have decided.
        let count = if stayed.is_empty() && complete { all } else { stayed };
        let first = count.keys().next() == Some(&self.me);
        if leads || !first || self.silence == Silence::IsNothing {
            return self.wait(txn, out);
        }
        let ready = count.values().any(|(standing, _)| *standing == Standing::Ready);
        if !ready {
            return self.decide(txn, Outcome::Abort, out);
        }
        let behind = count.iter().filter(|(_, (standing, _))| *standing == Standing::Waits);
        self.ready_all(txn, behind.map(|(who, _)| *who).collect(), out);
    }

    /// Somebody else leads, or nobody can.
    fn wait(&mut self, txn: Txn, out: &mut Outputs) {
        if let Some(part) = self.known.get_mut(&txn) {
            part.ending = Ending::Nothing;
        }
        out.cancel("answers");
        out.timer("doubt", DOUBT);
    }

    fn ready_all(&mut self, txn: Txn, mut behind: BTreeSet<NodeId>, out: &mut Outputs) {
        let Some(part) = self.known.get_mut(&txn) else { return };
        part.become_ready(txn, out);
        behind.remove(&self.me);
        out.cancel("answers");
        behind.iter().for_each(|bank| out.send(*bank, Msg::Ready { txn }));
        if behind.is_empty() {
            return self.decide(txn, Outcome::Commit, out);
        }
        part.ending = Ending::Readies(behind);
        out.timer("readied", PATIENCE);
    }

    fn restart(&mut self, kept: Vec<Record>, out: &mut Outputs) {
        for record in kept {
            match record {
                Record::Voted { txn, change, with } => {
                    let part =
                        Part { change, with, standing: Standing::Waits, back: true, ending: Ending::Nothing };
                    self.known.insert(txn, part);
                }
                Record::Ready { txn } => {
                    if let Some(part) = self.known.get_mut(&txn) {
                        part.standing = Standing::Ready;
                    }
                }
                Record::Decided { txn, outcome } => {
                    let part = self.known.entry(txn).or_insert_with(Part::aborted);
                    part.standing = Standing::Decided(outcome);
                    if outcome == Outcome::Commit {
                        self.paise += part.change;
                        out.apply(Deed::Commits { txn, change: part.change });
                    }
                }
            }
        }
        if let Some(txn) = self.doubt() {
            out.apply(Deed::Locks { txn });
            out.timer("doubt", DOUBT);
        }
    }
}

impl Part {
    fn become_ready(&mut self, txn: Txn, out: &mut Outputs) {
        if self.standing == Standing::Waits {
            self.standing = Standing::Ready;
            out.write(Record::Ready { txn });
            out.sync();
            out.apply(Deed::Readies { txn });
        }
    }
}

impl Machine<ThreePhases> for Bank {
    fn step(&mut self, _now: kit::Ms, input: Input, out: &mut Outputs) {
        match input {
            Input::Message { from, msg } => match msg {
                Msg::CanCommit { txn, change, with } => {
                    if let Some(yes) = self.vote(txn, change, with, out) {
                        out.send(from, Msg::Vote { txn, yes });
                    }
                }
                Msg::Ready { txn } => self.get_ready(from, txn, out),
                Msg::Readied { txn } => self.readied(from, txn, out),
                Msg::Decide { txn, outcome } => self.learn(txn, outcome, out),
                Msg::Ask { txn } => self.asked(from, txn, out),
                Msg::Tell { txn, standing, back } => self.told(from, txn, standing, back, out),
                Msg::Vote { .. } => {}
            },
            Input::Timer("doubt") => self.ask(out),
            Input::Timer("answers") => self.conclude(out),
            Input::Timer(_) => {
                if let Some(txn) = self.doubt() {
                    self.decide(txn, Outcome::Commit, out);
                }
            }
            Input::Restart { kept } => self.restart(kept, out),
            Input::Start | Input::Request { .. } => {}
        }
    }
}
