//! Looks well whose lease it gives back, and deletes the row, which counted.

use kit::contract::lease_keeper::{Held, Release};
use kit::sql::{Databases, SqlError};

use crate::lease_keeper::Code;
use crate::lease_keeper::given::{REFERENCE, shown};

pub const CODE: Code = Code { give_back, ..REFERENCE };

// ANCHOR: give_back
fn give_back(databases: &mut dyn Databases, held: &Held) -> Result<Release, SqlError> {
    let gone = databases.shared().execute(
        "DELETE FROM lease
         WHERE name = $1 AND owner = $2 AND fence_token = $3 AND now_ms() < expires_at",
        &shown(held),
    )?;
    Ok(if gone == 1 { Release::Released } else { Release::Lost })
}
// ANCHOR_END: give_back
