//! A table without a key, and code that inserts when it finds nothing: two rows, two holders.

use kit::contract::lease_table::{Attempt, Grant};
use kit::sql::{Databases, SqlError};

use crate::lease_table::Code;

pub const CODE: Code = Code { table: TABLE, acquire };

// ANCHOR: table
const TABLE: &str = "
CREATE TABLE lease (
  name        TEXT NOT NULL,
  owner       TEXT NOT NULL,
  fence_token INTEGER NOT NULL,
  acquired_at INTEGER NOT NULL,
  expires_at  INTEGER NOT NULL
)";
// ANCHOR_END: table

// ANCHOR: acquire
fn acquire(databases: &mut dyn Databases, attempt: &Attempt) -> Result<Option<Grant>, SqlError> {
    let db = databases.shared();
    let known = db.query("SELECT 1 FROM lease WHERE name = $1", &[attempt.name.as_str().into()])?;
    let values = [attempt.name.as_str().into(), attempt.id.as_str().into(), attempt.ttl_ms.into()];
    let rows = db.query(if known.is_empty() { FIRST } else { NEXT }, &values)?;
    Ok(rows.first().map(|row| Grant { token: row.int(0), expires_at: row.int(1) }))
}
// ANCHOR_END: acquire

const FIRST: &str = "
INSERT INTO lease (name, owner, fence_token, acquired_at, expires_at)
VALUES ($1, $2, 1, now_ms(), now_ms() + $3)
RETURNING fence_token, expires_at";

const NEXT: &str = "
UPDATE lease SET owner = $2, fence_token = fence_token + 1,
       acquired_at = now_ms(), expires_at = now_ms() + $3
WHERE name = $1 AND expires_at <= now_ms()
RETURNING fence_token, expires_at";
