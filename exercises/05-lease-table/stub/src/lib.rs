//! Exercise 5, `lease-table`. (What the learner does, in one sentence.)
//!
//! Run it with `cargo test -p lease-table`.

use kit::contract::lease_table::{Order, Outcome};
use kit::sql::{Sql, SqlError};

/// Yours: (what it must do).
pub fn carry_out(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
    todo!()
}
