//! How a run of `lost-update` is worded in steps and figures.

use kit::money::rupees;
use kit::sql::{Row, Value};

use super::play::paise;
use super::run::{Answer, words};
use crate::record::{Call, Change, Labels, Outcome, Statement};

pub(super) struct Words;

impl Labels<Answer> for Words {
    fn request(&self, statement: &Statement) -> String {
        let sql = statement.sql.trim_start().to_uppercase();
        let first = sql.split_whitespace().next().unwrap_or_default();
        let amount = paise(statement.params.first()).map(rupees);
        let label = match (first, amount) {
            ("SELECT", _) => "read".to_owned(),
            ("BEGIN", _) if sql.contains("IMMEDIATE") => "lock".to_owned(),
            ("UPDATE", Some(amount)) if sql.contains("- $1") => format!("less {amount}"),
            ("UPDATE", Some(amount)) if sql.contains("+ $1") => format!("add {amount}"),
            ("UPDATE", Some(amount)) => format!("set {amount}"),
            _ => first.to_lowercase(),
        };
        if label.chars().count() <= 9 { label } else { first.to_lowercase().chars().take(9).collect() }
    }

    fn reply(&self, statement: &Statement) -> String {
        match &statement.outcome {
            Outcome::Done { rows, .. } if !rows.is_empty() => {
                let balance = rows[0].columns.iter().find(|(name, _)| name == "balance");
                balance.map(|(name, value)| self.value(name, value)).unwrap_or_default()
            }
            Outcome::Done { changed, .. }
                if statement.sql.trim_start().to_uppercase().starts_with("UPDATE") =>
            {
                if *changed == 1 {
                    "1 row".to_owned()
                } else {
                    format!("{changed} rows")
                }
            }
            _ => String::new(),
        }
    }

    fn value(&self, column: &str, value: &Value) -> String {
        match value {
            Value::Int(paise) if column == "balance" => rupees(*paise),
            other => other.to_string(),
        }
    }

    fn pill(&self, change: &Change) -> Option<String> {
        change.after.as_ref().map(|row| rupees(row.int(1)))
    }

    fn answer(&self, call: &Call, value: &Answer) -> Option<String> {
        (call.label != "deposit").then(|| words(value))
    }

    fn fact(&self, row: &Row) -> Option<(String, String)> {
        Some(("balance".to_owned(), rupees(row.int(1))))
    }
}
