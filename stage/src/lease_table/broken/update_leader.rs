//! The statement that notes on leader election print: it names no lease, so it takes every one that
//! is over. The end comes from the clock of whoever asks, and no token comes out.

use kit::contract::lease_table::{Attempt, Grant};
use kit::sql::{Databases, SqlError};

use crate::lease_table::Code;

pub const CODE: Code = Code { table: super::TABLE, acquire };

// ANCHOR: acquire
fn acquire(databases: &mut dyn Databases, attempt: &Attempt) -> Result<Option<Grant>, SqlError> {
    let expires_at = databases.own_clock_ms() + attempt.ttl_ms;
    let changed = databases.shared().execute(
        "UPDATE lease SET owner = $1, expires_at = $2 WHERE expires_at < now_ms()",
        &[attempt.id.as_str().into(), expires_at.into()],
    )?;
    Ok((changed > 0).then_some(Grant { token: 0, expires_at }))
}
// ANCHOR_END: acquire
