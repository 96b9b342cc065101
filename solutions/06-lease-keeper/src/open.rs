//! Second form, from nothing: the same two statements, and what to do when an answer gets lost.

use kit::contract::lease_keeper::{Held, Release, Renewal};
use kit::sql::{Databases, Sql, SqlError, Value};

/// How often a statement whose answer was lost is sent in all.
const TRIES: usize = 3;

// ANCHOR: renew
pub fn renew(databases: &mut dyn Databases, held: &Held, ttl_ms: i64) -> Result<Renewal, SqlError> {
    let db = databases.shared();
    let mut renewed = try_to_renew(db, held, ttl_ms);
    for _ in 1..TRIES {
        if renewed != Err(SqlError::NoAnswer) {
            return renewed;
        }
        // Sent once more, it does no harm: it moves the end, or finds the lease lost. Either is an
        // answer, whatever became of the first one. That a lock was in the way is none.
        renewed = try_to_renew(db, held, ttl_ms).map_err(|_| SqlError::NoAnswer);
    }
    renewed
}
// ANCHOR_END: renew

fn try_to_renew(db: &mut dyn Sql, held: &Held, ttl_ms: i64) -> Result<Renewal, SqlError> {
    let [name, id, token] = shown(held);
    let rows = db.query(
        "UPDATE lease SET expires_at = now_ms() + $4
         WHERE name = $1 AND owner = $2 AND fence_token = $3 AND now_ms() < expires_at
         RETURNING expires_at",
        &[name, id, token, ttl_ms.into()],
    )?;
    Ok(rows.first().map_or(Renewal::Lost, |row| Renewal::Until(row.int(0))))
}

// ANCHOR: give_back
pub fn give_back(databases: &mut dyn Databases, held: &Held) -> Result<Release, SqlError> {
    let db = databases.shared();
    match try_to_release(db, held) {
        Err(SqlError::NoAnswer) => settle(db, held),
        settled => settled,
    }
}
// ANCHOR_END: give_back

fn try_to_release(db: &mut dyn Sql, held: &Held) -> Result<Release, SqlError> {
    let changed = db.execute(
        "UPDATE lease SET owner = '', expires_at = now_ms()
         WHERE name = $1 AND owner = $2 AND fence_token = $3 AND now_ms() < expires_at",
        &shown(held),
    )?;
    Ok(if changed == 1 { Release::Released } else { Release::Lost })
}

/// The answer was lost. Sent once more, the statement would find no row, whether the first one gave
/// back or came too late: so look first. A row without an owner and with our token is one that
/// nobody but we can have given back.
// ANCHOR: settle
fn settle(db: &mut dyn Sql, held: &Held) -> Result<Release, SqlError> {
    let row = db.query("SELECT owner, fence_token FROM lease WHERE name = $1", &[held.name.as_str().into()]);
    match row.as_deref().map(<[_]>::first) {
        Ok(Some(row)) if row.int(1) == held.token && row.text(0).is_empty() => Ok(Release::Released),
        // Nothing was carried out, so this answer is the whole truth.
        Ok(Some(row)) if row.int(1) == held.token => try_to_release(db, held).map_err(|_| SqlError::NoAnswer),
        // Somebody else has it: after our release, or after our end. The row does not say which.
        _ => Err(SqlError::NoAnswer),
    }
}
// ANCHOR_END: settle

fn shown(held: &Held) -> [Value; 3] {
    [held.name.as_str().into(), held.id.as_str().into(), held.token.into()]
}
