//! Rules about whether a call comes back, and with which error.

use grader::{Check, Finding};
use kit::sql::SqlError;

use super::outcome;
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

pub(super) fn giving_up_needs_a_reason(run: &Run) -> Check {
    let mut tried = false;
    for (call, record) in run.calls.iter().enumerate().filter(|(_, record)| record.made()) {
        let Some(answer) = &record.answer else { continue };
        let busy = run.turns_of(call).any(|(_, turn)| turn.busy);
        let lost = run.turns_of(call).any(|(_, turn)| turn.lost);
        tried |= busy || lost || !run.alone(call);
        let (required, suspicion) = match record.error() {
            None => continue,
            Some(SqlError::Busy) if busy => continue,
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
