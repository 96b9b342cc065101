//! Exercise `lost-update`: take money out of an account that others use at the same moment.
//!
//! The database has one table that matters to you, and one that you may use:
//!
//! ```sql
//! CREATE TABLE accounts (
//!   id      INTEGER PRIMARY KEY,
//!   balance INTEGER NOT NULL,            -- paise
//!   version INTEGER NOT NULL             -- for compare_and_set: every change raises it
//! );
//! CREATE TABLE journal (                 -- empty; a place to leave a mark of your own
//!   operation TEXT PRIMARY KEY,
//!   account   INTEGER NOT NULL,
//!   paise     INTEGER NOT NULL           -- what the operation added to the balance
//! );
//! ```
//!
//! Every account that you are asked about exists, and others do, which are to stay as they are.
//! Amounts are positive. A call may ask for at most
//! 64 statements; whatever the others do, it has to come back before.

use crate::sql::{Sql, SqlError};

/// What you are asked to do: move `paise` out of (or, for a credit, into) an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// `accounts.id`
    pub account: i64,
    /// How much, in paise; at least 1.
    pub paise: i64,
    /// The name of this operation. No other order has it, not even one for the same account and
    /// the same amount.
    pub operation: String,
}

/// What you report. Each is a claim that the grader holds you to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The amount has been moved, exactly once.
    Accepted,
    /// Nothing was moved, since the account did not hold enough.
    Insufficient,
}

/// The signature of every repair.
///
/// Errors are claims too, and the grader holds you to them:
///
/// * `Err(SqlError::Busy)`: others were in my way and I gave up; nothing was moved.
/// * `Err(SqlError::NoAnswer)`: an answer was lost, and I cannot know whether the amount was
///   moved. If it was, then once.
///
/// Passing on the error of a statement with `?` often makes the right claim, and not always.
pub type Repair = fn(&mut dyn Sql, &Order) -> Result<Outcome, SqlError>;

/// How many lost races a compare-and-set bears, at the least, before it may report `Busy`.
pub const ATTEMPTS: u32 = 3;
