//! How a run of `fence` is worded in steps and figures: a lane an account, a pill when its mark or
//! its balance changes.

use kit::money::rupees;
use kit::sql::{Row, Value};
use kit::trace::Lane;

use super::run::{Answer, column, held, words};
use crate::cast::Call as _;
use crate::record::{Call, Change, Labels, Outcome, Statement};

pub(super) struct Words;

/// Longer statements are shown by how they begin and what they ask for.
const LONGEST: usize = 140;
/// What fits on an arrow.
const ARROW: usize = 9;

impl Labels<Answer> for Words {
    fn lane(&self, call: &Call, _: &Statement) -> Lane {
        let account = super::cast::Call::read(&call.label).map_or(0, |call| call.account);
        Lane { id: format!("account-{account}"), title: format!("account {account}") }
    }

    fn act(&self, statement: &Statement) -> String {
        shortened(&statement.shown())
    }

    fn request(&self, statement: &Statement) -> String {
        let sql = statement.sql.split_whitespace().collect::<Vec<_>>().join(" ");
        let upper = sql.to_uppercase();
        let first = upper.split(' ').next().unwrap_or_default().to_lowercase();
        let value = |after: &str| match parameter(&sql, after).and_then(|at| statement.params.get(at)) {
            Some(Value::Int(value)) => Some(*value),
            _ => None,
        };
        let long = match first.as_str() {
            "select" | "with" => return "read".to_owned(),
            "begin" if upper.contains("IMMEDIATE") => return "lock".to_owned(),
            "delete" => return "close".to_owned(),
            "update" | "insert" => value("balance = balance - $")
                .map(|paise| format!("less {}", rupees(paise)))
                .or_else(|| value("SET balance = $").map(|paise| format!("set {}", rupees(paise))))
                .or_else(|| value("SET last_token = $").map(|token| format!("claim {token}"))),
            _ => None,
        };
        let long = long.filter(|text| text.chars().count() <= ARROW).unwrap_or(first);
        long.chars().take(ARROW).collect()
    }

    fn reply(&self, statement: &Statement) -> String {
        let Outcome::Done { changed, rows } = &statement.outcome else { return String::new() };
        let first = statement.sql.split_whitespace().next().unwrap_or_default().to_uppercase();
        match rows.first() {
            Some(row) if row.columns.len() == 1 => {
                let (name, value) = &row.columns[0];
                let text = self.value(name, value);
                if text.chars().count() <= ARROW { text } else { "1 row".to_owned() }
            }
            Some(_) => "1 row".to_owned(),
            None if first == "SELECT" => "no rows".to_owned(),
            None if !["UPDATE", "INSERT", "DELETE"].contains(&first.as_str()) => String::new(),
            None if *changed == 1 => "1 row".to_owned(),
            None => format!("{changed} rows"),
        }
    }

    fn value(&self, column: &str, value: &Value) -> String {
        match value {
            Value::Int(paise) if column.eq_ignore_ascii_case("balance") => rupees(*paise),
            other => other.to_string(),
        }
    }

    fn pill(&self, change: &Change) -> Option<String> {
        let Some(after) = &change.after else { return Some("closed".to_owned()) };
        let before = change.before.as_ref();
        let balance = held(after).filter(|paise| before.and_then(held) != Some(*paise)).map(rupees);
        let mark = column(after, MARK).filter(|mark| before.and_then(|row| column(row, MARK)) != Some(*mark));
        let mark = mark.map(|mark| format!("mark {mark}"));
        match (balance, mark) {
            (Some(balance), Some(mark)) => Some(format!("{balance}, {mark}")),
            (one, other) => one.or(other),
        }
    }

    fn answer(&self, _: &Call, answer: &Answer) -> Option<String> {
        Some(words(answer))
    }

    fn fact(&self, row: &Row) -> Option<(String, String)> {
        let Value::Int(id) = column(row, "id")? else { return None };
        let mut text = rupees(held(row)?);
        match column(row, MARK) {
            // Nobody has claimed, or the mark is kept elsewhere: the row does not know.
            Some(Value::Int(0)) => text += &format!(", {MARK} 0"),
            Some(mark) => text += &format!(", mark {mark}"),
            None => {}
        }
        Some((format!("account {id}"), text))
    }
}

/// Where most keep the mark; who keeps it elsewhere has none in the figure.
const MARK: &str = "last_token";

/// The place among the parameters of the one that stands after a text, from 0.
fn parameter(sql: &str, after: &str) -> Option<usize> {
    let from = sql.find(after)? + after.len();
    let digits: String = sql[from..].chars().take_while(char::is_ascii_digit).collect();
    digits.parse::<usize>().ok()?.checked_sub(1)
}

/// `INSERT INTO account … WHERE last_token < 34`
fn shortened(sql: &str) -> String {
    if sql.chars().count() <= LONGEST {
        return sql.to_owned();
    }
    let words: Vec<&str> = sql.split(' ').collect();
    let head = words[..words.len().min(3)].join(" ");
    let condition = words.iter().rposition(|word| word.eq_ignore_ascii_case("WHERE"));
    let from = condition.unwrap_or(words.len().saturating_sub(3));
    let tail = words[from..].iter().take_while(|word| !word.eq_ignore_ascii_case("RETURNING"));
    format!("{head} … {}", tail.copied().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_statement_is_shown_by_its_beginning_and_its_condition() {
        let columns = "a_rather_long_column = 1, ".repeat(6);
        let sql =
            format!("UPDATE account SET {columns} b = 2 WHERE id = 42 AND last_token < 34 RETURNING balance");
        assert_eq!(shortened(&sql), "UPDATE account SET … WHERE id = 42 AND last_token < 34");
        assert_eq!(shortened("COMMIT"), "COMMIT");
    }

    #[test]
    fn a_parameter_is_found_by_what_stands_before_it() {
        assert_eq!(parameter("UPDATE t SET balance = balance - $12 WHERE id = $1", "balance - $"), Some(11));
        assert_eq!(parameter("UPDATE t SET balance = balance - 5", "balance - $"), None);
        assert_eq!(parameter("balance - $0", "balance - $"), None);
    }
}
