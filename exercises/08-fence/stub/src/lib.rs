//! Exercise 8, `fence`. The account refuses whoever holds the lease no longer: claim, then write.
//!
//! 1. `attack/`: three files. Get a zombie past fences that look right.
//! 2. [`faded`]: the claim is given; the debit has blanks, and a question.
//! 3. [`open`]: from nothing, the tables too.
//!
//! Run one part with `cargo test -p fence faded`.
//!
//! # Who has not claimed has no program
//!
//! A debit shows the guard that a claim has given. So a write without a claim need not be refused: it
//! cannot be written down. `cargo test -p fence` asks the compiler. This is a program:
//!
//! ```no_run
//! use fence::faded::{claim, debit};
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
//! use fence::faded::{claim, debit};
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
//! use fence::faded::{Guard, debit};
//! use kit::contract::fence::{Claim, Ticket};
//! use kit::sql::{Sql, SqlError};
//!
//! fn forger(db: &mut dyn Sql, ticket: &Ticket) -> Result<(), SqlError> {
//!     debit(db, &Guard { account: 42, token: ticket.token }, 3_000, 1)?;
//!     Ok(())
//! }
//! ```
//!
//! Your own guard in [`open`] may have other fields. This is to be a program,
//!
//! ```no_run
//! use fence::open::{claim, debit};
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
//! and these two are to be none, whatever they are. A guard out of nothing, by `derive(Default)` or by hand:
//!
//! ```compile_fail,E0599
//! use fence::open::{Guard, debit};
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
//! use fence::open::{Guard, debit};
//! use kit::sql::{Sql, SqlError};
//!
//! fn forger(db: &mut dyn Sql, mine: Guard) -> Result<(), SqlError> {
//!     debit(db, &Guard { ..mine }, 3_000, 1)?;
//!     Ok(())
//! }
//! ```
//!
//! Where an example is a program that must be none, the test says `marked compile_fail`, and no more. What it
//! means: somebody can write who has not claimed. The tests `guard::…` look for the same in your text, and say where.
//! (The stable compiler sees that an example fails; the nightly one also compares the error's code.)

pub mod faded;
pub mod open;
