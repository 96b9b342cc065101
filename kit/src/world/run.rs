//! What a run leaves behind: typed events for checkers, and what did not work out.

use std::fmt;

use super::mail::Parcel;
use super::node::{NodeId, Protocol, RequestId};
use crate::Ms;
use crate::plan::Plan;

/// One thing that happened. Its number is its position in [`Run::events`], from 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Event<P: Protocol> {
    /// World time.
    pub at: Ms,
    /// Whom it happened to; nobody for an act of the plan and for `heal`. For a lost message, the
    /// one it was for.
    pub who: Option<NodeId>,
    /// Which life of that node: 0 until its first restart.
    pub life: u16,
    /// The event that brought it about: the sending of a delivered message, the setting of a timer,
    /// the input that a node answered by this output, the act. Always an earlier one.
    pub cause: Option<u32>,
    pub what: What<P>,
}

/// First what plan and network do, then the inputs of nodes, then their outputs.
#[derive(Debug, Clone, PartialEq)]
pub enum What<P: Protocol> {
    /// An act of the plan that has an effect; its place in its phase.
    Act(u32),
    /// The plan is over, and the fair final phase begins.
    Finish,
    Crashed {
        /// How many writes the disk forgot.
        forgot: u32,
    },
    Paused,
    Resumed,
    /// Bits of the nodes on either side.
    Cut {
        left: u32,
        right: u32,
    },
    Healed,
    ClockSet {
        offset: i64,
    },
    /// From here on the node's steady clock gains so many parts per million on true time.
    RateSet {
        ppm: i32,
    },
    /// A copy of a message was stopped on its way, and waits.
    Held {
        message: u32,
        copy: u8,
    },
    /// One more copy is on the way from now on.
    Duplicated {
        message: u32,
        copy: u8,
    },
    /// This copy will never arrive.
    Lost {
        message: u32,
        copy: u8,
        why: Loss,
    },

    Started,
    /// The node took this copy in; `message` is the number of the event that sent it.
    Delivered {
        message: u32,
        copy: u8,
    },
    Fired(&'static str),
    /// The request stands in [`Run::requests`].
    Asked(RequestId),
    Restarted {
        /// How many records the disk kept.
        kept: u32,
    },

    Wrote(P::Record),
    Synced {
        /// How many writes this made safe.
        writes: u32,
    },
    Sent {
        to: NodeId,
        msg: P::Msg,
    },
    TimerSet {
        name: &'static str,
        due: Ms,
    },
    Cancelled(&'static str),
    Answered {
        id: RequestId,
        answer: P::Answer,
    },
    Became(&'static str),
    Applied(P::Deed),
    Noted(String),
}

/// Why a copy of a message never arrives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loss {
    /// A cut lay between the two when it was sent or when it would have arrived.
    Cut,
    /// The plan dropped it.
    Dropped,
    /// Its receiver was down, or crashed before it had looked at it.
    Down,
    /// Its sender crashed and the plan lost what it had on the way.
    SenderCrashed,
    /// It was sent to a node that is not in the cast.
    Nobody,
}

impl<P: Protocol> What<P> {
    /// Whether a node takes a step here.
    pub fn is_input(&self) -> bool {
        use What::{Asked, Delivered, Fired, Restarted, Started};
        matches!(self, Started | Delivered { .. } | Fired(_) | Asked(_) | Restarted { .. })
    }

    /// Whether a node says this at the end of a step.
    pub fn is_output(&self) -> bool {
        use What::{Answered, Applied, Became, Cancelled, Noted, Sent, Synced, TimerSet, Wrote};
        matches!(
            self,
            Wrote(_)
                | Synced { .. }
                | Sent { .. }
                | TimerSet { .. }
                | Cancelled(_)
                | Answered { .. }
                | Became(_)
                | Applied(_)
                | Noted(_)
        )
    }

    /// Whether it counts when the length of a run is told: inputs and faults do, and neither
    /// outputs nor the mere beginning of things.
    pub fn counts(&self) -> bool {
        use What::{Act, Duplicated, Finish, Held, Started};
        !self.is_output() && !matches!(self, Act(_) | Finish | Started | Held { .. } | Duplicated { .. })
    }
}

/// The record of a run. Checkers read it and nothing else.
#[derive(Debug, Clone, PartialEq)]
pub struct Run<P: Protocol> {
    /// Names, by [`NodeId`].
    pub cast: Vec<String>,
    /// What was done, phase by phase.
    pub plan: Plan,
    pub events: Vec<Event<P>>,
    /// For each phase the number of its first event. Before the first one, the nodes start; the
    /// fair final phase, if there was one, is the last and not in the plan.
    pub phases: Vec<u32>,
    /// By [`RequestId`].
    pub requests: Vec<P::Request>,
    /// Acts of the plan that changed nothing.
    pub skipped: Vec<Skipped>,
    /// Copies of messages that are still on the way or held.
    pub on_the_way: Vec<Parcel>,
    /// The run did not come to rest and was ended.
    pub livelock: Option<Livelock>,
}

impl<P: Protocol> Run<P> {
    pub(super) fn new(cast: Vec<String>) -> Self {
        Run {
            cast,
            plan: Plan::default(),
            events: Vec::new(),
            phases: Vec::new(),
            requests: Vec::new(),
            skipped: Vec::new(),
            on_the_way: Vec::new(),
            livelock: None,
        }
    }

    pub(super) fn clear(&mut self) {
        self.plan.phases.clear();
        self.events.clear();
        self.phases.clear();
        self.requests.clear();
        self.skipped.clear();
        self.on_the_way.clear();
        self.livelock = None;
    }

    pub fn name(&self, node: NodeId) -> &str {
        self.cast.get(node.index()).map_or("nobody", String::as_str)
    }

    /// Who sent the message of this number, to whom, and what it says.
    pub fn message(&self, number: u32) -> Option<(NodeId, NodeId, &P::Msg)> {
        let event = self.events.get(number as usize)?;
        match &event.what {
            What::Sent { to, msg } => Some((event.who?, *to, msg)),
            _ => None,
        }
    }

    /// The length of the run as people are told: inputs and faults.
    pub fn length(&self) -> usize {
        self.events.iter().filter(|event| event.what.counts()).count()
    }

    /// Phase of an event, from 1; 0 is the start of the nodes.
    pub fn phase_of(&self, event: usize) -> usize {
        self.phases.partition_point(|&first| first as usize <= event)
    }
}

/// An act that had no effect. A shrinker deletes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// Both count from 0.
    pub phase: u32,
    pub act: u32,
    pub why: Why,
}

/// Why an act had no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// The word is neither in the cast nor a role of this protocol.
    NoSuchParty(String),
    NoSuchKind(String),
    NoSuchTimer(String),
    /// What the protocol said about the text of the request.
    BadRequest(String),
    /// Acts on databases, in a world of messages.
    NotOfThisWorld,
    /// No clock goes that far.
    TooFar,
    /// No clock is so fast or so slow.
    NoSuchRate,

