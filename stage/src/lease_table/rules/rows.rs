//! Rules about what a call may change in the shared table.

use grader::{Check, Finding};
use kit::sql::{Row, SqlError, Value};

use super::{named, outcome};
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
