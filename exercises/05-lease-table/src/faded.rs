//! Second form: lay out a row that nobody holds, then compete for it with a condition.
//!
//! Some databases have no `ON CONFLICT … DO UPDATE … WHERE`; all have a conditional UPDATE. Fill the
//! three blanks, then say what the rows that come back mean.

use kit::contract::lease_table::{Attempt, Grant};
use kit::sql::{Databases, SqlError};

/// What does the first statement below need, so that the second pod's row meets the first one's?
pub const TABLE: &str = "
CREATE TABLE lease (
  name        TEXT ____,
  owner       TEXT NOT NULL,
  fence_token INTEGER NOT NULL,
  acquired_at INTEGER NOT NULL,
  expires_at  INTEGER NOT NULL
)";

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
         SET owner = $2, fence_token = ____,
             acquired_at = now_ms(), expires_at = now_ms() + $3
         WHERE name = $1 AND ____
         RETURNING fence_token, expires_at",
        &[attempt.name.as_str().into(), attempt.id.as_str().into(), attempt.ttl_ms.into()],
    )?;
    todo!("one row came back, or none: which answer is which?")
}
