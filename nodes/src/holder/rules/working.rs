//! Rules about how a holder works.

use super::{LONGEST_PIECE, SHORTEST_PIECE, broken, instant, outcome, who_when};
use crate::holder::facts::{Facts, Grant, Life};
use grader::{Check, Finding};
use kit::Ms;

/// So much later the first piece has begun.
const AT_ONCE: Ms = 1_000;
/// A grant that comes later than this may leave too little to begin with.
const EARLY: Ms = 20_000;

pub(super) fn granted_holder_starts(facts: &Facts<'_>) -> Check {
    let mut tried = false;
    for life in &facts.lives {
        for grant in life.grants.iter().filter(|grant| grant.wanted) {
            tried = true;
            if let Some(finding) = idle(facts, life, grant).or_else(|| two_at_once(facts, life, grant)) {
                return Check::Broken(finding);
            }
        }
    }
    outcome(tried)
}

fn idle(facts: &Facts<'_>, life: &Life, grant: &Grant) -> Option<Finding> {
    let heard = facts.at(grant.heard);
    // A piece of the grant before may be under way. It cannot be stopped, and no two run at once.
    let before =
        life.pieces.iter().filter(|(_, token)| *token != grant.token).map(|(piece, _)| facts.at(*piece));
    let begun_before = before.filter(|begun| *begun <= heard).max();
    let free = begun_before.map_or(heard, |begun| heard.max(begun + LONGEST_PIECE));
    let by = free + AT_ONCE;
    let first = life.tried(grant.attempt)?.first();
    let begun = life.pieces.iter().any(|&(piece, token)| token == grant.token && facts.at(piece) <= by);
    let early = heard <= facts.at(first) + EARLY;
    let stop = life.job(grant.heard)?.stop;
    let over = [stop, grant.lost].into_iter().flatten().any(|event| facts.at(event) <= by);
    if begun || over || !early || !facts.calm(life, grant.heard, by) {
        return None;
    }
    Some(Finding {
        consequence: format!(
            "{} holds the lease and does nothing with it. Nobody else can begin, and a client waits.",
            facts.name(life)
        ),
        suspicion: "Often the cause: the grant is written down, and the first piece waits for a timer that nobody sets."
            .into(),
        ..broken(
            facts,
            grant.heard,
            who_when(facts, life, grant.heard, &format!("token {}, no piece", grant.token)),
            "a piece begins at once",
        )
    })
}

fn two_at_once(facts: &Facts<'_>, life: &Life, grant: &Grant) -> Option<Finding> {
    let own: Vec<usize> =
        life.pieces.iter().filter(|(_, token)| *token == grant.token).map(|(piece, _)| *piece).collect();
    let pair = own.windows(2).find(|pair| facts.at(pair[1]) < facts.at(pair[0]) + SHORTEST_PIECE)?;
    Some(Finding {
        consequence: format!(
            "The piece before began at {} and takes 2 s. Now two run at the same time in one pod.",
            instant(facts.at(pair[0]))
        ),
        suspicion:
            "Often the cause: two inputs lead to a next piece, and neither asks whether one is under way."
                .into(),
        ..broken(facts, pair[1], who_when(facts, life, pair[1], "a piece"), "one piece after the other")
    })
}
