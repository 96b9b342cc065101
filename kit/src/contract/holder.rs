//! Contract of exercise `holder`: a pod that keeps a lease while it works, notices that it has lost
//! it, and gives it back.
//!
//! # The job
//!
//! A client asks your pod to `work 5`: five pieces of work, each of [`PIECE`]. Only the holder of the
//! lease may begin a piece, and a piece that has begun cannot be stopped: it must fit into the lease.
//! You begin one by `out.apply(Deed::Piece { token })`, with the token of your grant. The next one may
//! begin when its 2 s are over: `out.timer("piece", PIECE)`. Begin as soon as you may. Nothing but your
//! own looking keeps you from beginning a piece too late.
//!
//! When all pieces are done you give the lease back and answer [`Answer::Done`]. If you lose the lease
//! on the way, you ask for it again and go on with the pieces that are left; one that was under way
//! then may count, or be done again. A client that asks while you have a job is answered
//! [`Answer::Busy`] at once.
//!
//! `stop` gives the job up: no further piece begins, the lease is given back, and both requests are
//! answered [`Answer::Stopped`], or [`Answer::Done`] if all pieces were done before; who asked to stop
//! may be told Stopped then too. If there is no job, `stop` is answered at once. Neither answer leaves
//! an `Acquire` open: it has been answered, or what it may have been granted is over by your own clock.
//!
//! # The lease
//!
//! The [`STORE`] is given and keeps its promises; its clock decides. A lease lives [`TTL`] from the
//! instant at which the store grants or renews it, and not from when you hear of it. The store answers
//! every message that reaches it, but both may get lost, come late, twice, or in another order:
//!
//! | you send | you hear | which means |
//! |---|---|---|
//! | [`Msg::Acquire`] | [`Msg::Granted`] | this attempt holds the lease, with this token |
//! | | [`Msg::Refused`] | it was somebody else's, and this attempt is over; try later with another |
//! | [`Msg::Renew`] | [`Msg::Renewed`] | it lives [`TTL`] from when *this beat* reached the store |
//! | | [`Msg::Lost`] | this grant is over, for good |
//! | [`Msg::Release`] | [`Msg::Released`] | it is given back |
//! | | [`Msg::Lost`] | it was over before |
//!
//! * An `Acquire` without an answer may have been granted. Repeat it as it is: an attempt that holds
//!   the lease is told its grant again, and the end stays as it was first granted. If that grant is
//!   over, the store takes the question for a new one: it grants with a higher token, or refuses. No
//!   other attempt of the same job may be under way.
//! * A grant that you do not want any more (it came too late, or for an attempt that is over) still
//!   keeps all others out. Give it back when you hear of it.
//! * An operator may end your lease early. You learn it from the answer to your next beat.
//! * Send a beat at least each [`BEAT`]. Two beats in a row, or their answers, may get lost, and that
//!   must cost you nothing.
//! * A release may get lost too. Repeat it, within 10 s each time, until it is answered or until the
//!   lease is over by your own clock.
//!
//! # Clocks
//!
//! Where the head of [`world`] speaks of `now`, it is [`Clocks::wall`] here.
//! [`Clocks::steady`] runs at the rate of the store's clock up to [`DRIFT_PERCENT`] percent, and only
//! its differences mean something. [`Clocks::wall`] may be set at any time. Timers count the steady
//! clock; while your pod is paused they wait, as messages do, so look at the clock again when one goes
//! off. No time passes within a step.
//!
//! Without an answer you work on until your lease is over by your own clock. Be careful with the end,
//! but give away no more than a tenth of the lease: a piece that fits into the first 27 s is begun.
//!
//! # Waiting
//!
//! Between two `Acquire` of a pod lie at least [`PAUSE`], unless a client has asked for a new job, and
//! while it waits for its turn at most 10 s. Two pods that are refused at the same instant must not
//! ask again at the same instant, again and again.
//!
//! # Lives
//!
//! After a crash your pod begins a new life, from your `holder` called anew: its job is gone, and its
//! lease runs out by itself. Messages for the life before may still arrive. They are not yours; a grant
//! for it you may give back or leave alone.

mod language;
mod pod;
mod store;

use crate::Ms;
use crate::world::{self, NodeId};

