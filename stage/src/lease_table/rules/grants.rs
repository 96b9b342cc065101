//! Rules about what was granted.

use grader::{Check, Finding};

use super::cause::{self, Cause};
use super::{named, outcome};
use crate::lease_table::run::{Run, instant};

/// A grant is live from the answer to its end. So it suffices to look when an answer comes.
pub(super) fn one_live_grant_a_name(run: &Run) -> Check {
    let mut tried = false;
    for (call, grant) in run.grants() {
        let record = &run.calls[call];
        let now = record.ended_at;
        let asked_for = run.calls.iter().filter(|other| other.call.name == record.call.name).count() > 1;
        tried |= asked_for || run.cast.leases.iter().any(|lease| lease.name == record.call.name);
        let live = run.holds(&record.call.name, call).into_iter().find(|hold| {
            // Of two answers the later one is to blame; what nobody was told is no grant.
            let before = hold.call.is_none_or(|other| run.calls[other].ended < record.ended);
            before && hold.token.is_some() && now < hold.expires_at && now < grant.expires_at
        });
        let Some(hold) = live else { continue };
        let holder = hold.call.map_or_else(|| run.holder(&hold).to_owned(), |other| named(run, other));
        let cause = Cause::of(run, call, &hold);
        return Check::Broken(Finding {
            step: record.step,
            observed: format!("granted {}, token {}", record.call.name, grant.token),
            required: "refused".into(),
            consequence: format!(
                "{holder} holds {} until {}, with token {}. Now {} holds it too, and both go to work.",
                record.call.name,
                instant(hold.expires_at),
                hold.token.unwrap_or_default(),
                named(run, call),
            ),
            suspicion: cause.suspicion(),
            section: Some(cause.section()),
        });
    }
    outcome(tried, None)
}

/// Compares grants of which one came first: its call was over before the other began, or it was given
/// at an earlier instant. The second matters where a call is slow: a token that is raised after the
/// lease has gone to somebody else is above that of the holder.
pub(super) fn later_grant_has_a_higher_token(run: &Run) -> Check {
    let mut tried = false;
    for (call, grant) in run.grants() {
        let record = &run.calls[call];
        for hold in run.holds(&record.call.name, call) {
            let Some(token) = hold.token else { continue };
            let given_at = grant.expires_at.saturating_sub(record.call.ttl_ms);
            let first = |other: usize| {
                let earlier = &run.calls[other];
                earlier.ended <= record.began
                    || hold.expires_at.saturating_sub(earlier.call.ttl_ms) < given_at
            };
            if !hold.call.is_none_or(first) {
                continue;
            }
            tried = true;
            if token < grant.token {
                continue;
            }
            let (suspicion, section) = cause::token(run, call, hold.call);
            let before = hold.call.map_or_else(|| run.holder(&hold).to_owned(), |other| named(run, other));
            return Check::Broken(Finding {
                step: record.step,
                observed: format!("token {}", grant.token),
                required: format!("a token above {token}"),
                consequence: format!(
                    "{before} had {} with token {token}. Whatever that grant has sent and not delivered yet looks as \
                     good as what {} sends now, or better.",
                    record.call.name,
                    named(run, call),
                ),
                suspicion,
                section: Some(section),
            });
        }
    }
    outcome(tried, None)
}

pub(super) fn every_grant_has_its_own_token(run: &Run) -> Check {
    let mut tried = false;
    for (call, grant) in run.grants() {
        let record = &run.calls[call];
        for hold in run.holds(&record.call.name, call) {
            let (Some(token), Some(other)) = (hold.token, hold.call) else { continue };
            tried = true;
            let later = run.calls[other].ended < record.ended;
            if token != grant.token || !later {
                continue;
            }
            let (suspicion, section) = cause::token(run, call, Some(other));
            return Check::Broken(Finding {
                step: record.step,
                observed: format!("token {token}"),
                required: "a token of its own".into(),
                consequence: format!(
                    "{} was granted {} with token {token}. Who receives a write with {token} cannot tell which of the \
                     two has sent it.",
                    named(run, other),
                    record.call.name,
                ),
                suspicion,
                section: Some(section),
            });
        }
    }
    outcome(tried, None)
}

/// The clock may go on during a call; any instant of it will do.
pub(super) fn grant_lasts_as_long_as_asked(run: &Run) -> Check {
    let mut tried = false;
    for (call, grant) in run.grants() {
        tried = true;
        let record = &run.calls[call];
        let ttl = record.call.ttl_ms;
        let (first, last) = (record.began_at.saturating_add(ttl), record.ended_at.saturating_add(ttl));
        if (first..=last).contains(&grant.expires_at) {
            continue;
        }
        let required = match first == last {
            true => format!("ends at {}", instant(first)),
            false => format!("ends between {} and {}", instant(first), instant(last)),
        };
        let off = match grant.expires_at < first {
            true => format!("{} earlier", instant(first.saturating_sub(grant.expires_at))),
            false => format!("{} later", instant(grant.expires_at.saturating_sub(last))),
        };
        let suspicion = match run.cast.ahead_ms(run.client(call)) {
            0 => {
                "Often the cause: another unit, or an end that was computed from something else than now_ms()."
            }
            _ => "Often the cause: the pod's own clock was asked what time it is.",
        };
        return Check::Broken(Finding {
            step: record.step,
            observed: format!("ends at {}", instant(grant.expires_at)),
            required,
            consequence: format!(
                "{} asked for {} and is told an end that is {off} than that. It plans its work by it.",
                named(run, call),
                instant(ttl),
            ),
            suspicion: suspicion.into(),
            section: None,
        });
    }
    outcome(tried, None)
}
