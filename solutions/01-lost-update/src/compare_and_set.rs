//! Third repair: write only if nobody has written since you read; if somebody has, start over.

use kit::contract::lost_update::{ATTEMPTS, Order, Outcome};
use kit::sql::{Sql, SqlError};

// ANCHOR: debit
pub fn debit(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
    for _attempt in 0..=ATTEMPTS {
        // Every attempt begins with a read of its own. A balance from an earlier attempt is
        // stale by definition: it is the one that lost the race.
        let (balance, version) = read(db, order.account)?;
        if balance < order.paise {
            return Ok(Outcome::Insufficient);
        }
        if set(db, order.account, balance - order.paise, version)? {
            return Ok(Outcome::Accepted);
        }
    }
    // Bounded: a worker that others always overtake must say so rather than run for ever.
    Err(SqlError::Busy)
}
// ANCHOR_END: debit

/// Money that comes in takes the same care: one write path without the comparison undoes all.
pub fn credit(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
    for _attempt in 0..=ATTEMPTS {
        let (balance, version) = read(db, order.account)?;
        if set(db, order.account, balance + order.paise, version)? {
            return Ok(Outcome::Accepted);
        }
    }
    Err(SqlError::Busy)
}

fn read(db: &mut dyn Sql, account: i64) -> Result<(i64, i64), SqlError> {
    let rows = db.query("SELECT balance, version FROM accounts WHERE id = $1", &[account.into()])?;
    Ok((rows[0].int(0), rows[0].int(1)))
}

/// Compare and set in one statement. `false`: somebody has written since `version` was read.
// ANCHOR: set
fn set(db: &mut dyn Sql, account: i64, balance: i64, version: i64) -> Result<bool, SqlError> {
    let changed = db.execute(
        "UPDATE accounts SET balance = $1, version = version + 1 WHERE id = $2 AND version = $3",
        &[balance.into(), account.into(), version.into()],
    )?;
    // A lost answer goes up with `?` as `NoAnswer`. Reading the row now would not help: a version
    // that moved on does not say who moved it.
    Ok(changed == 1)
}
// ANCHOR_END: set
