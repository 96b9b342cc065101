//! What a grant that must not be most likely comes from. Only what the run itself shows is said.

use crate::lease_table::run::{CallRecord, Hold, Run};

use super::rows::harms;
use super::{ARBITER, END, HOLDER, TOKEN, WHICH};

const NOT_ITS_OWN: &str = "after a lost answer, somebody else's row was taken for the own one.";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// No statement of the call went to the shared database.
    ElsewhereOnly,
    /// It asked the copy and wrote to the shared database.
    AskedTheCopy,
    /// The other holder is of the same pod.
    SamePod,
    /// It read, somebody else wrote, and it wrote on what it had read.
    Decided,
    /// Its own clock is off.
    OwnClock,
    /// It asked for a shorter lease than the one that was live.
    OwnDuration,
    /// An answer was lost, it changed nothing, and then found a row.
    NotItsOwn,
    /// One of the two changed nothing that others can see.
    WroteNothing,
    Unclear,
}

impl Cause {
    /// Why `call` was granted a lease that `hold` still had.
    pub(super) fn of(run: &Run, call: usize, hold: &Hold) -> Cause {
        let record = &run.calls[call];
        let other = hold.call.map(|call| &run.calls[call]);
        let elsewhere = |record: &CallRecord| record.asked && !record.stores.shared;
        let wrote = run.wrote(call);
        if elsewhere(record) || other.is_some_and(elsewhere) {
            Cause::ElsewhereOnly
        } else if record.stores.copy {
            Cause::AskedTheCopy
        } else if run.cast.ahead_ms(run.client(call)) != 0 {
            Cause::OwnClock
        } else if hold.call.is_some_and(|other| !run.wrote(other)) {
            Cause::WroteNothing
        } else if record.names_pod && hold.call.is_some_and(|other| run.pod(other) == run.pod(call)) {
            Cause::SamePod
        } else if !wrote && run.in_doubt(call) {
            Cause::NotItsOwn
        } else if !wrote {
            Cause::WroteNothing
        } else if !run.alone(call) {
            Cause::Decided
        } else if other.is_some_and(|other| record.call.ttl_ms < other.call.ttl_ms) {
            Cause::OwnDuration
        } else {
            Cause::Unclear
        }
    }

    pub(super) fn suspicion(self) -> String {
        format!("Often the cause: {}", self.text())
    }

    fn text(self) -> &'static str {
        match self {
            Cause::ElsewhereOnly => "the lease was looked up in a database that the others do not see.",
            Cause::AskedTheCopy => "the copy was asked whether the lease is free, and it shows the past.",
            Cause::SamePod => "the pod's name was taken for the holder, and this attempt for the other one.",
            Cause::Decided => {
                "one statement looked whether the lease is free, a later one took it; in between, somebody else did."
            }
            Cause::OwnClock => "the pod's own clock was asked what time it is.",
            Cause::OwnDuration => {
                "when the other lease ends was computed from this call's own ttl, and not read from the row."
            }
            Cause::NotItsOwn => NOT_ITS_OWN,
            Cause::WroteNothing => "a grant was reported that stands in no row.",
            Cause::Unclear => "the condition under which a row may be overwritten.",
        }
    }

    pub(super) fn section(self) -> &'static str {
        match self {
            Cause::ElsewhereOnly | Cause::AskedTheCopy => WHICH,
            Cause::SamePod | Cause::NotItsOwn => HOLDER,
            Cause::Decided | Cause::WroteNothing => ARBITER,
            Cause::OwnClock | Cause::OwnDuration | Cause::Unclear => END,
        }
    }
}

/// Why a token did not rise above that of `other`; `None`: of somebody who came before the run.
pub(super) fn token(run: &Run, call: usize, other: Option<usize>) -> (String, &'static str) {
    let record = &run.calls[call];
    // A row that nobody holds, to compete for, begins no count.
    let begun_anew = run
        .turns_of(call)
        .any(|(_, turn)| turn.effect.iter().any(|change| change.before.is_none() && harms(change, turn.at)));
    let (text, section) = if other.is_some_and(|other| !run.wrote(other)) {
        (Cause::WroteNothing.text(), ARBITER)
    } else if record.stores.copy {
        ("the copy was asked for the token, and it shows the past.", WHICH)
    } else if begun_anew {
        ("a new row began the count anew.", TOKEN)
    } else if record.asked && !record.stores.shared {
        (Cause::ElsewhereOnly.text(), WHICH)
    } else if record.names_pod && other.is_some_and(|other| run.pod(call) == run.pod(other)) {
        ("the pod's name was taken for the holder, so its next grant counts as the old one.", HOLDER)
    } else if !run.wrote(call) && run.in_doubt(call) {
        (NOT_ITS_OWN, HOLDER)
    } else if !run.alone(call) && run.turns_of(call).count() > 1 {
        (
            "one statement took the lease, another one asked for the token; in between, somebody else was granted.",
            TOKEN,
        )
    } else if run.rows(call).any(|(change, _)| change.before.is_some()) {
        ("the token that is written is not counted from the one that stands in the row.", TOKEN)
    } else {
        ("the row that counted was removed or begun anew.", TOKEN)
    };
    (format!("Often the cause: {text}"), section)
}
