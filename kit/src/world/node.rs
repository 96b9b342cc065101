//! What a node is: the messages of an exercise, and the one function that a learner writes.

use std::fmt::Debug;

use crate::Ms;
use crate::trace::ArrowKind;

/// Plain values: what messages, records, requests, answers and deeds are made of.
pub trait Data: Clone + Debug + PartialEq + Send + Sync + 'static {}
impl<T: Clone + Debug + PartialEq + Send + Sync + 'static> Data for T {}

/// A node, by its place in the cast: the first is 0. The name stays the same over restarts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u8);

impl NodeId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A request of a client; the answer carries the same number. Every `ask` has a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u32);

/// A fact that a deed begins or ends, such as a lease in its store. A figure draws it as a bar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lasting {
    /// With what stands on the bar. It ends what lasted on this lane before.
    Begins(String),
    /// With what stands at its end.
    Ends(String),
}

/// The language that the nodes of one exercise speak: an empty type that names the types.
///
/// A learner never sees it, since each exercise gives aliases (`type Input = world::Input<Raft>`).
pub trait Protocol: Copy + Debug + PartialEq + Send + Sync + 'static {
    type Msg: Data;
    /// What a node writes to its disk.
    type Record: Data;
    /// What a client asks of a node.
    type Request: Data;
    type Answer: Data;
    /// What a node does that counts outside of it: an entry applied, a payment made.
    type Deed: Data;

    /// Every kind of message, as plans and generators name them.
    const KINDS: &'static [&'static str];
    /// Every timer that a node may set.
    const TIMERS: &'static [&'static str] = &[];
    /// Every role that a node may become.
    const ROLES: &'static [&'static str] = &[];
    /// The role that is a belief: a figure outlines the lane of whoever plays it.
    const BELIEF: Option<&'static str> = None;

    /// One of [`Self::KINDS`]: `hold Vote n1 -> n2` is about messages of this kind.
    fn kind(msg: &Self::Msg) -> &'static str;

    /// Reads the text of `ask leader "acquire kickoff:ACH"`. The error says what was expected.
    fn parse_request(text: &str) -> Result<Self::Request, String>;

    /// What stands on the message's arrow; 9 characters at most, more are cut off.
    fn label(msg: &Self::Msg) -> String {
        Self::kind(msg).to_owned()
    }

    /// What the message says, in words, for the steps of a trace.
    fn prose(msg: &Self::Msg) -> String {
        format!("{msg:?}")
    }

    /// Whether a figure draws the message solid or dashed.
    fn arrow(_msg: &Self::Msg) -> ArrowKind {
        ArrowKind::Request
    }

    fn request_prose(request: &Self::Request) -> String {
        format!("{request:?}")
    }

    fn answer_prose(answer: &Self::Answer) -> String {
        format!("{answer:?}")
    }

    /// What stands beside the node's lane; short.
    fn deed_label(deed: &Self::Deed) -> String {
        Self::deed_prose(deed)
    }

    /// Follows the node's name: `n1` *leads term 3*.
    fn deed_prose(deed: &Self::Deed) -> String {
        format!("{deed:?}")
    }

    /// Whether a step that folds many events tells this one. A deed of everyday use is left out there.
    fn tells(_deed: &Self::Deed) -> bool {
        true
    }

    /// What lasts from this deed on, or is over by it; drawn beside its label.
    fn lasting(_deed: &Self::Deed) -> Option<Lasting> {
        None
    }
}

/// A node, as the world sees it: it is handed one input and says what is to be done.
///
/// It does nothing by itself: no thread, no I/O, no clock of its own, no randomness (what it
/// needs of that comes through its constructor).
pub trait Machine<P: Protocol> {
    /// `now` is what the node's own clock shows, in milliseconds. That clock may be off, and a
    /// plan may set it, also back. Timers are not affected: they count the steady clock.
    fn step(&mut self, now: Ms, input: Input<P>, out: &mut Outputs<P>);

