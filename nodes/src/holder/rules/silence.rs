//! Rules about questions that are not answered.

use kit::Ms;
use kit::contract::holder::{End, TTL};

use super::{ALIVE, BACK, SURELY_LIVE, broken, instant, outcome, who_when};
use crate::holder::facts::{Facts, Grant, Life, Try};
use grader::{Check, Finding};

/// So long after a piece began, the next one has: 2 s of a slow clock, and some patience.
const NEXT_PIECE: Ms = 3_000;
/// A holder works at least so long from its last question that was answered: until then a piece that
/// begins 3 s later still fits into nine tenths of the lease.
const WORKS_ON: Ms = 21_500;
/// An answer that is older than this when it comes has used up what beats were to have.
const LATE: Ms = 8_000;
/// By then what was not answered has been sent again: 10 s of a slow clock.
const REPEATS: Ms = 10_200;
/// Silence is noticed after a while.
const SILENT: Ms = 1_000;

pub(super) fn silence_is_no_answer(facts: &Facts<'_>) -> Check {
    let mut tried = false;
    for life in &facts.lives {
        for found in [another_attempt(facts, life), ceases(facts, life), says_once(facts, life)] {
            match found {
                Check::Silent => {}
                Check::Holds => tried = true,
                broken => return broken,
            }
        }
    }
    outcome(tried)
}

/// The lease may be that attempt's, and then this one waits for itself.
fn another_attempt(facts: &Facts<'_>, life: &Life) -> Check {
    let mut tried = life.tries.iter().any(|tried| tried.sends.len() > 1);
    for pair in life.tries.windows(2) {
        let (old, new) = (&pair[0], &pair[1]);
        let (first, second) = (old.first(), new.first());
        let job_is_new = life.asked.iter().any(|asked| (first..second).contains(asked));
        let answered = old.answered_before(second) || job_is_new;
        let waited = facts.at(second) - facts.at(first);
        tried |= answered && waited >= SILENT;
        if answered || waited >= SURELY_LIVE {
            continue;
        }
        let (name, boot) = (facts.name(life), new.attempt);
        return Check::Broken(Finding {
            consequence: format!(
                "Nobody has told {name} what became of attempt {}. If it was granted, attempt {boot} is refused \
                 because of it, and the lease lies there unused for 30 s.",
                old.attempt,
            ),
            suspicion: "Often the cause: a question without an answer is taken for one that did not arrive."
                .into(),
            ..broken(
                facts,
                second,
                who_when(facts, life, second, &format!("asks as attempt {boot}")),
                &format!("attempt {} again", old.attempt),
            )
        });
    }
    outcome(tried)
}

/// A release that is not answered, and not sent again although the lease lives.
fn says_once(facts: &Facts<'_>, life: &Life) -> Check {
    let mut tried = false;
    for grant in life.grants.iter().filter(|grant| grant.wanted) {
        let Some(release) = grant.release else { continue };
        tried |= grant.again.is_some();
        let by = facts.at(release) + REPEATS;
        let Some(since) = facts.counts_from(grant, release, SURELY_LIVE) else { continue };
        let live = by <= since + SURELY_LIVE;
        let heard = [grant.again, grant.released, grant.lost].into_iter().flatten();
        let settled = heard.into_iter().any(|event| facts.at(event) <= by) || life.has_later(grant, release);
        if settled || !live || !facts.calm(life, release, by) {
            continue;
        }
        return Check::Broken(Finding {
            consequence: format!(
                "Nobody has answered its release, and it sends no other within 10 s. If it got lost, the store keeps the \
                 lease for {}, and refuses all others.",
                facts.name(life)
            ),
            suspicion: "Often the cause: what was sent is taken for what has arrived.".into(),
            section: Some(BACK),
            ..broken(
                facts,
                release,
                who_when(facts, life, release, &format!("gives token {} back, once", grant.token)),
                "again within 10 s",
            )
        });
    }
    outcome(tried)
}

