//! Exercise `lease-keeper`: keep a lease that you were granted, learn that you lost it, give it back.
//!
//! The table is chapter 5's, and so is the statement that grants: [`TABLE`] and [`ACQUIRE`] are given.
//! A lease is *live* while `now < expires_at`, and may be taken over from `now >= expires_at`; `now` is
//! the database's clock, the SQL function `now_ms()`. You hold a lease while its row bears your attempt
//! and your token and is live. You write two functions:
//!
//! * [`Renew`] moves the end of a lease that is held to `ttl_ms` from now, also if that is sooner than
//!   it would have ended. Attempt, token and `acquired_at` stay as they are.
//! * [`GiveBack`] ends a lease that is held. The row stays, for it counts the grants: `fence_token` is
//!   what it was, `owner` is `''`, and `expires_at` lies no later than now.
//!
//! Neither helps somebody whose lease is over, given back, or another one's by now. Then the answer is
//! `Lost`, and no row changes; only a release may tidy the row of its own grant that is over, as long
//! as the row stays over and keeps its token. At `expires_at` itself a lease is over.
//!
//! Who calls when: a holder renews every few seconds from the grant on, and gives back once at the end.
//! It may come late, it may come twice, and it may show a grant that another one has replaced: its
//! own earlier one, or one that another thread or pod has taken over from. A process that crashes has
//! forgotten what it held. Names are made of letters, digits and `-_:.`, and are compared letter by
//! letter.
//!
//! Time passes while statements are under way. What a transaction does counts as done at one instant,
//! any that you like between its `BEGIN` and its `COMMIT`; a statement outside of one when it is
//! carried out. A call may ask for at most 64 statements; whatever the others do, it has to come back
//! before.

use crate::sql::{Databases, SqlError};

/// The table, as it stands in the shared database, in the copy and, empty, on each pod.
pub const TABLE: &str = "
CREATE TABLE lease (
  name        TEXT PRIMARY KEY,     -- one row a lease, and it stays for ever
  owner       TEXT NOT NULL,        -- the attempt that holds it; '' when it was given back
  fence_token INTEGER NOT NULL,     -- counts the grants of this name
  acquired_at INTEGER NOT NULL,     -- ms
  expires_at  INTEGER NOT NULL      -- ms; live while now < expires_at
)";

/// The statement that grants: `$1` is the name, `$2` the attempt, `$3` the ttl in ms. A row comes back
/// if the lease was granted.
pub const ACQUIRE: &str = "
INSERT INTO lease (name, owner, fence_token, acquired_at, expires_at)
VALUES ($1, $2, 1, now_ms(), now_ms() + $3)
ON CONFLICT (name) DO UPDATE SET
  owner       = excluded.owner,
  fence_token = lease.fence_token + 1,
  acquired_at = excluded.acquired_at,
  expires_at  = excluded.expires_at
WHERE lease.expires_at <= excluded.acquired_at
RETURNING fence_token, expires_at";

/// What a holder shows: which lease, which attempt was granted it, with which token. It has it from
/// the grant, and it stays the same through all renewals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// Which lease: `lease.name`.
    pub name: String,
    /// The attempt that was granted it. No two attempts ever have the same.
    pub id: String,
    /// The fencing token of that grant.
    pub token: i64,
}

/// What became of a renewal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Renewal {
    /// You hold it until this instant, in ms of the database's clock: `ttl_ms` after the renewal.
    Until(i64),
    /// You do not hold it any more, and never will again with this token.
    Lost,
}

/// What became of a release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Release {
    /// It was held until it was given back: by this call, or by an earlier one of the same holder.
    Released,
    /// It was not held any more, and this call has given nothing back: what you did last ran
    /// unprotected.
    Lost,
}

/// Renews for `ttl_ms`, at least 1. Each answer is a claim that the grader holds you to:
///
/// * `Ok(Renewal::Until(end))`: the lease was held, and now ends at `end`.
/// * `Ok(Renewal::Lost)`: at some moment of this call it was not held.
/// * `Err(SqlError::Busy)`: a lock was refused and I gave up; every lease is as it was.
/// * `Err(SqlError::NoAnswer)`: an answer was lost, and I cannot know what became of it.
pub type Renew = fn(&mut dyn Databases, &Held, ttl_ms: i64) -> Result<Renewal, SqlError>;

/// Gives back. Each answer is a claim:
///
/// * `Ok(Release::Released)` and `Ok(Release::Lost)`: as they say. If you give back twice, either is
///   true of the second call.
/// * `Err(SqlError::Busy)`: a lock was refused and I gave up; every lease is as it was.
/// * `Err(SqlError::NoAnswer)`: an answer was lost, and I cannot know what became of it.
pub type GiveBack = fn(&mut dyn Databases, &Held) -> Result<Release, SqlError>;
