//! First form: one statement renews, one gives back. Fill the four blanks, then say what the rows that
//! come back, or their number, mean.

use kit::contract::lease_keeper::{Held, Release, Renewal};
use kit::sql::{Databases, SqlError, Value};

pub fn renew(databases: &mut dyn Databases, held: &Held, ttl_ms: i64) -> Result<Renewal, SqlError> {
    let [name, id, token] = shown(held);
    // Which row is it, and when is there nothing to renew any more? What must not change?
    let rows = databases.shared().query(
        "UPDATE lease SET expires_at = now_ms() + $4
         WHERE name = $1 AND owner = $2 AND ____
           AND ____
         RETURNING expires_at",
        &[name, id, token, ttl_ms.into()],
    )?;
    todo!("one row came back, or none: which answer is which?")
}

pub fn give_back(databases: &mut dyn Databases, held: &Held) -> Result<Release, SqlError> {
    // Who may take the lease after this, and from which number does it count on?
    let changed = databases.shared().execute(
        "UPDATE lease SET owner = ____, expires_at = ____
         WHERE name = $1 AND owner = $2 AND fence_token = $3
           AND now_ms() < expires_at",
        &shown(held),
    )?;
    todo!("one row was changed, or none: which answer is which?")
}

/// `$1` the name, `$2` the attempt, `$3` the token.
fn shown(held: &Held) -> [Value; 3] {
    [held.name.as_str().into(), held.id.as_str().into(), held.token.into()]
}
