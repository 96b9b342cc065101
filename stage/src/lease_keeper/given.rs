//! The acquire of chapter 5, which stands beside what learners write, and code that keeps all rules.

use kit::contract::lease_keeper::{ACQUIRE, Held, Release, Renewal};
use kit::contract::lease_table::{Attempt, Grant};
use kit::sql::{Databases, SqlError, Value};

use super::{Code, Keeper};

/// Code that no schedule breaks.
pub const REFERENCE: Code = Keeper { renew, give_back }.beside_the_given();

/// Takes a lease by the statement that the contract gives.
///
/// # Errors
/// As of its one statement.
pub fn acquire(databases: &mut dyn Databases, attempt: &Attempt) -> Result<Option<Grant>, SqlError> {
    let values = [attempt.name.as_str().into(), attempt.id.as_str().into(), attempt.ttl_ms.into()];
    let rows = databases.shared().query(ACQUIRE, &values)?;
    Ok(rows.first().map(|row| Grant { token: row.int(0), expires_at: row.int(1) }))
}

/// What a holder shows, as parameters 1 to 3.
pub(super) fn shown(held: &Held) -> [Value; 3] {
    [held.name.as_str().into(), held.id.as_str().into(), held.token.into()]
}

fn renew(databases: &mut dyn Databases, held: &Held, ttl_ms: i64) -> Result<Renewal, SqlError> {
    let [name, id, token] = shown(held);
    let rows = databases.shared().query(
        "UPDATE lease SET expires_at = now_ms() + $4
         WHERE name = $1 AND owner = $2 AND fence_token = $3 AND now_ms() < expires_at
         RETURNING expires_at",
        &[name, id, token, ttl_ms.into()],
    )?;
    Ok(rows.first().map_or(Renewal::Lost, |row| Renewal::Until(row.int(0))))
}

fn give_back(databases: &mut dyn Databases, held: &Held) -> Result<Release, SqlError> {
    let changed = databases.shared().execute(
        "UPDATE lease SET owner = '', expires_at = now_ms()
         WHERE name = $1 AND owner = $2 AND fence_token = $3 AND now_ms() < expires_at",
        &shown(held),
    )?;
    Ok(if changed == 1 { Release::Released } else { Release::Lost })
}
