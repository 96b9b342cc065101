//! Gives back whatever has the name, and always says that it did.

use kit::contract::lease_keeper::{Held, Release};
use kit::sql::{Databases, SqlError};

use crate::lease_keeper::Code;
use crate::lease_keeper::given::REFERENCE;

pub const CODE: Code = Code { give_back, ..REFERENCE };

// ANCHOR: give_back
fn give_back(databases: &mut dyn Databases, held: &Held) -> Result<Release, SqlError> {
    databases.shared().execute(
        "UPDATE lease SET owner = '', expires_at = now_ms() WHERE name = $1",
        &[held.name.as_str().into()],
    )?;
    Ok(Release::Released)
}
// ANCHOR_END: give_back
