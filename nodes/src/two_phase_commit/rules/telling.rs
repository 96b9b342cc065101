//! A rule about what a coordinator goes on telling until it has been heard.

use kit::Ms;
use kit::contract::commit::{AGAIN_AT_MOST, Msg, Outcome, Record, Txn, Vote};
use kit::world::{NodeId, What};

use super::name;
use crate::two_phase_commit::Played;
use crate::two_phase_commit::books::{Doing, Eye, Moment, watch};
use grader::property::{Check, Finding};

/// A bank that is bound by its yes, and has not said `Done` of what is committed.
struct Owed {
    txn: Txn,
    bank: NodeId,
    /// When this life of the coordinator last told it, or could have.
    since: Ms,
    told: bool,
}

pub(super) fn commit_is_told_again(_: &Played) -> Eye<'_> {
    let mut owed: Vec<Owed> = Vec::new();
    let mut done: Vec<(Txn, NodeId)> = Vec::new();
    watch(move |moment| {
        let now = moment.run.events.get(moment.event).map_or(0, |event| event.at);
        let late = owed.iter().find(|owed| now > owed.since + AGAIN_AT_MOST);
        let mut again = Check::Silent;
        if let Some(late) = late.filter(|_| could_tell(moment)) {
            return Check::Broken(silent(moment, late, now));
        }
        if moment.is_bank() {
            return Check::Silent;
        }
        match moment.doing {
            Doing::Writes(Record::Decided { txn, outcome: Outcome::Commit, .. }) => {
                if presumes_commit(moment, *txn) {
                    return Check::Holds;
                }
                let bound = bound(moment, *txn).into_iter().filter(|bank| !done.contains(&(*txn, *bank)));
                owed.extend(bound.map(|bank| Owed { txn: *txn, bank, since: now, told: false }));
            }
            Doing::Sends {
                to,
                msg:
                    Msg::Decide { txn, outcome: Outcome::Commit }
                    | Msg::Tell { txn, outcome: Some(Outcome::Commit) },
            } => {
                for owed in owed.iter_mut().filter(|owed| (owed.txn, owed.bank) == (*txn, to)) {
                    if owed.told {
                        again = Check::Holds;
                    }
                    (owed.since, owed.told) = (now, true);
                }
            }
            Doing::Hears { from, msg: Msg::Done { txn } } => {
                owed.retain(|owed| (owed.txn, owed.bank) != (*txn, from));
                done.push((*txn, from));
            }
            Doing::Wakes => {
                owed.retain(|owed| moment.node().decided(owed.txn).is_some());
                owed.iter_mut().for_each(|owed| owed.since = now);
            }
            _ => {}
        }
        again
    })
}

/// Who presumes a commit of all that it has no note of need tell nobody: its note of each beginning stands
/// on the disk before anybody is asked (Mohan, Lindsay and Obermarck 1986, section 3.2).
fn presumes_commit(moment: &Moment<'_, '_>, txn: Txn) -> bool {
    let began = |what: &What<_>| matches!(what, What::Wrote(Record::Began { txn: of, .. }) if *of == txn);
    moment.run.events[..moment.event].iter().any(|event| event.who == Some(moment.who) && began(&event.what))
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
    Finding {
        observed: format!(
            "{bank} has not said done of {}, and for {} ms the coordinator {told}",
            name(late.txn),
            now - late.since
        ),
        required: format!("the commit again, {AGAIN_AT_MOST} ms after the last time at the latest"),
        consequence: format!(
            "The one message was lost. {bank} has its account locked, and depends on its own questions alone."
        ),
        suspicion:
            "Often the cause: the timer `again` is not set once more, or a restart does not look at whom it \
                    has to tell."
                .into(),
        ..Finding::default()
    }
}
