//! Rules about the five steps: their order, how often they land, and what a repeat is.

use kit::contract::fenced_job::{Deed, Msg, Night, Step, Table};
use kit::money::rupees;
use kit::world::{Fold, What};

use super::claims::worded;
use super::{BEGIN, MARKS, PROMISE, TRAVEL, listed};
use crate::fenced_job::Played;
use crate::fenced_job::course::{Course, Doing, Moment, judge};
use grader::property::{Check, Finding};

pub(super) fn steps_keep_their_order(seen: &Played) -> Check {
    judge(seen, |moment| {
        let (Doing::Sends { to, msg: msg @ Msg::Write { step, .. } }, Some(course)) =
            (&moment.doing, moment.course)
        else {
            return Check::Silent;
        };
        let table = step.table();
        if *to != table.node() {
            return Check::Broken(Finding {
                observed: format!(
                    "{} sends step {} to {}",
                    moment.name(),
                    step.number(),
                    moment.run.name(*to)
                ),
                required: table.name().into(),
                consequence: "That table knows nothing of this step.".into(),
                ..Finding::default()
            });
        }
        let open: Vec<String> = Step::ALL
            .into_iter()
            .filter(|before| before < step && !course.done.contains(before))
            .map(|step| step.number().to_string())
            .collect();
        if open.is_empty() {
            return Check::Holds;
        }
        let open: Vec<&str> = open.iter().map(String::as_str).collect();
        Check::Broken(Finding {
            observed: format!(
                "{} {}, and has not heard that {} {} done",
                moment.name(),
                worded(*to, msg),
                listed(&open),
                if open.len() == 1 { "is" } else { "are" }
            ),
            required: format!("step {} first", open.first().unwrap_or(&"")),
            consequence:
                "If the earlier one is refused, the later one stands without it: money that arrives and \
                          never left, a posting that is closed and not paid."
                    .into(),
            suspicion: format!("Often the cause: {}", why_early(moment, course, *step)),
            ..Finding::default()
        })
    })
}

