//! The statement that is published most often, used as a heartbeat: it renews and takes over at once,
//! and the holder is whoever has the pod's name. What is given back is deleted.

use kit::contract::lease_keeper::{Held, Release, Renewal};
use kit::sql::{Databases, SqlError};

use crate::lease_keeper::{Code, Identity};
use crate::lease_table::broken::published;

/// `owner` is the pod, as in the published table.
pub const CODE: Code = Code { acquire: published::CODE.acquire, identity: Identity::Pod, renew, give_back };

// ANCHOR: beat
const BEAT: &str = "
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

fn renew(databases: &mut dyn Databases, held: &Held, ttl_ms: i64) -> Result<Renewal, SqlError> {
    let values = [held.name.as_str().into(), held.id.as_str().into(), ttl_ms.into()];
    let rows = databases.shared().query(BEAT, &values)?;
    // "Not empty" is taken for "still mine".
    Ok(rows.first().map_or(Renewal::Lost, |row| Renewal::Until(row.int(1))))
}
// ANCHOR_END: beat

// ANCHOR: give_back
fn give_back(databases: &mut dyn Databases, held: &Held) -> Result<Release, SqlError> {
    let gone = databases.shared().execute(
        "DELETE FROM lease WHERE name = $1 AND owner = $2",
        &[held.name.as_str().into(), held.id.as_str().into()],
    )?;
    Ok(if gone == 1 { Release::Released } else { Release::Lost })
}
// ANCHOR_END: give_back
