//! Rules about what a renewal, or any call that comes too late, may change in the shared table.

use grader::{Check, Finding};
use kit::contract::lease_keeper::Held;

use super::cause::{self, Cause};
use super::{named, outcome};
use crate::lease_keeper::run::{Move, Run, instant, when};

pub(super) fn renewal_keeps_the_token(run: &Run) -> Check {
    let mut tried = false;
    let renewals = run.keeping().filter(|(_, record, _)| !record.call.is_release());
    for (call, _, held) in renewals {
        for (turn, change) in run.moved(call).filter(|(turn, _)| run.held_within(held, *turn)) {
            tried = true;
            let Some(finding) = besides_the_end(run, call, turn, change) else { continue };
            return Check::Broken(finding);
        }
    }
    outcome(tried, None)
}

/// What a renewal has changed that it must not.
fn besides_the_end(run: &Run, call: usize, turn: usize, change: &Move) -> Option<Finding> {
    let before = change.before.as_ref()?;
    let whom = named(run, call);
    let (observed, required, consequence, cause) = match &change.after {
        None => (
            "the row is gone".to_owned(),
            before.text(),
            format!(
                "{whom} wanted to keep {}. Now nobody holds it, and nothing counts its grants.",
                change.name
            ),
            "the row is taken out and put in again, in two steps.",
        ),
        Some(after) if after.token != before.token => (
            format!("token {}", after.token),
            format!("token {}", before.token),
            format!(
                "{whom} goes on with token {}, as it was granted. Whoever compares the two takes it for somebody who \
                 was replaced.",
                before.token
            ),
            "the statement that renews is the one that grants.",
        ),
        Some(after) if after.owner != before.owner => (
            format!("held by {}", after.owner),
            format!("held by {}", before.owner),
            format!("{whom} shows its attempt the next time, and the row bears another name."),
            "the row is written anew instead of its end alone.",
        ),
        Some(after) if after.acquired_at != before.acquired_at => (
            format!("acquired at {}", when(&after.acquired_at)),
            format!("acquired at {}", when(&before.acquired_at)),
            "Whoever looks at the row at night cannot see any more since when it is held.".to_owned(),
            "the row is written anew instead of its end alone.",
        ),
        Some(_) => return None,
    };
    Some(Finding {
        step: run.turns[turn].step,
        observed,
        required,
        consequence,
        suspicion: format!("Often the cause: {cause}"),
        section: None,
    })
}

/// Whose row a call has changed that came too late for its lease.
enum Stale {
    /// Its own grant's, which is over: and now it lives again.
    Revived,
    /// Its own grant's, which is over and stays so.
    Dead,
    Anothers,
}

fn stale(run: &Run, held: &Held, turn: usize, change: &Move) -> Option<Stale> {
    if run.held_within(held, turn) {
        return None;
    }
    let own = change.before.as_ref().is_some_and(|before| before.counts(held));
    let lives = change.after.as_ref().is_some_and(|after| after.live(run.turns[turn].at));
    Some(match own {
        true if lives => Stale::Revived,
        true => Stale::Dead,
        false => Stale::Anothers,
    })
}

/// Whether a call came at a moment when its own grant was the last one, and over.
fn came_late(run: &Run, call: usize, held: &Held) -> bool {
    let record = &run.calls[call];
    let over = |turn: usize| {
        let row = run.standing(&held.name, turn);
        row.is_some_and(|row| row.counts(held) && !row.live(run.turns[turn].at))
    };
    (record.began..record.ended).any(over)
}

pub(super) fn expired_lease_stays_expired(run: &Run) -> Check {
    let mut tried = false;
    for (call, record, held) in run.keeping() {
        tried |= came_late(run, call, held);
        for (turn, change) in run.moved(call) {
            if !matches!(stale(run, held, turn, change), Some(Stale::Revived)) {
                continue;
            }
            let Turned { step, at, row } = turned(run, turn, change);
            let before = change.before.as_ref();
            let ended = before.map(|row| when(&row.expires_at)).unwrap_or_default();
            let over = match before.is_some_and(|row| row.names_nobody()) {
                true => format!("{} has given back {}.", named(run, call), record.call.name),
                false => format!("{} ended at {ended}, and it is {at}.", record.call.name),
            };
            let cause = Cause::of(run, call);
            return Check::Broken(Finding {
                step,
                observed: row,
                required: "no row changes".into(),
                consequence: format!(
                    "{over} Since then everybody was free to take it, and {} may long have stopped by its own clock. \
                     Nothing of that is remembered.",
                    named(run, call),
                ),
                suspicion: cause.suspicion(),
                section: Some(cause.section()),
            });
        }
    }
    outcome(tried, None)
}

struct Turned {
    step: u32,
    at: String,
    /// What became of the row.
    row: String,
}

fn turned(run: &Run, turn: usize, change: &Move) -> Turned {
    let turn = &run.turns[turn];
    let row = match &change.after {
        Some(row) => row.text(),
        None => "the row is gone".to_owned(),
    };
    Turned { step: turn.step, at: instant(turn.at), row }
}

pub(super) fn stale_grant_changes_nothing(run: &Run) -> Check {
    let mut tried = false;
    for (call, record, held) in run.keeping() {
        tried |= run.moments(call).contains(&false);
        for (turn, change) in run.moved(call) {
            let broken = match stale(run, held, turn, change) {
                Some(Stale::Anothers) => true,
                Some(Stale::Dead) => !record.call.is_release(),
                _ => false,
            };
            if !broken {
                continue;
            }
            let Turned { step, row, .. } = turned(run, turn, change);
            let cause = Cause::of(run, call);
            return Check::Broken(Finding {
                step,
                observed: row,
                required: "no row changes".into(),
                consequence: format!(
                    "{} {}",
                    cause::how_it_was_lost(run, call),
                    cause::what_it_does_to_others(run, call, turn, change)
                ),
                suspicion: cause.suspicion(),
                section: Some(cause.section()),
            });
        }
    }
    outcome(tried, None)
}

pub(super) fn names_are_independent(run: &Run) -> Check {
    let known = run.cast.leases.iter().map(|lease| lease.name.as_str());
    let known: Vec<&str> = known.chain(run.calls.iter().map(|record| record.call.name.as_str())).collect();
    let several = known.iter().any(|name| *name != known[0]);
    let mut tried = false;
    for (call, record, _) in run.keeping() {
        let name = record.call.name.as_str();
        for (_, turn) in run.turns_of(call) {
            tried |= several && !turn.moves.is_empty();
            let Some(other) = turn.moves.iter().find(|change| change.name != name) else { continue };
            return Check::Broken(Finding {
                step: turn.step,
                observed: format!("changes {}", other.name),
                required: format!("only {name} changes"),
                consequence: format!(
                    "{} asked for {name}. The row of {} is another one now, and whoever holds it does not know.",
                    named(run, call),
                    other.name,
                ),
                suspicion:
                    "Often the cause: a condition that fits more rows than that of the grant which was shown."
                        .into(),
                section: None,
            });
        }
    }
    outcome(tried, None)
}
