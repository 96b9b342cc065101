//! Account 42 and those who take money out of it, for all tests.

use kit::sql::{Sql, SqlError, Value};
use stage::explore::{Bounds, Explorer};
use stage::{Client, Journal, Run, Setup, Stage};

pub(crate) type Answer = Result<(), SqlError>;
pub(crate) type Body = fn(&mut dyn Sql) -> Answer;

pub(crate) const READ: &str = "SELECT balance FROM accounts WHERE id = $1";
pub(crate) const WRITE: &str = "UPDATE accounts SET balance = $2 WHERE id = $1";

pub(crate) fn setup(journal: Journal) -> Setup {
    Setup {
        schema: "CREATE TABLE accounts (
                   id INTEGER PRIMARY KEY,
                   balance INTEGER NOT NULL CHECK (balance >= 0),
                   version INTEGER NOT NULL
                 );
                 CREATE TABLE journal (operation TEXT PRIMARY KEY, at INTEGER);"
            .to_owned(),
        reset: "DELETE FROM accounts; DELETE FROM journal;
                INSERT INTO accounts VALUES (7, 50000, 0), (42, 10000, 0)"
            .to_owned(),
        probe: "SELECT id, balance, version FROM accounts ORDER BY id".to_owned(),
        journal,
    }
}

pub(crate) fn stage() -> Stage {
    Stage::open(setup(Journal::Wal)).unwrap()
}

pub(crate) fn rollback_stage() -> Stage {
    Stage::open(setup(Journal::Rollback)).unwrap()
}

/// One call for each body, each by its own pod.
pub(crate) fn pods(bodies: &[Body]) -> Vec<Client<Answer>> {
    let names = ["pod-7", "pod-3", "pod-1"];
    let pairs = names.iter().zip(bodies);
    pairs.map(|(name, body)| Client::new(*name).call("debit", *body)).collect()
}

/// What account 42 holds at the end, in paise.
pub(crate) fn balance<T>(run: &Run<T>) -> i64 {
    run.record.after.iter().find(|row| row.int(0) == 42).unwrap().int(1)
}

/// Every run within the bounds, in the order of their cost.
pub(crate) fn explore(stage: &mut Stage, bodies: &[Body], bounds: Bounds) -> Vec<Run<Answer>> {
    let mut explorer = Explorer::new(bounds);
    let mut runs = Vec::new();
    while let Some(choices) = explorer.next() {
        let run = stage.run_choices(pods(bodies), &choices).unwrap();
        explorer.learn(&run.record);
        runs.push(run);
    }
    assert!(explorer.is_complete());
    runs
}

pub(crate) fn int(n: i64) -> Value {
    Value::Int(n)
}

/// Read, compute, write: no transaction.
pub(crate) fn naive(sql: &mut dyn Sql) -> Answer {
    let balance = sql.query(READ, &[int(42)])?[0].int(0);
    sql.execute(WRITE, &[int(42), int(balance - 3000)])?;
    Ok(())
}

/// The naive debit with the write lock around it.
pub(crate) fn immediate(sql: &mut dyn Sql) -> Answer {
    sql.execute("BEGIN IMMEDIATE", &[])?;
    naive(sql)?;
    sql.execute("COMMIT", &[])?;
    Ok(())
}

/// The naive debit in a transaction that takes its lock only when it writes.
pub(crate) fn deferred(sql: &mut dyn Sql) -> Answer {
    sql.execute("BEGIN", &[])?;
    let done = naive(sql).and_then(|()| sql.execute("COMMIT", &[]).map(drop));
    if done == Err(SqlError::Busy) {
        sql.execute("ROLLBACK", &[])?;
    }
    done
}

/// Four statements that nobody has to wait for.
pub(crate) fn four_reads(sql: &mut dyn Sql) -> Answer {
    for _ in 0..4 {
        sql.query(READ, &[int(42)])?;
    }
    Ok(())
}

pub(crate) fn two_reads(sql: &mut dyn Sql) -> Answer {
    sql.query(READ, &[int(42)])?;
    sql.query(READ, &[int(42)])?;
    Ok(())
}
