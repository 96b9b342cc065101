//! Toy: one coordinator and its participants commit together or not at all.
//!
//! The coordinator is the first of the cast. Asked to commit, it collects votes, writes its decision
//! down and announces it, and repeats what was not answered. A participant that has voted yes is in
//! doubt until it hears the decision: it may neither commit nor abort by itself.

use std::collections::BTreeSet;

use crate::Ms;
use crate::trace::ArrowKind;
use crate::world::{self, Breach, Machine, NodeId, Protocol, Run, What};

pub mod wrong;

/// The language of two-phase commit, for one transaction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TwoPhaseCommit;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    Commit,
    Abort,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Msg {
    /// Can you commit?
    Prepare,
    /// I can, and shall do whatever you decide.
    Yes,
    Decide(Decision),
    /// I have done so.
    Done,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Record {
    VotedYes,
    Decided(Decision),
}

/// The only request.
#[derive(Debug, Clone, PartialEq)]
pub struct Commit;

pub type Input = world::Input<TwoPhaseCommit>;
pub type Outputs = world::Outputs<TwoPhaseCommit>;

impl Protocol for TwoPhaseCommit {
    type Msg = Msg;
    type Record = Record;
    type Request = Commit;
    type Answer = ();
    type Deed = Decision;

    const KINDS: &'static [&'static str] = &["Prepare", "Yes", "Decide", "Done"];
    const TIMERS: &'static [&'static str] = &["patience"];

    fn kind(msg: &Msg) -> &'static str {
        match msg {
            Msg::Prepare => "Prepare",
            Msg::Yes => "Yes",
            Msg::Decide(_) => "Decide",
            Msg::Done => "Done",
        }
    }

    fn parse_request(text: &str) -> Result<Commit, String> {
        match text.trim() {
            "commit" => Ok(Commit),
            other => Err(format!("expected the request `commit`, found `{other}`")),
        }
    }

    fn label(msg: &Msg) -> String {
        match msg {
            Msg::Decide(decision) => format!("{decision:?}"),
            other => Self::kind(other).to_owned(),
        }
    }

    fn prose(msg: &Msg) -> String {
        match msg {
            Msg::Prepare => "can you commit?".to_owned(),
            Msg::Yes => "yes".to_owned(),
            Msg::Decide(Decision::Commit) => "commit".to_owned(),
            Msg::Decide(Decision::Abort) => "abort".to_owned(),
            Msg::Done => "done".to_owned(),
        }
    }

    fn arrow(msg: &Msg) -> ArrowKind {
        match msg {
            Msg::Prepare | Msg::Decide(_) => ArrowKind::Request,
            Msg::Yes | Msg::Done => ArrowKind::Reply,
        }
    }

    fn request_prose(_: &Commit) -> String {
        "commit".to_owned()
    }

    fn deed_prose(deed: &Decision) -> String {
        match deed {
            Decision::Commit => "commits".to_owned(),
            Decision::Abort => "aborts".to_owned(),
        }
    }
}

pub const COORDINATOR: NodeId = NodeId(0);
/// How long the coordinator waits for votes before it aborts.
pub const PATIENCE: Ms = 1_000;
/// How often it announces a decision that somebody has not confirmed.
pub const AGAIN: Ms = 100;

/// A node: the coordinator, or a participant, which votes yes and then does what it is told.
#[derive(Debug, Default)]
pub struct Node {
    /// How many nodes the coordinator speaks to, itself counted; 0 in a participant.
    members: u8,
    decision: Option<Decision>,
    /// Who has answered what the coordinator sent last.
    heard: BTreeSet<NodeId>,
}

impl Node {
    fn tell(&self, msg: &Msg, patience: Ms, out: &mut Outputs) {
        for to in (1..self.members).map(NodeId).filter(|id| !self.heard.contains(id)) {
            out.send(to, msg.clone());
            out.timer("patience", patience);
        }
    }