pub use language::Keeping;
pub use pod::{Pod, dice};
pub use store::Store;

/// How long a lease lives from its grant or its renewal, by the store's clock.
pub const TTL: Ms = 30_000;
/// At least so often a holder sends a beat: a third of the [`TTL`].
pub const BEAT: Ms = 10_000;
/// How long a piece of work takes.
pub const PIECE: Ms = 2_000;
/// At least so much lies between two `Acquire` of one pod.
pub const PAUSE: Ms = 500;
/// How far a steady clock may be from the rate of the store's, either way.
pub const DRIFT_PERCENT: Ms = 1;

/// Where the lease is kept.
pub const STORE: NodeId = NodeId(0);

/// Who asks: no two attempts are ever the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Attempt {
    /// [`Setup::boot`] of the life that asks.
    pub boot: u64,
    /// Counts the attempts of that life.
    pub count: u64,
}

/// What pods and store say to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    Renew {
        attempt: Attempt,
        token: u64,
        /// Any number of yours; the answer bears it again.
        beat: u64,
    },
    Renewed {
        attempt: Attempt,
        token: u64,
        beat: u64,
    },
    Lost {
        attempt: Attempt,
        token: u64,
    },
    Release {
        attempt: Attempt,
        token: u64,
    },
    Released {
        attempt: Attempt,
        token: u64,
    },
}

/// What clients ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Request {
    /// To a pod, `work 5`: do so many pieces.
    Work { pieces: u32 },
    /// To a pod: give the job up.
    Stop,
    /// To the store, by an operator: the lease ends now.
    Revoke,
}

/// What a pod tells the client who asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// All pieces are done, and the lease is given back or over: by an answer, or by the pod's clock.
    Done,
    /// No piece will begin any more, and the lease is given back or over, as with `Done`.
    Stopped,
    /// Another job is under way.
    Busy,
}

/// What counts outside of a node. A pod does only the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// A pod begins a piece of work under this token.
    Piece { token: u64 },
    /// The store grants the lease, until its clock shows so much.
    Grants { pod: NodeId, attempt: Attempt, token: u64, until: Ms },
    /// The store lets it live on.
    Renews { token: u64, until: Ms },
    /// It is over: given back, revoked, or its time is.
    Ends { token: u64, how: End },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    GivenBack,
    Revoked,
    Expired,
}

/// What is on disks; a learner writes nothing there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Record {
    /// A pod began its life of this number.
    Boot(u64),
    /// The store's lease, as it is from now on.
    Lease { pod: NodeId, attempt: Attempt, token: u64, until: Ms },
}

pub type Input = world::Input<Keeping>;
pub type Outputs = world::Outputs<Keeping>;

/// What a life of a pod begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup {
    /// Rises with every life of this pod.
    pub boot: u64,
    /// A random number, another for every life of every pod. [`roll`] makes more of it.
    pub dice: u64,
}

/// What a pod's clocks show, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clocks {
    /// Never set, and never stands still, not even in a pause.
    pub steady: Ms,
    /// The time of day. May be off, and may be set, also back.
    pub wall: Ms,
}

/// Yours: a pod, one step at a time.
///
/// The first input of a life is `Input::Start`, also after a crash: whatever [`world`] says of
/// `Restart` and of disks is not for you. What you want done you say to `out`, and it is done in your
/// order: `out.send(STORE, msg)`, `out.apply(Deed::Piece { token })`, `out.answer(id, answer)`,
/// `out.timer("beat", ms)`, which replaces a timer of that name, `out.cancel("beat")`,
/// `out.role("holder")`.
///
/// The timers are `beat`, `answer`, `retry`, `piece` and `deadline`; use those that you need. The roles
/// are for figures: `holder` while you believe that you hold the lease, `waiting`, `idle`.
pub trait Holder {
    fn step(&mut self, clocks: Clocks, input: Input, out: &mut Outputs);
}

/// Makes a pod at the beginning of a life.
pub type Make = fn(Setup) -> Box<dyn Holder>;

/// A number from 0 to `below` - 1, and new dice for the next one.
pub fn roll(dice: &mut u64, below: u64) -> u64 {
    *dice = pod::mix(*dice);
    *dice % below.max(1)
}
