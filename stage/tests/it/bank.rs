//! Account 42 and those who take money out of it, for all tests.

use kit::plan::{Act, Extent, Mail, Phase, Plan, Who};
use kit::sql::{Sql, SqlError, Value};
use stage::explore::{Bounds, Explorer};
use stage::record::{Outcome, Record, Turn, What};
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
        ..Setup::default()
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

/// The same, and it comes back when it is sent away before it holds the lock.
pub(crate) fn persistent(sql: &mut dyn Sql) -> Answer {
    let mut attempts = 3;
    while let Err(error) = sql.execute("BEGIN IMMEDIATE", &[]) {
        attempts -= 1;
        if attempts == 0 {
            return Err(error);
        }
    }
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

/// A plan of phases with one act each.
pub(crate) fn plan(acts: impl IntoIterator<Item = Act>) -> Plan {
    Plan { phases: acts.into_iter().map(|act| Phase { acts: vec![act] }).collect() }
}

pub(crate) fn run(who: &str, statements: u32) -> Act {
    Act::Run { who: Who::new(who), extent: Extent::Statements(statements) }
}

pub(crate) fn to_end(who: &str) -> Act {
    Act::Run { who: Who::new(who), extent: Extent::End }
}

pub(crate) fn crash(who: &str) -> Act {
    Act::Crash { who: Who::new(who), after: None, mail: Mail::Kept, keeping: 0 }
}

/// The run of one call for each body under this plan.
pub(crate) fn play(stage: &mut Stage, bodies: &[Body], acts: impl IntoIterator<Item = Act>) -> Run<Answer> {
    stage.run_plan(pods(bodies), &plan(acts)).unwrap()
}

/// What a run did, one short line a turn: `pod-7 UPDATE: 1`.
pub(crate) fn story<T>(run: &Run<T>) -> Vec<String> {
    run.record.turns.iter().map(|turn| line(&run.record, turn)).collect()
}

fn line(record: &Record, turn: &Turn) -> String {
    let who = &record.cast[turn.who];
    let statement = match &turn.what {
        What::Statement(statement) => statement,
        What::Crash { open, .. } => return format!("{who} crashes, open {open}"),
        What::Panic { open } => return format!("{who} panics, open {open}"),
        What::LeftOpen => return format!("{who} left open"),
    };
    let word = statement.sql.split_whitespace().next().unwrap_or_default();
    let outcome = match &statement.outcome {
        Outcome::Done { changed, rows } if rows.is_empty() => format!("{changed}"),
        Outcome::Done { rows, .. } => {
            let values = rows.iter().flat_map(|row| &row.columns).map(|(_, value)| value.to_string());
            values.collect::<Vec<_>>().join(" ")
        }
        Outcome::Failed { error, unheard: None } => error.to_string(),
        Outcome::Failed { error, unheard: Some(unheard) } => format!("{error} ({unheard})"),
        Outcome::Waits { on } => format!("waits for {on:?}"),
    };
    let waited = if statement.waited.is_some() { ", waited" } else { "" };
    format!("{who} {word}: {outcome}{waited}")
}
