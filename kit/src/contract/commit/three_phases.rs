//! Three-phase commit, to be broken: what a coordinator and banks say to each other.
//!
//! ```text
//! coordinator                                  each bank that takes part
//! CanCommit {txn, change, with}             -> Vote {txn, yes}
//! Ready {txn}                               -> Readied {txn}
//! Decide {txn, outcome}
//!
//! whoever waits in vain                        everybody else
//! Ask {txn}                                 -> Tell {txn, standing, back}
//! ```
//!
//! Nobody commits before all have said that they are ready. Whoever is silent for longer than a timeout is
//! taken for dead, and the rest go on without it: **if one of them is ready they commit, and if none is they
//! abort.** Among them the first in the cast leads; before it commits it makes the others ready. One that
//! comes back from a crash asks, and takes no part in that: its standing may be an old one.
//!
//! Nobody waits for the dead, as long as silence means death.

use super::{Commit, Outcome, Transfer, Txn, name, signed, word};
use crate::Ms;
use crate::trace::ArrowKind;
use crate::world::{self, Lasting, NodeId, Protocol};

pub type Input = world::Input<ThreePhases>;
pub type Outputs = world::Outputs<ThreePhases>;

/// How long the one who leads waits for votes, and then for everybody to be ready, in ms.
pub const PATIENCE: Ms = 1_000;
/// How long a bank hears nothing before it asks the others, in ms.
pub const DOUBT: Ms = 3_000;
/// How long it waits for their answers, in ms.
pub const ANSWERS: Ms = 1_000;

/// How far a party is with a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// A coordinator that is up has begun it and not decided.
    Leads,
    /// A coordinator that came back has no record of it.
    Unknown,
    /// A bank has voted yes.
    Waits,
    /// A bank knows that all have voted yes.
    Ready,
    Decided(Outcome),
}

#[derive(Debug, Clone, PartialEq)]
pub enum Msg {
    /// Can you change your account by this many paise? `with` are all banks that take part.
    CanCommit {
        txn: Txn,
        change: i64,
        with: Vec<NodeId>,
    },
    Vote {
        txn: Txn,
        yes: bool,
    },
    /// All have voted yes. Tell me when you know.
    Ready {
        txn: Txn,
    },
    Readied {
        txn: Txn,
    },
    Decide {
        txn: Txn,
        outcome: Outcome,
    },
    /// How far are you?
    Ask {
        txn: Txn,
    },
    /// `back`: I have crashed since.
    Tell {
        txn: Txn,
        standing: Standing,
        back: bool,
    },
}

/// What is written to a disk.
#[derive(Debug, Clone, PartialEq)]
pub enum Record {
    Voted { txn: Txn, change: i64, with: Vec<NodeId> },
    Ready { txn: Txn },
    Decided { txn: Txn, outcome: Outcome },
}

/// What a bank does; for those who judge a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    Locks { txn: Txn },
    Readies { txn: Txn },
    Commits { txn: Txn, change: i64 },
    Aborts { txn: Txn },
}

/// The language of three-phase commit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ThreePhases;

impl Protocol for ThreePhases {
    type Msg = Msg;
    type Record = Record;
    type Request = Transfer;
    type Answer = Outcome;
    type Deed = Deed;

    const KINDS: &'static [&'static str] =
        &["CanCommit", "Vote", "Ready", "Readied", "Decide", "Ask", "Tell"];
    const TIMERS: &'static [&'static str] = &["votes", "readied", "doubt", "answers"];

    fn kind(msg: &Msg) -> &'static str {
        match msg {
            Msg::CanCommit { .. } => "CanCommit",
            Msg::Vote { .. } => "Vote",
            Msg::Ready { .. } => "Ready",
            Msg::Readied { .. } => "Readied",
            Msg::Decide { .. } => "Decide",
            Msg::Ask { .. } => "Ask",
            Msg::Tell { .. } => "Tell",
        }
    }

    fn parse_request(text: &str) -> Result<Transfer, String> {
        Commit::parse_request(text)
    }

    fn label(msg: &Msg) -> String {
        let text = match msg {
            Msg::CanCommit { .. } => "can you?",
            Msg::Vote { yes: true, .. } => "yes",
            Msg::Vote { yes: false, .. } => "no",
            Msg::Ready { .. } => "get ready",
            Msg::Readied { .. } => "I am",
            Msg::Decide { outcome, .. } => word(*outcome),
            Msg::Ask { .. } => "and you?",
            Msg::Tell { standing, .. } => match standing {
                Standing::Leads => "soon",
                Standing::Unknown => "unknown",
                Standing::Waits => "waits",
                Standing::Ready => "ready",
                Standing::Decided(outcome) => word(*outcome),
            },
        };
        text.to_owned()
    }

    fn prose(msg: &Msg) -> String {
        match msg {
            Msg::CanCommit { txn, change, .. } => {
                format!("{}: can you commit {}?", name(*txn), signed(*change))
            }
            Msg::Vote { txn, yes } => format!("{}: {}", name(*txn), if *yes { "yes" } else { "no" }),
            Msg::Ready { txn } => format!("{}: get ready", name(*txn)),
            Msg::Readied { txn } => format!("{}: ready", name(*txn)),
            Msg::Decide { txn, outcome } => format!("{}: {}", name(*txn), word(*outcome)),
            Msg::Ask { txn } => format!("how far are you with {}?", name(*txn)),
            Msg::Tell { txn, standing, back } => {
                let far = match standing {
                    Standing::Leads => "not decided yet".to_owned(),
                    Standing::Unknown => "no record of it".to_owned(),
                    Standing::Waits => "voted yes".to_owned(),
                    Standing::Ready => "ready".to_owned(),
                    Standing::Decided(outcome) => word(*outcome).to_owned(),
                };
                format!("{}: {far}{}", name(*txn), if *back { ", back from a crash" } else { "" })
            }
        }
    }

    fn arrow(msg: &Msg) -> ArrowKind {
        match msg {
            Msg::CanCommit { .. } | Msg::Ready { .. } | Msg::Decide { .. } | Msg::Ask { .. } => {
                ArrowKind::Request
            }
            Msg::Vote { .. } | Msg::Readied { .. } | Msg::Tell { .. } => ArrowKind::Reply,
        }
    }

    fn request_prose(transfer: &Transfer) -> String {
        Commit::request_prose(transfer)
    }

    fn answer_prose(outcome: &Outcome) -> String {
        Commit::answer_prose(outcome)
    }

    fn deed_label(deed: &Deed) -> String {
        match deed {
            Deed::Locks { .. } => "locked".to_owned(),
            Deed::Readies { .. } => "ready".to_owned(),
            Deed::Commits { change, .. } => signed(*change),
            Deed::Aborts { .. } => "aborts".to_owned(),
        }
    }

    fn deed_prose(deed: &Deed) -> String {
        match deed {
            Deed::Locks { txn } => format!("locks its account for {}", name(*txn)),
            Deed::Readies { txn } => format!("is ready for {}", name(*txn)),
            Deed::Commits { txn, change } => format!("commits {}: {}", name(*txn), signed(*change)),
            Deed::Aborts { txn } => format!("aborts {}", name(*txn)),
        }
    }

    fn lasting(deed: &Deed) -> Option<Lasting> {
        match deed {
            Deed::Locks { txn } => Some(Lasting::Begins(name(*txn))),
            Deed::Readies { .. } => None,
            Deed::Commits { .. } | Deed::Aborts { .. } => Some(Lasting::Ends(String::new())),
        }
    }
}
