//! Exercise `break-the-lock`: five correct locks, and the money is gone all the same.
//!
//! There is no code to write. Account 42 holds ₹100; `pod-7` and `pod-3` are each asked to take ₹30
//! out of it, and who wants to must hold the lease `kickoff:ACH`. All nodes are given and keep their
//! word: read them, then write the schedule under which the account ends up wrong.
//!
//! * [`service`]: who grants leases. One of them in most scenes; in a failover a `store`, and a
//!   `replica` that hears of everything a moment later.
//! * [`ledger`]: who keeps the account. One writes whatever it is sent; the fenced one refuses
//!   what comes under an older token than the last that claimed it.
//! * [`pod`]: who does the debit: acquire, read the balance, work for 5 s, write the new balance,
//!   answer, release. They differ in how they make sure that they still hold the lease.
//! * [`pair`]: who needs two leases at a time.
//! * [`scene`]: which of these take part in which file.
//! * [`promises`]: what a lease service promises, and [`books`]: what an account promises.
//!
//! Time is in ms, money in paise.

pub mod books;
pub mod ledger;
pub mod pair;
pub mod pod;
pub mod promises;
pub mod scene;
pub mod service;

use crate::Ms;
use crate::money::{parse_rupees, rupees};
use crate::trace::ArrowKind;
use crate::world::{self, Lasting, NodeId, Protocol};

/// How long a lease lives after its grant, and after each renewal.
pub const TTL: Ms = 30_000;
/// How often a holder that expects to need its lease for long renews it.
pub const BEAT: Ms = 10_000;
/// How long a pod works between reading the balance and writing it.
pub const WORK: Ms = 5_000;
/// How long a pod of scene `two-leases` waits before it asks again.
pub const RETRY: Ms = 10_000;
/// What account 42 holds at first.
pub const START: i64 = 10_000;

/// The language of the five scenes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BreakTheLock;

/// `attempt` numbers the debits of one pod, over all its lives; what answers another attempt than
/// the present one is ignored.
#[derive(Debug, Clone, PartialEq)]
pub enum Msg {
    /// To a lease service: I want the lease.
    Acquire {
        attempt: u64,
    },
    Granted {
        attempt: u64,
        token: u64,
    },
    /// Somebody else holds it.
    Refused {
        attempt: u64,
    },
    /// Keep it mine for another 30 s.
    Renew {
        token: u64,
        beat: u64,
    },
    Renewed {
        token: u64,
        beat: u64,
    },
    /// It is not yours any more.
    Lost {
        token: u64,
    },
    /// Is it still mine?
    Check {
        token: u64,
    },
    Yes {
        token: u64,
    },
    No {
        token: u64,
    },
    /// I am done. Has no answer.
    Release {
        token: u64,
    },
    /// From the store to its replica: how the lease stands now.
    Copy(State),

    /// To the ledger: what does account 42 hold?
    Read {
        attempt: u64,
    },
    /// To a fenced ledger: the same, and from now on refuse every lower token.
    Claim {
        attempt: u64,
        token: u64,
    },
    Balance {
        attempt: u64,
        paise: i64,
    },
    /// Account 42 holds this much now. Under a token only where the ledger asks for one.
    Write {
        attempt: u64,
        token: Option<u64>,
        paise: i64,
    },
    Written {
        attempt: u64,
    },
    /// A holder with this token came before you.
    Fenced {
        attempt: u64,
        by: u64,
    },
}

/// How one lease stands, as its service knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct State {
    /// Of the last grant; 0 before the first.
    pub token: u64,
    /// Whose that grant is, and which attempt of theirs; nobody's once it was released.
    pub owner: Option<(NodeId, u64)>,
    /// Live while the service's clock shows less.
    pub until: Ms,
}

/// What nodes keep on their disks.
#[derive(Debug, Clone, PartialEq)]
pub enum Record {
    Lease(State),
    TookOver,
    Account { paise: i64, mark: u64 },
    Attempt(u64),
}

