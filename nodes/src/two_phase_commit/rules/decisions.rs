//! Rules about the one decision: when it may be a commit, where it must lie, and that there is one.

use kit::contract::commit::{Deed, Msg, Outcome, Record, Txn, Vote};
use kit::world::{Fold, NodeId, What};

use super::{name, vote_word, word};
use crate::two_phase_commit::Played;
use crate::two_phase_commit::books::{Doing, Eye, Moment, watch};
use grader::property::{Check, Finding};

/// The transaction of which a coordinator says here that it commits.
fn commits(doing: &Doing<'_>, moment: &Moment<'_, '_>) -> Option<Txn> {
    match doing {
        Doing::Writes(Record::Decided { txn, outcome: Outcome::Commit, .. })
        | Doing::Sends {
            msg:
                Msg::Decide { txn, outcome: Outcome::Commit } | Msg::Tell { txn, outcome: Some(Outcome::Commit) },
            ..
        } => Some(*txn),
        Doing::Answers { id, outcome: Outcome::Commit } => asked(moment, *id),
        _ => None,
    }
}

fn asked(moment: &Moment<'_, '_>, id: kit::world::RequestId) -> Option<Txn> {
    moment.run.requests.get(id.0 as usize).map(|transfer| transfer.txn)
}

pub(super) fn commit_needs_every_yes(_: &Played) -> Eye<'_> {
    watch(move |moment| {
        let Some(txn) = commits(&moment.doing, moment).filter(|_| !moment.is_bank()) else {
            return Check::Silent;
        };
        let node = moment.node();
        let known = node.decided(txn).is_some_and(|decided| decided.is == Outcome::Commit);
        if known || node.told(txn, Outcome::Commit) {
            return Check::Silent;
        }
        let Some(transfer) = moment.books.transfer(txn) else {
            return Check::Broken(no_yes(moment, txn, None));
        };
        // A bank that decided alone has told what it did.
        if transfer.changes.len() == 1 && node.heard(txn, Outcome::Commit) {
            return Check::Holds;
        }
        let counts = |bank: NodeId| matches!(node.ballot(txn, bank), Some(Vote::Yes | Vote::ReadOnly));
        let missing = transfer.changes.iter().map(|(bank, _)| *bank).find(|bank| !counts(*bank));
        match missing {
            None if !node.refused(txn) => Check::Holds,
            missing => Check::Broken(no_yes(moment, txn, missing)),
        }
    })
}

fn no_yes(moment: &Moment<'_, '_>, txn: Txn, missing: Option<NodeId>) -> Finding {
    let node = moment.node();
    let heard = missing.and_then(|bank| node.ballot(txn, bank));
    let (bank, vote) = match (missing, heard) {
        (Some(bank), Some(vote)) => (moment.run.name(bank), format!("{} of", vote_word(vote))),
        (Some(bank), None) => (moment.run.name(bank), "no vote of".to_owned()),
        (None, _) => ("a bank", "a no of".to_owned()),
    };
    let earlier =
        missing.and_then(|bank| moment.books.node(bank)).is_some_and(|node| node.voted(txn, Vote::Yes));
    let suspicion = match (heard, moment.cause_is_timer()) {
        (Some(_), _) => "any vote was counted, and only the number of votes compared.",
        (None, true) => "no answer was taken for a yes.",
        (None, false) if node.owes(txn) && earlier => "votes were counted, and one of them came twice.",
        (None, false) if !node.owes(txn) => {
            "a vote for what an earlier life has asked was counted. This life has asked nobody."
        }
        (None, false) => "a bank that was not asked, or has not answered, counts as one that agrees.",
    };
    Finding {
        observed: format!("commits {}, with {vote} {bank}", name(txn)),
        required: "a yes of every bank that takes part, heard in this life".into(),
        consequence: format!(
            "{bank} has promised nothing. It may be short of money, or never have heard of {}.",
            name(txn)
        ),
        suspicion: format!("Often the cause: {suspicion}"),
        ..Finding::default()
    }
}

pub(super) fn commit_is_durable_first(_: &Played) -> Eye<'_> {
    watch(move |moment| {
        if moment.is_bank() || matches!(moment.doing, Doing::Writes(_)) {
            return Check::Silent;
        }
        let Some(txn) = commits(&moment.doing, moment) else { return Check::Silent };
        let node = moment.node();
        let decided = node.decided(txn).filter(|decided| decided.is == Outcome::Commit);
        let alone = moment.books.transfer(txn).is_some_and(|transfer| transfer.changes.len() == 1);
        if decided.is_some_and(|decided| decided.synced) || (alone && node.heard(txn, Outcome::Commit)) {
            return Check::Holds;
        }
        let whom = match moment.doing {
            Doing::Sends { to, .. } => moment.run.name(to).to_owned(),
            _ => "the client".to_owned(),
        };
        let lies = if decided.is_some() { "is written and not synced" } else { "stands nowhere" };
        Check::Broken(Finding {
            observed: format!("tells {whom} that {} commits; on its disk that {lies}", name(txn)),
            required: "the commit on its disk, synced, and then the first who hears of it".into(),
            consequence: format!(
                "If it crashes now it comes back and knows nothing of a commit. It tells everybody else to abort, \
                 and {whom} has committed.",
            ),
            suspicion: "Often the cause: the record is written at the end of the step, or when all are done."
                .into(),
            ..Finding::default()
        })
    })
}

