//! The rule that what is asked gets done, when the network is fair.

use kit::Ms;
use kit::contract::holder::{Answer, Keeping};

use super::{WAIT, broken, instant, outcome, who_when};
use crate::holder::facts::{Facts, Job, Life};
use crate::messages::Seen;
use grader::{Check, Finding};

/// 10 s of a slow clock, and what a step takes.
const LONGEST_WAIT: Ms = 10_200;

pub(super) fn every_job_gets_done(facts: &Facts<'_>, seen: &Seen<Keeping>) -> Check {
    let mut tried = false;
    for life in &facts.lives {
        tried |= life.jobs.iter().any(|job| matches!(job.answer, Some((_, Answer::Done | Answer::Stopped))));
        let found = busy(facts, life)
            .or_else(|| life.twice.map(|event| twice(facts, life, event)))
            .or_else(|| sleeps(facts, life))
            .or_else(|| unanswered(facts, life, seen));
        if let Some(finding) = found {
            return Check::Broken(finding);
        }
    }
    outcome(tried)
}

fn busy(facts: &Facts<'_>, life: &Life) -> Option<Finding> {
    let wrongly = |job: &&Job| {
        let busy = matches!(job.answer, Some((_, Answer::Busy)));
        busy != job.second && job.answer.is_some()
    };
    let job = life.jobs.iter().find(wrongly)?;
    let (answer, _) = job.answer?;
    let (observed, required, consequence) = match job.second {
        true => (
            "takes a second job",
            "Busy",
            "Another job is under way, and its client waits for all of its pieces.",
        ),
        false => ("Busy", "it works", "No job is under way. The client goes away, and nothing is done."),
    };
    Some(Finding {
        consequence: consequence.to_owned(),
        ..broken(facts, answer, who_when(facts, life, answer, observed), required)
    })
}

fn twice(facts: &Facts<'_>, life: &Life, event: usize) -> Finding {
    Finding {
        consequence: "This request was answered before. A client that counts answers counts two jobs.".into(),
        ..broken(facts, event, who_when(facts, life, event, "answers again"), "one answer")
    }
}

/// A pod that was refused and does not ask again while its job waits.
fn sleeps(facts: &Facts<'_>, life: &Life) -> Option<Finding> {
    if !facts.within {
        return None;
    }
    let slept = life.tries.iter().find_map(|tried| {
        let refused = tried.refused?;
        let by = facts.at(refused) + LONGEST_WAIT;
        // A grant for it, before or after, is one for some pods.
        if tried.granted.is_some_and(|granted| facts.at(granted) <= by) {
            return None;
        }
        let job = life.job(refused)?;
        let wants = job.stop.is_none_or(|stop| facts.at(stop) > by);
        let asks = life.acquires.iter().any(|ask| *ask > refused && facts.at(*ask) <= by);
        let last = life.tries.iter().rfind(|other| other.first() < refused);
        let last = last.is_some_and(|last| last.attempt == tried.attempt);
        (last && wants && !asks && facts.calm(life, refused, by)).then_some(refused)
    })?;
    Some(Finding {
        consequence: format!(
            "{} was refused at {} and has a job. The lease may be free since long, and nobody takes it.",
            facts.name(life),
            instant(facts.at(slept))
        ),
        suspicion: "Often the cause: a pause that doubles and has no bound, or a timer that was not set."
            .into(),
        section: Some(WAIT),
        ..broken(facts, slept, who_when(facts, life, slept, "asks no more"), "again within 10 s")
    })
}

fn unanswered(facts: &Facts<'_>, life: &Life, seen: &Seen<Keeping>) -> Option<Finding> {
    if life.crash.is_some() || seen.ending.is_none() {
        return None;
    }
    let job = life.jobs.iter().find(|job| job.answer.is_none());
    let stop = life.stops.iter().any(|stop| stop.answer.is_none());
    if job.is_none() && !stop {
        return None;
    }
    let last = facts.run.events.len().saturating_sub(1);
    let name = facts.name(life);
    let (observed, consequence) = match job {
        Some(job) => {
            let begun = life.begun(job, last);
            let asked = instant(facts.at(job.asked));
            let consequence = format!(
                "{name} was asked at {asked} to work on {} pieces and has begun {begun}. All faults are over since {}, \
                 and no answer comes.",
                job.pieces,
                instant(facts.at(seen.planned)),
            );
            (format!("{name}: no answer to its client"), consequence)
        }
        None => (
            format!("{name}: no answer to `stop`"),
            "Whoever wants to shut the pod down waits for ever.".to_owned(),
        ),
    };
    Some(Finding {
        consequence,
        suspicion: "Often the cause: a question got lost, and nothing repeats it.".into(),
        ..broken(facts, last, observed, "Done or Stopped")
    })
}
