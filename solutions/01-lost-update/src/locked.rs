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
        // Committed; or the connection is gone, and the transaction went with it.
        Ok(Outcome::Accepted) | Err(SqlError::NoAnswer) => {}
        // Every other way out gives the lock back: whoever waits for it waits for this line.
        _ => {
            db.execute("ROLLBACK", &[])?;
        }
    }
    moved
}
// ANCHOR_END: debit

/// Read, decide, write, commit. Nobody else can write in between: the lock is ours.
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
    // A COMMIT that answers Busy has not happened either; the caller rolls back.
    db.execute("COMMIT", &[])?;
    Ok(Outcome::Accepted)
}
