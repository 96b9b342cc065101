//! Exercise `two-phase-commit`: several banks commit a transfer together, or not at all.
//!
//! ₹30 leave account 42 of bank-a and arrive in account 43 of bank-b. Each bank has its own disk and
//! dies on its own. A coordinator asks all of them to prepare, decides, and tells them.
//!
//! ```text
//! coordinator                                  each bank that takes part
//! Prepare {txn, change, with}               -> Vote {txn, vote}
//! Decide {txn, outcome}                     -> Done {txn}
//!
//! a bank in doubt                              the coordinator, or another bank
//! Ask {txn}                                 -> Tell {txn, outcome}
//! ```
//!
//! **You write both**: a coordinator and a bank. Each is a [`Machine`]. Several transactions may be
//! under way at once, each under a [`Txn`] that is never used twice.
//!
//! # What a coordinator promises
//!
//! * Asked for a [`Transfer`], it asks every bank that takes part to prepare. If all vote
//!   [`Vote::Yes`] (or [`Vote::ReadOnly`]) it commits; if one votes [`Vote::No`], or one has not voted
//!   when you have waited long enough, it aborts.
//! * A commit is on its disk, synced, before anybody hears of it. An abort needs no disk: **of a
//!   transaction that it does not know, the answer is abort.** A vote for one that it does not know
//!   decides nothing.
//! * It tells the client once, and every bank that may be in doubt. What it has committed it tells a
//!   bank again until that is `Done`, every [`AGAIN_AT_MOST`] ms at the latest, after a restart too.
//! * Only if [`Record::Began`] is synced before anybody is asked to prepare may it presume the other way:
//!   abort for what has begun and is not decided, commit for what it has no record of. Then it is aborts
//!   that it tells again.
//! * What is decided stays decided, whatever comes late or twice.
//!
//! # What a bank promises
//!
//! * It votes yes only if it can do its part, whatever happens: the account holds enough, and no other
//!   transaction that is prepared has it locked. If it cannot, it votes no: it does not wait.
//! * Before a yes leaves, [`Record::Prepared`] is synced and the account is locked
//!   ([`Deed::Locks`]). From then on the bank is **in doubt**: it keeps the lock, over every crash,
//!   until it learns the outcome; and it decides nothing by itself.
//! * A bank that has not voted yes has promised nothing. It may abort by itself. A no needs no record;
//!   but once it has told another bank of the abort, it votes no for ever, and that does.
//! * It applies the outcome once in each life ([`Deed::Commits`] or [`Deed::Aborts`]), when that is
//!   on its disk, synced, and says `Done` after it, each time that `Decide` comes. After a restart its
//!   memory is empty: what is committed on its disk it applies again, what is in doubt it locks again,
//!   before it says anything. An abort frees a lock; where there is none, nothing need be applied.
//! * In doubt for a while, it asks: each time its timer `doubt` goes off, the coordinator and every
//!   other bank in `with`, and again later. Whoever is asked answers at once, with what it knows. A
//!   bank that has not voted aborts and says so. One that is in doubt itself does not know, and nor
//!   does a coordinator that is still collecting votes.
//! * Whoever tells it an outcome is believed, at once: coordinator or bank.
//!
//! A bank with nothing to change may vote [`Vote::ReadOnly`]: it needs no lock and no record, and no
//! outcome need be sent to it. Nobody asks it anything, for it is not in `with`.
//!
//! # What you are given
//!
//! `out.write(record)` appends to the disk, and only `out.sync()` makes that safe: see
//! [`crate::world`]. `out.send(to, msg)`, `out.answer(id, answer)` and `out.apply(deed)` do what they
//! say, `out.timer(name, after)` sets one of the timers `votes`, `again` and `doubt`.
//! All is done in your order, and a crash may fall between any two.
//!
//! [`three_phases`] is another protocol, which you do not write: `attack/three-phases.txt` breaks it.

mod language;
pub mod three_phases;

