//! Looks whose lease it is, then deletes it: two statements, and a gap between them.

use kit::contract::lease_keeper::{Held, Release};
use kit::sql::{Databases, SqlError};

use crate::lease_keeper::Code;
use crate::lease_keeper::given::{REFERENCE, shown};

pub const CODE: Code = Code { give_back, ..REFERENCE };

// ANCHOR: give_back
fn give_back(databases: &mut dyn Databases, held: &Held) -> Result<Release, SqlError> {
    let db = databases.shared();
    let mine = db.query(
        "SELECT 1 FROM lease
         WHERE name = $1 AND owner = $2 AND fence_token = $3 AND now_ms() < expires_at",
        &shown(held),
    )?;
    if mine.is_empty() {
        return Ok(Release::Lost);
    }
    db.execute("DELETE FROM lease WHERE name = $1", &[held.name.as_str().into()])?;
    Ok(Release::Released)
}
// ANCHOR_END: give_back