    NobodyPlays(String),
    Down,
    Up,
    Paused,
    NotPaused,
    NoTimerSet,
    /// The clock is already there.
    Past,
    AlreadyCut,
    NothingCut,
    AlreadyHeld,
    NotHeld,
    NothingWaits,
    SameClock,
    SameRate,
    /// It waited for a message or a step that did not come.
    NeverCame,
    /// It replaced one that waited for the same node's next step.
    Replaced,
    /// The run had ended before.
    Over,
}

impl Why {
    /// Whether the act can have no effect in any run, so that its text is wrong.
    pub fn is_mistake(&self) -> bool {
        use Why::{BadRequest, NoSuchKind, NoSuchParty, NoSuchRate, NoSuchTimer, NotOfThisWorld, TooFar};
        matches!(
            self,
            NoSuchParty(_)
                | NoSuchKind(_)
                | NoSuchTimer(_)
                | BadRequest(_)
                | NotOfThisWorld
                | TooFar
                | NoSuchRate
        )
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Why::NoSuchParty(word) => return write!(f, "`{word}` is neither a node nor a role"),
            Why::NoSuchKind(word) => return write!(f, "there is no message of kind `{word}`"),
            Why::NoSuchTimer(word) => return write!(f, "there is no timer `{word}`"),
            Why::BadRequest(text) => return f.write_str(text),
            Why::NobodyPlays(role) => return write!(f, "nobody is {role}"),
            Why::NotOfThisWorld => "there is no database in this world",
            Why::TooFar => "no clock goes that far",
            Why::NoSuchRate => "no clock is half as fast again or half as slow",
            Why::Down => "it is down",
            Why::Up => "it is up",
            Why::Paused => "it is paused already",
            Why::NotPaused => "it is not paused",
            Why::NoTimerSet => "no such timer is set",
            Why::Past => "the clock is there already",
            Why::AlreadyCut => "nothing passes there already",
            Why::NothingCut => "nothing is cut",
            Why::AlreadyHeld => "these are held already",
            Why::NotHeld => "these are not held",
            Why::NothingWaits => "no such message waits on the way",
            Why::SameClock => "its clock is off by this much already",
            Why::SameRate => "its clock runs so already",
            Why::NeverCame => "what it waited for did not come",
            Why::Replaced => "a later act replaced it",
            Why::Over => "the run had ended",
        };
        f.write_str(text)
    }
}

/// The nodes kept each other busy until the budget of events was used up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Livelock {
    /// When it was noticed; as much as this happened without the clock moving, unless `still` is
    /// false: then the whole run was too long.
    pub at: Ms,
    pub events: u32,
    pub still: bool,
    /// What happened most often lately, and how often: `n1 → n2 Ask`, `n1 times out election`.
    pub what: String,
    pub times: u32,
}

impl fmt::Display for Livelock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Livelock { at, events, still, what, times } = self;
        if *still {
            write!(f, "{events} events at {at} ms and no end: {what}, {times} times")
        } else {
            write!(f, "{events} events by {at} ms and no end: {what}, {times} times lately")
        }
    }
}

/// What a property says of a run that breaks it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// The number of the event that broke it.
    pub event: usize,
    pub observed: String,
    pub required: String,
}

/// How [`super::World::finish`] ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// What the caller waited for came about, at this time.
    Reached(Ms),
    /// No mail and no timer is left.
    Quiet,
    /// The budget of virtual time is used up.
    OutOfTime,
    Livelock,
}