use crate::Ms;
use crate::world::{self, Machine, NodeId};

pub use language::Commit;
use language::{name, signed, word};

pub type Input = world::Input<Commit>;
pub type Outputs = world::Outputs<Commit>;

/// The signature of a coordinator, with nothing in its memory.
pub type MakeCoordinator = fn() -> Box<dyn Machine<Commit>>;

/// The signature of a bank, with nothing in its memory.
pub type MakeBank = fn(Setup) -> Box<dyn Machine<Commit>>;

/// What a new bank is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup {
    /// Which bank it is.
    pub me: NodeId,
    /// What its account held before all transactions, in paise.
    pub paise: i64,
}

/// Where the coordinator is.
pub const COORDINATOR: NodeId = NodeId(0);
/// The banks by name; the first is `NodeId(1)`.
pub const BANKS: [&str; 3] = ["bank-a", "bank-b", "bank-c"];
/// What each account holds at first, in paise.
pub const OPENING: i64 = 10_000;

/// A good while for a coordinator to wait for votes (timer `votes`), in ms.
pub const PATIENCE: Ms = 1_000;
/// A good while before an outcome is sent again (timer `again`), in ms.
pub const AGAIN: Ms = 200;
/// The longest while between one time that a commit is told and the next, in ms.
pub const AGAIN_AT_MOST: Ms = 10_000;
/// A good while to be in doubt before you ask (timer `doubt`), in ms.
pub const DOUBT: Ms = 3_000;

/// A transaction. Written `t1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Txn(pub u32);

/// What a client asks of the coordinator: `t1: bank-a -₹30, bank-b +₹30, bank-c reads`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    pub txn: Txn,
    /// Who takes part, and by how many paise the account changes there; 0 for a bank that only reads.
    pub changes: Vec<(NodeId, i64)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    Commit,
    Abort,
}

/// What the coordinator answers its client: the transaction has this outcome, for ever.
pub type Answer = Outcome;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Vote {
    /// I can commit, and shall do whatever is decided.
    Yes,
    /// I cannot, and have aborted.
    No,
    /// I have changed nothing, and take no further part.
    ReadOnly,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Msg {
    /// Can you change your account by this many paise? `with` are the banks whose account changes.
    Prepare {
        txn: Txn,
        change: i64,
        with: Vec<NodeId>,
    },
    Vote {
        txn: Txn,
        vote: Vote,
    },
    Decide {
        txn: Txn,
        outcome: Outcome,
    },
    /// The outcome is on my disk and applied. Nobody need tell me again.
    Done {
        txn: Txn,
    },
    /// What became of it?
    Ask {
        txn: Txn,
    },
    /// This became of it; `None`: I do not know.
    Tell {
        txn: Txn,
        outcome: Option<Outcome>,
    },
    /// Change your account by this many paise, or abort; decide it yourself and `Tell` me. Only for a
    /// transfer with a single bank, and nobody need use it.
    Alone {
        txn: Txn,
        change: i64,
    },
}

/// What is written to a disk. You need not use them all.
#[derive(Debug, Clone, PartialEq)]
pub enum Record {
    /// Coordinator: this transaction has begun, with these banks.
    Began { txn: Txn, with: Vec<NodeId> },
    /// Bank: all that is needed to commit.
    Prepared { txn: Txn, change: i64, with: Vec<NodeId> },
    /// Both. `with` are those who have to hear of it; a bank has nobody to tell.
    Decided { txn: Txn, outcome: Outcome, with: Vec<NodeId> },
    /// Coordinator: everybody is done, and nobody will ask.
    Ended { txn: Txn },
}

/// What a bank does to its account; for those who judge a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// From now on nobody else touches the account.
    Locks { txn: Txn },
    /// The account is changed by this many paise, and free again.
    Commits { txn: Txn, change: i64 },
    /// The account is as it was, and free again.
    Aborts { txn: Txn },
}
