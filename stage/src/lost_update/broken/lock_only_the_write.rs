//! Takes the lock, but after the read: it protects a number that may be old already.

use kit::contract::lost_update::{Order, Outcome};
use kit::sql::{Sql, SqlError};

/// Reads first, and asks for the lock when it is too late.
// ANCHOR: debit
pub fn debit(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
    let read = "SELECT balance FROM accounts WHERE id = $1";
    let rows = db.query(read, &[order.account.into()])?;
    let balance = rows[0].int(0);
    if balance < order.paise {
        return Ok(Outcome::Insufficient);
    }
    db.execute("BEGIN IMMEDIATE", &[])?;
    db.execute(
        "UPDATE accounts SET balance = $1 WHERE id = $2",
        &[(balance - order.paise).into(), order.account.into()],
    )?;
    db.execute("COMMIT", &[])?;
    Ok(Outcome::Accepted)
}
// ANCHOR_END: debit
