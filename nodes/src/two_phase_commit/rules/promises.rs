//! Rules about what a bank promises by its yes, and how it keeps that.

use kit::contract::commit::{Deed, Msg, OPENING, Outcome, Record, Txn, Vote};
use kit::money::rupees;
use kit::world::What;

use super::{YES, name, word};
use crate::two_phase_commit::Played;
use crate::two_phase_commit::books::{Doing, Eye, Moment, watch};
use grader::property::{Check, Finding};

pub(super) fn yes_is_durable_first(_: &Played) -> Eye<'_> {
    watch(move |moment| {
        let Doing::Sends { msg: Msg::Vote { txn, vote: Vote::Yes }, .. } = moment.doing else {
            return Check::Silent;
        };
        let node = moment.node();
        let prepared = node.prepared(*txn);
        let change = moment.books.change(*txn, moment.who);
        let lies = match prepared {
            Some(yes) if yes.synced && change.is_none_or(|change| change == yes.is.0) => return Check::Holds,
            Some(yes) if yes.synced => "has another amount",
            Some(_) => "is written and not synced",
            None => "has nothing of it",
        };
        Check::Broken(Finding {
            observed: format!("{} votes yes to {}; its disk {lies}", moment.name(), name(*txn)),
            required: "all that it needs to commit, synced before the yes leaves".into(),
            consequence: format!(
                "If it crashes now it comes back and knows nothing of {}. The others commit, and it cannot.",
                name(*txn)
            ),
            suspicion: "Often the cause: a yes is taken for an opinion. It is a promise, and promises outlive crashes."
                .into(),
            ..Finding::default()
        })
    })
}

pub(super) fn yes_needs_the_money(_: &Played) -> Eye<'_> {
    watch(move |moment| {
        let node = moment.node();
        match moment.doing {
            Doing::Sends { msg: Msg::Vote { txn, vote: Vote::ReadOnly }, .. } => {
                match moment.books.change(*txn, moment.who) {
                    Some(0) | None => Check::Holds,
                    Some(_) => Check::Broken(Finding {
                        observed: format!("{} votes read only to {}", moment.name(), name(*txn)),
                        required: "yes or no: its account changes".into(),
                        consequence: "Nobody tells it the outcome. Its part of the transfer never happens."
                            .into(),
                        ..Finding::default()
                    }),
                }
            }
            Doing::Hears { msg: Msg::Prepare { txn, change, .. }, .. } => no_is_said(moment, *txn, *change),
            Doing::Writes(Record::Prepared { txn, change, .. }) => {
                if let Some(other) = node.locked_for_another(*txn) {
                    return Check::Broken(over_a_lock(moment, *txn, other));
                }
                let other = node.promised().find(|of| of != txn && node.decided(*of).is_none());
                let paise = node.paise(OPENING);
                let observed = match other {
                    Some(other) => {
                        format!("{} prepares {}, in doubt about {}", moment.name(), name(*txn), name(other))
                    }
                    None if paise + change < 0 => format!(
                        "{} prepares {} over {}; its account holds {}",
                        moment.name(),
                        name(*txn),
                        rupees(-change),
                        rupees(paise)
                    ),
                    None => return Check::Holds,
                };
                Check::Broken(cannot(observed, other))
            }
            _ => Check::Silent,
        }
    })
}

/// Who cannot do its part says so in the step in which it is asked.
fn no_is_said(moment: &Moment<'_, '_>, txn: Txn, change: i64) -> Check {
    let node = moment.node();
    let known = node.prepared(txn).is_some() || node.decided(txn).is_some() || node.voted(txn, Vote::No);
    let other = node.promised().find(|of| node.decided(*of).is_none());
    let cannot = change != 0 && (other.is_some() || node.paise(OPENING) + change < 0);
    let votes =
        |what: &What<_>| matches!(what, What::Sent { msg: Msg::Vote { txn: of, .. }, .. } if *of == txn);
    if !moment.is_bank() || known || !cannot || moment.is_cut_short() || moment.said().any(votes) {
        return Check::Silent;
    }
    let why = match other {
        Some(other) => format!("is in doubt about {}", name(other)),
        None => format!("holds {}", rupees(node.paise(OPENING))),
    };
    Check::Broken(Finding {
        observed: format!(
            "{} cannot do its part of {}, for it {why}, and does not vote",
            moment.name(),
            name(txn)
        ),
        required: "a no, at once: it does not wait".into(),
        consequence: "The coordinator waits as long as it can, and every other bank is locked meanwhile."
            .into(),
        section: Some(YES),
        ..Finding::default()
    })
}

