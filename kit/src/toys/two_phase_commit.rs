//! Toy: one coordinator and its participants commit together or not at all.
//!
//! The coordinator is the first of the cast. Asked to commit, it collects votes, writes its decision
//! down and announces it, and repeats what was not answered. A participant that has voted yes is in
//! doubt until it hears the decision: it may neither commit nor abort by itself.

use std::collections::BTreeSet;

use crate::Ms;
use crate::trace::ArrowKind;
use crate::world::{self, Breach, Machine, NodeId, Protocol, RequestId, Run, What};

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
    type Answer = Decision;
    type Deed = Decision;

    const KINDS: &'static [&'static str] = &["Prepare", "Yes", "Decide", "Done"];
    const TIMERS: &'static [&'static str] = &["patience", "again"];

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

/// Coordinator or participant.
#[derive(Debug)]
pub struct Node {
    me: NodeId,
    members: u8,
    voted: bool,
    decision: Option<Decision>,
    client: Option<RequestId>,
    /// The coordinator has not heard from these.
    silent: BTreeSet<NodeId>,
}

impl Node {
    pub fn new(me: NodeId, members: u8) -> Node {
        let silent = (1..members).map(NodeId).collect();
        Node { me, members, voted: false, decision: None, client: None, silent }
    }

    fn decide(&mut self, decision: Decision, out: &mut Outputs) {
        if self.decision.is_none() {
            self.decision = Some(decision);
            out.write(Record::Decided(decision));
            out.sync();
            out.apply(decision);
        }
    }

    fn announce(&mut self, decision: Decision, out: &mut Outputs) {
        self.decide(decision, out);
        self.silent = (1..self.members).map(NodeId).collect();
        self.repeat(out);
        if let Some(id) = self.client.take() {
            out.answer(id, decision);
        }
    }

    fn repeat(&mut self, out: &mut Outputs) {
        out.cancel("patience");
        if let Some(decision) = self.decision
            && !self.silent.is_empty()
        {
            self.silent.iter().for_each(|&to| out.send(to, Msg::Decide(decision)));
            out.timer("again", AGAIN);
        }
    }

    fn on_message(&mut self, from: NodeId, msg: Msg, out: &mut Outputs) {
        match msg {
            Msg::Prepare if self.decision.is_none() => {
                if !std::mem::replace(&mut self.voted, true) {
                    out.write(Record::VotedYes);
                    out.sync();
                }
                out.send(from, Msg::Yes);
            }
            Msg::Decide(decision) => {
                self.decide(decision, out);
                out.send(from, Msg::Done);
            }
            Msg::Yes if self.decision.is_none() => {
                if self.silent.remove(&from) && self.silent.is_empty() {
                    self.announce(Decision::Commit, out);
                }
            }
            Msg::Done if self.decision.is_some() => _ = self.silent.remove(&from),
            Msg::Prepare | Msg::Yes | Msg::Done => {}
        }
    }
}

impl Machine<TwoPhaseCommit> for Node {
    fn step(&mut self, _now: Ms, input: Input, out: &mut Outputs) {
        match input {
            Input::Start => {}
            Input::Request { id, .. } => {
                self.client = Some(id);
                self.silent.iter().for_each(|&to| out.send(to, Msg::Prepare));
                out.timer("patience", PATIENCE);
            }
            Input::Timer("patience") => self.announce(Decision::Abort, out),
            Input::Timer(_) => self.repeat(out),
            Input::Message { from, msg } => self.on_message(from, msg, out),
            Input::Restart { kept } => {
                self.voted = kept.contains(&Record::VotedYes);
                if let Some(Record::Decided(decision)) = kept.last() {
                    self.decision = Some(*decision);
                }
                // Nobody can have been told of a decision that is not on this disk: abort.
                if self.me == COORDINATOR {
                    self.announce(self.decision.unwrap_or(Decision::Abort), out);
                }
            }
        }
    }
}

/// Nobody commits when another aborts, and nobody changes its mind.
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

/// After the fair final phase, all have decided if anybody has.
pub fn all_decide_in_the_end(run: &Run<TwoPhaseCommit>) -> Result<(), Breach> {
    let decided: BTreeSet<NodeId> = run
        .events
        .iter()
        .filter(|event| matches!(event.what, What::Applied(_)))
        .filter_map(|event| event.who)
        .collect();
    let finished = run.events.iter().any(|event| event.what == What::Finish);
    if !finished || decided.is_empty() || decided.len() == run.cast.len() {
        return Ok(());
    }
    Err(Breach {
        event: run.events.len() - 1,
        observed: format!("{} of {} have decided", decided.len(), run.cast.len()),
        required: "a decision of everybody, once every fault has ended".to_owned(),
    })
}
