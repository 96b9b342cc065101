//! The statement that is published most often: it acquires and renews at once, and the holder is
//! whoever has the pod's name.

use kit::contract::lease_table::{Attempt, Grant};
use kit::sql::{Databases, SqlError};

use crate::lease_table::Code;

pub const CODE: Code = Code { table: super::TABLE, acquire };

// ANCHOR: take
const TAKE: &str = "
INSERT INTO lease (name, owner, fence_token, acquired_at, expires_at)
VALUES ($1, $2, 1, now_ms(), now_ms() + $3)
ON CONFLICT (name) DO UPDATE SET
  owner       = excluded.owner,
  fence_token = CASE WHEN lease.owner = excluded.owner
                     THEN lease.fence_token
                     ELSE lease.fence_token + 1 END,
  acquired_at = excluded.acquired_at,
  expires_at  = excluded.expires_at
WHERE lease.expires_at < now_ms() OR lease.owner = excluded.owner
RETURNING fence_token, expires_at";
// ANCHOR_END: take

/// `owner` is the pod, as in the published table.
fn acquire(databases: &mut dyn Databases, attempt: &Attempt) -> Result<Option<Grant>, SqlError> {
    let values = [attempt.name.as_str().into(), attempt.pod.as_str().into(), attempt.ttl_ms.into()];
    let rows = databases.shared().query(TAKE, &values)?;
    Ok(rows.first().map(|row| Grant { token: row.int(0), expires_at: row.int(1) }))
}
