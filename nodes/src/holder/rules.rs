//! The rules of `holder`: each a sentence and a check of one run.
//!
//! They judge what pods say and do, and nothing of how they are written. Times are of the world, and
//! a clock that keeps within the contract has the benefit of every doubt: 2 s of a fast one are 1,980 ms.

mod ending;
mod giving_back;
mod lease;
mod margin;
mod silence;
mod stopping;
mod waiting;
mod working;

use kit::Ms;
use kit::contract::holder::{DRIFT_PERCENT, Keeping, PIECE};
use kit::world::Fold;

use super::facts::{Facts, Life, facts};
use crate::messages::Seen;
use grader::{Check, Finding, Property};

type Rule = Property<Seen<Keeping>>;
type Rules = fn(&Facts<'_>) -> Check;

const ALIVE: &str = "chapter 6, \"What keeps a lease alive?\"";
const BACK: &str = "chapter 6, \"How do you give it back?\"";
const LOST: &str = "chapter 6, \"How do you know that you lost it?\"";
const CLOCK: &str = "chapter 6, \"Whose clock ends your work?\"";
const SILENCE: &str = "chapter 6, \"What does no answer tell you?\"";
const WAIT: &str = "chapter 6, \"How do you wait without a stampede?\"";
const PROMISE: &str = "chapter 6, \"What must a holder promise?\"";

/// The shortest that a piece takes: of the fastest clock.
const SHORTEST_PIECE: Ms = 1_980;
/// How long a piece takes at most: its timer counts a clock that may be slow.
const LONGEST_PIECE: Ms = PIECE + PIECE * DRIFT_PERCENT / 100 + 1;
/// By then every clock says that a lease is over which counts from 0.
const SURELY_OVER: Ms = 30_400;
/// Before this no clock does, however careful its pod.
const SURELY_LIVE: Ms = 26_500;

/// All rules, in the order in which a learner should read them.
pub fn rules() -> Vec<Rule> {
    macro_rules! rule {
        ($check:path, $name:ident, $section:expr, $sentence:expr, $deed:expr) => {
            Property {
                name: stringify!($name),
                sentence: $sentence,
                section: $section,
                deed: $deed,
                check: |seen| judge(seen, $check),
                ends: false,
            }
        };
    }
    vec![
        Property {
            ends: true,
            check: |seen| ending::every_job_gets_done(&facts(&seen.run), seen),
            ..rule!(
                never,
                every_job_gets_done,
                PROMISE,
                "Every request is answered once, and whoever waits asks again within 10 s.",
                "been asked for anything"
            )
        },
        rule!(
            working::granted_holder_starts,
            granted_holder_starts,
            PROMISE,
            "Who is granted the lease begins to work at once, one piece after the other.",
            "been granted a lease that a job was waiting for"
        ),
        rule!(
            lease::no_piece_outside_the_lease,
            no_piece_outside_the_lease,
            CLOCK,
            "A piece lies inside a lease of this life, from its beginning to its end.",
            "begun a piece of work"
        ),
        rule!(
            lease::a_grant_counts_from_its_first_request,
            a_grant_counts_from_its_first_request,
            CLOCK,
            "You hold a lease for its ttl from when you sent the question that was answered: the first Acquire, or that \
             beat.",
            "worked after an answer that took a while"
        ),
        rule!(
            margin::a_tenth_at_most_is_given_away,
            a_tenth_at_most_is_given_away,
            CLOCK,
            "While there is work, you begin each piece that fits into the first nine tenths of your lease.",
            "had work to do until its lease was nearly over"
        ),
        rule!(
            silence::silence_is_no_answer,
            silence_is_no_answer,
            SILENCE,
            "No answer is neither yes nor no: you ask the same again, and work on while your lease lasts.",
            "waited for an answer that did not come"
        ),
        rule!(
            silence::two_lost_beats_lose_nothing,
            two_lost_beats_lose_nothing,
            ALIVE,
            "Two beats in a row may get lost, or their answers, and the holder keeps its lease.",
            "lost a beat, and gone on"
        ),
        rule!(
            lease::no_piece_after_lost,
            no_piece_after_lost,
            LOST,
            "After Lost no piece begins under that token.",
            "been told Lost while it had work to do"
        ),
        rule!(
            giving_back::nothing_is_renewed_after_the_end,
            nothing_is_renewed_after_the_end,
            LOST,
            "You renew what you hold, and nothing that is over: lost, given back, past its end, or of no use.",
            "sent a beat"
        ),
        rule!(
            giving_back::release_comes_last,
            release_comes_last,
            BACK,
            "You give a lease back when its last piece has ended, and begin none afterwards.",
            "given back a lease under which it had worked"
        ),
        rule!(
            giving_back::done_means_released,
            done_means_released,
            BACK,
            "Done means that all pieces are done, and after a stop none begins; with either answer the lease is given back \
             or over.",
            "answered Done or Stopped after a grant"
        ),
        rule!(
            giving_back::late_grant_is_given_back,
            late_grant_is_given_back,
            BACK,
            "A grant that comes too late, or that no job waits for, is given back at once.",
            "heard of a grant that came too late or that nobody wanted any more"
        ),
        rule!(
            waiting::waiters_do_not_stampede,
            waiters_do_not_stampede,
            WAIT,
            "Between two Acquire lie 500 ms, and two pods that were refused together do not ask together again and again.",
            "been refused several times together with another pod"
        ),
    ]
}

/// Only a rule with a check of its own names this one.
fn never(_: &Facts<'_>) -> Check {
    Check::Silent
}

/// A plan that does to clocks what the contract excludes says nothing.
fn judge(seen: &Seen<Keeping>, check: Rules) -> Check {
    let facts = facts(&seen.run);
    if facts.within { check(&facts) } else { Check::Silent }
}

fn outcome(tried: bool) -> Check {
    if tried { Check::Holds } else { Check::Silent }
}

/// A finding at the step that tells this event.
fn broken(facts: &Facts<'_>, event: usize, observed: String, required: &str) -> Finding {
    Finding {
        step: facts.run.step_of(event, Fold::Phases),
        observed,
        required: required.to_owned(),
        ..Finding::default()
    }
}

/// `31.2 s`
fn instant(ms: Ms) -> String {
    let (whole, part) = (ms / 1_000, ms % 1_000);
    if part == 0 {
        return format!("{whole} s");
    }
    format!("{whole}.{} s", format!("{part:03}").trim_end_matches('0'))
}

/// `pod-7 at 31.2 s: token 1`
fn who_when(facts: &Facts<'_>, life: &Life, event: usize, what: &str) -> String {
    format!("{} at {}: {what}", facts.name(life), instant(facts.at(event)))
}
