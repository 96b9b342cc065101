//! How a run of `lease-keeper` is worded in steps and figures.

use kit::contract::lease_keeper::{Release, Renewal};
use kit::sql::{Row, Value};
use kit::trace::Lane;

use super::run::{Answer, words};
use crate::lease::words as lease;
use crate::record::{Call, Labels, Lasting, Statement};

pub(super) struct Words;

impl Labels<Answer> for Words {
    fn lane(&self, call: &Call, statement: &Statement) -> Lane {
        let (name, pod) = parts(&call.label);
        lease::place(statement.store, name, pod)
    }

    fn act(&self, statement: &Statement) -> String {
        lease::act(statement)
    }

    fn request(&self, statement: &Statement) -> String {
        // Only an acquire inserts, and only a renewal needs to know what it wrote.
        let sql = statement.sql.to_uppercase();
        lease::request(statement, if sql.contains("INSERT") { "acquire" } else { "renew" })
    }

    fn reply(&self, statement: &Statement) -> String {
        lease::reply(statement)
    }

    fn value(&self, column: &str, value: &Value) -> String {
        lease::value(column, value)
    }

    fn lasts(&self, row: &Row) -> Option<Lasting> {
        lease::lasts(row)
    }

    fn answer(&self, _: &Call, answer: &Answer) -> Option<String> {
        Some(match answer {
            Answer::Acquired(Ok(Some(told))) => format!("granted {}", told.held.token),
            Answer::Renewed(Ok(Renewal::Until(_))) => "renewed".to_owned(),
            Answer::Released(Ok(Release::Released)) => "released".to_owned(),
            other => words(other),
        })
    }

    fn fact(&self, row: &Row) -> Option<(String, String)> {
        lease::fact(row)
    }
}

/// The lease and the pod of a call, from the label that `play.rs` gives it: `renew kickoff:ACH on pod-7`.
fn parts(label: &str) -> (&str, &str) {
    let rest = label.split_once(' ').map_or(label, |(_, rest)| rest);
    rest.split_once(" on ").unwrap_or((rest, ""))
}
