//! First form: the tables and the claim are given. Write the condition of the debit, and say what zero
//! rows mean.

use kit::contract::fence::{Claim, Debit, Read, Tables, Ticket};
use kit::sql::{Sql, SqlError};

pub const TABLES: Tables = "
CREATE TABLE account (
  id         INTEGER PRIMARY KEY,
  balance    INTEGER NOT NULL CHECK (balance >= 0),   -- paise
  last_token INTEGER NOT NULL DEFAULT 0,              -- the mark; NULL would refuse everybody
  holder     TEXT    NOT NULL DEFAULT '',             -- whose it is: an attempt
  last_step  INTEGER NOT NULL DEFAULT 0               -- the latest debit of this holder
)";

/// Says that an account was claimed. Its fields are private, so nobody but `claim` can make one.
#[derive(Debug)]
pub struct Guard {
    account: i64,
    token: i64,
}

pub fn claim(db: &mut dyn Sql, account: i64, ticket: &Ticket) -> Result<Claim<Guard>, SqlError> {
    let changed = db.execute(
        "UPDATE account SET last_token = $2, holder = $3, last_step = 0
         WHERE id = $1 AND last_token < $2",
        &[account.into(), ticket.token.into(), ticket.attempt.as_str().into()],
    )?;
    let guard = Guard { account, token: ticket.token };
    if changed == 1 {
        return Ok(Claim::Claimed(guard));
    }
    // Zero rows, so this call has changed nothing. What is read now words the answer; it decides
    // no write.
    let rows = db.query("SELECT last_token, holder FROM account WHERE id = $1", &[account.into()])?;
    Ok(match rows.first() {
        None => Claim::NoSuchAccount,
        Some(row) if (row.int(0), row.text(1)) == (ticket.token, ticket.attempt.as_str()) => {
            Claim::Claimed(guard) // it came before, and its answer was lost
        }
        Some(row) => Claim::Fenced { by: row.int(0) },
    })
}

pub fn balance(db: &mut dyn Sql, guard: &Guard) -> Result<Read, SqlError> {
    let rows = db.query("SELECT balance, last_token FROM account WHERE id = $1", &[guard.account.into()])?;
    Ok(match rows.first() {
        None => Read::NoSuchAccount,
        Some(row) if row.int(1) == guard.token => Read::Is(row.int(0)),
        Some(row) => Read::Fenced { by: row.int(1) },
    })
}

/// Which three conditions let this statement write only if the mark is still the guard's, the step is
/// new, and the money is there?
pub fn debit(db: &mut dyn Sql, guard: &Guard, paise: i64, step: i64) -> Result<Debit, SqlError> {
    let changed = db.execute(
        "UPDATE account SET balance = balance - $3, last_step = $4
         WHERE id = $1 AND ____ AND ____ AND ____",
        &[guard.account.into(), guard.token.into(), paise.into(), step.into()],
    )?;
    if changed == 1 {
        return Ok(Debit::Applied);
    }
    todo!("zero rows have four reasons: which is it, and which of two counts?")
}
