//! Rules about where a piece of work lies.

use kit::contract::holder::{End, TTL};
use kit::world::What;

use super::{CLOCK, LOST, SHORTEST_PIECE, broken, instant, outcome, who_when};
use crate::holder::facts::{Facts, Lease, Life};
use grader::{Check, Finding};

/// A lease that an operator ended early is judged by the end that it was to have: its holder cannot
/// know before its next beat.
pub(super) fn no_piece_outside_the_lease(facts: &Facts<'_>) -> Check {
    let mut tried = false;
    for life in &facts.lives {
        for &(piece, token) in &life.pieces {
            tried = true;
            let lease = facts.leases.get(&token);
            let own = lease.filter(|lease| lease.pod == life.who && life.tried(lease.attempt).is_some());
            let finding = match own {
                Some(lease) => outside(facts, life, (piece, token), lease),
                None => Some(not_its_own(facts, life, (piece, token), lease)),
            };
            if let Some(finding) = finding {
                return Check::Broken(finding);
            }
        }
    }
    outcome(tried)
}

fn not_its_own(
    facts: &Facts<'_>,
    life: &Life,
    (piece, token): (usize, u64),
    lease: Option<&Lease>,
) -> Finding {
    let name = facts.name(life);
    let (consequence, suspicion) = match lease {
        None => (
            format!("The store has granted no token {token}. Nobody can tell whose work this is."),
            "Often the cause: a token that is computed, and not taken from the grant.",
        ),
        Some(lease) if lease.pod == life.who => (
            format!("Token {token} was granted to an earlier life of {name}. What that life knew is gone."),
            "Often the cause: a grant is taken for one's own without a look at its attempt.",
        ),
        Some(lease) => (
            format!("Token {token} was granted to {}, which may be at work.", facts.run.name(lease.pod)),
            "Often the cause: work begins without a grant.",
        ),
    };
    Finding {
        consequence,
        suspicion: suspicion.to_owned(),
        section: Some(LOST),
        ..broken(facts, piece, who_when(facts, life, piece, "a piece"), "a token of its own")
    }
}

fn outside(facts: &Facts<'_>, life: &Life, (piece, token): (usize, u64), lease: &Lease) -> Option<Finding> {
    let name = facts.name(life);
    let given_back = lease.ended.filter(|&(ended, how)| how == End::GivenBack && ended < piece);
    if given_back.is_some() {
        return Some(Finding {
            consequence: format!(
                "{name} has given token {token} back, and the store has let it go. Somebody else may hold the lease."
            ),
            suspicion: "Often the cause: giving back and ceasing to work are two steps, in this order."
                .into(),
            ..broken(facts, piece, who_when(facts, life, piece, "a piece"), "no piece")
        });
    }
    let until = lease.until(piece);
    let end = facts.at(piece) + SHORTEST_PIECE;
    if end <= until {
        return None;
    }
    let begun = facts.at(piece) < until;
    let consequence = match begun {
        true => format!(
            "The store ends the lease at {}, in the middle of the piece. From then on somebody else may work, and \
             {name} still does.",
            instant(until)
        ),
        false => format!(
            "For the store the lease is over since {}. {name} believes that it holds it, and works; so may somebody \
             else.",
            instant(until)
        ),
    };
    let rated = facts.run.events.iter().any(|event| matches!(event.what, What::RateSet { .. }));
    let set = facts.run.events.iter().any(|event| matches!(event.what, What::ClockSet { .. }));
    let waited = life.grant(token).and_then(|grant| grant.answered(piece));
    let slow = waited.is_some_and(|(sent, heard)| facts.at(heard) > facts.at(sent) + 300);
    let suspicion = if set {
        "Often the cause: an end that is compared with a clock that somebody can set."
    } else if slow {
        "Often the cause: the time is counted from the answer, or from the last of several questions."
    } else if rated && begun {
        "Often the cause: nothing is left for a clock that is slow."
    } else if begun {
        "Often the cause: the end is looked at, and not whether the piece fits before it."
    } else {
        "Often the cause: only an answer can end this work, and no answer comes."
    };
    Some(Finding {
        consequence,
        suspicion: suspicion.to_owned(),
        section: Some(CLOCK),
        ..broken(
            facts,
            piece,
            who_when(facts, life, piece, "a piece"),
            &format!("it ends by {}", instant(until)),
        )
    })
}

/// What the store knows besides, the holder cannot know.
pub(super) fn a_grant_counts_from_its_first_request(facts: &Facts<'_>) -> Check {
    let mut tried = false;
    for life in &facts.lives {
        for &(piece, token) in &life.pieces {
            let Some(grant) = life.grant(token) else { continue };
            let Some((sent, heard)) = grant.answered(piece) else { continue };
            let over = facts.at(sent) + TTL;
            tried |= facts.at(heard) >= facts.at(sent) + 1_000;
            if facts.at(piece) + SHORTEST_PIECE <= over {
                continue;
            }
            let (name, first) = (facts.name(life), grant.answers.len() == 1 || sent == grant.answers[0].0);
            let repeated = life.tried(grant.attempt).is_some_and(|tried| tried.sends.len() > 1);
            let suspicion = match (first, repeated) {
                (true, true) => {
                    "Often the cause: the time is counted from the last question, or from the answer."
                }
                (true, false) => "Often the cause: the time is counted from the answer.",
                (false, _) => {
                    "Often the cause: an answer is taken for one to the latest beat, whichever it answers."
                }
            };
            let question = if first { "first asked for this lease" } else { "sent that beat" };
            return Check::Broken(Finding {
                consequence: format!(
                    "{name} {question} at {}, and heard the answer at {}. The store may have given it 30 s from \
                     when it was asked, and no answer says otherwise.",
                    instant(facts.at(sent)),
                    instant(facts.at(heard)),
                ),
                suspicion: suspicion.to_owned(),
                ..broken(
                    facts,
                    piece,
                    who_when(facts, life, piece, "a piece"),
                    &format!("none that ends after {}", instant(over)),
                )
            });
        }
    }
    outcome(tried)
}

pub(super) fn no_piece_after_lost(facts: &Facts<'_>) -> Check {
    let mut tried = false;
    for life in &facts.lives {
        for grant in &life.grants {
            let Some(lost) = grant.lost else { continue };
            tried |= life.job(lost).is_some_and(|job| life.has_work(job, lost));
            let after = life.pieces.iter().find(|&&(piece, token)| token == grant.token && piece > lost);
            let Some(&(piece, token)) = after else { continue };
            return Check::Broken(Finding {
                consequence: format!(
                    "At {} {} was told that token {token} is lost. It works on; so may whoever holds the lease now.",
                    instant(facts.at(lost)),
                    facts.name(life),
                ),
                suspicion: "Often the cause: a clear no is treated like an answer that did not come.".into(),
                ..broken(facts, piece, who_when(facts, life, piece, "a piece"), "no piece under this token")
            });
        }
    }
    outcome(tried)
}
