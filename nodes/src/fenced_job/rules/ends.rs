//! Rules about how a job ends: answered, done, fenced, short, and with its lease given back.

use std::collections::{BTreeMap, BTreeSet};

use kit::contract::fenced_job::{Answer, Attempt, Job, Msg, TTL};
use kit::plan::Act;
use kit::world::{Ending, Event, Fold, NodeId, Protocol, Run, What};

use super::claims::worded;
use super::{FENCED, ZERO};
use crate::fenced_job::course::{Course, Doing, judge, unanswered};
use crate::fenced_job::{Played, is_pod, pod_of};
use grader::property::{Check, Finding};

pub(super) fn every_run_is_answered(seen: &Played) -> Check {
    let run = &seen.run;
    let mut answered = BTreeSet::new();
    let mut asked = false;
    for (event, happened) in run.events.iter().enumerate() {
        let Some(who) = pod_of(run, event) else { continue };
        match &happened.what {
            What::Asked(_) => asked = true,
            What::Answered { id, answer } if !answered.insert(*id) => {
                return Check::Broken(Finding {
                    step: run.step_of(event, Fold::Phases),
                    observed: format!("{} answers a second time: {answer:?}", run.name(who)),
                    required: "one answer to a request".into(),
                    consequence: "The client has gone. Which of the two was true?".into(),
                    ..Finding::default()
                });
            }
            _ => {}
        }
    }
    match unanswered(run).first() {
        Some((_, who)) if seen.ending.is_some() => {
            let quiet = seen.ending == Some(Ending::Quiet);
            Check::Broken(Finding {
                step: run.step_of(run.events.len() - 1, Fold::Phases),
                observed: match most_heard(seen, *who).filter(|_| !quiet) {
                    Some((kind, times)) => {
                        format!("{} has not answered; since then it heard {kind} {times} times", run.name(*who))
                    }
                    None => format!("{} has not answered", run.name(*who)),
                },
                required: "an answer".into(),
                consequence: "Every fault is over, every message arrives, time goes on; and the client still waits."
                    .into(),
                suspicion: match quiet {
                    true => "Often the cause: what got lost is not sent again, and nobody else moves.",
                    false => "Often the cause: it waits for an answer that it takes for something else when it comes.",
                }
                .into(),
                section: None,
            })
        }
        _ if asked => Check::Holds,
        _ => Check::Silent,
    }
}

/// What this pod has heard most often in the final phase, and how often.
fn most_heard(seen: &Played, who: NodeId) -> Option<(&'static str, usize)> {
    let run = &seen.run;
    let mut heard: BTreeMap<&'static str, usize> = BTreeMap::new();
    for event in run.events.iter().skip(seen.planned).filter(|event| event.who == Some(who)) {
        if let What::Delivered { message, .. } = event.what
            && let Some((_, _, msg)) = run.message(message)
        {
            *heard.entry(Job::kind(msg)).or_default() += 1;
        }
    }
    heard.into_iter().max_by_key(|(_, times)| *times)
}

pub(super) fn undisturbed_run_is_done(seen: &Played) -> Check {
    let mut last = calm_phases(&seen.run);
    judge(seen, |moment| {
        if matches!(moment.doing, Doing::Crashes) && moment.course.is_some_and(|course| !course.is_over()) {
            last = 0;
        }
        let (Doing::Answers { id, answer }, Some(course)) = (&moment.doing, moment.course) else {
            return Check::Silent;
        };
        if *id != course.id || moment.run.phase_of(moment.event) > last || course.releasing.is_some() {
            return Check::Silent;
        }
        match answer {
            Answer::Done => Check::Holds,
            // Somebody else's lease, and an account that is empty, disturb it.
            _ if others_hold(seen, moment.event, course) => Check::Silent,
            Answer::Short if course.short.is_some() => Check::Silent,
            answer => Check::Broken(not_done(*answer, course)),
        }
    })
}

/// How many phases there are, from the first, in which the plan disturbs nobody. They count from 1.
fn calm_phases(run: &Run<Job>) -> usize {
    // A pod that crashes while it has nothing to do disturbs nobody.
    let calm = |act: &Act| {
        matches!(act, Act::Ask { .. } | Act::At(_) | Act::Restart(_) | Act::Crash { after: None, .. })
    };
    let rough = run.plan.phases.iter().position(|phase| !phase.acts.iter().all(calm));
    let calm = rough.unwrap_or(run.plan.phases.len());
    let of_a_table = |event: &Event<Job>| {
        matches!(event.what, What::Crashed { .. }) && event.who.is_some_and(|who| !is_pod(run, who))
    };
    let crash = run.events.iter().position(of_a_table);
    crash.map_or(calm, |crash| calm.min(run.phase_of(crash) - 1))
}

fn not_done(answer: Answer, course: &Course) -> Finding {
    let night = course.order.night;
    let suspicion = match answer {
        Answer::Busy if course.refused => {
            "Often the cause: the same attempt as before, which has been decided; or a lease of its own that it has \
             not given back."
        }
        Answer::Fenced => "Often the cause: it has fenced itself, with a number that is not its own.",
        _ => "",
    };
    Finding {
        observed: format!("{answer:?}"),
        required: "Done".into(),
        consequence: format!("Nobody else was at work and nothing got lost. The night {night} is not done."),
        suspicion: suspicion.into(),
        ..Finding::default()
    }
}

