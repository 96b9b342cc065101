//! Rules about how often pods ask.

use kit::Ms;

use super::{broken, instant, outcome, who_when};
use crate::holder::facts::{Facts, Life};
use grader::{Check, Finding};

/// 500 ms of the fastest clock.
const SHORTEST_PAUSE: Ms = 490;
/// Two pods that ask within so much ask together.
const TOGETHER: Ms = 5;
/// Once is chance; so often in a row is none.
const AGAIN_AND_AGAIN: usize = 4;

pub(super) fn waiters_do_not_stampede(facts: &Facts<'_>) -> Check {
    if let Some(finding) = facts.lives.iter().find_map(|life| hammers(facts, life)) {
        return Check::Broken(finding);
    }
    let mut tried = false;
    for (at, one) in facts.lives.iter().enumerate() {
        for other in facts.lives[at + 1..].iter().filter(|other| other.who != one.who) {
            let (ours, theirs) = (retries(one), retries(other));
            tried |= ours.len() >= AGAIN_AND_AGAIN && theirs.len() >= AGAIN_AND_AGAIN;
            if let Some(event) = together(facts, &ours, &theirs) {
                return Check::Broken(stampede(facts, one, other, event));
            }
        }
    }
    outcome(tried)
}

fn hammers(facts: &Facts<'_>, life: &Life) -> Option<Finding> {
    let too_soon = |pair: &&[usize]| {
        let new_job = life.asked.iter().any(|asked| (pair[0]..pair[1]).contains(asked));
        !new_job && facts.at(pair[1]) < facts.at(pair[0]) + SHORTEST_PAUSE
    };
    let pair = life.acquires.windows(2).find(too_soon)?;
    Some(Finding {
        consequence: format!(
            "It asked before at {}. A thousand pods that wait like this keep the store busy with refusing.",
            instant(facts.at(pair[0]))
        ),
        suspicion: "Often the cause: a refusal is answered by the next question at once.".into(),
        ..broken(facts, pair[1], who_when(facts, life, pair[1], "asks again"), "a pause of 500 ms")
    })
}

/// The first `Acquire` of each attempt that follows a refusal.
fn retries(life: &Life) -> Vec<usize> {
    let refused = |at: usize| life.tries[..at].last().is_some_and(|tried| tried.refused.is_some());
    let tries = life.tries.iter().enumerate().filter(|(at, _)| refused(*at));
    tries.map(|(_, tried)| tried.first()).collect()
}

/// Where the two have asked together too often in a row.
fn together(facts: &Facts<'_>, ours: &[usize], theirs: &[usize]) -> Option<usize> {
    let mut row = 0;
    for &event in ours {
        let near = theirs.iter().any(|other| facts.at(*other).abs_diff(facts.at(event)) <= TOGETHER);
        row = if near { row + 1 } else { 0 };
        if row == AGAIN_AND_AGAIN {
            return Some(event);
        }
    }
    None
}

fn stampede(facts: &Facts<'_>, one: &Life, other: &Life, event: usize) -> Finding {
    Finding {
        consequence: format!(
            "{} and {} ask at the same instant for the {AGAIN_AND_AGAIN}th time in a row. With a thousand pods this is a \
             thousand questions at once, and none in between.",
            facts.name(one),
            facts.name(other),
        ),
        suspicion: "Often the cause: all wait equally long.".into(),
        ..broken(
            facts,
            event,
            who_when(facts, one, event, &format!("asks with {}", facts.name(other))),
            "at instants of its own",
        )
    }
}
