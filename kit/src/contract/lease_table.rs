//! Exercise `lease-table`: take a lease that several pods want, by one row in one shared table.
//!
//! A **lease** has a name (`kickoff:ACH`), a holder, a fencing token and an end. It is *live* while
//! `now < expires_at`, and may be taken over from `now >= expires_at`; `now` is the database's clock,
//! the SQL function `now_ms()`. A grant stays live to its end whatever becomes of its process: what
//! a dead process has sent may still arrive.
//!
//! The table is yours. For each part you hand in the statement that creates it:
//!
//! ```sql
//! CREATE TABLE lease (
//!   name        TEXT PRIMARY KEY,      -- kickoff:ACH
//!   owner       TEXT NOT NULL,         -- the attempt that holds it
//!   fence_token INTEGER NOT NULL,      -- rises with every grant of this name
//!   acquired_at INTEGER NOT NULL,      -- ms
//!   expires_at  INTEGER NOT NULL       -- ms
//! )
//! ```
//!
//! It has to be called `lease` and have at least these columns, which say of a live lease what is said
//! here: the next chapter renews and gives back by them. More columns, keys and checks are up to you.
//! It is created, empty, in the shared database and in every pod's own; the copy has it too. Some
//! leases may have been granted before you come: their rows have these columns and no others.
//! Names are made of letters, digits and `-_:.`, and are compared letter by letter.
//!
//! A call may ask for at most 64 statements; whatever the others do, it has to come back before.
//! Renewing and releasing a lease come in the next chapter.

use crate::sql::{Databases, SqlError};

/// One attempt to take a lease. Two threads of a pod, or the same pod before and after a restart,
/// make two attempts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// Which lease: `lease.name`.
    pub name: String,
    /// The pod's name, `pod-7`. All its threads share it, and it has it again after a restart.
    pub pod: String,
    /// The name of this attempt. No other attempt has it, has had it or will have it.
    pub id: String,
    /// For how long, in ms; at least 1.
    pub ttl_ms: i64,
}

/// A lease that was granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grant {
    /// The fencing token: higher than that of every grant of this name before it.
    pub token: i64,
    /// The end, in ms of the database's clock: `ttl_ms` after the grant.
    pub expires_at: i64,
}

/// The signature of what you write. Each answer is a claim that the grader holds you to:
///
/// * `Ok(Some(grant))`: this attempt holds the lease until `grant.expires_at`.
/// * `Ok(None)`: somebody else holds it; every lease is as it was.
/// * `Err(SqlError::Busy)`: a lock was refused and I gave up; every lease is as it was.
/// * `Err(SqlError::NoAnswer)`: an answer was lost, and I cannot know whether I hold it.
pub type Acquire = fn(&mut dyn Databases, &Attempt) -> Result<Option<Grant>, SqlError>;
