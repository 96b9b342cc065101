//! Exercise 8, `fence`, solved. Read it after your own version passes.
//!
//! A debit shows the guard that its claim has given:
//!
//! ```
//! use fence_solution::faded::{claim, debit};
//! use kit::contract::fence::{Claim, Ticket};
//! use kit::sql::{Sql, SqlError};
//!
//! fn holder(db: &mut dyn Sql, ticket: &Ticket) -> Result<(), SqlError> {
//!     if let Claim::Claimed(guard) = claim(db, 42, ticket)? {
//!         debit(db, &guard, 3_000, 1)?;
//!     }
//!     Ok(())
//! }
//! ```
//!
//! Who has no guard cannot write at all. This is not a write that is refused, but one that is no program:
//!
//! ```compile_fail,E0061
//! use fence_solution::faded::debit;
//! use kit::sql::{Sql, SqlError};
//!
//! fn zombie(db: &mut dyn Sql) -> Result<(), SqlError> {
//!     debit(db, 3_000, 1)?;
//!     Ok(())
//! }
//! ```
//!
//! And a guard comes from a claim alone; its fields are nobody's but this module's:
//!
//! ```compile_fail,E0451
//! use fence_solution::faded::{Guard, debit};
//! use kit::sql::{Sql, SqlError};
//!
//! fn forger(db: &mut dyn Sql) -> Result<(), SqlError> {
//!     debit(db, &Guard { account: 42, token: 33 }, 3_000, 1)?;
//!     Ok(())
//! }
//! ```

pub mod faded;
pub mod open;
