//! Rules about what a call answers.

use grader::{Check, Finding};
use kit::sql::SqlError;

use super::rows::harms;
use super::{ARBITER, END, HOLDER, PROMISE, WHICH, named, outcome};
use crate::lease_table::run::{Answer, CallRecord, Hold, Run, instant, words};

pub(super) fn every_call_ends(run: &Run) -> Check {
    let finding = run.calls.iter().find_map(|record| {
        let answer = record.answer.as_ref().filter(|_| record.left_open)?;
        Some(Finding {
            step: record.step,
            observed: words(answer),
            required: "no open transaction".into(),
            consequence: "The call came back and its transaction is still open. Everybody else waits for it."
                .into(),
            suspicion:
                "Often the cause: a way out of the function, by ? or return, that passes neither COMMIT nor \
                        ROLLBACK."
                    .into(),
            section: None,
        })
    });
    outcome(run.calls.iter().any(|record| record.answer.is_some()), finding)
}

/// Whether `hold` may have been live at some moment of the call.
fn meets(run: &Run, record: &CallRecord, hold: &Hold) -> bool {
    let begun = hold.call.is_none_or(|other| run.calls[other].began < record.ended);
    begun && record.began_at < hold.expires_at
}

pub(super) fn free_lease_is_granted(run: &Run) -> Check {
    let mut tried = false;
    for (call, record) in run.calls.iter().enumerate() {
        let Some(answer) = &record.answer else { continue };
        let holds = run.holds(&record.call.name, call);
        let free = !holds.iter().any(|hold| meets(run, record, hold));
        if !free || !run.alone(call) || !run.undisturbed(call) || run.took_time(call) {
            continue;
        }
        tried = true;
        if matches!(answer, Ok(Some(_))) {
            continue;
        }
        let ended = |hold: &&Hold| hold.call.is_none_or(|other| run.calls[other].ended <= record.began);
        let last = holds.iter().filter(ended).max_by_key(|hold| hold.expires_at);
        return Check::Broken(not_granted(run, call, answer, last));
    }
    outcome(tried, None)
}

/// Whether a row was written for this name before the call began, although nobody was granted.
fn left_behind(run: &Run, record: &CallRecord) -> bool {
    run.turns[..record.began].iter().any(|turn| {
        let same = run.calls[turn.call].call.name == record.call.name;
        same && turn.effect.iter().any(|change| harms(change, turn.at))
    })
}

/// Why a free lease was not granted; `last` is the last grant of it.
fn why_not(run: &Run, call: usize, last: Option<&Hold>) -> (&'static str, &'static str) {
    let record = &run.calls[call];
    let wrote_a_lease =
        run.turns_of(call).any(|(_, turn)| turn.effect.iter().any(|change| harms(change, turn.at)));
    let boundary = last.is_some_and(|last| last.expires_at == record.began_at);
    let own = last.and_then(|last| last.call).is_some_and(|other| run.pod(other) == run.pod(call));
    if record.asked && !record.stores.shared {
        ("the lease was looked up in a database that the others do not see.", WHICH)
    } else if wrote_a_lease {
        ("the row says that the lease was taken, and the answer does not.", PROMISE)
    } else if run.cast.ahead_ms(run.client(call)) != 0 {
        ("the pod's own clock was asked what time it is.", END)
    } else if boundary {
        ("a comparison that leaves the instant of the end to nobody.", END)
    } else if own && record.names_pod {
        ("a row that its own pod has left behind is taken for a living holder.", HOLDER)
    } else if last.is_some() {
        ("an expired row is never overwritten, or its end is not the one that was granted.", END)
    } else if left_behind(run, record) {
        ("a call that was not granted has left its row behind.", PROMISE)
    } else if run.wrote(call) {
        ("a row that nobody holds is taken for a live one.", END)
    } else {
        ("a lease that was never granted has no row, and nobody makes one.", ARBITER)
    }
}

