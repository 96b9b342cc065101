//! First form, complete: one statement takes the lease, or leaves everything as it was.
//!
//! It is green as it stands. Change a word, run `cargo test -p lease-table worked`, and read what
//! breaks: that is the quickest way to learn what each clause is for.

use kit::contract::lease_table::{Attempt, Grant};
use kit::sql::{Databases, SqlError};

pub const TABLE: &str = "
CREATE TABLE lease (
  name        TEXT PRIMARY KEY,     -- one row a lease: the key is the arbiter
  owner       TEXT NOT NULL,        -- an attempt, never a pod
  fence_token INTEGER NOT NULL,     -- counts the grants of this name
  acquired_at INTEGER NOT NULL,     -- ms
  expires_at  INTEGER NOT NULL      -- ms; live while now < expires_at
)";

const TAKE: &str = "
INSERT INTO lease (name, owner, fence_token, acquired_at, expires_at)
VALUES ($1, $2, 1, now_ms(), now_ms() + $3)
ON CONFLICT (name) DO UPDATE SET
  owner       = excluded.owner,
  fence_token = lease.fence_token + 1,
  acquired_at = excluded.acquired_at,
  expires_at  = excluded.expires_at
WHERE lease.expires_at <= excluded.acquired_at
RETURNING fence_token, expires_at";

pub fn acquire(databases: &mut dyn Databases, attempt: &Attempt) -> Result<Option<Grant>, SqlError> {
    let values = [attempt.name.as_str().into(), attempt.id.as_str().into(), attempt.ttl_ms.into()];
    // The `?` passes on two true claims: `Busy`, nothing was changed, and
    // `NoAnswer`, nobody knows.
    let rows = databases.shared().query(TAKE, &values)?;
    // The row that comes back is the one that was written: token and end are
    // those of this grant, not of a later one. No row: the WHERE did not
    // hold, so somebody else's lease is live.
    Ok(rows.first().map(|row| Grant { token: row.int(0), expires_at: row.int(1) }))
}