/// A beat is not answered, and work ceases although the lease lives.
fn ceases(facts: &Facts<'_>, life: &Life) -> Check {
    let mut tried = false;
    for grant in life.grants.iter().filter(|grant| grant.wanted) {
        let own = life.pieces.iter().filter(|(_, token)| *token == grant.token).map(|(piece, _)| *piece);
        for piece in own {
            let next = facts.at(piece) + NEXT_PIECE;
            let Some(job) = life.job(piece) else { continue };
            let Some(beat) = unanswered(facts, life, grant, piece, next) else { continue };
            let stopped = [job.stop, grant.lost].into_iter().flatten().any(|event| facts.at(event) <= next);
            let pieces = life.begun(job, piece + 1) >= job.pieces as usize;
            let Some((sent, _)) = grant.answered(piece) else { continue };
            let live = facts.at(piece) <= facts.at(sent) + WORKS_ON;
            if pieces || stopped || !live || !facts.calm(life, piece, next) {
                continue;
            }
            tried = true;
            let later = |&&(other, _): &&(usize, u64)| other > piece && facts.at(other) <= next;
            if life.pieces.iter().any(|other| later(&other)) {
                continue;
            }
            // It gave up somewhere in between; the beat is what it gave up for.
            return Check::Broken(Finding {
                consequence: format!(
                    "{} sent a beat at {}, heard nothing, and has begun no piece since {}. Its lease lives until {} at \
                     least. The job stands still, and so do all who wait for the lease.",
                    facts.name(life),
                    instant(facts.at(beat)),
                    instant(facts.at(piece)),
                    instant(facts.at(sent) + TTL),
                ),
                suspicion: "Often the cause: no answer in time is taken for the answer Lost.".into(),
                ..broken(facts, ceased(facts, life, piece, next), "no further piece".into(), "it works on")
            });
        }
    }
    outcome(tried)
}

/// A beat for this grant that was sent a while before `until`, and not answered by then.
fn unanswered(facts: &Facts<'_>, life: &Life, grant: &Grant, piece: usize, until: Ms) -> Option<usize> {
    let (sent, _) = grant.answered(piece)?;
    let answered =
        |beat: usize| grant.answers.iter().any(|&(s, heard)| s >= beat && facts.at(heard) <= until);
    let beats = life.renews.iter().filter(|(_, _, token)| *token == grant.token).map(|(beat, ..)| *beat);
    beats.filter(|beat| *beat > sent).find(|beat| facts.at(*beat) + SILENT <= until && !answered(*beat))
}

/// The event after a piece by which the next one should have begun, at the latest.
fn ceased(facts: &Facts<'_>, life: &Life, piece: usize, until: Ms) -> usize {
    let events = facts.run.events.iter().enumerate().skip(piece + 1);
    let own = events.filter(|(_, event)| event.who == Some(life.who) && event.at <= until);
    own.map(|(number, _)| number).next_back().unwrap_or(piece)
}

/// Only what a holder has to do with is counted: mail that was lost on the way.
pub(super) fn two_lost_beats_lose_nothing(facts: &Facts<'_>) -> Check {
    let mut tried = false;
    for life in &facts.lives {
        for grant in life.grants.iter().filter(|grant| grant.wanted) {
            let Some(end) = gave_up(facts, life, grant) else {
                let until = grant.release.unwrap_or(facts.run.events.len());
                tried |= grant.heard < until && facts.trouble(life.who, grant.heard, until).0 > 0;
                continue;
            };
            let Some((sent, heard)) = grant.answered(end) else { continue };
            if facts.at(heard) > facts.at(sent) + LATE {
                continue;
            }
            let (lost, other) = facts.trouble(life.who, sent, end);
            if lost > 2 || other || !facts.calm(life, sent, facts.at(end)) {
                continue;
            }
            let observed = who_when(facts, life, end, &format!("ceases to hold token {}", grant.token));
            let what = match lost {
                0 => "No message".to_owned(),
                1 => "One message".to_owned(),
                _ => format!("{lost} messages"),
            };
            return Check::Broken(Finding {
                consequence: format!(
                    "{what} got lost since {}, and the lease is gone in the middle of a job. All that wait for it \
                     begin to ask.",
                    instant(facts.at(sent)),
                ),
                suspicion: "Often the cause: beats that are too far apart, or a beat that is not repeated."
                    .into(),
                section: Some(ALIVE),
                ..broken(facts, end, observed, "it keeps the lease")
            });
        }
    }
    outcome(tried)
}

/// Where a life ceased to hold a grant although its job wanted more of it, and no operator and no
/// client had a hand in it.
fn gave_up(facts: &Facts<'_>, life: &Life, grant: &Grant) -> Option<usize> {
    let revoked = facts.leases.get(&grant.token)?.ended;
    if matches!(revoked, Some((_, End::Revoked))) {
        return None;
    }
    let asks = life.tries.iter().map(Try::first).find(|first| *first > grant.heard);
    let end = [grant.release, grant.lost, asks].into_iter().flatten().min()?;
    let job = life.job(end)?;
    (job.asked < grant.heard && life.has_work(job, end)).then_some(end)
}