    /// Comes before every step: what the node's steady clock shows, in milliseconds since the world
    /// began. Nobody sets that clock, and it goes on while the node is down or paused; but it may be
    /// a little fast or slow. A node that has no use for it leaves this out.
    fn steady(&mut self, _ms: Ms) {}
}

/// What comes to a node.
#[derive(Debug, Clone, PartialEq)]
pub enum Input<P: Protocol> {
    /// The first input of a new node with an empty disk. After a restart `Restart` comes instead.
    Start,
    /// From another node, or from itself. It may come late, twice, in another order or never, and
    /// may have been sent to an earlier life of this node or by an earlier life of the sender.
    Message { from: NodeId, msg: P::Msg },
    /// A timer that this life has set went off; it is no longer set. A plan may let it go off
    /// early. While a node is paused a timer waits, so it can also be late.
    Timer(&'static str),
    /// A client asks. Nobody asks twice with the same `id`.
    Request { id: RequestId, request: P::Request },
    /// The first input of a node that crashed: what its disk kept, in the order of writing.
    /// Memory, timers and its role are gone.
    Restart { kept: Vec<P::Record> },
}

/// One thing that a node wants done.
#[derive(Debug, Clone, PartialEq)]
pub enum Output<P: Protocol> {
    Write(P::Record),
    Sync,
    Send { to: NodeId, msg: P::Msg },
    Timer { name: &'static str, after: Ms },
    Cancel(&'static str),
    Answer { id: RequestId, answer: P::Answer },
    Become(&'static str),
    Apply(P::Deed),
    Note(String),
}

/// What a node wants done, in order. The world does it one by one when the step returns, and a
/// crash may fall between any two.
#[derive(Debug, Clone, PartialEq)]
pub struct Outputs<P: Protocol> {
    list: Vec<Output<P>>,
}

impl<P: Protocol> Default for Outputs<P> {
    fn default() -> Self {
        Outputs { list: Vec::new() }
    }
}

impl<P: Protocol> Outputs<P> {
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends to the disk. A crash before the next [`Outputs::sync`] may lose it.
    pub fn write(&mut self, record: P::Record) {
        self.list.push(Output::Write(record));
    }

    /// All that was written so far survives every crash from now on.
    pub fn sync(&mut self) {
        self.list.push(Output::Sync);
    }

    /// Hands a message to the network, which promises nothing.
    pub fn send(&mut self, to: NodeId, msg: P::Msg) {
        self.list.push(Output::Send { to, msg });
    }

    /// Sets the timer `name` to go off once, `after` milliseconds from now by the node's steady
    /// clock. If it is set already, this replaces it.
    pub fn timer(&mut self, name: &'static str, after: Ms) {
        self.list.push(Output::Timer { name, after });
    }

    /// The timer `name` will not go off. Does nothing if it is not set.
    pub fn cancel(&mut self, name: &'static str) {
        self.list.push(Output::Cancel(name));
    }

    /// Tells the client who asked.
    pub fn answer(&mut self, id: RequestId, answer: P::Answer) {
        self.list.push(Output::Answer { id, answer });
    }

    /// From now on this node plays the role, and no other.
    pub fn role(&mut self, role: &'static str) {
        self.list.push(Output::Become(role));
    }

    /// Does something that counts outside of the node.
    pub fn apply(&mut self, deed: P::Deed) {
        self.list.push(Output::Apply(deed));
    }

    /// A remark for whoever reads the trace. It changes nothing.
    pub fn note(&mut self, text: &str) {
        self.list.push(Output::Note(text.to_owned()));
    }

    /// What has been said so far; for tests of a node by itself.
    pub fn list(&self) -> &[Output<P>] {
        &self.list
    }

    /// The same, to be changed: a wrapper round a node can drop or reorder what the node said.
    pub fn list_mut(&mut self) -> &mut Vec<Output<P>> {
        &mut self.list
    }
}
