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

/// Collects the votes and decides.
#[derive(Debug, Default)]
pub struct Coordinator {
    members: u8,
    decision: Option<Decision>,
    /// Who has answered what was sent last.
    heard: BTreeSet<NodeId>,
}

impl Coordinator {
    pub fn new(members: u8) -> Coordinator {
        Coordinator { members, ..Coordinator::default() }
    }

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

impl Machine<TwoPhaseCommit> for Coordinator {
    fn step(&mut self, _now: Ms, input: Input, out: &mut Outputs) {
        match (input, self.decision) {
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
            // Nobody can have heard of a decision that is not on this disk.
            (Input::Restart { kept }, _) => self.decide(decided(&kept).unwrap_or(Decision::Abort), out),
            _ => {}
        }
    }
}

/// Votes yes, and then does what it is told.
#[derive(Debug, Default)]
pub struct Participant {
    decision: Option<Decision>,
}

impl Machine<TwoPhaseCommit> for Participant {
    fn step(&mut self, _now: Ms, input: Input, out: &mut Outputs) {
        match input {
            Input::Restart { kept } => {
                // The crash may have come between the write and the deed: do it again.
                self.decision = decided(&kept);
                self.decision.into_iter().for_each(|decision| out.apply(decision));
            }
            Input::Message { from, msg: Msg::Prepare } if self.decision.is_none() => {
                out.write(Record::VotedYes);
                out.sync();
                out.send(from, Msg::Yes);
            }
            Input::Message { from, msg: Msg::Decide(decision) } => {
                if self.decision.is_none() {
                    self.decision = Some(decision);
                    out.write(Record::Decided(decision));
                    out.sync();
                    out.apply(decision);
                }
                out.send(from, Msg::Done);
            }
            _ => {}
        }
    }
}

fn decided(kept: &[Record]) -> Option<Decision> {
    kept.iter().find_map(|record| match record {
        Record::Decided(decision) => Some(*decision),
        Record::VotedYes => None,
    })
}

/// The right node for this place in a cast of `members`.
pub fn node(me: NodeId, members: u8) -> Box<dyn Machine<TwoPhaseCommit>> {
    if me == COORDINATOR { Box::new(Coordinator::new(members)) } else { Box::<Participant>::default() }
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
