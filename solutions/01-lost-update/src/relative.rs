//! First repair: let the database subtract. What is never read cannot be stale.

use kit::contract::lost_update::{Order, Outcome};
use kit::sql::{Sql, SqlError};

/// A credit: one statement reads, adds and writes, and nobody comes in between.
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

/// A debit: the same, and the floor stands in the statement, where no one can slip in between.
// ANCHOR: debit
pub fn debit(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
    let changed = db.execute(
        "UPDATE accounts SET balance = balance - $1 WHERE id = $2 AND balance >= $1",
        &[order.paise.into(), order.account.into()],
    )?;
    // The account exists, so a row that did not match was short of funds.
    Ok(if changed == 1 { Outcome::Accepted } else { Outcome::Insufficient })
}
// ANCHOR_END: debit