fn over_a_lock(moment: &Moment<'_, '_>, txn: Txn, other: Txn) -> Finding {
    Finding {
        observed: format!(
            "{} prepares {}, with its account locked for {}",
            moment.name(),
            name(txn),
            name(other)
        ),
        required: "the account free, or a no".into(),
        consequence: "Two transactions have the same account, or nobody will ever free it from the first."
            .into(),
        suspicion: "Often the cause: the lock is taken for a look at the account, and kept after a no."
            .into(),
        section: Some(YES),
        ..Finding::default()
    }
}

fn cannot(observed: String, other: Option<Txn>) -> Finding {
    Finding {
        observed,
        required: "a no: this may turn out to be more than it can do".into(),
        consequence: match other {
            Some(_) => {
                "What the account holds depends on an outcome that nobody here knows. Both may commit."
            }
            None => "It has promised what it does not have, and must keep the promise.",
        }
        .into(),
        suspicion: match other {
            Some(_) => "Often the cause: the lock is given back with the vote, or is forgotten in a restart.",
            None => {
                "Often the cause: what is committed is not counted, or not counted again after a restart."
            }
        }
        .into(),
        section: other.map(|_| YES),
        ..Finding::default()
    }
}

pub(super) fn account_is_locked_in_doubt(_: &Played) -> Eye<'_> {
    watch(move |moment| {
        // The wake-up itself may come before the locks; all else may not.
        let looks =
            matches!(moment.doing, Doing::Sends { .. } | Doing::Hears { .. } | Doing::Fires(_) | Doing::Ends);
        let node = moment.node();
        if !moment.is_bank() || !looks || node.down {
            return Check::Silent;
        }
        let doubts: Vec<Txn> = node.promised().filter(|txn| node.in_doubt(*txn)).collect();
        let Some(open) = doubts.iter().find(|txn| !node.locked(**txn)) else {
            return if doubts.is_empty() { Check::Silent } else { Check::Holds };
        };
        let ended = node.ended(*open).is_some();
        let observed = if ended {
            format!("{} has freed the account, in doubt about {}", moment.name(), name(*open))
        } else {
            format!("{} is in doubt about {}, and its account is not locked", moment.name(), name(*open))
        };
        Check::Broken(Finding {
            observed,
            required: "the account locked, from the yes to the outcome".into(),
            consequence:
                "Others see and change what is not decided. If it commits later, it commits over their work."
                    .into(),
            suspicion: if moment.run.events[..=moment.event]
                .iter()
                .any(|event| event.who == Some(moment.who) && matches!(event.what, What::Restarted { .. }))
            {
                "Often the cause: a lock lies in memory. After a crash only the disk says that there was one."
                    .into()
            } else {
                "Often the cause: the lock is taken with the outcome, or after the yes has left.".into()
            },
            ..Finding::default()
        })
    })
}

/// The outcome that a bank takes here for one transaction.
fn takes(doing: &Doing<'_>) -> Option<(Txn, Outcome)> {
    Some(match doing {
        Doing::Writes(Record::Decided { txn, outcome, .. })
        | Doing::Sends { msg: Msg::Tell { txn, outcome: Some(outcome) }, .. } => (*txn, *outcome),
        // Who votes no says that it has aborted.
        Doing::Sends { msg: Msg::Vote { txn, vote: Vote::No }, .. } => (*txn, Outcome::Abort),
        Doing::Does(Deed::Commits { txn, .. }) => (*txn, Outcome::Commit),
        Doing::Does(Deed::Aborts { txn }) => (*txn, Outcome::Abort),
        _ => return None,
    })
}

