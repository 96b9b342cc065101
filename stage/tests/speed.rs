//! How many schedules a second, in the profile in which graders run. `cargo xtask bench` reads
//! the lines that this prints; a test cannot judge them, since a loaded machine is no fault.

use std::time::Instant;

use kit::sql::{Sql, SqlError, Value};
use stage::explore::{Bounds, Explorer};
use stage::{Client, Setup, Stage};

type Body = fn(&mut dyn Sql) -> Result<(), SqlError>;

const READ: &str = "SELECT balance FROM accounts WHERE id = $1";
const WRITE: &str = "UPDATE accounts SET balance = $2 WHERE id = $1";

/// Seventy schedules, nobody waits, nothing is committed.
fn four_reads(sql: &mut dyn Sql) -> Result<(), SqlError> {
    for _ in 0..4 {
        sql.query(READ, &[Value::Int(42)])?;
    }
    Ok(())
}

/// The dearest of the repairs that learners write: waits, retries and commits.
fn immediate(sql: &mut dyn Sql) -> Result<(), SqlError> {
    sql.execute("BEGIN IMMEDIATE", &[])?;
    let balance = sql.query(READ, &[Value::Int(42)])?[0].int(0);
    sql.execute(WRITE, &[Value::Int(42), Value::Int(balance - 3000)])?;
    sql.execute("COMMIT", &[])?;
    Ok(())
}

#[test]
fn schedules_a_second() {
    let mut stage = Stage::open(Setup {
        schema: "CREATE TABLE accounts (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL)".to_owned(),
        reset: "DELETE FROM accounts; INSERT INTO accounts VALUES (42, 10000)".to_owned(),
        probe: "SELECT id, balance FROM accounts ORDER BY id".to_owned(),
        ..Setup::default()
    })
    .unwrap();
    println!("speed\tschedules of reads\t{:.0}", rate(&mut stage, four_reads));
    println!("speed\tschedules\t{:.0}", rate(&mut stage, immediate));
}

fn rate(stage: &mut Stage, body: Body) -> f64 {
    let start = Instant::now();
    let mut schedules = 0;
    while schedules < 2000 {
        let mut explorer = Explorer::new(Bounds::default());
        while let Some(choices) = explorer.next() {
            let clients = ["pod-7", "pod-3"].map(|pod| Client::new(pod).call("debit", body));
            let run = stage.run_choices(clients.into(), &choices).unwrap();
            explorer.learn(&run.record);
            schedules += 1;
        }
    }
    f64::from(schedules) / start.elapsed().as_secs_f64()
}
