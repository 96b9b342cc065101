//! Exercise `fence`: the account itself refuses whoever holds the lease no longer.
//!
//! Two pods may both believe that they hold a lease, and no lease can prevent it. So each grant has
//! a **fencing token**, and the account keeps a **mark**: the highest token that has claimed it. A
//! holder first claims the account, which raises the mark, and then reads and writes under its claim.
//!
//! # Who ranks above whom
//!
//! A ticket is a token and the attempt that was granted it. It is *older* than a claim with a higher
//! token. An equal token of another attempt is a fault of whoever gave it out: the one that claims
//! first has the account, and the other is older too.
//!
//! # The tables
//!
//! They are yours: [`Tables`] is one or more statements that create them. There is to be a table
//! `account` with a row for each account and at least these columns:
//!
//! ```sql
//! CREATE TABLE account (
//!   id         INTEGER PRIMARY KEY,
//!   balance    INTEGER NOT NULL,             -- paise; never below 0
//!   last_token INTEGER NOT NULL DEFAULT 0    -- the mark, if you keep it here; figures show it
//! )
//! ```
//!
//! More columns, keys, checks and tables are up to you, the place of the mark too. At the start all
//! tables are empty but for the accounts, which we open by `INSERT INTO account (id, balance)`: so
//! each other column needs a default. An account may be closed at any moment, by `DELETE FROM account`.
//!
//! # Who calls what, and when
//!
//! * An account is claimed before anything else is asked of it; a [`Guard`](Claim::Claimed) is what the
//!   claim gave. Accounts are protected by leases that count apart: a token says nothing about
//!   another account.
//! * The **steps** of a holder are its debits of one account, counted from 1. The next one is sent when
//!   the last one was answered, with `Applied`, `Duplicate` or `Insufficient`; then its number is used up. So
//!   the numbers of steps that took nothing are missing from what stands.
//! * Until the next one is sent, the latest step may be sent again at any time, even after an answer:
//!   the same number, the same amount. Earlier ones never come again.
//! * A claim may be sent again at any time, with the same ticket; the steps count on.
//! * Whoever was told `Fenced` asks no more under this guard.
//! * Between any two of your statements others may go on, and a pod may crash.
//!
//! A call may ask for at most 64 statements; whatever the others do, it has to come back before.

use crate::sql::{Sql, SqlError};

/// What a holder was granted: its token, and who it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ticket {
    /// The fencing token, 1 to `i64::MAX`.
    pub token: i64,
    /// The name of the attempt. No other attempt has it, has had it or will have it.
    pub attempt: String,
}

/// What becomes of a claim. `G` is your type: what reads and writes have to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim<G> {
    /// The mark is this ticket's. From now on whoever is older is refused.
    Claimed(G),
    /// A claim with token `by` stands, and this one is older. It has changed nothing, unless the other came only
    /// after it, in the middle of this call.
    Fenced { by: i64 },
    /// There is no such account.
    NoSuchAccount,
}

/// What becomes of a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Read {
    /// What the account holds, in paise, and the mark is still the guard's.
    Is(i64),
    /// A claim with token `by` stands, and the guard is older.
    Fenced { by: i64 },
    /// There is no such account.
    NoSuchAccount,
}

/// What becomes of a debit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Debit {
    /// This call has taken the amount, once.
    Applied,
    /// The step stands: the amount was taken, once, by the end of this call. Also right where this
    /// call has taken it and an answer was lost on the way.
    Duplicate,
    /// Nothing was taken, since the account held less. The step did not stand before, and the guard
    /// was not older than any claim.
    Insufficient,
    /// A claim with token `by` stands, and the guard is older: nothing will be taken under it any more.
    /// Whether a step that was sent before stands is not said. A step that does may also be answered
    /// with `Duplicate`.
    Fenced { by: i64 },
    /// There is no such account.
    NoSuchAccount,
}

impl<G> Claim<G> {
    /// The same claim with another guard.
    pub fn map<H>(self, guard: impl FnOnce(G) -> H) -> Claim<H> {
        match self {
            Claim::Claimed(own) => Claim::Claimed(guard(own)),
            Claim::Fenced { by } => Claim::Fenced { by },
            Claim::NoSuchAccount => Claim::NoSuchAccount,
        }
    }
}

/// The statements that create your tables: `pub const TABLES: Tables = "CREATE TABLE …";`.
pub type Tables = &'static str;

/// Raises the mark of an account to this ticket. `G` is your `Guard`: a struct with private fields, and nothing else
/// makes one or changes one.
///
/// Errors are claims too, here and below:
///
/// * `Err(SqlError::Busy)`: a lock was refused and I gave up; nothing was changed, not by an earlier try of this
///   call either. A claim that says so is none.
/// * `Err(SqlError::NoAnswer)`: an answer was lost, and I cannot know what became of it.
pub type ClaimAccount<G> = fn(&mut dyn Sql, account: i64, &Ticket) -> Result<Claim<G>, SqlError>;

/// Reads the balance of the account that the guard has claimed.
pub type ReadBalance<G> = fn(&mut dyn Sql, &G) -> Result<Read, SqlError>;

/// Takes an amount, at least 1 paisa, out of the account that the guard has claimed, as the step of
/// this number.
pub type DebitAccount<G> = fn(&mut dyn Sql, &G, paise: i64, step: i64) -> Result<Debit, SqlError>;
