//! Rules about the end: the client is told, what can be done is done, and nobody waits for ever.

use kit::contract::commit::{Commit, Msg, OPENING, Outcome, Txn, Vote};
use kit::plan::Act;
use kit::world::{Ending, Run, What};

use super::name;
use crate::two_phase_commit::Played;
use crate::two_phase_commit::books::{Doing, Eye, Moment, watch};
use grader::property::{Check, Finding};

pub(super) fn every_transfer_is_answered(seen: &Played) -> Eye<'_> {
    watch(move |moment| {
        if moment.is_bank() {
            return Check::Silent;
        }
        let owed = moment.node().owed();
        match moment.doing {
            Doing::Asked(_) => Check::Holds,
            Doing::Answers { id, .. } if !owed.iter().any(|(of, _)| *of == id) => Check::Broken(Finding {
                observed: "answers what it has answered, or was not asked in this life".into(),
                required: "one answer to a transfer".into(),
                consequence: "The client has gone, and believes the first.".into(),
                ..Finding::default()
            }),
            Doing::Ends if seen.ending.is_some() => match owed.first() {
                None => Check::Silent,
                Some((_, txn)) => Check::Broken(unanswered(seen, *txn)),
            },
            _ => Check::Silent,
        }
    })
}

fn unanswered(seen: &Played, txn: Txn) -> Finding {
    Finding {
        observed: format!("no answer to {}", name(txn)),
        required: "committed or aborted".into(),
        consequence: "Every fault is over, every message arrives, time goes on; and the client still waits."
            .into(),
        suspicion: match seen.ending {
            Some(Ending::Quiet) => "Often the cause: a vote got lost, and nobody looks at the clock.",
            _ => "Often the cause: it waits for a vote that has come, or will never come.",
        }
        .into(),
        ..Finding::default()
    }
}

pub(super) fn nobody_stays_in_doubt(seen: &Played) -> Eye<'_> {
    watch(move |moment| {
        if !moment.is_bank() {
            return Check::Silent;
        }
        let node = moment.node();
        match moment.doing {
            Doing::Sends { msg: Msg::Vote { vote: Vote::Yes, .. }, .. } => Check::Holds,
            Doing::Ends if seen.ending.is_some() => {
                match node.promised().find(|txn| node.decided(*txn).is_none()) {
                    Some(txn) => Check::Broken(stuck(moment, txn)),
                    None => Check::Silent,
                }
            }
            _ => Check::Silent,
        }
    })
}

fn stuck(moment: &Moment<'_, '_>, txn: Txn) -> Finding {
    let told = [Outcome::Commit, Outcome::Abort].into_iter().any(|outcome| moment.node().heard(txn, outcome));
    let coordinator = moment.books.coordinator();
    let committed = coordinator.decided(txn).is_some_and(|decided| decided.is == Outcome::Commit);
    let suspicion = if told {
        "it was told, and takes that for something else."
    } else if committed {
        "the coordinator told it once, and the message got lost; or a restart made it forget whom it had to tell."
    } else {
        "nobody remembers the transaction, and nobody answers for it."
    };
    Finding {
        observed: format!("{} is in doubt about {}", moment.name(), name(txn)),
        required: "an outcome, now that all are up and connected".into(),
        consequence:
            "Its account is locked, and every other transfer there is refused. Nobody comes to free it."
                .into(),
        suspicion: format!("Often the cause: {suspicion}"),
        ..Finding::default()
    }
}

