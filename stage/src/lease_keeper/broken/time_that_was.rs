//! Asks the database what time it is, and renews by that: the answer is a time that was. In a database
//! whose `now()` is when the transaction began, one statement does the same after it waited for a lock.

use kit::contract::lease_keeper::{Held, Renewal};
use kit::sql::{Databases, SqlError};

use crate::lease_keeper::Code;
use crate::lease_keeper::given::{REFERENCE, shown};

pub const CODE: Code = Code { renew, ..REFERENCE };

fn renew(databases: &mut dyn Databases, held: &Held, ttl_ms: i64) -> Result<Renewal, SqlError> {
    let db = databases.shared();
    // ANCHOR: renew
    let now = db.query("SELECT now_ms()", &[])?[0].int(0);
    let [name, id, token] = shown(held);
    let rows = db.query(
        "UPDATE lease SET expires_at = $5 + $4
         WHERE name = $1 AND owner = $2 AND fence_token = $3
           AND $5 < expires_at
         RETURNING expires_at",
        &[name, id, token, ttl_ms.into(), now.into()],
    )?;
    Ok(rows.first().map_or(Renewal::Lost, |row| Renewal::Until(row.int(0))))
    // ANCHOR_END: renew
}
