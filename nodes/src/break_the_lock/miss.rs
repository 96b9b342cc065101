//! Why a schedule does not reach its goal: the first reason that fits, nearest to the goal last.

use kit::contract::break_the_lock::promises::Promise;
use kit::contract::break_the_lock::scene::Scene;
use kit::contract::break_the_lock::{Answer, TTL};
use kit::plan::Act;

use super::Seen;
use super::facts::Facts;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Miss {
    /// Time went on for so long that the run was given up.
    NoEnd,
    /// Fewer than two pods were asked for a debit.
    NotOwed,
    /// Somebody was asked for another amount.
    OtherAmount,
    /// A pod crashed, and what it was asked is in doubt for ever.
    Crashed,
    NobodyPaused,
    StillPaused,
    TooShort,
    /// Somebody was refused, for the lease was live.
    Refused,
    /// A pause that met a pod with nothing in its hands.
    IdlePause,
    NothingLate,
    /// What was to be late was lost instead.
    LostOnTheWay,
    /// A hold of messages that nobody sends that way.
    HeldNothing,
    StillOnTheWay,
    /// A pod saw in time, or heard, that its lease was over.
    GaveUp,
    NobodyTookOver,
    NothingRenewed,
    ReplicaKnew,
    /// A debit was not answered.
    InDoubt,
    /// Each read what the other had left.
    OneAfterTheOther,
    /// In two leases: somebody had both.
    GotBoth,
    /// In two leases: nobody was debited, and nobody waits in a circle.
    NoCircle,

    // The account is wrong, and the goal is not reached all the same.
    /// A grant was lost, and its token issued twice.
    LostGrant,
    TwoLiveGrants,
    EndsAreOff,
    ClockTooFast,
    /// Without the pause that was asked for.
    WithoutAPause,
    WithAPause,
    WithoutAFailover,
    /// The write had left in time, and was late on its way.
    LeftInTime,
}

/// Why the run does not reach the goal of its scene; `None` if it does.
pub fn miss(scene: Scene, seen: &Seen) -> Option<Miss> {
    let facts = Facts::of(scene, seen);
    match scene {
        _ if seen.stop.is_some() => Some(Miss::NoEnd),
        _ if facts.other_amount => Some(Miss::OtherAmount),
        Scene::TwoLeases => circle(&facts),
        _ if facts.books.are_right() => Some(unbroken(scene, &facts, holds(seen))),
        _ => beside(scene, &facts),
    }
}

fn holds(seen: &Seen) -> bool {
    seen.run.plan.phases.iter().flat_map(|phase| &phase.acts).any(|act| matches!(act, Act::Hold { .. }))
}

fn unbroken(scene: Scene, facts: &Facts, holds: bool) -> Miss {
    if facts.asked.len() < 2 {
        return Miss::NotOwed;
    }
    if facts.crashed_pod {
        return Miss::Crashed;
    }
    let early = match scene {
        Scene::Pause => paused_too_little(facts),
        Scene::Failover => failed_over_too_little(facts),
        _ => came_too_early(facts, holds),
    };
    early.unwrap_or(if facts.books.in_doubt.is_empty() { Miss::OneAfterTheOther } else { Miss::InDoubt })
}

fn refused(facts: &Facts) -> bool {
    facts.answered(|answer| *answer == Answer::Busy)
}

fn gave_up(facts: &Facts) -> bool {
    facts.answered(|answer| *answer == Answer::TooLate)
}

fn paused_too_little(facts: &Facts) -> Option<Miss> {
    let lasts = |pause: &super::facts::Pause| pause.to.unwrap_or(facts.end) - pause.from;
    let longest = facts.pauses.iter().map(lasts).max();
    match longest {
        None => Some(Miss::NobodyPaused),
        Some(ms) if ms < TTL && refused(facts) => Some(Miss::TooShort),
        _ if refused(facts) => Some(Miss::Refused),
        _ if facts.pauses.iter().any(|pause| pause.to.is_none()) => Some(Miss::StillPaused),
        Some(ms) if ms < TTL => Some(Miss::TooShort),
        _ if !facts.slept_through_an_end() => Some(Miss::IdlePause),
        _ => None,
    }
}

fn came_too_early(facts: &Facts, holds: bool) -> Option<Miss> {
    if gave_up(facts) {
        Some(Miss::GaveUp)
    } else if facts.lost {
        Some(Miss::LostOnTheWay)
    } else if holds && !facts.held {
        Some(Miss::HeldNothing)
    } else if !facts.held {
        Some(Miss::NothingLate)
    } else if refused(facts) {
        Some(Miss::Refused)
    } else {
        facts.on_the_way.then_some(Miss::StillOnTheWay)
    }
}

fn failed_over_too_little(facts: &Facts) -> Option<Miss> {
    if !facts.took_over {
        Some(Miss::NobodyTookOver)
    } else if facts.renewals == 0 {
        Some(Miss::NothingRenewed)
    } else if refused(facts) {
        Some(Miss::ReplicaKnew)
    } else if gave_up(facts) {
        Some(Miss::GaveUp)
    } else {
        // Copies may be late for ever; a pod that waits for its balance may not.
        (facts.on_the_way && !facts.books.in_doubt.is_empty()).then_some(Miss::StillOnTheWay)
    }
}

/// The account is wrong. Is it for the reason that was asked for, with the lease unharmed?
fn beside(scene: Scene, facts: &Facts) -> Option<Miss> {
    match facts.promise {
        Some(Promise::TokensRise) => return Some(Miss::LostGrant),
        Some(Promise::OneLiveGrant) => return Some(Miss::TwoLiveGrants),
        Some(Promise::EndsKeepToTheTtl) => return Some(Miss::EndsAreOff),
        None => {}
    }
    match scene {
        _ if facts.clock_off => Some(Miss::ClockTooFast),
        Scene::Pause if !facts.acted_late_after_such_a_sleep() => Some(Miss::WithoutAPause),
        Scene::CheckThenAct if !facts.somebody_acted_late() => Some(Miss::LeftInTime),
        Scene::LatePacket if !facts.pauses.is_empty() => Some(Miss::WithAPause),
        Scene::Failover if !facts.two_were_told() => Some(Miss::WithoutAFailover),
        _ => None,
    }
}

/// Nobody was debited, each pod holds one lease, and time has gone on for long.
fn circle(facts: &Facts) -> Option<Miss> {
    match () {
        () if facts.asked.len() < 2 => Some(Miss::NotOwed),
        () if facts.crashed_pod => Some(Miss::Crashed),
        () if facts.books.writes > 0 => Some(Miss::GotBoth),
        () if !facts.wait_for_each_other() => Some(Miss::NoCircle),
        () => match facts.promise {
            Some(Promise::TokensRise) => Some(Miss::LostGrant),
            Some(Promise::OneLiveGrant) => Some(Miss::TwoLiveGrants),
            Some(Promise::EndsKeepToTheTtl) => Some(Miss::EndsAreOff),
            None => None,
        },
    }
}
