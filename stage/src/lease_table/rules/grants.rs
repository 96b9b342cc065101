//! Rules about what was granted.

use grader::{Check, Finding};

use super::cause::{self, Cause};
use super::outcome;
use crate::lease_table::run::{Hold, Run, instant};

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
        let holder = holder(run, &hold);
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
                run.calls[call].attempt,
            ),
            suspicion: cause.suspicion(),
            section: Some(cause.section()),
        });
    }
    outcome(tried, None)
}

/// The attempt that holds a grant: two of them may be of one pod.
fn holder<'r>(run: &'r Run, hold: &Hold) -> &'r str {
    hold.call.map_or_else(|| run.holder(hold), |other| run.calls[other].attempt.as_str())
}

/// How two grants of a name stand to each other.
enum Order {
    /// One call was over before the other began.
    Before,
    /// Both were under way at once, and one was given at an earlier instant. A token that is raised
    /// after the lease has gone to somebody else is above that of the holder.
    GivenBefore,
    NotBefore,
}

/// Where `other` stands to `call`.
fn order(run: &Run, (other, other_ends): (usize, i64), (call, ends): (usize, i64)) -> Order {
    let (earlier, later) = (&run.calls[other], &run.calls[call]);
    if earlier.ended <= later.began {
        return Order::Before;
    }
    let given = (run.given_at(other, other_ends), run.given_at(call, ends));
    match given {
        (Some(first), Some(second)) if first < second && later.ended > earlier.began => Order::GivenBefore,
        _ => Order::NotBefore,
    }
}

pub(super) fn later_grant_has_a_higher_token(run: &Run) -> Check {
    let mut tried = false;
    for (call, grant) in run.grants() {
        for hold in run.holds(&run.calls[call].call.name, call) {
            let Some(token) = hold.token else { continue };
            let order = hold.call.map_or(Order::Before, |other| {
                order(run, (other, hold.expires_at), (call, grant.expires_at))
            });
            let finding = match order {
                Order::NotBefore => continue,
                // That two are equal is the next rule's affair.
                Order::GivenBefore if token > grant.token => late(run, call, grant.token, &hold),
                Order::Before if token >= grant.token => too_low(run, call, grant.token, &hold),
                _ => {
                    tried = true;
                    continue;
                }
            };
            return Check::Broken(finding);
        }
    }
    outcome(tried, None)
}

fn too_low(run: &Run, call: usize, token: i64, hold: &Hold) -> Finding {
    let record = &run.calls[call];
    let before = hold.token.unwrap_or_default();
    let (suspicion, section) = cause::token(run, call, hold.call);
    let holder = holder(run, hold);
    Finding {
        step: record.step,
        observed: format!("token {token}"),
        required: format!("a token above {before}"),
        consequence: format!(
            "With token {before} {holder} had {} before. Whatever that grant has sent and not delivered yet looks as \
             good as what {} sends now, or better.",
            record.call.name, run.calls[call].attempt,
        ),
        suspicion,
        section: Some(section),
    }
}

/// `hold` was given first and answered with the higher token.
fn late(run: &Run, call: usize, token: i64, hold: &Hold) -> Finding {
    let other = hold.call.unwrap_or(call);
    let (suspicion, section) = cause::token(run, other, Some(call));
    Finding {
        step: run.calls[other].step,
        observed: format!("token {}", hold.token.unwrap_or_default()),
        required: format!("a token below {token}"),
        consequence: format!(
            "Its grant ends at {}. {} was granted {} after it, with token {token}, and now looks like the older one.",
            instant(hold.expires_at),
            run.calls[call].attempt,
            run.calls[call].call.name,
        ),
        suspicion,
        section: Some(section),
    }
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
                    run.calls[other].attempt, record.call.name,
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
                run.calls[call].attempt,
                instant(ttl),
            ),
            suspicion: suspicion.into(),
            section: None,
        });
    }
    outcome(tried, None)
}
