//! Rules about what a call may change in the shared table.

use grader::{Check, Finding};
use kit::sql::{Row, SqlError, Value};

use super::{ARBITER, HOLDER, WHICH, named, outcome};
use crate::lease_table::run::{Run, column, instant, words};
use crate::record::Change;

/// The name of the lease that a changed row is about; it may have had two.
fn names(change: &Change) -> impl Iterator<Item = &str> {
    let rows = [&change.before, &change.after].into_iter().flatten();
    rows.filter_map(|row| match column(row, "name") {
        Some(Value::Text(name)) => Some(name.as_str()),
        _ => None,
    })
}

pub(super) fn names_are_independent(run: &Run) -> Check {
    let known = run.cast.leases.iter().map(|lease| lease.name.as_str());
    let known: Vec<&str> = known.chain(run.calls.iter().map(|record| record.call.name.as_str())).collect();
    let several = known.iter().any(|name| *name != known[0]);
    let mut tried = false;
    for turn in &run.turns {
        let record = &run.calls[turn.call];
        tried |= several && !turn.effect.is_empty();
        let Some(other) = turn.effect.iter().flat_map(names).find(|name| *name != record.call.name) else {
            continue;
        };
        return Check::Broken(Finding {
            step: turn.step,
            observed: format!("changes {other}"),
            required: format!("only {} changes", record.call.name),
            consequence: format!(
                "{} asked for {}. The row of {other} is another one now, and whoever holds it does not know.",
                named(run, turn.call),
                record.call.name,
            ),
            suspicion: "Often the cause: a condition that fits more names than the one asked for.".into(),
            section: None,
        });
    }
    outcome(tried, None)
}

/// Whether a row says what was granted to this call.
fn says(run: &Run, call: usize, token: i64, expires_at: i64, row: &Row) -> bool {
    let record = &run.calls[call];
    let given = match column(row, "acquired_at") {
        Some(Value::Int(at)) => (record.began_at..=record.ended_at).contains(at),
        _ => false,
    };
    given
        && column(row, "owner") == Some(&Value::from(record.attempt.as_str()))
        && column(row, "fence_token") == Some(&Value::Int(token))
        && column(row, "expires_at") == Some(&Value::Int(expires_at))
}

pub(super) fn row_says_who_holds_it(run: &Run) -> Check {
    let mut tried = false;
    for (call, grant) in run.grants() {
        tried = true;
        if run.rows(call).any(|(_, row)| says(run, call, grant.token, grant.expires_at, row)) {
            continue;
        }
        let record = &run.calls[call];
        let written = run.rows(call).last().map(|(_, row)| row);
        let owner_is =
            |owner: &str| written.is_some_and(|row| column(row, "owner") == Some(&Value::from(owner)));
        let (suspicion, section) = if written.is_none() && record.asked && !record.stores.shared {
            ("the row was written in a database that the others do not see.", WHICH)
        } else if written.is_none() {
            ("a grant was reported that stands in no row.", ARBITER)
        } else if owner_is(run.pod(call)) {
            ("the pod's name was written where the attempt's belongs.", HOLDER)
        } else {
            ("what is written and what is answered are computed apart.", HOLDER)
        };
        return Check::Broken(Finding {
            step: record.step,
            observed: written.map_or_else(|| "no row".to_owned(), in_full),
            required: format!(
                "{}, token {}, given at {}, until {}",
                record.attempt,
                grant.token,
                instant(record.began_at),
                instant(grant.expires_at)
            ),
            consequence: format!(
                "{} was granted {}, and the row does not say so. Whoever looks at it at night, or wants to renew or \
                 give back this grant later, finds another one.",
                named(run, call),
                record.call.name,
            ),
            suspicion: format!("Often the cause: {suspicion}"),
            section: Some(section),
        });
    }
    outcome(tried, None)
}

/// `pod-7:1, token 1, given at 0 s, until 30 s`
fn in_full(row: &Row) -> String {
    let text = |name: &str| match column(row, name) {
        Some(Value::Int(at)) if name.ends_with("_at") => instant(*at),
        Some(Value::Text(text)) if text.is_empty() => "nobody".to_owned(),
        Some(Value::Text(text)) => text.clone(),
        Some(value) => value.to_string(),
        None => "?".to_owned(),
    };
    let (owner, token) = (text("owner"), text("fence_token"));
    format!("{owner}, token {token}, given at {}, until {}", text("acquired_at"), text("expires_at"))
}

/// A new row that nobody holds, to compete for, is no lease: it may stay.
pub(super) fn harms(change: &Change, now: i64) -> bool {
    let live = |row: &Row| match column(row, "expires_at") {
        Some(Value::Int(end)) => now < *end,
        Some(Value::Null) => false,
        _ => true,
    };
    change.before.is_some() || change.after.as_ref().is_some_and(live)
}

pub(super) fn loser_changes_nothing(run: &Run) -> Check {
    let mut tried = false;
    for (call, record) in run.calls.iter().enumerate() {
        let answer = match &record.answer {
            Some(answer @ (Ok(None) | Err(SqlError::Busy))) => answer,
            _ => continue,
        };
        tried = true;
        let harm =
            run.turns_of(call).find(|(_, turn)| turn.effect.iter().any(|change| harms(change, turn.at)));
        let Some((_, turn)) = harm else { continue };
        let change = turn.effect.iter().find(|change| harms(change, turn.at));
        let lost = run.turns_of(call).any(|(_, turn)| turn.lost);
        let suspicion = match (lost, turn.effect.len() > 1) {
            (true, _) if answer.is_err() => {
                "Often the cause: an answer was lost, and a lock that is refused later does not undo that."
            }
            (true, _) => "Often the cause: an answer that did not come was taken for a no.",
            (_, true) => "Often the cause: old rows are cleared away before it is known who gets the lease.",
            _ => "Often the cause: the row is written first and looked at afterwards.",
        };
        return Check::Broken(Finding {
            step: turn.step,
            observed: change.map_or_else(String::new, shown),
            required: "no lease changes".into(),
            consequence: format!(
                "{} reports `{}`, and a lease is not what it was: somebody relies on a row that has changed.",
                named(run, call),
                words(answer),
            ),
            suspicion: suspicion.into(),
            section: None,
        });
    }
    outcome(tried, None)
}

/// What became of a row, in short: `token 1 until 30 s becomes token 1 until 60 s`.
fn shown(change: &Change) -> String {
    let row = |row: &Row| {
        let int = |name: &str| match column(row, name) {
            Some(Value::Int(value)) => *value,
            _ => 0,
        };
        format!("token {}, until {}", int("fence_token"), instant(int("expires_at")))
    };
    match (&change.before, &change.after) {
        (Some(before), Some(after)) => format!("{} → {}", row(before), row(after)),
        (Some(before), None) => format!("{} is gone", row(before)),
        (None, Some(after)) => format!("{} is new", row(after)),
        (None, None) => String::new(),
    }
}