pub(super) fn undisturbed_transfer_commits(seen: &Played) -> Eye<'_> {
    let last = calm_phases(&seen.run);
    let quiet = quiet_phases(&seen.run);
    // The transfer that is alone in the world, if there is one.
    let mut alone: Option<Txn> = None;
    // The last phase in which its answer counts.
    let mut until = 0;
    watch(move |moment| match moment.doing {
        Doing::Asked(id) => {
            let busy = !moment.node().owed().is_empty();
            let transfer = &moment.run.requests[id.0 as usize];
            let can = transfer.changes.iter().all(|(bank, change)| {
                let Some(node) = moment.books.node(*bank) else { return false };
                let free = node.promised().all(|txn| node.decided(txn).is_some());
                free && node.paise(OPENING) + change >= 0
            });
            let phase = moment.run.phase_of(moment.event);
            until = if phase <= last { last } else { phase };
            let calm = phase <= last || (quiet.contains(&phase) && moment.books.all_are_up());
            alone = (can && !busy && calm).then_some(transfer.txn);
            Check::Silent
        }
        Doing::Answers { id, outcome } => {
            let txn = moment.run.requests.get(id.0 as usize).map(|transfer| transfer.txn);
            let phase = moment.run.phase_of(moment.event);
            if outcome == Outcome::Abort && phase <= last && nobody_refused(moment, txn) {
                return Check::Broken(aborted(moment, txn));
            }
            if alone.is_none() || txn != alone || phase > until {
                return Check::Silent;
            }
            if outcome == Outcome::Commit { Check::Holds } else { Check::Broken(aborted(moment, txn)) }
        }
        _ => Check::Silent,
    })
}

/// Nothing but a request or a vote has come, no vote was a no, and still it is over. Banks that are asked,
/// and have another transfer under way, say so themselves.
fn nobody_refused(moment: &Moment<'_, '_>, txn: Option<Txn>) -> bool {
    let came = match moment.cause() {
        Some(What::Asked(_)) => true,
        Some(What::Delivered { message, .. }) => {
            matches!(moment.run.message(*message), Some((.., Msg::Vote { .. })))
        }
        _ => false,
    };
    came && txn.is_some_and(|txn| !moment.node().refused(txn))
}

/// Phases that do nothing but ask, after others that only made nodes crash between two steps, come back,
/// and look at the clock. Nothing is on the way when they begin, and nothing waits for what comes.
fn quiet_phases(run: &Run<Commit>) -> Vec<usize> {
    let asks = |act: &Act| matches!(act, Act::Ask { .. } | Act::At(_));
    let over = |act: &Act| {
        asks(act) || matches!(act, Act::Crash { after: None, .. } | Act::Restart(_) | Act::TimesOut { .. })
    };
    let phases = run.plan.phases.iter().take_while(|phase| phase.acts.iter().all(over));
    let quiet = (1..).zip(phases).filter(|(_, phase)| phase.acts.iter().all(asks));
    quiet.map(|(number, _)| number).collect()
}

/// How many phases there are, from the first, in which the plan disturbs nobody. They count from 1.
fn calm_phases(run: &Run<Commit>) -> usize {
    let waits = |act: &Act| matches!(act, Act::HoldAll | Act::ReleaseAll | Act::Deliver { .. });
    let held = run.plan.phases.iter().flat_map(|phase| &phase.acts).any(waits);
    // Who waits for mail that is held, and sees time pass, is disturbed.
    let calm = |act: &Act| {
        matches!(act, Act::Ask { .. }) || if held { waits(act) } else { matches!(act, Act::At(_)) }
    };
    let rough = run.plan.phases.iter().position(|phase| !phase.acts.iter().all(calm));
    let all = run.plan.phases.len();
    // In the final phase time passes; mail that nobody held has arrived before.
    let late =
        held.then(|| run.events.iter().position(|event| matches!(event.what, What::Fired(_)))).flatten();
    let calm = rough.unwrap_or(all + 1);
    late.map_or(calm, |fired| calm.min(run.phase_of(fired).saturating_sub(1)))
}

fn aborted(moment: &Moment<'_, '_>, txn: Option<Txn>) -> Finding {
    let no = txn.is_some_and(|txn| moment.node().refused(txn));
    let reads = txn.is_some_and(|txn| moment.books.reads_only(txn));
    Finding {
        observed: "aborted".into(),
        required: "committed".into(),
        consequence: "No bank has a reason to refuse, and nothing got lost. The money is where it was."
            .into(),
        suspicion: if no {
            "Often the cause: a bank votes no to what it can do: look at how it compares balance and change."
                .into()
        } else if reads {
            "Often the cause: a bank that only reads has voted, and that was not taken for consent.".into()
        } else {
            "Often the cause: the decision does not wait for the last vote.".into()
        },
        ..Finding::default()
    }
}
