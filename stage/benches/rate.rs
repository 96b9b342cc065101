//! How many schedules a second: `cargo bench -p stage --profile dev`, which is how graders run.

use std::time::Instant;

use kit::sql::{Sql, SqlError, Value};
use stage::explore::{Bounds, Explorer};
use stage::{Client, Journal, Setup, Stage};

const READ: &str = "SELECT balance FROM accounts WHERE id = $1";
const WRITE: &str = "UPDATE accounts SET balance = $2 WHERE id = $1";

fn four_reads(sql: &mut dyn Sql) -> Result<(), SqlError> {
    for _ in 0..4 {
        sql.query(READ, &[Value::Int(42)])?;
    }
    Ok(())
}

fn naive(sql: &mut dyn Sql) -> Result<(), SqlError> {
    let balance = sql.query(READ, &[Value::Int(42)])?[0].int(0);
    sql.execute(WRITE, &[Value::Int(42), Value::Int(balance - 3000)])?;
    Ok(())
}

fn immediate(sql: &mut dyn Sql) -> Result<(), SqlError> {
    sql.execute("BEGIN IMMEDIATE", &[])?;
    naive(sql)?;
    sql.execute("COMMIT", &[])?;
    Ok(())
}

fn main() {
    for journal in [Journal::Wal, Journal::Rollback] {
        let mut stage = Stage::open(Setup {
            schema: "CREATE TABLE accounts (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL)".to_owned(),
            reset: "DELETE FROM accounts; INSERT INTO accounts VALUES (42, 10000)".to_owned(),
            probe: "SELECT id, balance FROM accounts ORDER BY id".to_owned(),
            journal,
        })
        .expect("a stage");
        rate(&mut stage, "2 x 4 reads", four_reads);
        rate(&mut stage, "2 x read, write", naive);
        rate(&mut stage, "2 x BEGIN IMMEDIATE … COMMIT", immediate);
    }
}

fn rate(stage: &mut Stage, name: &str, body: fn(&mut dyn Sql) -> Result<(), SqlError>) {
    let start = Instant::now();
    let mut schedules = 0;
    while schedules < 3000 {
        let mut explorer = Explorer::new(Bounds::default());
        while let Some(choices) = explorer.next() {
            let clients = ["pod-7", "pod-3"].map(|pod| Client::new(pod).call("debit", body));
            let run = stage.run_choices(clients.into(), &choices).expect("a run");
            explorer.learn(&run.record);
            schedules += 1;
        }
    }
    let rate = f64::from(schedules) / start.elapsed().as_secs_f64();
    println!("{name:30} {rate:>8.0} schedules/s");
}
