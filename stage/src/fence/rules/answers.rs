//! Rules about whether a call comes back, and with which error.

use grader::{Check, Finding};
use kit::money::rupees;
use kit::sql::SqlError;

use super::{holder, outcome};
use crate::fence::run::{Run, words};

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
    outcome(run.calls.iter().any(|record| record.made() && record.answer.is_some()), finding)
}

/// `Busy` was said, and something stands. A lock had been refused.
fn changed_something(run: &Run, call: usize) -> Option<Finding> {
    let record = &run.calls[call];
    let taken = run.taken(call);
    let doubt = run.in_doubt(call);
    let claimed = if doubt { "claimed, or no answer" } else { "claimed" };
    let (required, what) = if taken != 0 {
        (
            if doubt { "applied, duplicate or no answer" } else { "applied" },
            format!("It has taken {} out of account {}.", rupees(taken), record.call.account),
        )
    } else if let Some(other) = run.keeps_out(call).filter(|_| record.is_claim()) {
        let what = format!(
            "Its claim stands: {} is fenced by {}, and no other claim has that token.",
            holder(run, other),
            record.token()
        );
        (claimed, what)
    } else if record.is_claim() && run.changes_a_row(call) {
        (claimed, format!("It has changed the row of account {}.", record.call.account))
    } else {
        return None;
    };
    let suspicion = match doubt {
        true => "a try whose answer was lost is forgotten when the next one meets a lock.",
        false => "a later statement meets a lock, and an earlier one stands already.",
    };
    Some(Finding {
        step: record.step,
        observed: "busy".into(),
        required: required.into(),
        consequence: format!("Busy says that nothing was changed. {what}"),
        suspicion: format!("Often the cause: {suspicion}"),
        section: None,
    })
}

pub(super) fn giving_up_needs_a_reason(run: &Run) -> Check {
    let mut tried = false;
    for (call, record) in run.calls.iter().enumerate().filter(|(_, record)| record.made()) {
        let Some(answer) = &record.answer else { continue };
        let busy = run.turns_of(call).any(|(_, turn)| turn.busy);
        let lost = run.turns_of(call).any(|(_, turn)| turn.lost);
        tried |= busy || lost || !run.alone(call);
        let (required, suspicion) = match record.error() {
            None => continue,
            Some(SqlError::Busy) if busy => match changed_something(run, call) {
                Some(finding) => return Check::Broken(finding),
                None => continue,
            },
            Some(SqlError::NoAnswer) if lost => continue,
            Some(SqlError::Busy) => {
                ("busy only after a refused lock", "`Busy` is reported where the answer is another.")
            }
            Some(SqlError::NoAnswer) => {
                ("no answer only after one got lost", "`NoAnswer` is reported, and every answer came.")
            }
            Some(_) => (
                "an answer, busy or no answer",
                "the error of a statement is passed on as it is. A constraint that refuses is an answer, not an \
                 accident.",
            ),
        };
        return Check::Broken(Finding {
            step: record.step,
            observed: words(answer),
            required: required.into(),
            consequence: format!(
                "{} cannot tell whether to send it again, to stop, or to call for help.",
                run.client(call)
            ),
            suspicion: format!("Often the cause: {suspicion}"),
            section: None,
        });
    }
    outcome(tried, None)
}
