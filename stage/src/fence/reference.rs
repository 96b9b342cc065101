//! A fence that no schedule breaks: claim, then write the next step in order.

use kit::contract::fence::{Claim, Debit, Read, Tables, Ticket};
use kit::sql::{Sql, SqlError};

pub(super) const TABLES: Tables = "
CREATE TABLE account (
  id         INTEGER PRIMARY KEY,
  balance    INTEGER NOT NULL,
  last_token INTEGER NOT NULL DEFAULT 0,
  holder     TEXT    NOT NULL DEFAULT '',
  last_step  INTEGER NOT NULL DEFAULT 0
)";

pub(super) struct Guard {
    pub(super) account: i64,
    pub(super) token: i64,
}

pub(super) fn claim(db: &mut dyn Sql, account: i64, ticket: &Ticket) -> Result<Claim<Guard>, SqlError> {
    let guard = Guard { account, token: ticket.token };
    let changed = db.execute(
        "UPDATE account SET last_token = $2, holder = $3, last_step = 0 WHERE id = $1 AND last_token < $2",
        &[account.into(), ticket.token.into(), ticket.attempt.as_str().into()],
    )?;
    if changed == 1 {
        return Ok(Claim::Claimed(guard));
    }
    let rows = db.query("SELECT last_token, holder FROM account WHERE id = $1", &[account.into()])?;
    Ok(match rows.first() {
        None => Claim::NoSuchAccount,
        Some(row) if (row.int(0), row.text(1)) == (ticket.token, ticket.attempt.as_str()) => {
            Claim::Claimed(guard)
        }
        Some(row) => Claim::Fenced { by: row.int(0) },
    })
}

pub(super) fn balance(db: &mut dyn Sql, guard: &Guard) -> Result<Read, SqlError> {
    let rows = db.query("SELECT balance, last_token FROM account WHERE id = $1", &[guard.account.into()])?;
    Ok(match rows.first() {
        None => Read::NoSuchAccount,
        Some(row) if row.int(1) > guard.token => Read::Fenced { by: row.int(1) },
        Some(row) => Read::Is(row.int(0)),
    })
}

pub(super) fn debit(db: &mut dyn Sql, guard: &Guard, paise: i64, step: i64) -> Result<Debit, SqlError> {
    let changed = db.execute(
        "UPDATE account SET balance = balance - $3, last_step = $4
         WHERE id = $1 AND last_token = $2 AND last_step < $4 AND balance >= $3",
        &[guard.account.into(), guard.token.into(), paise.into(), step.into()],
    )?;
    if changed == 1 { Ok(Debit::Applied) } else { why(db, guard, step) }
}

/// What zero rows mean.
pub(super) fn why(db: &mut dyn Sql, guard: &Guard, step: i64) -> Result<Debit, SqlError> {
    let rows =
        db.query("SELECT last_token, last_step FROM account WHERE id = $1", &[guard.account.into()])?;
    Ok(match rows.first() {
        None => Debit::NoSuchAccount,
        Some(row) if row.int(0) != guard.token => Debit::Fenced { by: row.int(0) },
        Some(row) if row.int(1) >= step => Debit::Duplicate,
        Some(_) => Debit::Insufficient,
    })
}
