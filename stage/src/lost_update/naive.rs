//! The code that loses ₹30: what most people write first. Broken on purpose; the exercise
//! `lost-update` begins by breaking it.

use kit::contract::lost_update::{Order, Outcome};
use kit::sql::{Sql, SqlError};

/// Reads the balance, decides, writes the new one. Two statements, and a gap between them.
// ANCHOR: debit
pub fn debit(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
    let read = "SELECT balance FROM accounts WHERE id = $1";
    let rows = db.query(read, &[order.account.into()])?;
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
// ANCHOR_END: debit
