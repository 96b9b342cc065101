//! Third form: yours, from nothing. The table too.
//!
//! Whatever you write, it is held to the same rules. If you want more than green: an answer can get
//! lost after your statement was carried out. What in your row tells you whether the lease is yours?

use kit::contract::lease_table::{Attempt, Grant};
use kit::sql::{Databases, SqlError};

/// Creates the table `lease`. The contract says which columns it needs.
pub const TABLE: &str = "____";

/// Yours: take the lease `attempt.name`, if nobody holds it.
pub fn acquire(databases: &mut dyn Databases, attempt: &Attempt) -> Result<Option<Grant>, SqlError> {
    todo!("take the lease, or find that somebody holds it")
}