fn not_granted(run: &Run, call: usize, answer: &Answer, last: Option<&Hold>) -> Finding {
    let record = &run.calls[call];
    let now = instant(record.began_at);
    let before = last.map(|last| match last.expires_at == record.began_at {
        true => format!("The last grant of {} ends at {now}, and it is {now}.", record.call.name),
        false => format!(
            "The last grant of {} ended at {}, and it is {now}.",
            record.call.name,
            instant(last.expires_at)
        ),
    });
    let before = before.unwrap_or_else(|| format!("Nobody has ever held {}.", record.call.name));
    let (suspicion, section) = why_not(run, call, last);
    Finding {
        step: record.step,
        observed: words(answer),
        required: "granted".into(),
        consequence: format!(
            "{before} {} asks alone, and does not get it: nobody does the work.",
            named(run, call)
        ),
        suspicion: format!("Often the cause: {suspicion}"),
        section: Some(section),
    }
}

pub(super) fn refusal_needs_a_holder(run: &Run) -> Check {
    let mut tried = false;
    for (call, record) in run.calls.iter().enumerate() {
        if record.answer != Some(Ok(None)) {
            continue;
        }
        tried = true;
        if run.holds(&record.call.name, call).iter().any(|hold| meets(run, record, hold)) {
            continue;
        }
        let any =
            |what: fn(&crate::lease_table::run::Turn) -> bool| run.turns_of(call).any(|(_, turn)| what(turn));
        let (suspicion, section) = if record.asked && !record.stores.shared {
            ("Often the cause: the lease was looked up in a database that the others do not see.", WHICH)
        } else if any(|turn| turn.lost) {
            ("Often the cause: an answer that did not come was taken for a no.", PROMISE)
        } else if any(|turn| turn.busy) {
            ("Often the cause: `Busy` was taken for a holder. It says that a lock was in the way.", PROMISE)
        } else if run.cast.ahead_ms(run.client(call)) != 0 {
            ("Often the cause: the pod's own clock was asked what time it is.", END)
        } else if !run.alone(call) {
            ("Often the cause: two contenders who make way for each other.", ARBITER)
        } else {
            ("Often the cause: a comparison that takes an expired lease, or none, for a live one.", END)
        };
        return Check::Broken(Finding {
            step: record.step,
            observed: "refused".into(),
            required: "granted, busy or no answer".into(),
            consequence: format!(
                "{} goes away and believes that somebody else does the work. Nobody held {} while it asked.",
                named(run, call),
                record.call.name,
            ),
            suspicion: suspicion.into(),
            section: Some(section),
        });
    }
    outcome(tried, None)
}

pub(super) fn giving_up_needs_a_reason(run: &Run) -> Check {
    let mut tried = false;
    for (call, record) in run.calls.iter().enumerate() {
        let Some(answer) = &record.answer else { continue };
        let busy = run.turns_of(call).any(|(_, turn)| turn.busy);
        let lost = run.turns_of(call).any(|(_, turn)| turn.lost);
        tried |= busy || lost || !run.alone(call);
        let (required, suspicion) = match answer {
            Ok(_) => continue,
            Err(SqlError::Busy) if busy => continue,
            Err(SqlError::NoAnswer) if lost => continue,
            Err(SqlError::Busy) => {
                ("busy only after a refused lock", "`Busy` is reported where somebody holds the lease.")
            }
            Err(SqlError::NoAnswer) => {
                ("no answer only after one got lost", "`NoAnswer` is reported, and every answer came.")
            }
            Err(_) => (
                "granted, refused, busy or no answer",
                "the error of a statement is passed on as it is. A key that is taken is an answer, not an accident.",
            ),
        };
        return Check::Broken(Finding {
            step: record.step,
            observed: words(answer),
            required: required.into(),
            consequence: format!(
                "{} cannot tell whether to try again, to wait, or to call for help.",
                named(run, call)
            ),
            suspicion: format!("Often the cause: {suspicion}"),
            section: None,
        });
    }
    outcome(tried, None)
}
