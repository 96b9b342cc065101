//! Exercise `fenced-job`: a job of five steps over three tables, by whoever holds its lease.
//!
//! Each night moves an amount out of account 42. Two pods can do it, and the lease says whose turn it
//! is. It does not keep the other one away: a pod that was paused wakes up and goes on, and what it
//! sent an hour ago may still arrive. The tables keep it away, if you let them.
//!
//! ```text
//! you                       lease                        each table
//! Acquire {attempt}      -> Granted {attempt, token}     or Refused {attempt}
//! Claim {token}          ->                              Claimed {token} or Fenced {token, by}
//! Read {fence, night}    ->                              Progress {fence, done} or Fenced
//! Write {fence, step, …} ->                              Applied, Duplicate, Short or Fenced
//! Release {attempt, token} -> Released {attempt}
//! ```
//!
//! **The lease** lasts [`TTL`] and is not renewed: a night takes a second, and a pod that needs longer
//! is stopped by the tables. Each grant has a higher token than all before it. A repeated `Acquire` is
//! answered as the first was; an attempt that was refused, given back or is over is not granted again.
//!
//! **A table** keeps two numbers and what was written: the highest token that it has seen in a `Claim`
//! or an accepted `Write`, and which step was the last of that token.
//! * A lower token is `Fenced`, in a claim, a read and a write. An equal or a higher one is let in.
//! * A write is a `Duplicate`, and changes nothing, if the table has seen the same step from the same
//!   token, or a later one. (So a step that was left out cannot be made up for with this token.) It does
//!   not know what other holders wrote: **a step that another holder has done is done again if you
//!   write it.** `Read` tells which steps of a night are done.
//! * `Short` means that the account does not hold enough. Nothing was changed.
//! * `fence: None` is how an old program reads and writes: it is let in, unchecked and uncounted.
//!
//! # What you promise
//!
//! * A pod has one job at a time; asked in the meantime it answers [`Answer::Busy`]. When the lease is
//!   refused it answers so too, or asks again later with a new attempt. (A late copy of an `Acquire` that
//!   was granted may be refused, when that lease is over: this says nothing of the job.)
//! * Before it reads or writes, it has claimed all three tables. Then it reads what is done, and
//!   writes what is not: the steps in their order, each when all before it are done.
//! * All that it sends to a table carries the token of its own grant for this job.
//! * What gets no answer is sent again, and is the same message. Only a `Release` need not be: a lease
//!   that nobody gives back runs out.
//! * `Fenced` is the end: no write, no claim, no new lease for this job, and nothing is undone.
//! * `Short` is an end too. Done or short, it gives the lease back, and sends the tables nothing after
//!   that. Whether it answers before or afterwards is up to you.
//! * An answer is for what it names: an attempt, a token, a step. It may come when nobody waits for it
//!   any more, also after the job has been answered. Messages for an earlier job, or for an earlier
//!   life of this pod, bring about nothing. (To give back a lease that comes too late is allowed, and
//!   so it is after `Fenced`.)
//!
//! The tables and the lease survive crashes with all that they know. A pod survives none.

mod language;
mod lease;
mod pod;
mod table;

use std::fmt;

use crate::Ms;
use crate::world::{self, Machine, NodeId};

pub use language::Job;
pub use lease::Store;
pub use pod::Pod;
pub use table::Rows;

pub type Input = world::Input<Job>;
pub type Outputs = world::Outputs<Job>;

/// The signature of what you write: a worker, with nothing in its memory.
///
/// What it wants done it says to `out`, and it is done in its order: `out.send(LEASE, msg)`,
/// `out.send(table.node(), msg)`, `out.answer(id, answer)`, `out.timer("again", AGAIN)`, which replaces a
/// timer of that name, and `out.cancel("again")`.
pub type MakeWorker = fn(Setup) -> Box<dyn Machine<Job>>;

/// What a new worker is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup {
    /// Which life of this pod it is, from 1: no two lives have the same.
    pub boot: u64,
}

/// How long a lease lasts from its grant, in ms.
pub const TTL: Ms = 30_000;
/// A good while to wait for an answer before you send again, in ms.
pub const AGAIN: Ms = 1_000;

/// Where the lease is kept.
pub const LEASE: NodeId = NodeId(0);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Table {
    Accounts,
    Postings,
    Outbox,
}

