//! Third form, from nothing: the one statement again, and what to do when its answer gets lost.

use kit::contract::lease_table::{Attempt, Grant};
use kit::sql::{Databases, Row, Sql, SqlError};

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
    match take(db, attempt) {
        Err(SqlError::NoAnswer) => settle(db, attempt),
        settled => settled,
    }
}
// ANCHOR_END: acquire

fn take(db: &mut dyn Sql, attempt: &Attempt) -> Result<Option<Grant>, SqlError> {
    let rows = db.query(
        "INSERT INTO lease (name, owner, fence_token, acquired_at, expires_at)
         VALUES ($1, $2, 1, now_ms(), now_ms() + $3)
         ON CONFLICT (name) DO UPDATE
         SET owner = excluded.owner, fence_token = lease.fence_token + 1,
             acquired_at = excluded.acquired_at, expires_at = excluded.expires_at
         WHERE lease.expires_at <= excluded.acquired_at
         RETURNING fence_token, expires_at",
        &[attempt.name.as_str().into(), attempt.id.as_str().into(), attempt.ttl_ms.into()],
    )?;
    Ok(rows.first().map(grant))
}

/// The answer was lost, and the lease may be ours. No other attempt ever has this id, so a row that
/// bears it is our own grant: the one honest use of a comparison with the owner.
// ANCHOR: settle
fn settle(db: &mut dyn Sql, attempt: &Attempt) -> Result<Option<Grant>, SqlError> {
    let mine = db.query(
        "SELECT fence_token, expires_at FROM lease WHERE name = $1 AND owner = $2",
        &[attempt.name.as_str().into(), attempt.id.as_str().into()],
    );
    let granted = match mine {
        Ok(rows) if rows.is_empty() => take(db, attempt).ok().flatten(),
        Ok(rows) => rows.first().map(grant),
        Err(_) => None,
    };
    // Only a grant ends the doubt. "Somebody else holds it" would also claim that we never did.
    granted.map(Some).ok_or(SqlError::NoAnswer)
}
// ANCHOR_END: settle

fn grant(row: &Row) -> Grant {
    Grant { token: row.int(0), expires_at: row.int(1) }
}
