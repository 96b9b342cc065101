//! Rules about what is asked and answered while somebody is in doubt.

use kit::contract::commit::{COORDINATOR, Commit, Msg, Outcome, Txn};
use kit::world::{NodeId, What};

use super::{name, word};
use crate::two_phase_commit::Played;
use crate::two_phase_commit::books::{Doing, Eye, Moment, watch};
use grader::property::{Check, Finding};

/// The transactions that a bank is in doubt about when its timer `doubt` goes off, in a step that no
/// crash cuts short.
fn doubts(moment: &Moment<'_, '_>) -> Vec<Txn> {
    if !matches!(moment.doing, Doing::Fires("doubt")) || !moment.is_bank() || moment.is_cut_short() {
        return Vec::new();
    }
    let node = moment.node();
    node.promised().filter(|txn| node.in_doubt(*txn)).collect()
}

fn asks(moment: &Moment<'_, '_>, whom: NodeId, txn: Txn) -> bool {
    moment
        .said()
        .any(|what| matches!(what, What::Sent { to, msg: Msg::Ask { txn: of } } if (*to, *of) == (whom, txn)))
}

fn not_asked(moment: &Moment<'_, '_>, whom: NodeId, txn: Txn) -> Check {
    Check::Broken(Finding {
        observed: format!(
            "{} is in doubt about {}, and does not ask {}",
            moment.name(),
            name(txn),
            moment.run.name(whom)
        ),
        required: format!("Ask to {}, each time that `doubt` goes off", moment.run.name(whom)),
        consequence: if whom == COORDINATOR {
            "What the coordinator told it may be lost; and of an abort a coordinator that has crashed tells nobody \
             unasked."
                .into()
        } else {
            format!(
                "{} may know, or not have voted. The account stays locked for want of a question.",
                moment.run.name(whom)
            )
        },
        ..Finding::default()
    })
}

pub(super) fn coordinator_is_asked(_: &Played) -> Eye<'_> {
    watch(move |moment| {
        let doubts = doubts(moment);
        match doubts.iter().find(|txn| !asks(moment, COORDINATOR, **txn)) {
            Some(txn) => not_asked(moment, COORDINATOR, *txn),
            None if doubts.is_empty() => Check::Silent,
            None => Check::Holds,
        }
    })
}

pub(super) fn other_banks_are_asked(_: &Played) -> Eye<'_> {
    watch(move |moment| {
        let mut asked = false;
        for txn in doubts(moment) {
            let with = moment.node().prepared(txn).map_or(&[][..], |yes| yes.is.1);
            // The record may leave out who takes part; the transfer does not.
            let transfer = moment.books.transfer(txn);
            let changes = transfer.into_iter().flat_map(|transfer| &transfer.changes);
            let banks = changes.filter(|(_, change)| *change != 0).map(|(bank, _)| *bank);
            for bank in banks.chain(with.iter().copied()).filter(|bank| *bank != moment.who) {
                asked = true;
                if !asks(moment, bank, txn) {
                    return not_asked(moment, bank, txn);
                }
            }
        }
        if asked { Check::Holds } else { Check::Silent }
    })
}

/// Who asks here about what, in a step that no crash cuts short.
fn question(moment: &Moment<'_, '_>) -> Option<(NodeId, Txn)> {
    match moment.doing {
        Doing::Hears { from, msg: Msg::Ask { txn } } if !moment.is_cut_short() => Some((from, *txn)),
        _ => None,
    }
}

/// What is told here to whom about what; `None` if nothing is.
fn told(moment: &Moment<'_, '_>, whom: NodeId, txn: Txn) -> Option<Option<Outcome>> {
    moment.said().find_map(|what: &What<Commit>| match what {
        What::Sent { to, msg: Msg::Tell { txn: of, outcome } } if (*to, *of) == (whom, txn) => Some(*outcome),
        What::Sent { to, msg: Msg::Decide { txn: of, outcome } } if (*to, *of) == (whom, txn) => {
            Some(Some(*outcome))
        }
        _ => None,
    })
}

fn wrong_word(
    moment: &Moment<'_, '_>,
    txn: Txn,
    said: Option<Option<Outcome>>,
    required: &str,
    why: &str,
) -> Check {
    let said = match said {
        None => "does not answer".to_owned(),
        Some(None) => "tells that it does not know".to_owned(),
        Some(Some(outcome)) => format!("tells {}", word(outcome)),
    };
    Check::Broken(Finding {
        observed: format!("asked about {}, {} {said}", name(txn), moment.name()),
        required: required.to_owned(),
        consequence: why.to_owned(),
        ..Finding::default()
    })
}

pub(super) fn coordinator_tells_what_it_knows(_: &Played) -> Eye<'_> {
    watch(move |moment| {
        let Some((from, txn)) = question(moment).filter(|_| !moment.is_bank()) else { return Check::Silent };
        let node = moment.node();
        let said = told(moment, from, txn);
        if moment.books.node(from).is_some_and(|bank| bank.decided(txn).is_some()) {
            // A late question of a bank that knows by now. What it is told changes nothing.
            return Check::Silent;
        }
        let committed = node.decided(txn).is_some_and(|decided| decided.is == Outcome::Commit)
            || node.told(txn, Outcome::Commit);
        if committed {
            return match said {
                Some(Some(Outcome::Commit)) => Check::Holds,
                said => {
                    wrong_word(moment, txn, said, "commit", "It has committed, and this bank cannot know.")
                }
            };
        }
        if node.owes(txn) {
            return match said {
                Some(None | Some(Outcome::Abort)) => Check::Holds,
                said => wrong_word(
                    moment,
                    txn,
                    said,
                    "that it does not know, or abort and then no commit",
                    "Votes are still coming in.",
                ),
            };
        }
        match said {
            Some(Some(Outcome::Abort)) => Check::Holds,
            said => wrong_word(
                moment,
                txn,
                said,
                "abort",
                "Nothing on its disk says commit, so nobody has heard of one. If it does not say abort, nobody ever \
                 will: the bank stays in doubt, and its account locked.",
            ),
        }
    })
}

pub(super) fn bank_tells_what_it_knows(_: &Played) -> Eye<'_> {
    watch(move |moment| {
        let Some((from, txn)) = question(moment).filter(|_| moment.is_bank()) else { return Check::Silent };
        let node = moment.node();
        let said = told(moment, from, txn);
        if let Some(decided) = node.decided(txn) {
            return match said {
                Some(Some(outcome)) if outcome == decided.is => Check::Holds,
                said => {
                    wrong_word(moment, txn, said, word(decided.is), "It knows, and the other bank waits.")
                }
            };
        }
        if node.prepared(txn).is_some() {
            return match said {
                Some(None) => Check::Holds,
                said => wrong_word(
                    moment,
                    txn,
                    said,
                    "that it does not know",
                    "It has voted yes and heard nothing. That both of them wait says nothing about the outcome.",
                ),
            };
        }
        let safe =
            moment.said().any(|what| matches!(what, What::Synced { .. })) || node.told(txn, Outcome::Abort);
        match said {
            Some(Some(Outcome::Abort)) if safe => Check::Holds,
            Some(Some(Outcome::Abort)) => wrong_word(
                moment,
                txn,
                said,
                "the abort on its disk, synced, and then the word",
                "If it crashes now it knows nothing of what it told. A late Prepare would get its yes, and the others \
                 would commit.",
            ),
            said => wrong_word(
                moment,
                txn,
                said,
                "abort: it has not voted",
                "Without its yes nobody can have committed. It is the one bank that may end the doubt, and lets it be.",
            ),
        }
    })
}
