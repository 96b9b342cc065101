//! What a learner of `lease-table` reads at eighty columns, for the mistakes that are made most often.

use grader::exercise::exam;
use grader::harness::Exam;
use kit::contract::lease_table::{Acquire, Attempt, Grant};
use kit::sql::{Databases, SqlError, Value};
use stage::lease_table::play::Play;
use stage::lease_table::{Candidate, Code, Part, broken};

use crate::told;

type Answer = Result<Option<Grant>, SqlError>;

/// The report on one rule about some code.
fn report(code: Code, rule: &str) -> String {
    let exam: Exam<Play> = exam(Part::Open, Candidate { worked: code, faded: code, open: code });
    told(&exam, rule)
}

/// The table of the contract with another `acquire`.
fn code(acquire: Acquire) -> Code {
    Code { table: broken::published::CODE.table, acquire }
}

fn values(attempt: &Attempt) -> [Value; 3] {
    [attempt.name.as_str().into(), attempt.id.as_str().into(), attempt.ttl_ms.into()]
}

/// The statement of the chapter with its last lines replaced.
fn take(databases: &mut dyn Databases, rest: &str, values: &[Value]) -> Answer {
    let sql = format!(
        "INSERT INTO lease (name, owner, fence_token, acquired_at, expires_at)
         VALUES ($1, $2, 1, now_ms(), now_ms() + $3) ON CONFLICT (name) DO UPDATE SET owner = excluded.owner,
         acquired_at = excluded.acquired_at, expires_at = excluded.expires_at, {rest}
         RETURNING fence_token, expires_at"
    );
    let rows = databases.shared().query(&sql, values)?;
    Ok(rows.first().map(|row| Grant { token: row.int(0), expires_at: row.int(1) }))
}

const RISES: &str = "fence_token = lease.fence_token + 1";
const OVER: &str = "WHERE lease.expires_at <= excluded.acquired_at";

#[test]
fn the_condition_is_missing() {
    fn acquire(databases: &mut dyn Databases, attempt: &Attempt) -> Answer {
        take(databases, RISES, &values(attempt))
    }
    insta::assert_snapshot!(report(code(acquire), "one_live_grant_a_name"));
}

#[test]
fn the_pod_is_the_holder() {
    insta::assert_snapshot!(report(broken::published::CODE, "one_live_grant_a_name"));
}

#[test]
fn it_looks_and_then_takes() {
    insta::assert_snapshot!(report(broken::check_then_set::CODE, "one_live_grant_a_name"));
}

#[test]
fn it_asks_the_copy() {
    insta::assert_snapshot!(report(broken::reads_the_copy::CODE, "one_live_grant_a_name"));
}

#[test]
fn each_pod_has_a_table() {
    insta::assert_snapshot!(report(broken::table_on_each_pod::CODE, "one_live_grant_a_name"));
    insta::assert_snapshot!(report(broken::table_on_each_pod::CODE, "row_says_who_holds_it"));
}

#[test]
fn the_token_stays() {
    fn acquire(databases: &mut dyn Databases, attempt: &Attempt) -> Answer {
        take(databases, &format!("fence_token = lease.fence_token {OVER}"), &values(attempt))
    }
    insta::assert_snapshot!(report(code(acquire), "later_grant_has_a_higher_token"));
}

#[test]
fn nobody_at_the_boundary() {
    fn acquire(databases: &mut dyn Databases, attempt: &Attempt) -> Answer {
        let rest = format!("{RISES} WHERE lease.expires_at < excluded.acquired_at");
        take(databases, &rest, &values(attempt))
    }
    insta::assert_snapshot!(report(code(acquire), "free_lease_is_granted"));
}

#[test]
fn never_free_again() {
    fn acquire(databases: &mut dyn Databases, attempt: &Attempt) -> Answer {
        take(databases, &format!("{RISES} WHERE lease.expires_at = 0"), &values(attempt))
    }
    insta::assert_snapshot!(report(code(acquire), "free_lease_is_granted"));
}

#[test]
fn the_owner_is_a_pod() {
    fn acquire(databases: &mut dyn Databases, attempt: &Attempt) -> Answer {
        let values = [attempt.name.as_str().into(), attempt.pod.as_str().into(), attempt.ttl_ms.into()];
        take(databases, &format!("{RISES} {OVER}"), &values)
    }
    insta::assert_snapshot!(report(code(acquire), "row_says_who_holds_it"));
}

#[test]
fn it_waits_until_the_lease_is_free() {
    fn acquire(databases: &mut dyn Databases, attempt: &Attempt) -> Answer {
        loop {
            if let Some(grant) = take(databases, &format!("{RISES} {OVER}"), &values(attempt))? {
                return Ok(Some(grant));
            }
        }
    }
    insta::assert_snapshot!(report(code(acquire), "every_call_ends"));
}

#[test]
fn the_table_has_no_key() {
    let Code { acquire, .. } = broken::published::CODE;
    let table = "CREATE TABLE lease (name TEXT, owner TEXT, fence_token INTEGER, acquired_at INTEGER, expires_at INTEGER)";
    insta::assert_snapshot!(report(Code { table, acquire }, "every_call_ends"));
}

#[test]
fn a_column_is_missing() {
    let Code { acquire, .. } = broken::published::CODE;
    let table =
        "CREATE TABLE lease (name TEXT PRIMARY KEY, owner TEXT, fence_token INTEGER, expires_at INTEGER)";
    insta::assert_snapshot!(report(Code { table, acquire }, "every_call_ends"));
}
