//! First repair: let the database subtract. What is never read cannot be stale.

use kit::contract::lost_update::{Order, Outcome};
use kit::sql::{Sql, SqlError};

/// Worked example, complete: a credit. One statement reads, adds and writes.
// ANCHOR: credit
pub fn credit(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
    // `balance + $1` is computed inside the statement,
    // from the balance of that instant.
    db.execute(
        "UPDATE accounts SET balance = balance + $1 WHERE id = $2",
        &[order.paise.into(), order.account.into()],
    )?;
    // The `?` above passes on what went wrong, and each error is a
    // true claim here: `Busy` means that nothing was moved, `NoAnswer`
    // that nobody knows.
    Ok(Outcome::Accepted)
}
// ANCHOR_END: credit

/// Yours: a debit, which must never take the balance below zero.
///
/// Fill the two blanks of the statement, then say what the number of changed rows means.
pub fn debit(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
    let changed = db.execute(
        "UPDATE accounts SET balance = ____ WHERE id = $2 AND ____",
        &[order.paise.into(), order.account.into()],
    )?;
    todo!("1 row changed, or 0: which outcome is which?")
}