#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// `debit ₹30`, to a pod.
    Debit(i64),
    /// `take over`, to a replica: the store is gone, you grant from now on.
    TakeOver,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    Debited(i64),
    /// Somebody else holds the lease, or I am at work on another debit.
    Busy,
    /// My lease was over, or could have been, before I wrote.
    TooLate,
    /// The account holds less.
    Short,
    Fenced(u64),
    Serving,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Deed {
    /// A service grants its lease to this pod.
    Grants {
        to: NodeId,
        token: u64,
        until: Ms,
    },
    Renews {
        token: u64,
        until: Ms,
    },
    /// A service takes back what was given back.
    Ends {
        token: u64,
    },
    /// The end of a lease goes by. Nothing hangs on it but the drawing of it.
    Over {
        token: u64,
    },
    /// A replica has heard how the lease stands.
    Learns(State),
    /// The ledger writes what this pod sent.
    Sets {
        of: NodeId,
        from: i64,
        to: i64,
    },
    /// The fenced ledger lets no lower token in from now on.
    Marks {
        token: u64,
    },
    /// The fenced ledger refuses a write.
    Refuses {
        token: u64,
        mark: u64,
    },
    /// A pod has read this balance and works on it.
    Works {
        on: i64,
    },
}

pub type Input = world::Input<BreakTheLock>;
pub type Outputs = world::Outputs<BreakTheLock>;
pub type Run = world::Run<BreakTheLock>;

impl Protocol for BreakTheLock {
    type Msg = Msg;
    type Record = Record;
    type Request = Request;
    type Answer = Answer;
    type Deed = Deed;

