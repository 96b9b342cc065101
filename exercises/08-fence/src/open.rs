//! Second form: yours, from nothing. The tables and the guard too.
//!
//! Whatever you write, it is held to the same rules. If you want more than green, keep the mark in
//! another place than the first form does, or tell a repeated step in another way.

use kit::contract::fence::{Claim, Debit, Read, Tables, Ticket};
use kit::sql::{Sql, SqlError};

/// Creates the table `account`, and whatever else you need. The contract says which columns it needs.
pub const TABLES: Tables = "____";

/// What a debit has to show. Give it private fields, so that only [`claim`] can make one.
#[derive(Debug)]
pub struct Guard(());

/// Yours: raise the mark of the account to this ticket, if no claim ranks above it.
pub fn claim(db: &mut dyn Sql, account: i64, ticket: &Ticket) -> Result<Claim<Guard>, SqlError> {
    todo!("claim the account, or find who ranks above")
}

/// Yours: what the account holds, if the mark is still the guard's.
pub fn balance(db: &mut dyn Sql, guard: &Guard) -> Result<Read, SqlError> {
    todo!("read, or find who ranks above")
}

/// Yours: take the amount out of the account, once for each step.
pub fn debit(db: &mut dyn Sql, guard: &Guard, paise: i64, step: i64) -> Result<Debit, SqlError> {
    todo!("debit, or find why not")
}
