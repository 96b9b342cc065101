//! Rules about what a renewal answers, and about what any call answers.

use grader::{Check, Finding};
use kit::contract::lease_keeper::Renewal;
use kit::sql::SqlError;

use super::cause::{self, Cause};
use super::{SILENCE, named, outcome};
use crate::lease_keeper::run::{Answer, CallRecord, Run, instant, words};

pub(super) fn every_call_ends(run: &Run) -> Check {
    let finding = run.keeping().find_map(|(_, record, _)| {
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
    outcome(run.keeping().any(|(_, record, _)| record.answer.is_some()), finding)
}

/// Whether a call was alone, undisturbed, and at one instant.
pub(super) fn quiet(run: &Run, call: usize) -> bool {
    run.alone(call) && run.undisturbed(call) && !run.took_time(call)
}

pub(super) fn live_renewal_succeeds(run: &Run) -> Check {
    let mut tried = false;
    for (call, record, held) in run.keeping() {
        let Some(Answer::Renewed(answer)) = &record.answer else { continue };
        if !quiet(run, call) || !run.held_before(held, record.began, record.began_at) {
            continue;
        }
        tried = true;
        if matches!(answer, Ok(Renewal::Until(_))) {
            continue;
        }
        let until = run.standing(&held.name, record.began).map(|row| row.text()).unwrap_or_default();
        let (suspicion, section) = cause::not_kept(run, call);
        return Check::Broken(Finding {
            step: record.step,
            observed: words(&Answer::Renewed(answer.clone())),
            required: "renewed".into(),
            consequence: format!(
                "It is {}, and the row of {} says: {until}. {} holds it, asks alone to keep it, and is told that it \
                 cannot: it stops in the middle of its work.",
                instant(record.began_at),
                held.name,
                named(run, call),
            ),
            suspicion,
            section: Some(section),
        });
    }
    outcome(tried, None)
}

pub(super) fn loss_is_reported(run: &Run) -> Check {
    let mut tried = false;
    for (call, record, _) in run.keeping() {
        let Some(Answer::Renewed(Ok(answer))) = record.answer else { continue };
        tried = true;
        let finding = match answer {
            Renewal::Until(_) if !run.moments(call).contains(&true) => not_reported(run, call),
            Renewal::Lost if !lost_at_some_moment(run, call) => not_lost(run, call),
            _ => continue,
        };
        return Check::Broken(finding);
    }
    outcome(tried, None)
}

/// Whether the lease was not held at some moment of a renewal: before it changed anything, or later.
fn lost_at_some_moment(run: &Run, call: usize) -> bool {
    let record = &run.calls[call];
    let Some(held) = &record.shown else { return true };
    let later = |turn: usize| !run.held_before(held, turn, run.turns[turn].at);
    run.moments(call).contains(&false) || (record.began..record.ended).any(later)
}

/// A renewal that claims a lease which was not held.
fn not_reported(run: &Run, call: usize) -> Finding {
    let record = &run.calls[call];
    let answer = record.answer.as_ref().map(words).unwrap_or_default();
    let cause = Cause::of(run, call);
    Finding {
        step: record.step,
        observed: answer,
        required: "lost".into(),
        consequence: format!(
            "{} {} goes on as if nothing had happened, with whatever it has read before.",
            cause::how_it_was_lost(run, call),
            named(run, call),
        ),
        suspicion: cause.suspicion(),
        section: Some(cause.section()),
    }
}

/// A renewal that says `Lost` although the lease was held all the time.
fn not_lost(run: &Run, call: usize) -> Finding {
    let record = &run.calls[call];
    let (suspicion, section) = cause::not_kept(run, call);
    let required = match run.undisturbed(call) {
        true => "renewed",
        false => "renewed, busy or no answer",
    };
    Finding {
        step: record.step,
        observed: "lost".into(),
        required: required.into(),
        consequence: format!(
            "{} held {} all the time. It throws its work away, and until the row's end nobody else can do it.",
            named(run, call),
            record.call.name,
        ),
        suspicion,
        section: Some(section),
    }
}

/// What a call may have to say when nothing else is true.
fn complaint(answer: &Answer) -> Option<&SqlError> {
    match answer {
        Answer::Renewed(Err(error)) | Answer::Released(Err(error)) => Some(error),
        _ => None,
    }
}

pub(super) fn giving_up_needs_a_reason(run: &Run) -> Check {
    let mut tried = false;
    for (call, record, _) in run.keeping() {
        let Some(answer) = &record.answer else { continue };
        let busy = run.turns_of(call).any(|(_, turn)| turn.busy);
        let lost = run.turns_of(call).any(|(_, turn)| turn.lost);
        tried |= busy || lost || !run.alone(call);
        let Some(error) = complaint(answer) else { continue };
        let moved = run.turns_of(call).any(|(_, turn)| !turn.moves.is_empty());
        let (required, suspicion) = match error {
            SqlError::Busy if busy && !moved => continue,
            SqlError::NoAnswer if lost => continue,
            SqlError::Busy if busy && lost => {
                ("no answer", "a lock that is refused later does not undo what an answer was lost for.")
            }
            SqlError::Busy if busy => {
                ("every lease as it was", "what was committed before the lock was refused was forgotten.")
            }
            SqlError::Busy => {
                ("busy only after a refused lock", "`Busy` is reported where nobody was in the way.")
            }
            SqlError::NoAnswer => {
                ("no answer only after one got lost", "`NoAnswer` is reported, and every answer came.")
            }
            _ => (
                OTHERWISE,
                "the error of a statement is passed on as it is. A key that is taken is an answer, not \
                              an accident.",
            ),
        };
        return Check::Broken(given_up(run, call, record, answer, (required, suspicion)));
    }
    outcome(tried, None)
}

const OTHERWISE: &str = "an answer, busy or no answer";

fn given_up(
    run: &Run,
    call: usize,
    record: &CallRecord,
    answer: &Answer,
    (required, suspicion): (&str, &str),
) -> Finding {
    let whom = named(run, call);
    let moved = run.moved(call).last();
    let consequence = match moved {
        Some((_, change)) => {
            let after = change.after.as_ref().map_or("the row is gone".to_owned(), |row| row.text());
            format!("{whom} believes that nothing has changed. The row of {} says: {after}.", change.name)
        }
        None => format!("{whom} cannot tell whether to try again, to go on, or to stop."),
    };
    Finding {
        step: record.step,
        observed: words(answer),
        required: required.into(),
        consequence,
        suspicion: format!("Often the cause: {suspicion}"),
        section: Some(SILENCE),
    }
}
