//! Second form: lay out a row that nobody holds, then compete for it with a condition.
//!
//! Some databases have no `ON CONFLICT … DO UPDATE … WHERE`; all have a conditional UPDATE.

use kit::contract::lease_table::{Attempt, Grant};
use kit::sql::{Databases, SqlError};

pub const TABLE: &str = "
CREATE TABLE lease (
  name        TEXT PRIMARY KEY,
  owner       TEXT NOT NULL,
  fence_token INTEGER NOT NULL,
  acquired_at INTEGER NOT NULL,
  expires_at  INTEGER NOT NULL
)";

// ANCHOR: acquire
pub fn acquire(databases: &mut dyn Databases, attempt: &Attempt) -> Result<Option<Grant>, SqlError> {
    let db = databases.shared();
    // Expired before anybody had it, and with a token below every grant's. Whoever comes second
    // meets the key and changes nothing.
    db.execute(
        "INSERT INTO lease (name, owner, fence_token, acquired_at, expires_at)
         VALUES ($1, '', 0, 0, 0) ON CONFLICT (name) DO NOTHING",
        &[attempt.name.as_str().into()],
    )?;
    let rows = db.query(
        "UPDATE lease
         SET owner = $2, fence_token = fence_token + 1,
             acquired_at = now_ms(), expires_at = now_ms() + $3
         WHERE name = $1 AND expires_at <= now_ms()
         RETURNING fence_token, expires_at",
        &[attempt.name.as_str().into(), attempt.id.as_str().into(), attempt.ttl_ms.into()],
    )?;
    Ok(rows.first().map(|row| Grant { token: row.int(0), expires_at: row.int(1) }))
}
// ANCHOR_END: acquire