/// Whether the other pod held the lease at some moment between this job's request and `before`. A
/// lease that this pod itself has not given back is no excuse.
fn others_hold(seen: &Played, before: usize, course: &Course) -> bool {
    let run = &seen.run;
    let asked = |what: &What<_>| matches!(what, What::Asked(id) if *id == course.id);
    let from = run.events.iter().position(|event| asked(&event.what)).unwrap_or_default();
    let mut holder: Option<(Attempt, NodeId, kit::Ms)> = None;
    for (event, happened) in run.events.iter().enumerate().take(before) {
        let held = |(_, pod, until): (Attempt, NodeId, kit::Ms)| pod != course.who && happened.at < until;
        if event >= from && holder.is_some_and(held) {
            return true;
        }
        let What::Sent { to, msg } = &happened.what else { continue };
        match msg {
            Msg::Granted { attempt, .. }
                if holder.is_none_or(|(of, pod, _)| (of, pod) != (*attempt, *to)) =>
            {
                holder = Some((*attempt, *to, happened.at + TTL));
            }
            Msg::Released { attempt } if holder.is_some_and(|(of, pod, _)| (of, pod) == (*attempt, *to)) => {
                holder = None;
            }
            _ => {}
        }
    }
    false
}

pub(super) fn after_fenced_no_effect(seen: &Played) -> Check {
    judge(seen, |moment| {
        // Who stops by its own clock, or has begun anew, hears of it when all is over: that is right too.
        let hears = matches!(moment.doing, Doing::Hears { msg: Msg::Fenced { .. }, own: true });
        if moment.course.is_none_or(|course| course.fenced.is_none()) {
            return if hears { Check::Holds } else { Check::Silent };
        }
        let Doing::Sends { to, msg } = &moment.doing else { return Check::Holds };
        let suspicion = match msg {
            Msg::Acquire { .. } => {
                "it takes a new lease to go on. What it knows of the night is from before it lost the old one."
            }
            Msg::Write { fence: None, .. } => "the fence is stepped round where it says no.",
            Msg::Write { paise, .. } if *paise < 0 => "it cleans up, where somebody else is at work.",
            Msg::Write { .. } | Msg::Claim { .. } => {
                "a refusal is taken for an accident that passes if one tries again."
            }
            _ => return Check::Holds,
        };
        Check::Broken(Finding {
            observed: format!("{} {}", moment.name(), worded(*to, msg)),
            required: "nothing: this job was fenced".into(),
            consequence:
                "A later holder has the night and counts on being alone. The refusal ended this job; what it \
                          does now it does beside that holder."
                    .into(),
            suspicion: format!("Often the cause: {suspicion}"),
            section: Some(FENCED),
            ..Finding::default()
        })
    })
}

pub(super) fn short_is_not_fenced(seen: &Played) -> Check {
    judge(seen, |moment| {
        let Some(course) = moment.course.filter(|course| course.short.is_some()) else {
            return Check::Silent;
        };
        let (observed, required, consequence) = match &moment.doing {
            Doing::Sends { to, msg: msg @ (Msg::Write { .. } | Msg::Acquire { .. }) } => (
                format!("{} {}", moment.name(), worded(*to, msg)),
                "nothing: the account is short",
                "There is nothing to try again and nothing to take back: the table has changed nothing.",
            ),
            Doing::Answers { id, answer } if *id == course.id && course.answer.is_none() => match answer {
                Answer::Short => return Check::Holds,
                Answer::Fenced if course.fenced.is_some() => return Check::Holds,
                // Whoever looks at the clock may see it before the lease is back.
                Answer::Stopped => return Check::Silent,
                answer => (
                    format!("{answer:?}"),
                    "Short",
                    "That the money does not suffice is an answer. Whoever is told something else tries again, or \
                     waits for a later holder.",
                ),
            },
            _ => return Check::Silent,
        };
        Check::Broken(Finding {
            observed,
            required: required.into(),
            consequence: consequence.into(),
            suspicion: "Often the cause: everything that is not `Applied` is taken for one and the same."
                .into(),
            section: Some(ZERO),
            ..Finding::default()
        })
    })
}

pub(super) fn lease_is_given_back_last(seen: &Played) -> Check {
    let run = &seen.run;
    judge(seen, |moment| {
        let Some(course) = moment.course else { return Check::Silent };
        match &moment.doing {
            Doing::Sends { to, msg: msg @ (Msg::Claim { .. } | Msg::Read { .. } | Msg::Write { .. }) }
                if course.released =>
            {
                Check::Broken(Finding {
                    observed: format!("{} {}, after it gave its lease back", moment.name(), worded(*to, msg)),
                    required: "nothing after that".into(),
                    consequence: "The next holder may have begun.".into(),
                    suspicion:
                        "Often the cause: a timer that still sends, or a lease that is given back too early."
                            .into(),
                    ..Finding::default()
                })
            }
            Doing::Ends if course.owes() && seen.ending.is_some() => Check::Broken(Finding {
                step: answered_in(seen, course),
                observed: format!("{:?}, and the lease is kept", course.answer.unwrap_or(Answer::Done)),
                required: "the lease given back, with its attempt and its token".into(),
                consequence: format!(
                    "{} has nothing to do. Whoever is asked in the next 30 s is refused.",
                    run.name(course.who)
                ),
                suspicion: String::new(),
                section: None,
            }),
            Doing::Ends if course.released => Check::Holds,
            _ => Check::Silent,
        }
    })
}

fn answered_in(seen: &Played, course: &Course) -> u32 {
    let run = &seen.run;
    let answers = |what: &What<_>| matches!(what, What::Answered { id, .. } if *id == course.id);
    let event = run.events.iter().position(|event| answers(&event.what));
    run.step_of(event.unwrap_or_default(), Fold::Phases)
}