/// What a node shows here that it holds for the outcome.
fn shows(moment: &Moment<'_, '_>) -> Option<(Txn, Outcome)> {
    Some(match moment.doing {
        Doing::Does(Deed::Commits { txn, .. }) => (txn, Outcome::Commit),
        Doing::Does(Deed::Aborts { txn }) => (txn, Outcome::Abort),
        Doing::Answers { id, outcome } => (asked(moment, id)?, outcome),
        Doing::Sends { msg: Msg::Decide { txn, outcome }, .. } => (*txn, *outcome),
        // A coordinator may have forgotten what all have done, and says abort to a late question.
        Doing::Sends { msg: Msg::Tell { txn, outcome: Some(outcome) }, .. } if moment.is_bank() => {
            (*txn, *outcome)
        }
        Doing::Sends { msg: Msg::Done { txn }, .. } => (*txn, moment.node().decided(*txn)?.is),
        _ => return None,
    })
}

pub(super) fn all_decide_alike(_: &Played) -> Eye<'_> {
    let mut first: Vec<(Txn, Outcome, NodeId, usize)> = Vec::new();
    watch(move |moment| {
        let Some((txn, outcome)) = shows(moment) else { return Check::Silent };
        let Some((_, before, who, event)) = first.iter().find(|(of, ..)| *of == txn) else {
            first.push((txn, outcome, moment.who, moment.event));
            return Check::Silent;
        };
        if *before == outcome {
            return if *who == moment.who { Check::Silent } else { Check::Holds };
        }
        let step = moment.run.step_of(*event, Fold::Phases);
        let other = if *who == moment.who { "it".to_owned() } else { moment.run.name(*who).to_owned() };
        Check::Broken(Finding {
            observed: format!(
                "{}: {} of {}; in step {step} {other} was at {}",
                moment.name(),
                word(outcome),
                name(txn),
                word(*before)
            ),
            required: "one outcome".into(),
            consequence: match other.as_str() {
                "it" => "Whoever heard the first has acted on it.".to_owned(),
                _ => {
                    "The ₹30 are in one bank only, or in both. No protocol mends that: people do.".to_owned()
                }
            },
            suspicion: moment.teller(txn, outcome).map_or(String::new(), |teller| {
                format!(
                    "It was told so by {teller}. Often the cause: who says {} goes on as if it had not.",
                    word(outcome)
                )
            }),
            ..Finding::default()
        })
    })
}

pub(super) fn decided_stays_decided(_: &Played) -> Eye<'_> {
    watch(move |moment| {
        if !moment.is_bank() {
            return Check::Silent;
        }
        let node = moment.node();
        let over = |txn: Txn| {
            let told = [Outcome::Commit, Outcome::Abort].into_iter().find(|outcome| node.told(txn, *outcome));
            node.decided(txn).map(|decided| decided.is).or(told)
        };
        let (txn, what) = match moment.doing {
            Doing::Hears {
                msg: Msg::Prepare { txn, .. } | Msg::Decide { txn, .. } | Msg::Tell { txn, .. },
                ..
            } => {
                return if over(*txn).is_some() { Check::Holds } else { Check::Silent };
            }
            Doing::Writes(Record::Prepared { txn, .. }) => (*txn, "prepares"),
            // A restart may do again what its disk says, a lock and then the outcome.
            Doing::Does(Deed::Locks { txn })
                if node.ended(txn).is_none() && matches!(moment.cause(), Some(What::Restarted { .. })) =>
            {
                return Check::Silent;
            }
            Doing::Does(Deed::Locks { txn }) => (txn, "locks its account for"),
            Doing::Sends { msg: Msg::Vote { txn, vote: Vote::Yes }, .. }
                if over(*txn) == Some(Outcome::Abort) =>
            {
                (*txn, "votes yes to")
            }
            _ => return Check::Silent,
        };
        let Some(outcome) = over(txn) else { return Check::Silent };
        let forgot = node.decided(txn).is_none();
        Check::Broken(Finding {
            observed: format!("{} {what} {}, which is at {}", moment.name(), name(txn), word(outcome)),
            required: format!("{} for ever", word(outcome)),
            consequence: match outcome {
                Outcome::Abort => {
                    "Somebody has aborted on its word. If this yes is counted, the others commit; if it is not, \
                     nobody will ever end this doubt."
                }
                Outcome::Commit => "The account is locked for what is over, and nobody will free it.",
            }
            .into(),
            suspicion: if forgot {
                "Often the cause: what it told stood in memory, and a crash has emptied that; or it was forgotten \
                 when all seemed over."
                    .into()
            } else {
                "Often the cause: the message came late or twice, and was taken for a new one.".into()
            },
            ..Finding::default()
        })
    })
}
