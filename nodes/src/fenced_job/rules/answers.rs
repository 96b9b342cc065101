//! Rules about what a pod answers: each answer is a claim.

use kit::contract::fenced_job::{Answer, Deed, Msg, Step};
use kit::world::{NodeId, Run, What};

use super::claims::worded;
use super::{PROMISE, listed};
use crate::fenced_job::Played;
use crate::fenced_job::course::{Course, Doing, Moment, judge};
use grader::property::{Check, Finding};

/// How long after it first asked for the lease a job may stop by itself.
const STOPS_AFTER: kit::Ms = 20_000;

pub(super) fn done_means_all_five(seen: &Played) -> Check {
    judge(seen, |moment| {
        let (Doing::Answers { answer: Answer::Done, .. }, Some(course)) = (&moment.doing, moment.course)
        else {
            return Check::Silent;
        };
        let night = course.order.night;
        let open: Vec<String> = Step::ALL
            .into_iter()
            .filter(|step| !landed(moment.run, moment.event, course, *step))
            .map(|step| step.number().to_string())
            .collect();
        if open.is_empty() {
            return Check::Holds;
        }
        let open: Vec<&str> = open.iter().map(String::as_str).collect();
        Check::Broken(Finding {
            observed: match open.as_slice() {
                [only] => format!("Done, and step {only} of {night} is not"),
                open => format!("Done, and steps {} of {night} are not", listed(open)),
            },
            required: "all five steps done before that".into(),
            consequence: "The client goes home. If this pod stops now, nobody does the rest.".into(),
            suspicion: "Often the cause: the step was sent, and its answer was not waited for; or something else was \
                        taken for its answer."
                .into(),
            ..Finding::default()
        })
    })
}

fn landed(run: &Run<kit::contract::fenced_job::Job>, before: usize, course: &Course, step: Step) -> bool {
    run.events[..before].iter().filter(|event| event.who == Some(step.table().node())).any(|event| {
        matches!(&event.what, What::Applied(Deed::Applies { night, step: done, paise, .. })
            if *night == course.order.night && *done == step && *paise > 0)
    })
}

pub(super) fn every_answer_has_its_reason(seen: &Played) -> Check {
    judge(seen, |moment| {
        let Some(course) = moment.course else { return Check::Silent };
        let (id, answer) = match &moment.doing {
            Doing::Answers { id, answer } => (id, answer),
            Doing::Sends { to, msg } => return goes_on(moment, course, *to, msg),
            _ => return Check::Silent,
        };
        if course.others.contains(id) {
            return if *answer == Answer::Busy {
                Check::Holds
            } else {
                Check::Broken(Finding {
                    required: "Busy".into(),
                    consequence: "This request came while the pod was at work for another.".into(),
                    ..said(*answer)
                })
            };
        }
        if *id != course.id || course.answer.is_some() {
            return Check::Silent;
        }
        let reason = match answer {
            Answer::Done => return early_done(course),
            Answer::Short => course.short.is_some(),
            Answer::Fenced => course.fenced.is_some(),
            Answer::Busy => course.refused || course.releasing.is_some(),
            Answer::Stopped => has_waited(moment, course),
        };
        let stays_true = match answer {
            Answer::Fenced | Answer::Stopped => true,
            // It was short before a later holder came, and is giving back its lease.
            Answer::Short => course.short < course.fenced,
            _ => all_done(course),
        };
        if reason && (stays_true || course.fenced.is_none()) {
            return Check::Holds;
        }
        let mut finding = without_reason(*answer, course);
        if *answer == Answer::Stopped {
            finding.section = Some(PROMISE);
            if clock_was_set(moment) {
                finding.suspicion = "Often the cause: a clock was asked that somebody can set.".into();
            }
        }
        Check::Broken(finding)
    })
}

/// Whether a job that says that it has stopped sends the tables anything.
fn goes_on(moment: &Moment<'_>, course: &Course, to: NodeId, msg: &Msg) -> Check {
    let works = matches!(msg, Msg::Claim { .. } | Msg::Read { .. } | Msg::Write { .. });
    if course.answer != Some(Answer::Stopped) || !works {
        return Check::Silent;
    }
    Check::Broken(Finding {
        observed: format!("Stopped, and then {} {}", moment.name(), worded(to, msg)),
        required: "nothing more to a table, once it says Stopped".into(),
        consequence: "The client asks somebody else, and this one is still at work.".into(),
        suspicion: "Often the cause: the answer is given, and a timer or an answer goes on with the job."
            .into(),
        section: Some(PROMISE),
        ..Finding::default()
    })
}

fn clock_was_set(moment: &Moment<'_>) -> bool {
    let before = &moment.run.events[..moment.event];
    before.iter().any(|event| event.who == Some(moment.who) && matches!(event.what, What::ClockSet { .. }))
}

fn all_done(course: &Course) -> bool {
    Step::ALL.iter().all(|step| course.done.contains(step))
}

/// Done, although a table has fenced the job before it knew of all five.
fn early_done(course: &Course) -> Check {
    if course.fenced.is_none() || all_done(course) {
        return Check::Silent;
    }
    Check::Broken(without_reason(Answer::Done, course))
}

fn has_waited(moment: &Moment<'_>, course: &Course) -> bool {
    let now = moment.run.events[moment.event].at;
    course.first_asked.is_some_and(|asked| now >= asked + STOPS_AFTER)
}

fn said(answer: Answer) -> Finding {
    Finding { observed: format!("{answer:?}"), ..Finding::default() }
}

fn without_reason(answer: Answer, course: &Course) -> Finding {
    if course.fenced.is_some() {
        return Finding {
            required: "Fenced".into(),
            consequence:
                "A table has refused this job's token. The client is told something else, and cannot know \
                          that a later holder has the night."
                    .into(),
            suspicion: "Often the cause: a refused write is taken for a business answer, or for a success."
                .into(),
            ..said(answer)
        };
    }
    let (required, consequence, suspicion) = match answer {
        Answer::Fenced => (
            "Fenced only when a table says so",
            "Nobody has come after this job. The client waits for a later holder that does not exist.",
            "everything that is not `Applied` is taken for a fence: a duplicate, a short account, silence.",
        ),
        Answer::Short => (
            "Short only when a table says so",
            "The client believes that the account is empty, and it is not.",
            "everything that is not `Applied` is taken for too little money.",
        ),
        Answer::Busy => (
            "Busy only when the lease is refused or the pod at work",
            "Nobody holds the lease against this job, and nobody does the night.",
            "an answer that did not come, or that was for somebody else, is taken for a refusal.",
        ),
        Answer::Stopped => (
            "Stopped only 20 s after it first asked for the lease",
            "The lease has time left, and the night is not done.",
            "a lost message ends the job.",
        ),
        Answer::Done => ("", "", ""),
    };
    Finding {
        required: required.into(),
        consequence: consequence.into(),
        suspicion: format!("Often the cause: {suspicion}"),
        ..said(answer)
    }
}
