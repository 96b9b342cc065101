//! How a run of `lease-table` is worded in steps and figures.

use kit::contract::lease_table::Grant;
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
        lease::act(statement.store, lease::shortened(&statement.shown()))
    }

    fn request(&self, statement: &Statement) -> String {
        lease::request(statement, "acquire")
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
            Ok(Some(Grant { token, .. })) => format!("granted {token}"),
            other => words(other),
        })
    }

    fn fact(&self, row: &Row) -> Option<(String, String)> {
        lease::fact(row)
    }
}

/// The lease and the pod of a call, from the label that `play.rs` gives it.
fn parts(label: &str) -> (&str, &str) {
    let rest = label.strip_prefix("acquire ").unwrap_or(label);
    rest.split_once(" on ").unwrap_or((rest, ""))
}
