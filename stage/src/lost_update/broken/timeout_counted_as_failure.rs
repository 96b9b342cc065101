//! Takes an answer that did not come for a no, and does the work again.

use kit::contract::lost_update::{Order, Outcome};
use kit::sql::{Sql, SqlError};

/// Tries three times, and counts silence as a failed try.
// ANCHOR: debit
pub fn debit(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
    let take = "UPDATE accounts SET balance = balance - $1 \
                WHERE id = $2 AND balance >= $1";
    for _attempt in 0..3 {
        match db.execute(take, &[order.paise.into(), order.account.into()]) {
            Ok(1) => return Ok(Outcome::Accepted),
            Ok(_) => return Ok(Outcome::Insufficient),
            Err(_) => continue,
        }
    }
    Err(SqlError::Busy)
}
// ANCHOR_END: debit
