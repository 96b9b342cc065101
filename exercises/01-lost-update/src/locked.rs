//! Second repair: take the lock before the read, and hold it until the write is committed.
//!
//! `BEGIN IMMEDIATE` takes SQLite's write lock at once: a second worker that asks for it waits.
//! `COMMIT` or `ROLLBACK` gives it back. Every way out of your function must pass one of the two,
//! but for the way out after [`SqlError::NoAnswer`]: then the transaction is gone already.

use kit::contract::lost_update::{Order, Outcome};
use kit::sql::{Sql, SqlError};

/// Yours: read the balance, decide, and write the new one, all under the lock.
pub fn debit(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
    todo!("BEGIN IMMEDIATE, SELECT, UPDATE, COMMIT; and what if the funds are short, or the SELECT fails?")
}
