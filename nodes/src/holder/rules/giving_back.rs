//! Rules about the end of a lease.

use kit::Ms;
use kit::contract::holder::{Answer, Attempt, Msg};
use kit::world::What;

use super::{LOST, SHORTEST_PIECE, SURELY_LIVE, SURELY_OVER, broken, instant, outcome, stopping, who_when};
use crate::holder::facts::{Facts, Grant, Job, Life};
use grader::{Check, Finding};

/// So much later a grant that nobody wants is on its way back.
const AT_ONCE: Ms = 1_000;

pub(super) fn nothing_is_renewed_after_the_end(facts: &Facts<'_>) -> Check {
    let mut tried = false;
    for life in &facts.lives {
        for &(beat, attempt, token) in &life.renews {
            tried = true;
            let Some((why, suspicion)) = over(facts, life, beat, (attempt, token)) else { continue };
            return Check::Broken(Finding {
                consequence: format!(
                    "{why} A beat that arrives keeps everybody else from the lease, and nothing is done with it."
                ),
                suspicion: suspicion.to_owned(),
                ..broken(
                    facts,
                    beat,
                    who_when(facts, life, beat, &format!("renews token {token}")),
                    "no beat",
                )
            });
        }
    }
    outcome(tried)
}

/// Why this beat should not have been sent.
fn over(
    facts: &Facts<'_>,
    life: &Life,
    beat: usize,
    (attempt, token): (Attempt, u64),
) -> Option<(String, &'static str)> {
    let name = facts.name(life);
    let Some(grant) = life.held(attempt, token).filter(|grant| grant.heard < beat) else {
        let why = format!("This life of {name} was never granted token {token} for attempt {attempt}.");
        return Some((why, "Often the cause: a grant is taken for one's own without a look at its attempt."));
    };
    if let Some(lost) = grant.lost.filter(|lost| *lost < beat) {
        let why = format!("{name} was told at {} that token {token} is lost.", instant(facts.at(lost)));
        return Some((why, "Often the cause: a clear no is treated like an answer that did not come."));
    }
    if let Some(release) = grant.release.filter(|release| *release < beat) {
        let why = format!("{name} gave token {token} back at {}.", instant(facts.at(release)));
        return Some((why, "Often the cause: the timer of the beats goes on when the work has ended."));
    }
    let (sent, _) = grant.answered(beat)?;
    if facts.at(beat) > facts.at(sent) + SURELY_OVER {
        let why = format!(
            "{name} sent its last question that was answered at {}: by any clock its lease is over, and another may \
             have held it in between.",
            instant(facts.at(sent))
        );
        return Some((
            why,
            "Often the cause: a lease is given up, and revived when an answer comes after all.",
        ));
    }
    if life.job(beat).is_none() {
        let why = format!("{name} has no job any more.");
        return Some((
            why,
            "Often the cause: a grant starts the beats without asking whether anybody wants it.",
        ));
    }
    None
}

pub(super) fn release_comes_last(facts: &Facts<'_>) -> Check {
    let mut tried = false;
    for life in &facts.lives {
        for grant in &life.grants {
            let Some(release) = grant.release else { continue };
            let own =
                || life.pieces.iter().filter(|(_, token)| *token == grant.token).map(|(piece, _)| *piece);
            let before = own().rfind(|piece| *piece < release);
            tried |= before.is_some();
            let running = before.filter(|piece| facts.at(release) < facts.at(*piece) + SHORTEST_PIECE);
            let over = grant.lost.is_some_and(|lost| lost < release);
            let finding = if let Some(piece) = own().find(|piece| *piece > release) {
                let observed = who_when(facts, life, piece, "a piece");
                (piece, observed, "no piece", release, "gave the lease back")
            } else if let Some(piece) = running.filter(|_| !over) {
                let observed = who_when(facts, life, release, "gives the lease back");
                (release, observed, "after the piece", piece, "began a piece of 2 s")
            } else {
                continue;
            };
            let (event, observed, required, other, what) = finding;
            return Check::Broken(Finding {
                consequence: format!(
                    "{} {what} at {}. Whoever is granted the lease now works at the same time.",
                    facts.name(life),
                    instant(facts.at(other)),
                ),
                suspicion:
                    "Often the cause: the lease is given back first, and the work is stopped afterwards."
                        .into(),
                ..broken(facts, event, observed, required)
            });
        }
    }
    outcome(tried)
}

pub(super) fn done_means_released(facts: &Facts<'_>) -> Check {
    let mut tried = false;
    for life in &facts.lives {
        if let Some(finding) = for_nobody(facts, life) {
            return Check::Broken(finding);
        }
        for job in life.jobs.iter().filter(|job| !job.second) {
            let Some((answer, said)) = job.answer.filter(|(_, said)| *said != Answer::Busy) else { continue };
            tried |= life.grants.iter().any(|grant| grant.heard < answer);
            let finding = match said {
                Answer::Done => not_done(facts, life, job, answer),
                _ => stopping::not_stopped(facts, life, job, answer),
            };
            // `stop` is told the same, and may be told it at another instant.
            let stops = stopping::answers(life, job);
            let finding = finding.or_else(|| stopping::differs(facts, life, &stops, said)).or_else(|| {
                let mut answers = std::iter::once(answer).chain(stops.iter().map(|(event, _)| *event));
                answers.find_map(|event| {
                    still_held(facts, life, event).or_else(|| stopping::still_asked(facts, life, event))
                })
            });
            if let Some(finding) = finding {
                return Check::Broken(finding);
            }
        }
    }
    outcome(tried)
}

