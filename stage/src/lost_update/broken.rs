//! Code that loses money in other ways than [`super::naive`], for the figures of the chapter.
//! Broken on purpose.

use kit::contract::lost_update::{Order, Outcome};
use kit::sql::{Sql, SqlError};

/// Takes the lock, but after the read: it protects a number that may be old already.
// ANCHOR: lock_only_the_write
pub fn lock_only_the_write(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
    let rows = db.query("SELECT balance FROM accounts WHERE id = $1", &[order.account.into()])?;
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
// ANCHOR_END: lock_only_the_write

/// Takes an answer that did not come for a no, and does the work again.
// ANCHOR: timeout_counted_as_failure
pub fn timeout_counted_as_failure(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
    for _attempt in 0..3 {
        let changed = db.execute(
            "UPDATE accounts SET balance = balance - $1 WHERE id = $2 AND balance >= $1",
            &[order.paise.into(), order.account.into()],
        );
        match changed {
            Ok(1) => return Ok(Outcome::Accepted),
            Ok(_) => return Ok(Outcome::Insufficient),
            Err(_) => continue,
        }
    }
    Err(SqlError::Busy)
}
// ANCHOR_END: timeout_counted_as_failure