fn why_early(moment: &Moment<'_>, course: &Course, step: Step) -> &'static str {
    if let Some(What::Delivered { message, .. }) = moment.cause().map(|cause| &moment.run.events[cause].what)
        && moment.run.message(*message).is_some_and(|(_, _, msg)| !course.owns(msg))
    {
        return "an answer to a step of an earlier job or life was taken for one to the step that was sent last.";
    }
    let repeated = course.sent.iter().filter(|(_, msg)| matches!(msg, Msg::Write { .. })).count() > 1;
    let asked =
        course.sent.iter().any(|(_, msg)| matches!(msg, Msg::Write { step: other, .. } if *other < step));
    match (asked, repeated) {
        (false, _) => "steps of an earlier job, or of another night, are taken for done.",
        (true, false) => "the step was sent, and its answer was not waited for.",
        (true, true) => {
            "silence, or an answer to something else, was taken for an answer to the step that was sent last."
        }
    }
}

pub(super) fn each_step_lands_once(seen: &Played) -> Check {
    let mut landed: Vec<(usize, Night, Step, Option<u64>)> = Vec::new();
    for (event, happened) in seen.run.events.iter().enumerate().take(seen.planned) {
        let What::Applied(Deed::Applies { fence, night, step, paise }) = &happened.what else { continue };
        if *paise < 0 || happened.who != Some(step.table().node()) {
            continue;
        }
        let first = landed.iter().find(|(_, other, same, _)| (other, same) == (night, step));
        if let Some((before, _, _, by)) = first {
            let second = Landing { event, night: *night, step: *step, fence: *fence, paise: *paise };
            return Check::Broken(twice(seen, *before, *by, &second));
        }
        landed.push((event, *night, *step, *fence));
    }
    if landed.is_empty() { Check::Silent } else { Check::Holds }
}

struct Landing {
    event: usize,
    night: Night,
    step: Step,
    fence: Option<u64>,
    paise: i64,
}

fn twice(seen: &Played, before: usize, by: Option<u64>, second: &Landing) -> Finding {
    let Landing { event, night, step, fence, paise } = second;
    let run = &seen.run;
    let of = |fence: Option<u64>| fence.map_or("no token".to_owned(), |token| format!("token {token}"));
    let money = |verb: &str, account: u32| {
        format!("Account {account} has {verb} {} for a night of {}.", rupees(2 * paise), rupees(*paise))
    };
    let consequence = match step {
        Step::Debit => money("paid", 42),
        Step::Credit => money("got", 7),
        Step::Post => format!("The night {night} stands in the postings twice."),
        Step::Notify => "The letter goes out twice.".to_owned(),
        Step::Close => format!("The night {night} is closed twice: somebody has gone on after it was over."),
    };
    let (suspicion, section) = why_twice(seen, before, step.table(), *event);
    Finding {
        step: run.step_of(*event, Fold::Phases),
        observed: format!("step {} of {night} again, under {}", step.number(), of(*fence)),
        required: format!("once; {} had done it", of(by)),
        consequence,
        suspicion: format!("Often the cause: {suspicion}"),
        section: Some(section),
    }
}

/// Follows the second write back to the message that brought it, and to what its sender knew.
fn why_twice(seen: &Played, before: usize, table: Table, event: usize) -> (&'static str, &'static str) {
    let run = &seen.run;
    let cause = |event: usize| run.events[event].cause.map(|cause| cause as usize);
    let sent = cause(event).and_then(cause);
    let written = sent.and_then(|sent| run.message(sent as u32));
    let (Some(sent), Some((from, _, Msg::Write { fence: Some(token), night, .. }))) = (sent, written) else {
        return ("a write without a token is let in, and counted by nobody.", TRAVEL);
    };
    let what = |at: &usize| &run.events[*at].what;
    let mine = |at: &usize| run.events[*at].who == Some(from);
    let heard = |wanted: &dyn Fn(&Msg) -> bool| {
        let is = move |at: &usize| match what(at) {
            What::Delivered { message, .. } => {
                run.message(*message).is_some_and(|(of, _, msg)| of == table.node() && wanted(msg))
            }
            _ => false,
        };
        (0..sent).filter(mine).filter(is).collect::<Vec<_>>()
    };
    let asks = |at: &usize| {
        matches!(what(at), What::Sent { to, msg: Msg::Read { night: of, .. } }
            if *to == table.node() && of == night)
    };
    let asked = (0..sent).filter(mine).rfind(asks);
    let claimed = heard(&|msg| matches!(msg, Msg::Claimed { token: of } if of == token)).first().copied();
    let read = heard(&|msg| matches!(msg, Msg::Progress { .. })).last().copied();
    match (claimed, asked) {
        (_, None) => ("it was not asked which steps of the night are done.", PROMISE),
        (None, _) => ("this table was not claimed. Whoever had it before was still let in.", MARKS),
        (Some(claimed), Some(asked)) if asked < claimed => {
            ("the table was read first and claimed afterwards. In between, somebody else was let in.", BEGIN)
        }
        _ if read.is_none_or(|read| read < before) => {
            ("what was read is older than what was written since.", BEGIN)
        }
        _ => ("what was read of this night was not used.", PROMISE),
    }
}

pub(super) fn a_repeat_is_the_same_write(seen: &Played) -> Check {
    judge(seen, |moment| {
        let (Doing::Sends { to, msg: msg @ Msg::Write { step, fence, paise, night } }, Some(course)) =
            (&moment.doing, moment.course)
        else {
            return Check::Silent;
        };
        let same_step =
            |(_, before): &&(_, Msg)| matches!(before, Msg::Write { step: other, .. } if other == step);
        let Some((at, before)) = course.sent.iter().rfind(same_step) else { return Check::Silent };
        if (at, before) == (to, *msg) {
            return Check::Holds;
        }
        let Msg::Write { fence: was_fence, paise: was_paise, night: was_night, .. } = before else {
            return Check::Silent;
        };
        // A later grant of the same job is another holder's.
        if fence.is_some() && was_fence.is_some() && fence != was_fence && *fence == course.token() {
            return Check::Silent;
        }
        let of = |fence: &Option<u64>| fence.map_or("no token".to_owned(), |token| format!("token {token}"));
        let parts = |fence, paise: i64, night| format!("{}, {}, {night}", of(fence), rupees(paise));
        Check::Broken(Finding {
            observed: format!("step {} again, with {}", step.number(), parts(fence, *paise, night)),
            required: parts(was_fence, *was_paise, was_night),
            consequence:
                "The table knows a repeat by its token and its step. This one is new to it, and the first \
                          may have landed."
                    .into(),
            suspicion: match (fence, was_fence) {
                (Some(now), Some(was)) if now != was => {
                    "Often the cause: a token that was met on the way is taken for its own."
                }
                _ => {
                    "Often the cause: the message is made anew when the timer goes off, by other code than the \
                     first time."
                }
            }
            .into(),
            section: (fence.is_some() && fence != was_fence).then_some(TRAVEL),
            ..Finding::default()
        })
    })
}

pub(super) fn nothing_is_compensated(seen: &Played) -> Check {
    judge(seen, |moment| {
        let (Doing::Sends { msg: Msg::Write { step, paise, night, .. }, .. }, Some(course)) =
            (&moment.doing, moment.course)
        else {
            return Check::Silent;
        };
        let order = course.order;
        if (*paise, *night) == (order.paise, order.night) {
            return Check::Holds;
        }
        let undoes = *paise < 0;
        Check::Broken(Finding {
            observed: format!("{} writes step {} of {night} with {}", moment.name(), step.number(), rupees(*paise)),
            required: format!("{} for {}, or nothing", rupees(order.paise), order.night),
            consequence: match undoes {
                true => "What it takes back stands for the night, and a later holder counts on it: the later holder \
                         finds the step done, and goes on."
                    .into(),
                false => "Nobody asked for this.".into(),
            },
            suspicion: match undoes {
                true => "Often the cause: being fenced is taken for a failure that has to be cleaned up after.".into(),
                false => "Often the cause: night and amount are not those of the request.".into(),
            },
            ..Finding::default()
        })
    })
}
