//! What a renewal or a release that must not be most likely comes from. Only what the run itself
//! shows is said.

use super::{BACK, KEEPS, LOST, SHOWS, SILENCE, named};
use crate::lease_keeper::run::{Move, Run, instant, when};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// It asked the copy.
    AskedTheCopy,
    /// No statement of the call went to the shared database.
    ElsewhereOnly,
    /// Its own clock is off.
    OwnClock,
    /// It looked, time passed or somebody else wrote, and it wrote on what it had seen.
    Decided,
    /// An answer that did not come.
    NotItsAnswer,
    /// It wrote a grant of its own.
    Grants,
    /// It came at the very instant of the end.
    Boundary,
    /// It changed the row of somebody else.
    NotCompared,
    /// Its own row, which was over.
    NoEnd,
    /// It said something, and wrote nothing.
    NothingChanged,
    Unclear,
}

impl Cause {
    /// Why a call did or claimed something with a grant that was over or somebody else's.
    pub(super) fn of(run: &Run, call: usize) -> Cause {
        let record = &run.calls[call];
        let Some(held) = &record.shown else { return Cause::Unclear };
        let changed = run.moved(call).next();
        let held_at_first = run.held_before(held, record.began, record.began_at);
        let row = run.standing(&held.name, record.began);
        let ends_now = row.is_some_and(|row| when(&row.expires_at) == instant(record.began_at));
        let own = changed.and_then(|(_, change)| change.before.as_ref()).is_some_and(|row| row.counts(held));
        let grants = changed.is_some_and(|(_, change)| {
            let counted = change.before.as_ref().map(|row| &row.token);
            change.after.as_ref().is_some_and(|row| row.live(record.ended_at) && counted != Some(&row.token))
        });
        if record.copy {
            Cause::AskedTheCopy
        } else if record.asked && !record.shared {
            Cause::ElsewhereOnly
        } else if run.cast.ahead_ms(run.client(call)) != 0 {
            Cause::OwnClock
        } else if held_at_first {
            Cause::Decided
        } else if changed.is_none() && run.turns_of(call).any(|(_, turn)| turn.lost || turn.busy) {
            Cause::NotItsAnswer
        } else if grants {
            Cause::Grants
        } else if ends_now && own {
            Cause::Boundary
        } else if changed.is_some() && !own {
            Cause::NotCompared
        } else if changed.is_some() {
            Cause::NoEnd
        } else if record.call.is_release() {
            Cause::Unclear
        } else {
            Cause::NothingChanged
        }
    }

    pub(super) fn suspicion(self) -> String {
        format!("Often the cause: {}", self.text())
    }

    pub(super) fn text(self) -> &'static str {
        match self {
            Cause::AskedTheCopy => "the copy was asked who holds the lease, and it shows the past.",
            Cause::ElsewhereOnly => "the lease was looked up in a database that the others do not see.",
            Cause::OwnClock => "the pod's own clock was asked what time it is.",
            Cause::Decided => {
                "one statement looked at the row or at the clock, a later one wrote; in between, the lease ended."
            }
            Cause::NotItsAnswer => "an answer that did not come, or a refused lock, was taken for a yes.",
            Cause::Grants => "the statement that renews is the one that grants.",
            Cause::Boundary => "a comparison that counts the instant of the end to the lease.",
            Cause::NotCompared => "the statement finds its row by less than what the holder shows.",
            Cause::NoEnd => "the statement does not look whether the lease is over.",
            Cause::NothingChanged => "nobody looks whether a row has come back, or been changed.",
            Cause::Unclear => "the condition under which a row may be changed.",
        }
    }

    pub(super) fn section(self) -> &'static str {
        match self {
            Cause::NotItsAnswer => SILENCE,
            Cause::OwnClock | Cause::NoEnd | Cause::Boundary => KEEPS,
            Cause::NothingChanged | Cause::Unclear => LOST,
            Cause::AskedTheCopy
            | Cause::ElsewhereOnly
            | Cause::Decided
            | Cause::Grants
            | Cause::NotCompared => SHOWS,
        }
    }
}

/// Why somebody who held a lease was not told so, and where to read again.
pub(super) fn not_kept(run: &Run, call: usize) -> (String, &'static str) {
    let record = &run.calls[call];
    let any =
        |what: fn(&crate::lease_keeper::run::Turn) -> bool| run.turns_of(call).any(|(_, turn)| what(turn));
    let changed = run.moved(call).next().is_some();
    let released = record.call.is_release();
    let (text, section) = if record.copy {
        ("the copy was asked who holds the lease, and it shows the past.", SHOWS)
    } else if record.asked && !record.shared {
        ("the lease was looked up in a database that the others do not see.", SHOWS)
    } else if any(|turn| turn.lost) {
        ("an answer that did not come was taken for a no.", SILENCE)
    } else if any(|turn| turn.busy) {
        ("`Busy` was taken for a loss. It says that a lock was in the way.", SILENCE)
    } else if run.cast.ahead_ms(run.client(call)) != 0 {
        ("the pod's own clock was asked what time it is.", KEEPS)
    } else if changed {
        ("the row says one thing, and the answer another.", if released { BACK } else { LOST })
    } else if record.asked {
        ("a condition that asks for more than what the grant wrote.", SHOWS)
    } else {
        ("the database was not asked at all.", if released { BACK } else { KEEPS })
    };
    (format!("Often the cause: {text}"), section)
}

/// Since when a call has no lease any more, in a sentence.
pub(super) fn how_it_was_lost(run: &Run, call: usize) -> String {
    let record = &run.calls[call];
    let Some(held) = &record.shown else { return String::new() };
    let (name, whom, now) = (&held.name, named(run, call), instant(record.ended_at));
    // As it stood before this call wrote.
    let turn =
        run.moved(call).next().map_or(record.ended.saturating_sub(1).max(record.began), |(turn, _)| turn);
    match run.standing(name, turn) {
        None => format!("{whom} shows token {}, and {name} has no row.", held.token),
        Some(row) if row.counts(held) && row.names_nobody() => {
            format!("{whom} had given {name} back already.")
        }
        Some(row) if row.counts(held) => {
            format!("{name} of {whom} ended at {}, and it is {now}.", when(&row.expires_at))
        }
        Some(row) => {
            format!("{whom} shows token {}, and the row of {name} says: {}.", held.token, row.text())
        }
    }
}

/// What a change of another one's row means for that one.
pub(super) fn what_it_does_to_others(run: &Run, call: usize, turn: usize, change: &Move) -> String {
    let at = run.turns[turn].at;
    let whom = named(run, call);
    let victim = change.before.as_ref().filter(|row| row.live(at) && !row.names_nobody());
    let lives = change.after.as_ref().is_some_and(|row| row.live(at));
    match (victim, lives) {
        (Some(row), false) => {
            format!("{} works on, and its lease is gone: the next one may begin.", owner(row))
        }
        (Some(row), true) => format!("{} does not know that its row is another one now.", owner(row)),
        (None, true) => {
            format!("Now {whom} holds it anew, and knows nothing of what has happened in between.")
        }
        (None, false) => format!("{whom} has no business there."),
    }
}

fn owner(row: &crate::lease_keeper::run::Standing) -> String {
    match &row.owner {
        kit::sql::Value::Text(owner) => owner.clone(),
        other => other.to_string(),
    }
}
