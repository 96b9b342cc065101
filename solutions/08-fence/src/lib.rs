//! Exercise 8, `fence`, solved. Read it after your own version passes.
//!
//! # Who has not claimed has no program
//!
//! A debit shows the guard that a claim has given. So a write without a claim need not be refused: it
//! cannot be written down. `cargo test -p fence-solution` asks the compiler. This is a program:
//!
//! ```no_run
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
//! This is none, for nothing stands where the guard must:
//!
//! ```compile_fail,E0061
//! use fence_solution::faded::{claim, debit};
//! use kit::contract::fence::{Claim, Ticket};
//! use kit::sql::{Sql, SqlError};
//!
//! fn zombie(db: &mut dyn Sql, ticket: &Ticket) -> Result<(), SqlError> {
//!     if let Claim::Claimed(guard) = claim(db, 42, ticket)? {
//!         debit(db, 3_000, 1)?;
//!     }
//!     Ok(())
//! }
//! ```
//!
//! Nor is this. The fields of a guard are private, and a claim alone makes one:
//!
//! ```compile_fail,E0451
//! use fence_solution::faded::{Guard, debit};
//! use kit::contract::fence::{Claim, Ticket};
//! use kit::sql::{Sql, SqlError};
//!
//! fn forger(db: &mut dyn Sql, ticket: &Ticket) -> Result<(), SqlError> {
//!     debit(db, &Guard { account: 42, token: ticket.token }, 3_000, 1)?;
//!     Ok(())
//! }
//! ```
//!
//! The guard of [`open`] has other fields. This is a program,
//!
//! ```no_run
//! use fence_solution::open::{claim, debit};
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
//! and these two are none, whatever they are. A guard out of nothing:
//!
//! ```compile_fail,E0599
//! use fence_solution::open::{Guard, debit};
//! use kit::sql::{Sql, SqlError};
//!
//! fn forger(db: &mut dyn Sql) -> Result<(), SqlError> {
//!     debit(db, &Guard::default(), 3_000, 1)?;
//!     Ok(())
//! }
//! ```
//!
//! And one put together from fields, which takes public ones:
//!
//! ```compile_fail,E0451
//! use fence_solution::open::{Guard, debit};
//! use kit::sql::{Sql, SqlError};
//!
//! fn forger(db: &mut dyn Sql, mine: Guard) -> Result<(), SqlError> {
//!     debit(db, &Guard { ..mine }, 3_000, 1)?;
//!     Ok(())
//! }
//! ```
//!
//! Where an example is a program that must be none, the test says `marked compile_fail`, and no more. What it
//! means: somebody can write who has not claimed. The tests `guard::…` look for the same in the text, and say where.
//! (The stable compiler sees that an example fails; the nightly one also compares the error's code.)

pub mod faded;
pub mod open;
