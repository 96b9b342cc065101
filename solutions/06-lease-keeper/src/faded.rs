//! First form: one statement renews, one gives back. Each finds its row by all that the holder shows,
//! and by the clock.

use kit::contract::lease_keeper::{Held, Release, Renewal};
use kit::sql::{Databases, SqlError, Value};

pub fn renew(databases: &mut dyn Databases, held: &Held, ttl_ms: i64) -> Result<Renewal, SqlError> {
    let [name, id, token] = shown(held);
    // ANCHOR: renew
    let rows = databases.shared().query(
        "UPDATE lease SET expires_at = now_ms() + $4
         WHERE name = $1 AND owner = $2 AND fence_token = $3
           AND now_ms() < expires_at
         RETURNING expires_at",
        &[name, id, token, ttl_ms.into()],
    )?;
    // No row: it is over, or somebody else's. It makes no difference which.
    Ok(rows.first().map_or(Renewal::Lost, |row| Renewal::Until(row.int(0))))
    // ANCHOR_END: renew
}

pub fn give_back(databases: &mut dyn Databases, held: &Held) -> Result<Release, SqlError> {
    // ANCHOR: give_back
    // The row stays: it is what counts the grants.
    let changed = databases.shared().execute(
        "UPDATE lease SET owner = '', expires_at = now_ms()
         WHERE name = $1 AND owner = $2 AND fence_token = $3
           AND now_ms() < expires_at",
        &shown(held),
    )?;
    // 0 rows is news: what was done last ran unprotected.
    Ok(if changed == 1 { Release::Released } else { Release::Lost })
    // ANCHOR_END: give_back
}

fn shown(held: &Held) -> [Value; 3] {
    [held.name.as_str().into(), held.id.as_str().into(), held.token.into()]
}