pub(super) fn in_doubt_decides_nothing(_: &Played) -> Eye<'_> {
    watch(move |moment| {
        if !moment.is_bank() {
            return Check::Silent;
        }
        let node = moment.node();
        let doubts = |txn: Txn| node.in_doubt(txn);
        let Some((txn, outcome)) = takes(&moment.doing) else {
            let waits = matches!(moment.doing, Doing::Fires(_) | Doing::Wakes);
            return if waits && node.promised().any(doubts) { Check::Holds } else { Check::Silent };
        };
        // Nobody is bound by a yes that is not on the disk, unless it has left already.
        let bound = doubts(txn) || (node.voted(txn, Vote::Yes) && node.decided(txn).is_none());
        if node.heard(txn, outcome) || (!bound && outcome == Outcome::Abort) || node.decided(txn).is_some() {
            return if bound { Check::Holds } else { Check::Silent };
        }
        let alone = moment.books.transfer(txn).is_some_and(|transfer| transfer.changes.len() == 1);
        // Its record may be half of what it decided alone, cut off by a crash.
        if alone && !node.voted(txn, Vote::Yes) {
            return Check::Silent;
        }
        Check::Broken(Finding {
            observed: format!("{} {}s {}; nobody has told it so", moment.name(), word(outcome), name(txn)),
            required: "to wait, with the account locked, and to ask".into(),
            consequence: match outcome {
                Outcome::Abort => {
                    "Its yes is out. The coordinator may have counted it and committed: then the money is in one bank \
                     only."
                }
                Outcome::Commit => "Another bank may have voted no: then money comes into being here.",
            }
            .into(),
            suspicion: match moment.cause() {
                Some(What::Fired(_)) => "Often the cause: silence is taken for an answer. It says nothing.",
                Some(What::Restarted { .. }) => {
                    "Often the cause: a restart is taken for an abort. That holds for who has not voted."
                }
                _ => "Often the cause: another transaction's outcome, or a bank that does not know either.",
            }
            .into(),
            ..Finding::default()
        })
    })
}

pub(super) fn outcome_is_taken_at_once(_: &Played) -> Eye<'_> {
    watch(move |moment| {
        let Doing::Hears {
            msg: Msg::Decide { txn, outcome } | Msg::Tell { txn, outcome: Some(outcome) },
            ..
        } = moment.doing
        else {
            return Check::Silent;
        };
        if !moment.is_bank() || !moment.node().in_doubt(*txn) || moment.is_cut_short() {
            return Check::Silent;
        }
        let wrote = |what: &What<_>| matches!(what, What::Wrote(Record::Decided { txn: of, outcome: is, .. }) if (of, is) == (txn, outcome));
        let mut after = moment.said().skip_while(|what| !wrote(what));
        let written = after.next().is_some();
        if written && after.any(|what| matches!(what, What::Synced { .. })) {
            return Check::Holds;
        }
        let lies = if written { "it is not synced" } else { "its disk has nothing of it" };
        Check::Broken(Finding {
            observed: format!("{} is told to {} {}, and {lies}", moment.name(), word(*outcome), name(*txn)),
            required: "the outcome on its disk, synced".into(),
            consequence: "It goes on being in doubt, with the account locked, though it has been told."
                .into(),
            suspicion: "Often the cause: only one kind of message, or only the coordinator, is believed."
                .into(),
            ..Finding::default()
        })
    })
}

pub(super) fn outcome_is_applied_once(_: &Played) -> Eye<'_> {
    watch(move |moment| {
        if !moment.is_bank() || moment.node().down {
            return Check::Silent;
        }
        match moment.doing {
            Doing::Does(Deed::Commits { txn, change }) => applied(moment, txn, Outcome::Commit, Some(change)),
            Doing::Does(Deed::Aborts { txn }) => applied(moment, txn, Outcome::Abort, None),
            Doing::Sends { msg: Msg::Done { txn }, .. } => done(moment, *txn),
            Doing::Hears { msg: Msg::Decide { txn, .. }, .. } if says_no_done(moment, *txn) => {
                Check::Broken(no_done(moment, *txn))
            }
            Doing::Hears { .. } | Doing::Fires(_) | Doing::Ends => left_out(moment),
            Doing::Sends { .. } if matches!(moment.cause(), Some(What::Restarted { .. })) => {
                left_out_of_account(moment)
            }
            _ => Check::Silent,
        }
    })
}

fn applied(moment: &Moment<'_, '_>, txn: Txn, outcome: Outcome, change: Option<i64>) -> Check {
    let node = moment.node();
    let safe = node.decided(txn).is_some_and(|decided| decided.synced && decided.is == outcome);
    let promised = node.prepared(txn).map(|yes| yes.is.0);
    let other = change.filter(|change| promised.is_some_and(|promised| promised != *change));
    let nothing_promised = promised.is_none() && change.is_some_and(|change| change != 0);
    let observed = if node.ended(txn).is_some() {
        format!("{} applies {} again", moment.name(), name(txn))
    } else if let Some(other) = other {
        format!("{} changes its account by {} paise", moment.name(), other)
    } else if nothing_promised {
        format!("{} commits {}, and its disk does not have the amount", moment.name(), name(txn))
    } else if !safe && (outcome == Outcome::Commit || promised.is_some()) {
        format!("{} {}s {}, and its disk does not have that synced", moment.name(), word(outcome), name(txn))
    } else {
        return Check::Holds;
    };
    Check::Broken(Finding {
        observed,
        required: "the outcome, once in each life, and when it is on the disk".into(),
        consequence: match node.ended(txn) {
            Some(_) if outcome == Outcome::Commit => "The account is changed twice by one transfer.",
            Some(_) => "It frees again what may be locked for another transfer by now.",
            None => "A crash now brings the account back as it was, and in doubt: it would be applied again, or not.",
        }
        .into(),
        suspicion: match node.ended(txn) {
            Some(_) => "Often the cause: the outcome came twice, and what is decided was not looked at.".into(),
            None => String::new(),
        },
        ..Finding::default()
    })
}

