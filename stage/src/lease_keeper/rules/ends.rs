//! The rule about when a renewed lease ends.

use grader::{Check, Finding};
use kit::contract::lease_keeper::{Held, Renewal};
use kit::sql::Value;

use super::{KEEPS, named, outcome};
use crate::lease_keeper::cast::What;
use crate::lease_keeper::run::{Answer, CallRecord, Run, instant, when};

/// The clock may go on during a call; any instant of it will do.
pub(super) fn renewal_lasts_from_now(run: &Run) -> Check {
    let mut tried = false;
    for (call, record, held) in run.keeping() {
        let Some(Answer::Renewed(Ok(Renewal::Until(end)))) = record.answer else { continue };
        let What::Renew { ttl_ms, .. } = record.call.what else { continue };
        // Whether there was anything to renew is another rule's affair.
        if !run.moments(call).contains(&true) {
            continue;
        }
        tried = true;
        let (first, last) = (record.began_at.saturating_add(ttl_ms), record.ended_at.saturating_add(ttl_ms));
        if !(first..=last).contains(&end) {
            return Check::Broken(another_end(run, call, (end, ttl_ms), (first, last)));
        }
        if !stands(run, record, held, end) {
            return Check::Broken(not_in_the_row(run, call, held, end));
        }
    }
    outcome(tried, None)
}

/// Whether the row said this end at some moment of the call, or right after it.
fn stands(run: &Run, record: &CallRecord, held: &Held, end: i64) -> bool {
    (record.began..=record.ended).any(|turn| {
        let row = run.standing(&held.name, turn);
        row.is_some_and(|row| row.counts(held) && row.expires_at == Value::Int(end))
    })
}

/// `first` and `last`: when it may end.
fn another_end(run: &Run, call: usize, (end, ttl_ms): (i64, i64), (first, last): (i64, i64)) -> Finding {
    let record = &run.calls[call];
    let required = match first == last {
        true => format!("ends at {}", instant(first)),
        false => format!("ends between {} and {}", instant(first), instant(last)),
    };
    let off = match end < first {
        true => format!("{} earlier", instant(first.saturating_sub(end))),
        false => format!("{} later", instant(end.saturating_sub(last))),
    };
    let before = record.shown.as_ref().and_then(|held| run.standing(&held.name, record.began));
    let before = match before.map(|row| &row.expires_at) {
        Some(Value::Int(before)) => *before,
        _ => 0,
    };
    let cause = if run.cast.ahead_ms(run.client(call)) != 0 {
        "the pod's own clock was asked what time it is."
    } else if end == before.saturating_add(ttl_ms) {
        "the ttl was added to the old end, and not to now."
    } else if end == before {
        "an end that lies later than asked for is left where it is."
    } else {
        "another unit, or an end that was computed from something else than now_ms()."
    };
    Finding {
        step: record.step,
        observed: format!("ends at {}", instant(end)),
        required,
        consequence: format!(
            "{} renewed {} for {} and is told an end that is {off} than that. It plans its work by it.",
            named(run, call),
            record.call.name,
            instant(ttl_ms),
        ),
        suspicion: format!("Often the cause: {cause}"),
        section: Some(KEEPS),
    }
}

fn not_in_the_row(run: &Run, call: usize, held: &Held, end: i64) -> Finding {
    let record = &run.calls[call];
    let row = run.standing(&held.name, record.ended);
    let cause = match record.asked && !record.shared {
        true => "the row was renewed in a database that the others do not see.",
        false if run.turns_of(call).any(|(_, turn)| turn.lost) => {
            "an answer that did not come was taken for a yes."
        }
        false => "what is written and what is answered are computed apart.",
    };
    Finding {
        step: record.step,
        observed: row.map_or("no row".to_owned(), |row| format!("the row ends at {}", when(&row.expires_at))),
        required: format!("the row ends at {}", instant(end)),
        consequence: format!(
            "{} works on until {}. The others go by the row.",
            named(run, call),
            instant(end),
        ),
        suspicion: format!("Often the cause: {cause}"),
        section: None,
    }
}
