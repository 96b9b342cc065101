//! Third repair: write only if nobody has written since you read; if somebody has, start over.
//!
//! `accounts.version` is yours to use: whoever changes a balance raises it. Nobody holds a lock
//! while you think. You may lose a race; bear at least [`ATTEMPTS`] lost races before you report
//! [`SqlError::Busy`], and do report it in the end.
//!
//! [`ATTEMPTS`]: kit::contract::lost_update::ATTEMPTS

use kit::contract::lost_update::{Order, Outcome};
use kit::sql::{Sql, SqlError};

/// Yours, from nothing: money out.
pub fn debit(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
    todo!()
}

/// Yours too: money in. It shares the account with the debits.
pub fn credit(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
    todo!()
}
