//! Second form: yours, from nothing.
//!
//! Whatever you write, it is held to the same rules. If you want more than green: an answer can get
//! lost after your statement was carried out. What happens if you send a renewal once more? And a
//! release? What in the row tells you which of the two it was?

use kit::contract::lease_keeper::{Held, Release, Renewal};
use kit::sql::{Databases, SqlError};

/// Yours: move the end of the lease to `ttl_ms` from now, if it is held by what `held` shows.
pub fn renew(databases: &mut dyn Databases, held: &Held, ttl_ms: i64) -> Result<Renewal, SqlError> {
    todo!("renew the lease, or find that it is lost")
}

/// Yours: end the lease, if it is held by what `held` shows. The row stays, and counts.
pub fn give_back(databases: &mut dyn Databases, held: &Held) -> Result<Release, SqlError> {
    todo!("give the lease back, or find that it was lost")
}
