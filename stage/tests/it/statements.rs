//! What a statement answers, and which statements the stage does not take.

use kit::sql::{Row, Sql, SqlError, Value};
use stage::Client;

use crate::bank::{int, plan, stage};

/// What this one call answers on a fresh stage.
fn ask<T: 'static>(body: fn(&mut dyn Sql) -> Result<T, SqlError>) -> Result<T, SqlError> {
    let mut run = stage().run_plan(vec![Client::new("pod-7").call("ask", body)], &plan([])).unwrap();
    assert_eq!(run.record.stops, []);
    let call = run.record.calls.remove(0);
    run.into_returned(&call).unwrap()
}

fn slip<T: 'static + std::fmt::Debug>(body: fn(&mut dyn Sql) -> Result<T, SqlError>) -> String {
    match ask(body) {
        Err(SqlError::Statement(text)) => text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn parameters_go_by_their_number_whatever_their_order() {
    let rows = ask(|sql| sql.query("SELECT $2 AS b, $1 AS a, $2 AS c", &[int(1), "two".into()])).unwrap();
    let column = |name: &str, value: Value| (name.to_owned(), value);
    let expected =
        Row { columns: vec![column("b", "two".into()), column("a", int(1)), column("c", "two".into())] };
    assert_eq!(rows, [expected]);
}

#[test]
fn parameters_that_do_not_match_are_a_slip() {
    assert_eq!(slip(|sql| sql.query("SELECT $1, $2", &[int(1)])), "there is no value for $2: 1 given");
    assert_eq!(
        slip(|sql| sql.query("SELECT $1", &[int(1), int(2)])),
        "2 values given, and the last parameter is $1"
    );
    assert_eq!(slip(|sql| sql.query("SELECT ?", &[int(1)])), "`?` is no parameter here: write $1, $2, …");
    assert_eq!(slip(|sql| sql.query("SELECT $0", &[int(1)])), "there is no value for $0: 1 given");
}

#[test]
fn execute_counts_the_rows_of_this_statement_alone() {
    let body = |sql: &mut dyn Sql| {
        let all = sql.execute("UPDATE accounts SET balance = balance", &[])?;
        let none = sql.execute("UPDATE accounts SET balance = 1 WHERE id = 99", &[])?;
        sql.execute("UPDATE accounts SET balance = balance", &[])?;
        let begin = sql.execute("BEGIN IMMEDIATE", &[])?;
        Ok((all, none, begin))
    };
    assert_eq!(ask(body), Ok((2, 0, 0)));
}

#[test]
fn execute_refuses_a_query_and_query_takes_a_change() {
    assert!(slip(|sql| sql.execute("SELECT 1", &[])).contains("`query`"));
    let changed = |sql: &mut dyn Sql| {
        sql.query("UPDATE accounts SET balance = balance - 1 WHERE id = 42 RETURNING balance", &[])
    };
    assert_eq!(ask(changed).unwrap()[0].int(0), 9999);
}

#[test]
fn a_broken_constraint_is_told_apart_from_a_slip() {
    let body = |sql: &mut dyn Sql| {
        sql.execute("INSERT INTO journal VALUES ('debit-1', 0)", &[])?;
        sql.execute("INSERT INTO journal VALUES ('debit-1', 0)", &[])
    };
    let Err(SqlError::Constraint(text)) = ask(body) else { panic!() };
    assert_eq!(text, "UNIQUE constraint failed: journal.operation");
    assert_eq!(slip(|sql| sql.execute("UPDATE acounts SET balance = 0", &[])), "no such table: acounts");
}

#[test]
fn only_one_statement_at_a_time() {
    assert!(slip(|sql| sql.execute("BEGIN; DELETE FROM accounts", &[])).contains("one statement at a time"));
    assert!(slip(|sql| sql.execute("  -- nothing", &[])).contains("no statement"));
    assert_eq!(ask(|sql| sql.execute("DELETE FROM accounts; -- all", &[])), Ok(2));
}

#[test]
fn what_would_outlive_the_run_or_make_sqlite_wait_is_refused() {
    type Ask = fn(&mut dyn Sql) -> Result<u64, SqlError>;
    let refused: [Ask; 6] = [
        |sql| sql.execute("PRAGMA busy_timeout = 5000", &[]),
        |sql| sql.execute("DROP TABLE accounts", &[]),
        |sql| sql.execute("CREATE TABLE mine (x)", &[]),
        |sql| sql.execute("CREATE TEMP TABLE mine (x)", &[]),
        |sql| sql.execute("ATTACH ':memory:' AS other", &[]),
        |sql| sql.execute("VACUUM", &[]),
    ];
    for body in refused {
        slip(body);
    }
}

#[test]
fn what_differs_from_run_to_run_is_refused() {
    for text in ["SELECT random()", "SELECT CURRENT_TIMESTAMP", "SELECT datetime('now')"] {
        let body = move |sql: &mut dyn Sql| sql.query(text, &[]);
        let run = stage().run_plan(vec![Client::new("pod-7").call("ask", body)], &plan([])).unwrap();
        let answer = run.returned(&run.record.calls[0]).unwrap();
        assert!(matches!(answer, Err(SqlError::Statement(_))), "{text}: {answer:?}");
    }
    assert_eq!(ask(|sql| sql.query("SELECT max(now_ms(), 0)", &[])).unwrap()[0].int(0), 0);
}
