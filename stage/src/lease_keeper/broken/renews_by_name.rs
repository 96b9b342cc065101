//! The holder is whoever has the pod's name, and shows nothing else: another thread's grant passes for
//! its own.

use kit::contract::lease_keeper::{ACQUIRE, Held, Renewal};
use kit::contract::lease_table::{Attempt, Grant};
use kit::sql::{Databases, SqlError};

use crate::lease_keeper::given::REFERENCE;
use crate::lease_keeper::{Code, Identity};

pub const CODE: Code = Code { acquire, identity: Identity::Pod, renew, ..REFERENCE };

fn acquire(databases: &mut dyn Databases, attempt: &Attempt) -> Result<Option<Grant>, SqlError> {
    let values = [attempt.name.as_str().into(), attempt.pod.as_str().into(), attempt.ttl_ms.into()];
    let rows = databases.shared().query(ACQUIRE, &values)?;
    Ok(rows.first().map(|row| Grant { token: row.int(0), expires_at: row.int(1) }))
}

// ANCHOR: renew
fn renew(databases: &mut dyn Databases, held: &Held, ttl_ms: i64) -> Result<Renewal, SqlError> {
    let rows = databases.shared().query(
        "UPDATE lease SET expires_at = now_ms() + $3
         WHERE name = $1 AND owner = $2 AND now_ms() < expires_at
         RETURNING expires_at",
        &[held.name.as_str().into(), held.id.as_str().into(), ttl_ms.into()],
    )?;
    Ok(rows.first().map_or(Renewal::Lost, |row| Renewal::Until(row.int(0))))
}
// ANCHOR_END: renew
