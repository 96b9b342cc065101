//! Looks whose lease it renews, and not whether it is over.

use kit::contract::lease_keeper::{Held, Renewal};
use kit::sql::{Databases, SqlError};

use crate::lease_keeper::Code;
use crate::lease_keeper::given::{REFERENCE, shown};

pub const CODE: Code = Code { renew, ..REFERENCE };

// ANCHOR: renew
fn renew(databases: &mut dyn Databases, held: &Held, ttl_ms: i64) -> Result<Renewal, SqlError> {
    let [name, id, token] = shown(held);
    let rows = databases.shared().query(
        "UPDATE lease SET expires_at = now_ms() + $4
         WHERE name = $1 AND owner = $2 AND fence_token = $3
         RETURNING expires_at",
        &[name, id, token, ttl_ms.into()],
    )?;
    Ok(rows.first().map_or(Renewal::Lost, |row| Renewal::Until(row.int(0))))
}
// ANCHOR_END: renew
