//! Second form, from nothing: each step leaves a row behind, in one transaction with the money.

use kit::contract::fence::{Claim, Debit, Read, Tables, Ticket};
use kit::sql::{Sql, SqlError, Value};

pub const TABLES: Tables = "
CREATE TABLE account (
  id         INTEGER PRIMARY KEY,
  balance    INTEGER NOT NULL CHECK (balance >= 0),
  last_token INTEGER NOT NULL DEFAULT 0,
  holder     TEXT    NOT NULL DEFAULT ''
);
CREATE TABLE step (
  account INTEGER NOT NULL,
  attempt TEXT    NOT NULL,
  step    INTEGER NOT NULL,
  PRIMARY KEY (account, attempt, step)
)";

#[derive(Debug)]
pub struct Guard {
    account: i64,
    ticket: Ticket,
}

// ANCHOR: claim
pub fn claim(db: &mut dyn Sql, account: i64, ticket: &Ticket) -> Result<Claim<Guard>, SqlError> {
    // With an equal token only the same attempt comes in again.
    let rows = db.query(
        "UPDATE account SET last_token = $2, holder = $3
         WHERE id = $1 AND (last_token < $2 OR (last_token = $2 AND holder = $3))
         RETURNING id",
        &[account.into(), ticket.token.into(), ticket.attempt.as_str().into()],
    )?;
    if !rows.is_empty() {
        return Ok(Claim::Claimed(Guard { account, ticket: ticket.clone() }));
    }
    let rows = db.query("SELECT last_token FROM account WHERE id = $1", &[account.into()])?;
    Ok(match rows.first() {
        Some(row) => Claim::Fenced { by: row.int(0) },
        None => Claim::NoSuchAccount,
    })
}
// ANCHOR_END: claim

pub fn balance(db: &mut dyn Sql, guard: &Guard) -> Result<Read, SqlError> {
    Ok(match look(db, guard)? {
        None => Read::NoSuchAccount,
        Some((_, by, false)) => Read::Fenced { by },
        Some((paise, _, true)) => Read::Is(paise),
    })
}

/// What the account holds, its mark, and whether that is the guard's: all of one moment.
fn look(db: &mut dyn Sql, guard: &Guard) -> Result<Option<(i64, i64, bool)>, SqlError> {
    let rows = db.query(
        "SELECT balance, last_token, last_token = $2 AND holder = $3 FROM account WHERE id = $1",
        &values(guard),
    )?;
    Ok(rows.first().map(|row| (row.int(0), row.int(1), row.int(2) == 1)))
}

// ANCHOR: debit
pub fn debit(db: &mut dyn Sql, guard: &Guard, paise: i64, step: i64) -> Result<Debit, SqlError> {
    db.execute("BEGIN IMMEDIATE", &[])?;
    let outcome = match decide(db, guard, paise, step) {
        Ok(Debit::Applied) => db.execute("COMMIT", &[]).map(|_| Debit::Applied),
        other => other,
    };
    match outcome {
        Ok(Debit::Applied) => Ok(Debit::Applied),
        // The connection is gone, and the transaction with it.
        Err(SqlError::NoAnswer) => Err(SqlError::NoAnswer),
        other => db.execute("ROLLBACK", &[]).and(other),
    }
}

/// Inside the transaction nobody else can claim, so what is read here is so until the end of it.
fn decide(db: &mut dyn Sql, guard: &Guard, paise: i64, step: i64) -> Result<Debit, SqlError> {
    let held = match look(db, guard)? {
        None => return Ok(Debit::NoSuchAccount),
        Some((_, by, false)) => return Ok(Debit::Fenced { by }),
        Some((held, _, true)) => held,
    };
    let [account, _, attempt] = values(guard);
    let entry = [account.clone(), attempt, step.into()];
    if db.execute("INSERT INTO step VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", &entry)? == 0 {
        return Ok(Debit::Duplicate);
    }
    if held < paise {
        return Ok(Debit::Insufficient);
    }
    db.execute("UPDATE account SET balance = balance - $2 WHERE id = $1", &[account, paise.into()])?;
    Ok(Debit::Applied)
}
// ANCHOR_END: debit

fn values(guard: &Guard) -> [Value; 3] {
    [guard.account.into(), guard.ticket.token.into(), guard.ticket.attempt.as_str().into()]
}