/// A piece that no client waits for.
fn for_nobody(facts: &Facts<'_>, life: &Life) -> Option<Finding> {
    let unwanted = |piece: usize| match life.job(piece) {
        None => Some("No job is under way any more.".to_owned()),
        Some(job) => job
            .stop
            .filter(|stop| *stop < piece)
            .map(|stop| format!("A client asked to stop at {}, and counts on it.", instant(facts.at(stop)))),
    };
    let (piece, why) = life.pieces.iter().find_map(|&(piece, _)| Some((piece, unwanted(piece)?)))?;
    Some(Finding {
        consequence: format!("{why} {} works on, and keeps the lease for it.", facts.name(life)),
        suspicion: "Often the cause: only the end of a job ends its work.".into(),
        ..broken(facts, piece, who_when(facts, life, piece, "a piece"), "no further piece")
    })
}

fn not_done(facts: &Facts<'_>, life: &Life, job: &Job, answer: usize) -> Option<Finding> {
    let begun = life.begun(job, answer);
    let last = life.pieces.iter().rev().find(|(piece, _)| *piece < answer).map(|(piece, _)| *piece);
    let running = last.filter(|piece| facts.at(answer) < facts.at(*piece) + SHORTEST_PIECE);
    let (consequence, suspicion) = if begun < job.pieces as usize {
        let consequence = format!("The job has {} pieces, and {begun} were begun.", job.pieces);
        (consequence, "Often the cause: an answer to an older question ends the job that is under way now.")
    } else {
        let piece = running?;
        let consequence = format!(
            "The last piece began at {} and is not over. The client builds on it.",
            instant(facts.at(piece))
        );
        (consequence, "Often the cause: a piece counts as done when it begins.")
    };
    Some(Finding {
        consequence,
        suspicion: suspicion.to_owned(),
        ..broken(facts, answer, who_when(facts, life, answer, "Done"), "no answer yet")
    })
}

/// A grant that somebody waited for, and that is neither given back nor over.
fn still_held(facts: &Facts<'_>, life: &Life, answer: usize) -> Option<Finding> {
    let open = |grant: &&Grant| {
        let settled = [grant.lost, grant.released].into_iter().flatten().any(|event| event < answer);
        // What it hears of old beats while it gives back is no reason to hold on.
        let last = grant.release.map_or(answer, |release| release.min(answer));
        let since = facts.counts_from(grant, last, SURELY_LIVE).unwrap_or(facts.at(grant.heard));
        let over = facts.at(answer) > since + SURELY_LIVE;
        let used = grant.wanted || life.pieces.iter().any(|(_, token)| *token == grant.token);
        used && grant.heard < answer && !settled && !over && !life.has_later(grant, answer)
    };
    let grant = life.grants.iter().find(open)?;
    let (observed, suspicion) = match grant.release.filter(|release| *release < answer) {
        Some(_) => (
            "answers, and knows nothing of its release",
            "Often the cause: what was sent is taken for what has arrived.",
        ),
        None => (
            "answers, and holds the lease",
            "Often the cause: the job is over, and nobody thinks of the lease.",
        ),
    };
    Some(Finding {
        consequence: format!(
            "For all that {} knows, token {} is its own for some time, and nothing is left that would ever give it \
             back. The others wait in vain.",
            facts.name(life),
            grant.token
        ),
        suspicion: suspicion.to_owned(),
        ..broken(facts, answer, who_when(facts, life, answer, observed), "Released or Lost first")
    })
}

pub(super) fn late_grant_is_given_back(facts: &Facts<'_>) -> Check {
    let mut tried = false;
    for life in &facts.lives {
        for grant in &life.grants {
            let Some(first) = life.tried(grant.attempt).map(|tried| tried.first()) else { continue };
            let late = facts.at(grant.heard) >= facts.at(first) + SURELY_OVER;
            if grant.perhaps || (grant.wanted && !late) {
                continue;
            }
            tried = true;
            let by = facts.at(grant.heard) + AT_ONCE;
            let back = released(facts, life, grant).is_some_and(|release| facts.at(release) <= by);
            if back || !facts.calm(life, grant.heard, by) {
                continue;
            }
            let why = if late {
                "It comes too late: by any clock it is over."
            } else {
                "Nobody waits for it any more."
            };
            return Check::Broken(Finding {
                consequence: format!(
                    "{why} For the store {} holds the lease, and refuses all others until it has run out.",
                    facts.name(life)
                ),
                suspicion: "Often the cause: a message that fits no state is thrown away.".into(),
                section: late.then_some(LOST),
                ..broken(
                    facts,
                    grant.heard,
                    who_when(facts, life, grant.heard, &format!("token {}, and keeps it", grant.token)),
                    "given back at once",
                )
            });
        }
    }
    outcome(tried)
}

/// The first release of a grant after it was heard of.
fn released(facts: &Facts<'_>, life: &Life, grant: &Grant) -> Option<usize> {
    grant.release.or_else(|| {
        let events = facts.run.events.iter().enumerate().skip(grant.heard);
        let mut own = events.filter(|(_, event)| event.who == Some(life.who));
        let Grant { attempt, token, .. } = *grant;
        let release = Msg::Release { attempt, token };
        let gives = |what: &What<_>| matches!(what, What::Sent { msg, .. } if *msg == release);
        own.find(|(_, event)| gives(&event.what)).map(|(number, _)| number)
    })
}
