//! Second repair: take the lock before the read, and hold it until the write is committed.

use kit::contract::lost_update::{Order, Outcome};
use kit::sql::{Sql, SqlError};

// ANCHOR: debit
pub fn debit(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
    // IMMEDIATE takes the write lock here, before anything is read. A plain BEGIN would take it
    // at the UPDATE, when the balance in hand may be old.
    db.execute("BEGIN IMMEDIATE", &[])?;
    let moved = take(db, order);
    match moved {
        Ok(Outcome::Accepted) => db.execute("COMMIT", &[]).map(|_| Outcome::Accepted),
        // Nothing to keep, but the lock must go: whoever waits for it waits for this line.
        Ok(Outcome::Insufficient) => db.execute("ROLLBACK", &[]).map(|_| Outcome::Insufficient),
        // With the connection went the transaction; there is nothing left to roll back.
        Err(SqlError::NoAnswer) => Err(SqlError::NoAnswer),
        Err(error) => {
            db.execute("ROLLBACK", &[])?;
            Err(error)
        }
    }
}
// ANCHOR_END: debit

/// Read, decide, write. Between the two statements nobody else can write: the lock is ours.
fn take(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
    let rows = db.query("SELECT balance FROM accounts WHERE id = $1", &[order.account.into()])?;
    let balance = rows[0].int(0);
    if balance < order.paise {
        return Ok(Outcome::Insufficient);
    }
    db.execute(
        "UPDATE accounts SET balance = $1 WHERE id = $2",
        &[(balance - order.paise).into(), order.account.into()],
    )?;
    Ok(Outcome::Accepted)
}
