//! What a grant that must not be most likely comes from. Only what the run itself shows is said.

use crate::lease_table::run::{Hold, Run};

use super::{ARBITER, END, HOLDER, TOKEN, WHICH};

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
    /// It changed nothing that others can see.
    WroteNothing,
    Unclear,
}

impl Cause {
    /// Why `call` was granted a lease that `hold` still had.
    pub(super) fn of(run: &Run, call: usize, hold: &Hold) -> Cause {
        let record = &run.calls[call];
        let other = hold.call.map(|call| &run.calls[call]);
        let shared = record.stores.shared;
        let wrote = run.turns_of(call).any(|(_, turn)| !turn.effect.is_empty());
        if record.asked && !shared {
            Cause::ElsewhereOnly
        } else if record.stores.copy {
            Cause::AskedTheCopy
        } else if run.cast.ahead_ms(run.client(call)) != 0 {
            Cause::OwnClock
        } else if hold.call.is_some_and(|other| run.pod(other) == run.pod(call)) {
            Cause::SamePod
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
        let text = match self {
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
            Cause::WroteNothing => "a grant was reported that stands in no row.",
            Cause::Unclear => "the condition under which a row may be overwritten.",
        };
        format!("Often the cause: {text}")
    }

    pub(super) fn section(self) -> &'static str {
        match self {
            Cause::ElsewhereOnly | Cause::AskedTheCopy => WHICH,
            Cause::SamePod => HOLDER,
            Cause::Decided | Cause::WroteNothing => ARBITER,
            Cause::OwnClock | Cause::OwnDuration | Cause::Unclear => END,
        }
    }
}

/// Why a token did not rise above that of `other`; `None`: of somebody who came before the run.
pub(super) fn token(run: &Run, call: usize, other: Option<usize>) -> (String, &'static str) {
    let fetched = !run.alone(call) && run.turns_of(call).count() > 1;
    if other.is_some_and(|other| run.pod(call) == run.pod(other)) {
        let text = "Often the cause: the pod's name was taken for the holder, so its next grant counts as the old one.";
        (text.to_owned(), HOLDER)
    } else if fetched {
        let text = "Often the cause: one statement took the lease, a later one asked for the token; by then it was \
                    somebody else's.";
        (text.to_owned(), TOKEN)
    } else {
        let text = "Often the cause: the row that counted was removed or begun anew, or the token is not part of what \
                    is written.";
        (text.to_owned(), TOKEN)
    }
}
