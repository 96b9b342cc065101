//! What the rule about answers says of `stop`: which answer, and when it is too early.

use kit::contract::holder::Answer;

use super::{LONGEST_PIECE, SILENCE, SURELY_LIVE, broken, instant, who_when};
use crate::holder::facts::{Facts, Job, Life};
use grader::Finding;

/// What every `stop` of this job was told, and where.
pub(super) fn answers(life: &Life, job: &Job) -> Vec<(usize, Answer)> {
    let until = job.answer.map_or(usize::MAX, |(answer, _)| answer);
    let own = life.stops.iter().filter(|stop| (job.asked..until).contains(&stop.asked));
    own.filter_map(|stop| stop.answer).collect()
}

/// `Stopped`, and nobody asked for it, or nothing was left that could be stopped.
pub(super) fn not_stopped(facts: &Facts<'_>, life: &Life, job: &Job, answer: usize) -> Option<Finding> {
    let Some(stop) = job.stop.filter(|stop| *stop < answer) else {
        return Some(Finding {
            consequence: "Nobody has asked it to stop, and its client is left without the work.".into(),
            ..broken(facts, answer, who_when(facts, life, answer, "Stopped"), "no answer yet")
        });
    };
    let last = all_done(facts, life, job, stop)?;
    Some(Finding {
        consequence: format!(
            "Its last piece began at {}, and `stop` came at {}. Nothing was left to give up, and the client may have it \
             all done again.",
            instant(facts.at(last)),
            instant(facts.at(stop)),
        ),
        suspicion:
            "Often the cause: whether somebody asked to stop decides the answer, and not what is left.".into(),
        ..broken(facts, answer, who_when(facts, life, answer, "Stopped"), "Done")
    })
}

/// The last piece, if all had ended when `stop` came and none of them can be in doubt: a pod may do
/// those again that were under way when it lost its lease or hung.
fn all_done(facts: &Facts<'_>, life: &Life, job: &Job, stop: usize) -> Option<usize> {
    let own: Vec<(usize, u64)> =
        life.pieces.iter().copied().filter(|(piece, _)| (job.asked..stop).contains(piece)).collect();
    let &(last, token) = own.last()?;
    let one_grant = own.iter().all(|(_, other)| *other == token);
    let paused = life.pauses.iter().any(|&(_, end)| end > job.asked);
    let lost = life.grant(token)?.lost.is_some_and(|lost| lost < stop);
    let ended = facts.at(last) + LONGEST_PIECE < facts.at(stop);
    (own.len() == job.pieces as usize && one_grant && !paused && !lost && ended).then_some(last)
}

/// Two clients are told two things about one job. That it has stopped is true in any case.
pub(super) fn differs(
    facts: &Facts<'_>,
    life: &Life,
    stops: &[(usize, Answer)],
    said: Answer,
) -> Option<Finding> {
    let &(event, other) = stops.iter().find(|(_, other)| *other != said && *other != Answer::Stopped)?;
    Some(Finding {
        consequence: format!(
            "Who asked for the job is told {said:?}, and who asked to stop it {other:?}. One of them is wrong."
        ),
        ..broken(
            facts,
            event,
            who_when(facts, life, event, &format!("{other:?} to `stop`")),
            &format!("{said:?} to both"),
        )
    })
}

/// An answer, while a question for the lease is open: it may be this pod's already.
pub(super) fn still_asked(facts: &Facts<'_>, life: &Life, answer: usize) -> Option<Finding> {
    let tried = life.open(answer, |first| facts.at(answer) < facts.at(first) + SURELY_LIVE)?;
    Some(Finding {
        consequence: format!(
            "{} asked for the lease at {}, and nobody has told it what became of attempt {}. If it was granted \
             and that answer gets lost, nobody gives the lease back, and all others wait for 30 s.",
            facts.name(life),
            instant(facts.at(tried.first())),
            tried.attempt,
        ),
        suspicion: "Often the cause: a question without an answer is taken for one that did not arrive."
            .into(),
        section: Some(SILENCE),
        ..broken(
            facts,
            answer,
            who_when(facts, life, answer, "answers, and its question is open"),
            &format!("what became of attempt {} first", tried.attempt),
        )
    })
}