impl Table {
    pub const ALL: [Table; 3] = [Table::Accounts, Table::Postings, Table::Outbox];

    /// Where it is.
    pub fn node(self) -> NodeId {
        NodeId(1 + self as u8)
    }

    /// The table that is there.
    pub fn at(node: NodeId) -> Option<Table> {
        Table::ALL.into_iter().find(|table| table.node() == node)
    }

    pub fn name(self) -> &'static str {
        ["accounts", "postings", "outbox"][self as usize]
    }
}

/// The five steps, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Takes the amount out of account 42.
    Debit,
    /// Opens the night's posting.
    Post,
    /// Puts the amount into account 7.
    Credit,
    /// Leaves a letter to be sent.
    Notify,
    /// Closes the night's posting.
    Close,
}

impl Step {
    pub const ALL: [Step; 5] = [Step::Debit, Step::Post, Step::Credit, Step::Notify, Step::Close];

    /// From 1 to 5.
    pub fn number(self) -> u64 {
        self as u64 + 1
    }

    /// Where it is written.
    pub fn table(self) -> Table {
        match self {
            Step::Debit | Step::Credit => Table::Accounts,
            Step::Post | Step::Close => Table::Postings,
            Step::Notify => Table::Outbox,
        }
    }
}

/// A date, as the number 20261129; in text 2026-11-29.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Night(pub u32);

impl fmt::Display for Night {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.0 / 10_000, self.0 / 100 % 100, self.0 % 100)
    }
}

/// What a client asks of a pod: `run 2026-11-29: ₹30`. One night always has the same amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    pub night: Night,
    pub paise: i64,
}

/// What you answer. Each is a claim that the grader holds you to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// All five steps of this night are done, by you or by somebody before you.
    Done,
    /// The account does not hold enough. Nothing more comes of this job.
    Short,
    /// A table has refused your token. A later holder does the rest.
    Fenced,
    /// Somebody else holds the lease, or this pod is at work already.
    Busy,
    /// You stopped by yourself, since your lease is over or nearly so: at least 20 s have passed since
    /// you first asked for it, and you send the tables nothing more. Nobody demands that you look. If you
    /// do: [`Machine::steady`] counts true milliseconds here; `now` may be set, and a timer may go off
    /// early.
    Stopped,
}

/// One attempt to take the lease. No two attempts of a pod may be the same, in all its lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Attempt {
    /// [`Setup::boot`]
    pub boot: u64,
    /// Rises within a life.
    pub count: u64,
}

/// What is said between a pod, the lease and the tables.
#[derive(Debug, Clone, PartialEq)]
pub enum Msg {
    Acquire {
        attempt: Attempt,
    },
    Granted {
        attempt: Attempt,
        token: u64,
    },
    Refused {
        attempt: Attempt,
    },
    Release {
        attempt: Attempt,
        token: u64,
    },
    Released {
        attempt: Attempt,
    },

    Claim {
        token: u64,
    },
    Claimed {
        token: u64,
    },
    Read {
        fence: Option<u64>,
        night: Night,
    },
    /// The steps of this night that are done in this table, whoever did them.
    Progress {
        fence: Option<u64>,
        done: Vec<Step>,
    },
    Write {
        fence: Option<u64>,
        night: Night,
        step: Step,
        paise: i64,
    },
    Applied {
        fence: Option<u64>,
        step: Step,
    },
    /// The table has seen this step, or a later one, with this token. It has changed nothing now.
    Duplicate {
        fence: Option<u64>,
        step: Step,
    },
    Short {
        fence: Option<u64>,
        step: Step,
    },
    /// Your token is lower than `by`. Said of the token: it holds for whatever you send with it.
    Fenced {
        token: u64,
        by: u64,
    },
}

/// What the lease and the tables have done; for those who judge a run.
#[derive(Debug, Clone, PartialEq)]
pub enum Deed {
    Grants {
        token: u64,
    },
    /// The lease was given back.
    Ends {
        token: u64,
    },
    /// The table has seen a higher token than before.
    Marks {
        token: u64,
    },
    Applies {
        fence: Option<u64>,
        night: Night,
        step: Step,
        paise: i64,
    },
    Lacks {
        step: Step,
    },
    Refuses {
        token: u64,
        by: u64,
    },
}
