//! How a run of `lease-keeper` is worded in steps and figures.

use kit::contract::lease_keeper::{Release, Renewal};
use kit::sql::{Row, Value};
use kit::trace::Lane;

use super::run::{Answer, instant, words};
use crate::lease::row::column;
use crate::lease::words as lease;
use crate::record::{Call, Labels, Lasting, Outcome, Statement};

pub(super) struct Words;

impl Labels<Answer> for Words {
    fn lane(&self, call: &Call, statement: &Statement) -> Lane {
        let (name, pod) = parts(&call.label);
        lease::place(statement.store, name, pod)
    }

    fn act(&self, statement: &Statement) -> String {
        lease::act(statement.store, told(&statement.shown()))
    }

    fn request(&self, statement: &Statement) -> String {
        // Only an acquire inserts, and only a renewal needs to know what it wrote.
        let sql = statement.sql.to_uppercase();
        lease::request(statement, if sql.contains("INSERT") { "acquire" } else { "renew" })
    }

    fn reply(&self, statement: &Statement) -> String {
        let Outcome::Done { rows, .. } = &statement.outcome else { return String::new() };
        match rows.first().map(|row| (column(row, "fence_token"), column(row, "expires_at"))) {
            // A renewal tells no token, for it has the one that it was granted.
            Some((None, Some(Value::Int(end)))) => fits(instant(*end)),
            _ => lease::reply(statement),
        }
    }

    fn goes_on(&self, before: &Row, after: &Row) -> bool {
        ["owner", "fence_token", "acquired_at"].iter().all(|name| column(before, name) == column(after, name))
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

/// What fits on an arrow, or nothing.
fn fits(text: String) -> String {
    if text.chars().count() <= 9 { text } else { String::new() }
}

/// The lease and the pod of a call, from the label that `play.rs` gives it: `renew kickoff:ACH on pod-7`.
fn parts(label: &str) -> (&str, &str) {
    let rest = label.split_once(' ').map_or(label, |(_, rest)| rest);
    rest.split_once(" on ").unwrap_or((rest, ""))
}

/// Of a renewal and a release all but what comes back is told: what is set, and which row it finds. An
/// acquire is not the learner's.
fn told(sql: &str) -> String {
    let first = sql.split(' ').next().unwrap_or_default().to_uppercase();
    match first.as_str() {
        "INSERT" | "REPLACE" | "WITH" => lease::shortened(sql),
        _ => sql.split(" RETURNING ").next().unwrap_or_default().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_renewal_is_told_up_to_what_comes_back() {
        let sql = "UPDATE lease SET expires_at = now_ms() + 30000 WHERE name = 'kickoff:ACH' AND owner = 'pod-7:1' \
                   AND fence_token = 1 AND now_ms() < expires_at";
        assert_eq!(told(&format!("{sql} RETURNING expires_at")), sql);
    }
}
