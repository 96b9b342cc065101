//! Rules about what lets a job in: claims, and the token on all that it sends.

use kit::contract::fenced_job::{Msg, Table};
use kit::world::NodeId;

use super::{BEGIN, MARKS, TRAVEL, listed};
use crate::fenced_job::Played;
use crate::fenced_job::course::{Course, Doing, Moment, judge};
use grader::property::{Check, Finding};

/// `step 4`, `a read of outbox`.
pub(super) fn worded(to: NodeId, msg: &Msg) -> String {
    let table = Table::at(to).map_or("nobody", Table::name);
    match msg {
        Msg::Write { step, .. } => format!("writes step {}", step.number()),
        Msg::Read { .. } => format!("reads {table}"),
        Msg::Claim { .. } => format!("claims {table}"),
        Msg::Acquire { .. } => "asks for a lease".to_owned(),
        _ => "sends a message".to_owned(),
    }
}

fn names(course: &Course, claimed: bool) -> Vec<&'static str> {
    let tables = Table::ALL.into_iter().filter(|table| course.claimed.contains(table) == claimed);
    tables.map(Table::name).collect()
}

pub(super) fn every_table_is_claimed_first(seen: &Played) -> Check {
    judge(seen, |moment| {
        let (Doing::Sends { to, msg: msg @ (Msg::Read { .. } | Msg::Write { .. }) }, Some(course)) =
            (&moment.doing, moment.course)
        else {
            return Check::Silent;
        };
        let missing = names(course, false);
        if missing.is_empty() {
            return Check::Holds;
        }
        let (suspicion, section) = why_unclaimed(course);
        Check::Broken(Finding {
            observed: format!(
                "{} {} and has claimed {}",
                moment.name(),
                worded(*to, msg),
                listed(&names(course, true))
            ),
            required: "accounts, postings and outbox, before anything else".into(),
            consequence: format!(
                "As far as {} {} concerned, nobody has come since. What an earlier holder has sent is still let \
                 in there, also after {} has looked.",
                listed(&missing),
                if missing.len() == 1 { "is" } else { "are" },
                moment.name()
            ),
            suspicion: format!("Often the cause: {suspicion}"),
            section: Some(section),
            ..Finding::default()
        })
    })
}

fn why_unclaimed(course: &Course) -> (&'static str, &'static str) {
    let asked = |table: Table| {
        course.sent.iter().any(|(to, msg)| *to == table.node() && matches!(msg, Msg::Claim { .. }))
    };
    let missing: Vec<Table> =
        Table::ALL.into_iter().filter(|table| !course.claimed.contains(table)).collect();
    if course.token().is_none() {
        ("the job begins before it holds the lease.", TRAVEL)
    } else if course.claims_answered >= Table::ALL.len() {
        ("answers were counted, and one of them came twice.", MARKS)
    } else if missing.iter().all(|table| asked(*table)) {
        ("the claims are on their way, and their answers were not waited for.", BEGIN)
    } else if course.claimed.is_empty() {
        ("the lease is taken for the fence. The tables do not know who holds it.", BEGIN)
    } else {
        ("each table has a mark of its own, and a claim of one says nothing to the others.", MARKS)
    }
}

pub(super) fn every_write_carries_the_token(seen: &Played) -> Check {
    judge(seen, |moment| {
        let Doing::Sends { to, msg } = &moment.doing else { return Check::Silent };
        let carried = match msg {
            Msg::Claim { token } => Some(*token),
            Msg::Read { fence, .. } | Msg::Write { fence, .. } => *fence,
            _ => return Check::Silent,
        };
        let own = moment.course.and_then(Course::token);
        if own.is_some() && carried == own {
            return Check::Holds;
        }
        Check::Broken(wrong_token(moment, *to, msg, carried, own))
    })
}

fn wrong_token(
    moment: &Moment<'_>,
    to: NodeId,
    msg: &Msg,
    carried: Option<u64>,
    own: Option<u64>,
) -> Finding {
    let with = carried.map_or("no token".to_owned(), |token| format!("token {token}"));
    let (consequence, suspicion) = match (carried, own) {
        (None, _) => (
            "What carries no token is let in, whatever has been claimed: from a zombie too.",
            "one way to the tables was forgotten: a read, a repeat, the last step.",
        ),
        (Some(_), None) => (
            "This job has been granted nothing. It passes for whoever the number belongs to.",
            "a grant for an earlier attempt, or for an earlier life, was taken for its own.",
        ),
        (Some(carried), Some(own)) if carried > own => (
            "With a higher number it passes for a later holder, and shuts that one out or is let in beside it.",
            "a token that was met on the way: in a refusal, in another grant. Only the job's own grant names its \
             token.",
        ),
        (Some(_), Some(_)) => (
            "It is the number of a job that is over. The table takes this one for a zombie.",
            "the token of an earlier grant is still in memory.",
        ),
    };
    Finding {
        observed: format!("{} {} with {with}", moment.name(), worded(to, msg)),
        required: match own {
            Some(token) => format!("token {token}, of this job's grant"),
            None => "nothing to a table before a grant".to_owned(),
        },
        consequence: consequence.into(),
        suspicion: format!("Often the cause: {suspicion}"),
        ..Finding::default()
    }
}