    const KINDS: &'static [&'static str] = &[
        "Acquire", "Granted", "Refused", "Renew", "Renewed", "Lost", "Check", "Yes", "No", "Release", "Copy",
        "Read", "Claim", "Balance", "Write", "Written", "Fenced",
    ];
    const TIMERS: &'static [&'static str] = &["work", "beat", "retry", "over"];
    const ROLES: &'static [&'static str] = &["holder", "idle", "primary"];
    /// A pod that was granted the lease takes itself for its holder until it has answered.
    const BELIEF: Option<&'static str> = Some("holder");

    fn kind(msg: &Msg) -> &'static str {
        match msg {
            Msg::Acquire { .. } => "Acquire",
            Msg::Granted { .. } => "Granted",
            Msg::Refused { .. } => "Refused",
            Msg::Renew { .. } => "Renew",
            Msg::Renewed { .. } => "Renewed",
            Msg::Lost { .. } => "Lost",
            Msg::Check { .. } => "Check",
            Msg::Yes { .. } => "Yes",
            Msg::No { .. } => "No",
            Msg::Release { .. } => "Release",
            Msg::Copy(_) => "Copy",
            Msg::Read { .. } => "Read",
            Msg::Claim { .. } => "Claim",
            Msg::Balance { .. } => "Balance",
            Msg::Write { .. } => "Write",
            Msg::Written { .. } => "Written",
            Msg::Fenced { .. } => "Fenced",
        }
    }

    fn parse_request(text: &str) -> Result<Request, String> {
        let text = text.trim();
        if text == "take over" {
            return Ok(Request::TakeOver);
        }
        let amount = text.strip_prefix("debit ").and_then(|amount| parse_rupees(amount.trim()));
        match amount {
            Some(paise) if paise > 0 => Ok(Request::Debit(paise)),
            _ => Err(format!("expected `debit ₹30` or `take over`, found `{text}`")),
        }
    }

    fn label(msg: &Msg) -> String {
        match msg {
            Msg::Granted { token, .. } => format!("Granted {token}"),
            Msg::Claim { token, .. } => format!("Claim {token}"),
            Msg::Balance { paise, .. } => rupees(*paise),
            Msg::Write { paise, .. } => format!("Write {}", rupees(*paise)),
            Msg::Check { .. } => "Check".to_owned(),
            Msg::Fenced { by, .. } => format!("Fenced {by}"),
            other => Self::kind(other).to_owned(),
        }
    }

    fn arrow(msg: &Msg) -> ArrowKind {
        use Msg::{Acquire, Check, Claim, Copy, Read, Release, Renew, Write};
        match msg {
            Acquire { .. } | Renew { .. } | Check { .. } | Release { .. } | Copy(_) => ArrowKind::Request,
            Read { .. } | Claim { .. } | Write { .. } => ArrowKind::Request,
            _ => ArrowKind::Reply,
        }
    }

    fn prose(msg: &Msg) -> String {
        match msg {
            Msg::Acquire { .. } => "may I have the lease?".to_owned(),
            Msg::Granted { token, .. } => format!("it is yours, token {token}"),
            Msg::Refused { .. } => "somebody else holds it".to_owned(),
            Msg::Renew { token, .. } => format!("keep token {token} mine"),
            Msg::Renewed { token, .. } => format!("token {token} is yours for another 30 s"),
            Msg::Lost { token } => format!("token {token} is not yours any more"),
            Msg::Check { token } => format!("is token {token} still mine?"),
            Msg::Yes { token } => format!("yes, token {token} is yours"),
            Msg::No { token } => format!("no, token {token} is over"),
            Msg::Release { token } => format!("token {token} comes back"),
            Msg::Copy(State { token, until, .. }) => format!("token {token} lives until {until} ms"),
            Msg::Read { .. } => "what does account 42 hold?".to_owned(),
            Msg::Claim { token, .. } => format!("token {token} is here: what does account 42 hold?"),
            Msg::Balance { paise, .. } => rupees(*paise),
            Msg::Write { token: None, paise, .. } => format!("it holds {}", rupees(*paise)),
            Msg::Write { token: Some(token), paise, .. } => {
                format!("it holds {}, says token {token}", rupees(*paise))
            }
            Msg::Written { .. } => "written".to_owned(),
            Msg::Fenced { by, .. } => format!("refused, token {by} was here"),
        }
    }

    fn request_prose(request: &Request) -> String {
        match request {
            Request::Debit(paise) => format!("debit {}", rupees(*paise)),
            Request::TakeOver => "take over".to_owned(),
        }
    }

    fn answer_prose(answer: &Answer) -> String {
        match answer {
            Answer::Debited(paise) => format!("debited {}", rupees(*paise)),
            Answer::Busy => "busy".to_owned(),
            Answer::TooLate => "too late".to_owned(),
            Answer::Short => "the account holds less".to_owned(),
            Answer::Fenced(by) => format!("fenced by {by}"),
            Answer::Serving => "that it grants from now on".to_owned(),
        }
    }

    fn deed_label(deed: &Deed) -> String {
        match deed {
            Deed::Grants { token, .. } => format!("grants {token}"),
            Deed::Renews { token, .. } => format!("renews {token}"),
            Deed::Ends { token } => format!("{token} is back"),
            Deed::Over { token } => format!("{token} is over"),
            Deed::Learns(State { token, .. }) => format!("knows {token}"),
            Deed::Sets { to, .. } => rupees(*to),
            Deed::Marks { token } => format!("mark {token}"),
            Deed::Refuses { token, mark } => format!("{token} < {mark}"),
            Deed::Works { on } => format!("has {}", rupees(*on)),
        }
    }

    fn deed_prose(deed: &Deed) -> String {
        match deed {
            Deed::Grants { token, until, .. } => format!("grants token {token} until {}", seconds(*until)),
            Deed::Renews { token, until } => format!("renews token {token} until {}", seconds(*until)),
            Deed::Ends { token } => format!("has token {token} back"),
            Deed::Over { token } => format!("sees the end of token {token}"),
            Deed::Learns(State { token, until, .. }) => {
                format!("knows of token {token} until {}", seconds(*until))
            }
            Deed::Sets { from, to, .. } => format!("turns {} into {}", rupees(*from), rupees(*to)),
            Deed::Marks { token } => format!("lets nobody in below token {token}"),
            Deed::Refuses { token, mark } => format!("refuses token {token}, for {mark} was here"),
            Deed::Works { on } => format!("works on {}", rupees(*on)),
        }
    }

    fn lasting(deed: &Deed) -> Option<Lasting> {
        match deed {
            Deed::Grants { token, .. } | Deed::Learns(State { token, owner: Some(_), .. }) => {
                Some(Lasting::Begins(token.to_string()))
            }
            Deed::Learns(State { owner: None, .. }) | Deed::Ends { .. } | Deed::Over { .. } => {
                Some(Lasting::Ends(String::new()))
            }
            _ => None,
        }
    }
}

/// An instant for people: `30 s`.
fn seconds(ms: Ms) -> String {
    crate::plan::duration(ms)
}
