//! Toy: equals choose one leader.
//!
//! A node that is asked to stand, or whose patience ends while it stands, asks all others for their
//! votes. Votes count for one term. Nobody votes twice in a term, also not after a crash, so two
//! majorities cannot exist.

use std::collections::BTreeSet;

use crate::Ms;
use crate::trace::ArrowKind;
use crate::world::{self, Breach, Machine, NodeId, Protocol, Run, What};

pub mod wrong;

/// The election's language.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Election;

#[derive(Debug, Clone, PartialEq)]
pub enum Msg {
    /// Vote for me.
    Ask { term: u64 },
    /// You have my vote.
    Vote { term: u64 },
}

/// In this term, my vote went to this node.
#[derive(Debug, Clone, PartialEq)]
pub struct Voted {
    pub term: u64,
    pub candidate: NodeId,
}

/// The only request.
#[derive(Debug, Clone, PartialEq)]
pub struct Stand;

/// What a winner does.
#[derive(Debug, Clone, PartialEq)]
pub struct Leads {
    pub term: u64,
}

pub type Input = world::Input<Election>;
pub type Outputs = world::Outputs<Election>;

impl Protocol for Election {
    type Msg = Msg;
    type Record = Voted;
    type Request = Stand;
    type Answer = ();
    type Deed = Leads;

    const KINDS: &'static [&'static str] = &["Ask", "Vote"];
    const TIMERS: &'static [&'static str] = &["patience"];
    const ROLES: &'static [&'static str] = &["candidate", "leader"];

    fn kind(msg: &Msg) -> &'static str {
        match msg {
            Msg::Ask { .. } => "Ask",
            Msg::Vote { .. } => "Vote",
        }
    }

    fn parse_request(text: &str) -> Result<Stand, String> {
        match text.trim() {
            "stand" => Ok(Stand),
            other => Err(format!("expected the request `stand`, found `{other}`")),
        }
    }

    fn label(msg: &Msg) -> String {
        match msg {
            Msg::Ask { term } => format!("Ask {term}"),
            Msg::Vote { term } => format!("Vote {term}"),
        }
    }

    fn prose(msg: &Msg) -> String {
        match msg {
            Msg::Ask { term } => format!("asks for a vote in term {term}"),
            Msg::Vote { term } => format!("votes in term {term}"),
        }
    }

    fn arrow(msg: &Msg) -> ArrowKind {
        match msg {
            Msg::Ask { .. } => ArrowKind::Request,
            Msg::Vote { .. } => ArrowKind::Reply,
        }
    }

    fn request_prose(_: &Stand) -> String {
        "stand".to_owned()
    }

    fn deed_label(Leads { term }: &Leads) -> String {
        format!("term {term}")
    }

    fn deed_prose(Leads { term }: &Leads) -> String {
        format!("leads term {term}")
    }
}

/// How long a candidate waits before it asks again those who did not answer.
pub const PATIENCE: Ms = 100;

/// One of the equals.
#[derive(Debug)]
pub struct Node {
    me: NodeId,
    members: u8,
    /// Our last vote: in which term, for whom.
    term: u64,
    vote: Option<NodeId>,
    /// Who voted for us in this term; empty if we voted for another.
    voters: BTreeSet<NodeId>,
}

impl Node {
    pub fn new(me: NodeId, members: u8) -> Node {
        Node { me, members, term: 0, vote: None, voters: BTreeSet::new() }
    }

    /// It has asked for votes and does not have a majority.
    fn stands(&self) -> bool {
        (1..=usize::from(self.members / 2)).contains(&self.voters.len())
    }

    fn vote(&mut self, term: u64, candidate: NodeId, out: &mut Outputs) {
        (self.term, self.vote) = (term, Some(candidate));
        out.write(Voted { term, candidate });
        out.sync();
    }

    fn ask(&self, out: &mut Outputs) {
        for to in (0..self.members).map(NodeId).filter(|id| !self.voters.contains(id)) {
            out.send(to, Msg::Ask { term: self.term });
        }
        out.timer("patience", PATIENCE);
    }
}

impl Machine<Election> for Node {
    fn step(&mut self, _now: Ms, input: Input, out: &mut Outputs) {
        match input {
            Input::Restart { kept } => {
                if let Some(last) = kept.last() {
                    (self.term, self.vote) = (last.term, Some(last.candidate));
                }
            }
            Input::Request { .. } => {
                self.vote(self.term + 1, self.me, out);
                self.voters = BTreeSet::from([self.me]);
                out.role("candidate");
                self.ask(out);
            }
            Input::Timer(_) if self.stands() => self.ask(out),
            Input::Message { from, msg: Msg::Ask { term } } => {
                if term > self.term || (term == self.term && self.vote == Some(from)) {
                    self.voters.clear();
                    self.vote(term, from, out);
                    out.send(from, Msg::Vote { term });
                }
            }
            Input::Message { from, msg: Msg::Vote { term } } if term == self.term && self.stands() => {
                self.voters.insert(from);
                if !self.stands() {
                    out.role("leader");
                    out.apply(Leads { term });
                }
            }
            Input::Start | Input::Timer(_) | Input::Message { .. } => {}
        }
    }
}

/// At most one node leads a term.
pub fn at_most_one_leader_per_term(run: &Run<Election>) -> Result<(), Breach> {
    let mut leaders: Vec<(u64, NodeId)> = Vec::new();
    for (number, event) in run.events.iter().enumerate() {
        let (Some(who), What::Applied(Leads { term })) = (event.who, &event.what) else { continue };
        match leaders.iter().find(|(led, _)| led == term) {
            Some((_, first)) if *first != who => {
                return Err(Breach {
                    event: number,
                    observed: format!("{} and {} lead term {term}", run.name(*first), run.name(who)),
                    required: "one leader a term".to_owned(),
                });
            }
            _ => leaders.push((*term, who)),
        }
    }
    Ok(())
}

/// After the fair final phase, somebody has won if anybody stood.
pub fn somebody_leads_in_the_end(run: &Run<Election>) -> Result<(), Breach> {
    let stood = run.events.iter().any(|event| event.what == What::Became("candidate"));
    let won = run.events.iter().any(|event| matches!(event.what, What::Applied(_)));
    let finished = run.events.iter().any(|event| event.what == What::Finish);
    if won || !stood || !finished {
        return Ok(());
    }
    Err(Breach {
        event: run.events.len() - 1,
        observed: "nobody ever led".to_owned(),
        required: "a leader, once every fault has ended".to_owned(),
    })
}
