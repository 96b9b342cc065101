//! A rule about what a coordinator tells, and goes on telling until it has been heard.

use kit::Ms;
use kit::contract::commit::{AGAIN_AT_MOST, COORDINATOR, Msg, Outcome, Record, Txn, Vote};
use kit::world::{NodeId, What};

use super::{name, word};
use crate::two_phase_commit::Played;
use crate::two_phase_commit::books::{Doing, Eye, Moment, watch};
use grader::property::{Check, Finding};

/// A bank that is bound by its yes, and has not said `Done` of the outcome.
struct Owed {
    txn: Txn,
    bank: NodeId,
    outcome: Outcome,
    /// When this life of the coordinator last told it, or could have.
    since: Ms,
    told: bool,
}

/// Whom the coordinator has to tell.
#[derive(Default)]
struct Debts {
    owed: Vec<Owed>,
    done: Vec<(Txn, NodeId)>,
    /// Who was told of an abort, in any life.
    aborts: Vec<(Txn, NodeId)>,
    /// An outcome of what it has noted the beginning of, and does not tell again.
    rests: [bool; 2],
}

pub(super) fn commit_is_told_again(_: &Played) -> Eye<'_> {
    let mut debts = Debts::default();
    watch(move |moment| {
        let now = moment.run.events.get(moment.event).map_or(0, |event| event.at);
        if let Some(late) = debts.late(moment, now) {
            return Check::Broken(late);
        }
        if moment.is_bank() { Check::Silent } else { debts.take(moment, now) }
    })
}

impl Debts {
    /// What it has not told in time. Who has noted a beginning may leave commits or aborts alone: not both.
    fn late(&mut self, moment: &Moment<'_, '_>, now: Ms) -> Option<Finding> {
        let late = |owed: &&Owed| now > owed.since + AGAIN_AT_MOST;
        self.owed.iter().find(late)?;
        if !could_tell(moment) {
            return None;
        }
        for owed in self.owed.iter().filter(late) {
            let noted = notes_beginnings(moment, owed.txn);
            let doubts = || moment.books.node(owed.bank).is_some_and(|bank| bank.in_doubt(owed.txn));
            let broken = match owed.outcome {
                Outcome::Commit => !noted,
                Outcome::Abort => !owed.told && doubts(),
            };
            if noted && (owed.outcome == Outcome::Commit || doubts()) {
                self.rests[usize::from(owed.outcome == Outcome::Abort)] = true;
            }
            if broken || self.rests == [true; 2] {
                return Some(silent(moment, owed, now));
            }
        }
        None
    }

    fn take(&mut self, moment: &Moment<'_, '_>, now: Ms) -> Check {
        match moment.doing {
            Doing::Writes(Record::Decided { txn, outcome: Outcome::Commit, .. }) => {
                self.owe(moment, *txn, Outcome::Commit, now);
                if notes_beginnings(moment, *txn) { Check::Holds } else { Check::Silent }
            }
            Doing::Answers { id, outcome: Outcome::Abort } => {
                let txn = moment.run.requests.get(id.0 as usize).map(|transfer| transfer.txn);
                txn.into_iter().for_each(|txn| self.owe(moment, txn, Outcome::Abort, now));
                Check::Silent
            }
            Doing::Sends {
                to,
                msg: Msg::Decide { txn, outcome } | Msg::Tell { txn, outcome: Some(outcome) },
            } => self.tell(to, *txn, *outcome, now),
            Doing::Hears { from, msg: Msg::Done { txn } } => {
                self.owed.retain(|owed| (owed.txn, owed.bank) != (*txn, from));
                self.done.push((*txn, from));
                Check::Silent
            }
            Doing::Wakes => {
                // Of an abort a restart may know nothing.
                let keeps = |owed: &Owed| {
                    owed.outcome == Outcome::Commit && moment.node().decided(owed.txn).is_some()
                };
                self.owed.retain(keeps);
                self.owed.iter_mut().for_each(|owed| owed.since = now);
                Check::Silent
            }
            _ => Check::Silent,
        }
    }

    fn owe(&mut self, moment: &Moment<'_, '_>, txn: Txn, outcome: Outcome, since: Ms) {
        // Who has said no, and yes to a second question, is not known to be in doubt.
        let no = |bank: NodeId| moment.node().ballot(txn, bank) == Some(Vote::No);
        let waits = |bank: &NodeId| !self.done.contains(&(txn, *bank)) && !no(*bank);
        for bank in bound(moment, txn).into_iter().filter(waits).collect::<Vec<_>>() {
            let told = outcome == Outcome::Abort && self.aborts.contains(&(txn, bank));
            self.owed.push(Owed { txn, bank, outcome, since, told });
        }
    }

    fn tell(&mut self, to: NodeId, txn: Txn, outcome: Outcome, now: Ms) -> Check {
        let mut again = Check::Silent;
        if outcome == Outcome::Abort {
            self.aborts.push((txn, to));
        }
        let told = |owed: &&mut Owed| (owed.txn, owed.bank, owed.outcome) == (txn, to, outcome);
        for owed in self.owed.iter_mut().filter(told) {
            if owed.told && outcome == Outcome::Commit {
                again = Check::Holds;
            }
            (owed.since, owed.told) = (now, true);
        }
        again
    }
}

/// Who presumes a commit of all that it has no note of need tell no commit again: its note of each beginning
/// stands on the disk before anybody is asked (Mohan, Lindsay and Obermarck 1986, section 3.2).
fn notes_beginnings(moment: &Moment<'_, '_>, txn: Txn) -> bool {
    let began = |what: &What<_>| matches!(what, What::Wrote(Record::Began { txn: of, .. }) if *of == txn);
    moment.run.events[..moment.event].iter().any(|event| event.who == Some(COORDINATOR) && began(&event.what))
}

/// The banks that have voted yes.
fn bound(moment: &Moment<'_, '_>, txn: Txn) -> Vec<NodeId> {
    let changes = moment.books.transfer(txn).into_iter().flat_map(|transfer| &transfer.changes);
    let yes = |bank: &NodeId| moment.books.node(*bank).is_some_and(|node| node.voted(txn, Vote::Yes));
    changes.map(|(bank, _)| *bank).filter(yes).collect()
}

/// The coordinator is up, and nobody has stopped it in this run.
fn could_tell(moment: &Moment<'_, '_>) -> bool {
    !moment.books.coordinator().down
        && !moment.run.events[..moment.event].iter().any(|event| matches!(event.what, What::Paused))
}

fn silent(moment: &Moment<'_, '_>, late: &Owed, now: Ms) -> Finding {
    let bank = moment.run.name(late.bank);
    let told = if late.told { "tells it once" } else { "does not tell it" };
    let required = match late.outcome {
        Outcome::Abort if !late.told => "the abort, told to every bank that may be in doubt".to_owned(),
        outcome => {
            format!("the {} again, {AGAIN_AT_MOST} ms after the last time at the latest", word(outcome))
        }
    };
    Finding {
        observed: format!(
            "{bank} has not said done of {}, and for {} ms the coordinator {told}",
            name(late.txn),
            now - late.since
        ),
        required,
        consequence: match late.told {
            true => format!(
                "What it was told has not arrived. {bank} has its account locked, and depends on its own questions alone."
            ),
            false => format!("{bank} has its account locked, and depends on its own questions alone."),
        },
        suspicion:
            "Often the cause: the timer `again` is not set once more, or a restart does not look at whom it \
                    has to tell."
                .into(),
        ..Finding::default()
    }
}
