//! The right statement, asked of the pod's own database: everybody always wins.

use kit::contract::lease_table::{Attempt, Grant};
use kit::sql::{Databases, SqlError};

use crate::lease_table::Code;

pub const CODE: Code = Code { table: super::TABLE, acquire };

// ANCHOR: acquire
fn acquire(databases: &mut dyn Databases, attempt: &Attempt) -> Result<Option<Grant>, SqlError> {
    let values = [attempt.name.as_str().into(), attempt.id.as_str().into(), attempt.ttl_ms.into()];
    let rows = databases.local().query(TAKE, &values)?;
    Ok(rows.first().map(|row| Grant { token: row.int(0), expires_at: row.int(1) }))
}
// ANCHOR_END: acquire

const TAKE: &str = "
INSERT INTO lease (name, owner, fence_token, acquired_at, expires_at)
VALUES ($1, $2, 1, now_ms(), now_ms() + $3)
ON CONFLICT (name) DO UPDATE
SET owner = excluded.owner, fence_token = lease.fence_token + 1,
    acquired_at = excluded.acquired_at, expires_at = excluded.expires_at
WHERE lease.expires_at <= excluded.acquired_at
RETURNING fence_token, expires_at";