fn done(moment: &Moment<'_, '_>, txn: Txn) -> Check {
    let node = moment.node();
    let reads = moment.books.change(txn, moment.who) == Some(0) && node.prepared(txn).is_none();
    let decided = node.decided(txn);
    let lies = match decided {
        _ if reads => return Check::Holds,
        Some(decided) if !decided.synced => "the outcome is not synced",
        Some(decided) if node.prepared(txn).is_some() && still_to_apply(moment, txn, decided.is) => {
            return Check::Broken(early(moment, txn, &format!("has not applied the {}", word(decided.is))));
        }
        Some(_) => return Check::Holds,
        None => "its disk has no outcome",
    };
    Check::Broken(early(moment, txn, &format!("and {lies}")))
}

/// The deed of this life that is missing: an abort only has a lock to free.
fn still_to_apply(moment: &Moment<'_, '_>, txn: Txn, outcome: Outcome) -> bool {
    let node = moment.node();
    node.locked(txn) || (outcome == Outcome::Commit && node.ended(txn).is_none())
}

/// Whether it is told here once more what it has on its disk, and does not confirm that.
fn says_no_done(moment: &Moment<'_, '_>, txn: Txn) -> bool {
    let node = moment.node();
    let done = |what: &What<_>| matches!(what, What::Sent { msg: Msg::Done { txn: of }, .. } if *of == txn);
    node.decided(txn).is_some_and(|decided| decided.synced)
        && !moment.is_cut_short()
        && !moment.said().any(done)
}

fn no_done(moment: &Moment<'_, '_>, txn: Txn) -> Finding {
    Finding {
        observed: format!(
            "{} is told the outcome of {} once more, and does not say done",
            moment.name(),
            name(txn)
        ),
        required: "Done, each time that Decide comes".into(),
        consequence:
            "Whoever tells it cannot know that it has heard: its first Done may be lost. It is told for ever."
                .into(),
        ..Finding::default()
    }
}

fn early(moment: &Moment<'_, '_>, txn: Txn, what: &str) -> Finding {
    Finding {
        observed: format!("{} says done of {}, {what}", moment.name(), name(txn)),
        required: "the outcome on its disk and applied, and then Done".into(),
        consequence:
            "Done means that nobody need tell it again. If it crashes now, nobody will; and a late Prepare \
                      would find that it knows nothing."
                .into(),
        ..Finding::default()
    }
}

/// What a restart has to apply again.
fn left_out(moment: &Moment<'_, '_>) -> Check {
    let node = moment.node();
    let aborted = |txn: &Txn| {
        node.decided(*txn).is_some_and(|decided| decided.synced && decided.is == Outcome::Abort)
            && node.locked(*txn)
    };
    match node.promised().find(aborted) {
        None => left_out_of_account(moment),
        Some(txn) => Check::Broken(Finding {
            observed: format!(
                "{} has {} aborted on its disk, and its account locked for it",
                moment.name(),
                name(txn)
            ),
            required: "the account free again".into(),
            consequence: "Nobody comes to free it, for all is over.".into(),
            suspicion: "Often the cause: only one of the ways to learn an outcome applies it.".into(),
            ..Finding::default()
        }),
    }
}

fn left_out_of_account(moment: &Moment<'_, '_>) -> Check {
    let node = moment.node();
    let committed = |txn: &Txn| {
        node.decided(*txn).is_some_and(|decided| decided.synced && decided.is == Outcome::Commit)
            && node.ended(*txn).is_none()
    };
    match node.promised().find(committed) {
        None => Check::Silent,
        Some(txn) => Check::Broken(Finding {
            observed: format!("{} has {} committed on its disk, and not in its account", moment.name(), name(txn)),
            required: "what the disk has committed, in every life".into(),
            consequence: "The account shows what it held before the transfer.".into(),
            suspicion: "Often the cause: the crash came between the record and the deed, or memory was taken for the \
                        account."
                .into(),
            ..Finding::default()
        }),
    }
}
