//! The rule about the margin at the end of a lease: how much of it may be given away.

use kit::Ms;
use kit::contract::holder::{DRIFT_PERCENT, PIECE, TTL};
use kit::world::What;

use super::{LONGEST_PIECE, broken, instant, outcome, who_when};
use crate::holder::facts::{Facts, Grant, Life};
use grader::{Check, Finding};

/// Nine tenths of a lease.
const USED: Ms = TTL - TTL / 10;
/// An answer that took longer may be to a question that its pod remembers no more.
const PROMPT: Ms = 1_000;
/// So much later than it may, a piece begins.
const TARDY: Ms = 200;
/// By then it has begun, if it ever does.
const PATIENCE: Ms = 1_000;
/// A piece so near to the end tells something about the margin.
const NEAR: Ms = USED - 4 * PIECE;

pub(super) fn a_tenth_at_most_is_given_away(facts: &Facts<'_>) -> Check {
    let mut tried = false;
    for life in &facts.lives {
        let used = if rated(facts, life) { USED - USED * DRIFT_PERCENT / 100 } else { USED };
        for grant in &life.grants {
            let own: Vec<usize> = life
                .pieces
                .iter()
                .filter(|(_, token)| *token == grant.token)
                .map(|(piece, _)| *piece)
                .collect();
            for &piece in &own {
                let since = facts.at(promised(facts, grant, piece));
                let free = facts.at(piece) + LONGEST_PIECE;
                // The next piece begins when this one is over, and ends in time.
                let fits = free + TARDY + LONGEST_PIECE <= since + used;
                if !fits || !wants(facts, life, grant, (piece, free + PATIENCE)) {
                    continue;
                }
                tried |= facts.at(piece) >= since + NEAR;
                if !begins(facts, &own, (piece, free + PATIENCE)) {
                    return Check::Broken(given_away(facts, life, piece, since));
                }
            }
            if let Some(finding) = asleep(facts, life, grant, &own) {
                return Check::Broken(finding);
            }
        }
    }
    outcome(tried)
}

/// A pod for which nothing fitted any more, and which has been told since that its lease lives on.
fn asleep(facts: &Facts<'_>, life: &Life, grant: &Grant, own: &[usize]) -> Option<Finding> {
    let prompt =
        grant.answers.iter().skip(1).filter(|&&(sent, heard)| facts.at(heard) <= facts.at(sent) + PROMPT);
    let &(_, heard) = prompt.into_iter().find(|&&(_, heard)| {
        let (at, by) = (facts.at(heard), facts.at(heard) + PIECE + PATIENCE);
        let free = own
            .iter()
            .rfind(|piece| **piece < heard)
            .is_some_and(|piece| facts.at(*piece) + LONGEST_PIECE <= at);
        // A beat that it sends later says that it has not given the lease up.
        let held = grant.release.is_none_or(|release| release > heard)
            && life.renews.iter().any(|&(beat, _, token)| beat > heard && token == grant.token);
        free && held && wants(facts, life, grant, (heard, by)) && !begins(facts, own, (heard, by))
    })?;
    Some(Finding {
        consequence: format!(
            "{} was told that its lease lives on, has work left, and begins no piece. All others wait for a lease that \
             nobody uses.",
            facts.name(life)
        ),
        suspicion: "Often the cause: a piece that did not fit is never thought of again.".into(),
        ..broken(facts, heard, who_when(facts, life, heard, "renewed, and no piece"), "a piece begins")
    })
}

/// Whether this pod's clock runs fast or slow at some time. Then a tenth is less on another clock.
fn rated(facts: &Facts<'_>, life: &Life) -> bool {
    facts
        .run
        .events
        .iter()
        .any(|event| event.who == Some(life.who) && matches!(event.what, What::RateSet { .. }))
}

/// The last question before this piece that was answered at once.
fn promised(facts: &Facts<'_>, grant: &Grant, piece: usize) -> usize {
    let prompt = |&&(sent, heard): &&(usize, usize)| facts.at(heard) <= facts.at(sent) + PROMPT;
    let answers = grant.answers.iter().filter(|(_, heard)| *heard < piece);
    let first = grant.answers.first().map_or(grant.heard, |(sent, _)| *sent);
    answers.filter(prompt).map(|(sent, _)| *sent).max().unwrap_or(first)
}

/// Whether there is a piece to begin from this event to this instant, nothing says otherwise, and the
/// pod can act.
fn wants(facts: &Facts<'_>, life: &Life, grant: &Grant, (event, by): (usize, Ms)) -> bool {
    let Some(job) = life.job(event) else { return false };
    let soon = |event: usize| facts.at(event) <= by;
    let over = [job.stop, grant.lost].into_iter().flatten().any(soon);
    // Another grant, wanted or not, may say that this one is over.
    let other = life.grants.iter().any(|other| other.token > grant.token && soon(other.heard));
    life.begun(job, event + 1) < job.pieces as usize && !over && !other && facts.calm(life, event, by)
}

fn begins(facts: &Facts<'_>, own: &[usize], (after, by): (usize, Ms)) -> bool {
    own.iter().any(|piece| *piece > after && facts.at(*piece) <= by)
}

fn given_away(facts: &Facts<'_>, life: &Life, piece: usize, since: Ms) -> Finding {
    let free = facts.at(piece) + PIECE;
    let observed = who_when(facts, life, piece, "its last piece under this lease");
    Finding {
        consequence: format!(
            "It ends at {}, and {} has work left. Its lease lives until {} at least, so another piece fits in and leaves a \
             tenth of the lease to spare. What is given away in each lease is missing in each job.",
            instant(free),
            facts.name(life),
            instant(since + TTL),
        ),
        suspicion: "Often the cause: a margin that is larger than clocks can differ, or a deadline that an older answer \
                    has set back."
            .into(),
        ..broken(facts, piece, observed, &format!("another one at {}", instant(free)))
    }
}
