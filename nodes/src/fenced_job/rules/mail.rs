//! The rule about messages that come too late: for an earlier job, or for an earlier life.

use kit::contract::fenced_job::{Answer, Job, Msg};
use kit::world::Protocol;

use super::claims::worded;
use crate::fenced_job::Played;
use crate::fenced_job::course::{Doing, Moment, judge};
use grader::property::{Check, Finding};

pub(super) fn late_messages_change_nothing(seen: &Played) -> Check {
    let mut stale: Option<(usize, Msg)> = None;
    judge(seen, |moment| {
        if let Doing::Hears { msg, own: false } = moment.doing {
            stale = Some((moment.event, msg.clone()));
            return Check::Holds;
        }
        let Some((event, heard)) = &stale else { return Check::Silent };
        if moment.cause() != Some(*event) {
            return Check::Silent;
        }
        match news(moment) {
            None => Check::Silent,
            Some(did) => Check::Broken(Finding {
                observed: format!("{}, on hearing `{}`", did, Job::kind(heard)),
                required: "nothing: that was for an earlier job or life".into(),
                consequence: format!(
                    "What {} heard is true of somebody who is gone: {}. It says nothing of this job.",
                    moment.name(),
                    Job::prose(heard)
                ),
                suspicion:
                    "Often the cause: the kind of the message is looked at, and not its attempt, token or \
                            step."
                        .into(),
                ..Finding::default()
            }),
        }
    })
}

/// What a step does that this job has not done before. To say again what was said is harmless, and so
/// is a new attempt: who looks at the clock in each step may see in this one that its lease is over.
fn news(moment: &Moment<'_>) -> Option<String> {
    match &moment.doing {
        Doing::Sends { to, msg: msg @ (Msg::Claim { .. } | Msg::Read { .. } | Msg::Write { .. }) } => {
            let said = |course: &crate::fenced_job::course::Course| {
                course.sent.iter().any(|(before, same)| before == to && same == *msg)
            };
            let new = !moment.course.is_some_and(said);
            new.then(|| format!("{} {}", moment.name(), worded(*to, msg)))
        }
        // To stop is allowed at any moment, if it is late enough; another rule looks at that.
        Doing::Answers { answer, .. } if *answer != Answer::Stopped => {
            Some(format!("{} answers {answer:?}", moment.name()))
        }
        _ => None,
    }
}