    fn decide(&mut self, decision: Decision, out: &mut Outputs) {
        self.decision = Some(decision);
        out.write(Record::Decided(decision));
        out.sync();
        self.heard.clear();
        self.tell(&Msg::Decide(decision), AGAIN, out);
    }
}

impl Machine<TwoPhaseCommit> for Node {
    fn step(&mut self, _now: Ms, input: Input, out: &mut Outputs) {
        match (input, self.decision) {
            // What a coordinator hears.
            (Input::Request { .. }, None) => self.tell(&Msg::Prepare, PATIENCE, out),
            (Input::Message { from, msg: Msg::Yes }, None) => {
                self.heard.insert(from);
                if self.heard.len() + 1 == usize::from(self.members) {
                    self.decide(Decision::Commit, out);
                }
            }
            (Input::Timer(_), None) => self.decide(Decision::Abort, out),
            (Input::Timer(_), Some(decision)) => self.tell(&Msg::Decide(decision), AGAIN, out),
            (Input::Message { from, msg: Msg::Done }, Some(_)) => _ = self.heard.insert(from),
            // Nobody can have heard of a decision that is not on the coordinator's disk.
            (Input::Restart { kept }, _) if self.members > 0 => {
                self.decide(decided(&kept).unwrap_or(Decision::Abort), out);
            }
            // What a participant hears. A crash may have come between its write and its deed.
            (Input::Restart { kept }, _) => {
                self.decision = decided(&kept);
                self.decision.into_iter().for_each(|decision| out.apply(decision));
            }
            (Input::Message { from, msg: Msg::Prepare }, None) => {
                out.write(Record::VotedYes);
                out.sync();
                out.send(from, Msg::Yes);
            }
            (Input::Message { from, msg: Msg::Decide(decision) }, known) => {
                if known.is_none() {
                    self.decide(decision, out);
                    out.apply(decision);
                }
                out.send(from, Msg::Done);
            }
            _ => {}
        }
    }
}

/// The decision among the records, if there is one.
fn decided(kept: &[Record]) -> Option<Decision> {
    kept.iter().find_map(|record| if let Record::Decided(it) = record { Some(*it) } else { None })
}

impl Node {
    /// The node for this place in a cast of `members`.
    pub fn new(me: NodeId, members: u8) -> Node {
        Node { members: if me == COORDINATOR { members } else { 0 }, ..Node::default() }
    }
}

/// The right node for this place in a cast of `members`.
pub fn node(me: NodeId, members: u8) -> Box<dyn Machine<TwoPhaseCommit>> {
    Box::new(Node::new(me, members))
}

/// No participant commits when another aborts, and none changes its mind.
pub fn all_decide_alike(run: &Run<TwoPhaseCommit>) -> Result<(), Breach> {
    let mut first: Option<(NodeId, Decision)> = None;
    for (number, event) in run.events.iter().enumerate() {
        let (Some(who), What::Applied(decision)) = (event.who, &event.what) else { continue };
        let (one, before) = *first.get_or_insert((who, *decision));
        if before != *decision {
            return Err(Breach {
                event: number,
                observed: format!("{} decided {before:?}, {} {decision:?}", run.name(one), run.name(who)),
                required: "one decision for all".to_owned(),
            });
        }
    }
    Ok(())
}

/// After the fair final phase, all participants have decided if one has.
pub fn all_decide_in_the_end(run: &Run<TwoPhaseCommit>) -> Result<(), Breach> {
    let decided: BTreeSet<NodeId> = run
        .events
        .iter()
        .filter(|event| matches!(event.what, What::Applied(_)))
        .filter_map(|event| event.who)
        .collect();
    let finished = run.events.iter().any(|event| event.what == What::Finish);
    if !finished || decided.is_empty() || decided.len() + 1 == run.cast.len() {
        return Ok(());
    }
    Err(Breach {
        event: run.events.len() - 1,
        observed: format!("{} of {} participants have decided", decided.len(), run.cast.len() - 1),
        required: "a decision of everybody, once every fault has ended".to_owned(),
    })
}
