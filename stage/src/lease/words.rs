//! How statements about leases are worded in steps and figures: a lane a lease, a bar while it lives.

use kit::sql::{Row, Value};
use kit::trace::Lane;

use super::row::{column, instant};
use crate::Store;
use crate::record::{Lasting, Outcome, Statement, lane};

/// Longer statements are shown by how they begin and what they ask for.
const LONGEST: usize = 72;

/// The lane of a statement about the lease `name` by a client on `pod`.
pub(crate) fn place(store: Store, name: &str, pod: &str) -> Lane {
    match store {
        Store::Shared => lane(name),
        Store::Copy => lane("copy"),
        Store::Local => Lane { id: format!("{pod}.own"), title: format!("{pod}'s own") },
    }
}

/// What a step says was done: `sql`, and in which database.
pub(crate) fn act(store: Store, sql: String) -> String {
    match store {
        Store::Shared => sql,
        Store::Copy => format!("on the copy: {sql}"),
        Store::Local => format!("on its own: {sql}"),
    }
}

/// Over the arrow to the database; `writes` is what a statement that writes and returns rows does.
pub(crate) fn request(statement: &Statement, writes: &str) -> String {
    let sql = statement.sql.trim_start().to_uppercase();
    let first = sql.split_whitespace().next().unwrap_or_default();
    match first {
        "SELECT" | "WITH" => "read".to_owned(),
        "BEGIN" if sql.contains("IMMEDIATE") => "lock".to_owned(),
        _ if sql.contains("RETURNING") => writes.to_owned(),
        _ => first.to_lowercase().chars().take(9).collect(),
    }
}

pub(crate) fn reply(statement: &Statement) -> String {
    let Outcome::Done { changed, rows } = &statement.outcome else { return String::new() };
    let token = rows.first().and_then(|row| column(row, "fence_token"));
    let returns = statement.sql.to_uppercase();
    let returns = returns.contains("RETURNING") || returns.trim_start().starts_with("SELECT");
    match (token, changed) {
        (Some(Value::Int(token)), _) => short(format!("token {token}")),
        _ if rows.is_empty() && returns => "no rows".to_owned(),
        _ if !rows.is_empty() => String::new(),
        (_, 0) => "0 rows".to_owned(),
        (_, 1) if statement.sql.trim_start().len() > 8 => "1 row".to_owned(),
        _ => String::new(),
    }
}

pub(crate) fn value(column: &str, value: &Value) -> String {
    match value {
        Value::Int(ms) if column.ends_with("_at") || column == "now_ms()" => instant(*ms),
        other => other.to_string(),
    }
}

pub(crate) fn lasts(row: &Row) -> Option<Lasting> {
    let (Value::Text(name), Value::Int(token), Value::Int(until)) =
        (column(row, "name")?, column(row, "fence_token")?, column(row, "expires_at")?)
    else {
        return None;
    };
    let until = u64::try_from(*until).ok().filter(|until| *until > 0)?;
    Some(Lasting { lane: lane(name), text: token.to_string(), until })
}

pub(crate) fn fact(row: &Row) -> Option<(String, String)> {
    let Value::Text(name) = column(row, "name")? else { return None };
    let text = |wanted: &str| match column(row, wanted) {
        Some(Value::Text(text)) if text.is_empty() => "nobody".to_owned(),
        Some(Value::Text(text)) => text.clone(),
        Some(other) => value(wanted, other),
        None => "?".to_owned(),
    };
    let (token, owner, until) = (text("fence_token"), text("owner"), text("expires_at"));
    Some((name.clone(), format!("token {token}, {owner}, until {until}")))
}

/// What fits on an arrow.
fn short(text: String) -> String {
    if text.chars().count() <= 9 { text } else { text.trim_start_matches("token ").chars().take(9).collect() }
}

/// `INSERT INTO lease ('kickoff:ACH', …) … WHERE lease.expires_at <= excluded.acquired_at`
pub(crate) fn shortened(sql: &str) -> String {
    if sql.chars().count() <= LONGEST {
        return sql.to_owned();
    }
    let words: Vec<&str> = sql.split(' ').collect();
    let is = |word: &str, other: &str| word.eq_ignore_ascii_case(other);
    let head: Vec<&str> = words.iter().take(3).take_while(|word| !word.starts_with('(')).copied().collect();
    let condition = words.iter().rposition(|word| is(word, "WHERE"));
    let from = condition.unwrap_or(words.len().saturating_sub(3));
    let tail: Vec<&str> = words[from..].iter().take_while(|word| !is(word, "RETURNING")).copied().collect();
    // Of the values, the first is the name of the lease.
    let values = words.iter().position(|word| is(word, "VALUES")).and_then(|at| words.get(at + 1));
    let values =
        values.map(|first| format!(" {}, …)", first.trim_end_matches([',', ')']))).unwrap_or_default();
    format!("{}{values} … {}", head.join(" "), tail.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_statement_is_shown_by_its_beginning_and_its_condition() {
        let sql = "INSERT INTO lease (name, owner) VALUES ('kickoff:ACH', 'pod-7:1') ON CONFLICT (name) DO UPDATE \
                   SET owner = excluded.owner WHERE lease.expires_at <= excluded.acquired_at RETURNING fence_token";
        assert_eq!(
            shortened(sql),
            "INSERT INTO lease ('kickoff:ACH', …) … WHERE lease.expires_at <= excluded.acquired_at"
        );
        let sql = sql.split(" WHERE").next().unwrap_or_default();
        assert_eq!(shortened(sql), "INSERT INTO lease ('kickoff:ACH', …) … owner = excluded.owner");
        assert_eq!(shortened("COMMIT"), "COMMIT");
    }
}
