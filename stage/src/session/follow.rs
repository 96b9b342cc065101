//! Following a plan, or the choices of an exploration.

use std::fmt;

use kit::Ms;
use kit::plan::{Act, Extent, Mail, Plan, Who};

use super::Session;
use crate::record::{Fault, Stop, What, shown};

/// The beginning of a schedule; after it a run goes on by itself.
#[derive(Debug, Clone, PartialEq, Eq, Default, PartialOrd, Ord)]
pub struct Choices(pub Vec<Choice>);

/// Whose turn it is, and what is done to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Choice {
    /// To this instant the clock goes before anybody acts, in ms; `None`: it stands still.
    pub at: Option<Ms>,
    /// A client, counted from 0 in the order of the cast.
    pub who: usize,
    pub fault: Option<Fault>,
}

/// An act that SQL clients cannot follow. Where it stands in the plan, counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanError {
    pub phase: usize,
    pub act: usize,
    pub slip: PlanSlip,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlanSlip {
    /// No client has this name. Those who have one.
    Nobody {
        word: String,
        cast: Vec<String>,
    },
    /// The act belongs to nodes that send messages.
    NotForClients {
        what: &'static str,
    },
    ClockRunsBack,
}

impl PlanSlip {
    /// What to do about it.
    pub fn help(&self) -> &'static str {
        match self {
            PlanSlip::Nobody { .. } => "the cast stands in the head of the file",
            PlanSlip::NotForClients { .. } => {
                "they know run, at, crash, refuse, lose the reply to, lose the request of"
            }
            PlanSlip::ClockRunsBack => "give a later instant, or put this line before the one that passed it",
        }
    }
}

impl fmt::Display for PlanSlip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanSlip::Nobody { word, cast } => {
                write!(f, "there is no client `{word}` here; there is {}", cast.join(", "))
            }
            PlanSlip::NotForClients { what } => write!(f, "clients of a database know no `{what}`"),
            PlanSlip::ClockRunsBack => {
                f.write_str("the clock does not run back: it is later than this already")
            }
        }
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "phase {}, act {}: {}", self.phase + 1, self.act + 1, self.slip)
    }
}

/// An act whose names are found.
#[derive(Debug)]
pub(crate) enum Move<'p> {
    At(Ms),
    Run { who: usize, extent: &'p Extent },
    Arm { who: usize, fault: Fault },
    Crash { who: usize },
}

/// Finds every name of a plan before any of it runs.
pub(crate) fn moves<'p>(plan: &'p Plan, cast: &[&str]) -> Result<Vec<Move<'p>>, PlanError> {
    let mut found = Vec::new();
    let mut now = 0;
    for (phase, acts) in plan.phases.iter().enumerate() {
        for (act, one) in acts.acts.iter().enumerate() {
            let step = resolve(one, cast, &mut now).map_err(|slip| PlanError { phase, act, slip })?;
            found.push(step);
        }
    }
    Ok(found)
}

fn resolve<'p>(act: &'p Act, cast: &[&str], now: &mut Ms) -> Result<Move<'p>, PlanSlip> {
    let arm = |who: &Who, fault| Ok(Move::Arm { who: find(who, cast)?, fault });
    match act {
        Act::At(at) if *at < *now => Err(PlanSlip::ClockRunsBack),
        Act::At(at) => {
            *now = *at;
            Ok(Move::At(*at))
        }
        Act::Run { who, extent } => Ok(Move::Run { who: find(who, cast)?, extent }),
        Act::LoseReply(who) => arm(who, Fault::LoseReply),
        Act::LoseRequest(who) => arm(who, Fault::LoseRequest),
        Act::Refuse(who) => arm(who, Fault::Refuse),
        Act::Crash { who, after: None, mail: Mail::Kept, keeping: 0 } => {
            Ok(Move::Crash { who: find(who, cast)? })
        }
        Act::Crash { .. } => Err(PlanSlip::NotForClients { what: "crash after an output, or with its mail" }),
        Act::Ask { .. } => Err(PlanSlip::NotForClients { what: "ask" }),
        Act::TimesOut { .. } => Err(PlanSlip::NotForClients { what: "times out" }),
        Act::Restart(_) => Err(PlanSlip::NotForClients { what: "restart" }),
        Act::Pause(_) => Err(PlanSlip::NotForClients { what: "pause" }),
        Act::Resume(_) => Err(PlanSlip::NotForClients { what: "resume" }),
        Act::Cut { .. } => Err(PlanSlip::NotForClients { what: "cut" }),
        Act::Isolate(_) => Err(PlanSlip::NotForClients { what: "isolate" }),
        Act::Heal => Err(PlanSlip::NotForClients { what: "heal" }),
        Act::Hold { .. } | Act::HoldAll => Err(PlanSlip::NotForClients { what: "hold" }),
        Act::Deliver { .. } => Err(PlanSlip::NotForClients { what: "deliver" }),
        Act::Release { .. } | Act::ReleaseAll => Err(PlanSlip::NotForClients { what: "release" }),
        Act::Drop { .. } => Err(PlanSlip::NotForClients { what: "drop" }),
        Act::Duplicate { .. } => Err(PlanSlip::NotForClients { what: "duplicate" }),
        Act::Clock { .. } => Err(PlanSlip::NotForClients { what: "clock" }),
        Act::Rate { .. } => Err(PlanSlip::NotForClients { what: "rate" }),
    }
}

fn find(who: &Who, cast: &[&str]) -> Result<usize, PlanSlip> {
    let place = cast.iter().position(|name| *name == who.word && !who.old);
    place.ok_or_else(|| PlanSlip::Nobody {
        word: if who.old { format!("old {}", who.word) } else { who.word.clone() },
        cast: cast.iter().map(|name| (*name).to_owned()).collect(),
    })
}

impl Session<'_> {
    pub(crate) fn follow_moves(&mut self, moves: &[Move<'_>]) {
        for step in moves {
            match step {
                Move::At(at) => self.set_clock(*at),
                Move::Run { who, extent } => self.run(*who, extent),
                Move::Arm { who, fault } => self.arm(*who, *fault),
                Move::Crash { who } if !self.over && self.parties[*who].is_live() => self.crash(*who),
                // Its calls are over; there is nothing to crash.
                Move::Crash { .. } => {}
            }
        }
    }

    /// Puts a fault in store for the next statement of `who`, in place of one that is there.
    ///
    /// A statement that waits is the next one already. The end of its wait strikes at once; the
    /// loss of its reply is noted where it began to wait, as if it had been in store then.
    fn arm(&mut self, who: usize, fault: Fault) {
        if self.over {
            return;
        }
        self.parties[who].fault = Some(fault);
        let Some(since) = self.parties[who].waits_since() else { return };
        if fault == Fault::LoseReply {
            let waits = self.record.decisions.iter_mut().find(|decision| decision.turn == since);
            if let Some(decision) = waits {
                decision.fault = Some(fault);
            }
            if let Some(What::Statement(statement)) = self.record.turns.get_mut(since).map(|t| &mut t.what) {
                statement.fault = Some(fault);
            }
        } else {
            self.choose(who);
        }
    }

    /// Runs one client as far as it says. A client that waits, or comes to wait, runs no further:
    /// its statement is done as soon as the others let it, and that is not counted here.
    fn run(&mut self, who: usize, extent: &Extent) {
        let mut left = match extent {
            Extent::Statements(count) => *count,
            Extent::Before(_) | Extent::End => u32::MAX,
        };
        while left > 0 && self.is_able(who) && !self.stands_before(who, extent) {
            self.choose(who);
            left -= 1;
            if self.parties[who].waits_since().is_some() {
                return;
            }
        }
    }

    fn stands_before(&self, who: usize, extent: &Extent) -> bool {
        let Extent::Before(text) = extent else { return false };
        let next = self.parties[who].asks.as_ref().map(|ask| shown(&ask.sql, &ask.params));
        next.is_some_and(|next| next.to_lowercase().contains(&text.to_lowercase()))
    }

    pub(crate) fn follow_choices(&mut self, choices: &Choices) {
        for (decision, Choice { at, who, fault }) in choices.0.iter().enumerate() {
            if let Some(at) = at {
                self.set_clock(*at);
            }
            if !self.parties.get(*who).is_some_and(|party| !self.over && party.is_able()) {
                self.record.stops.push(Stop::Diverged { decision });
                return;
            }
            match fault {
                Some(Fault::Crash) => self.crash(*who),
                Some(fault) => {
                    self.parties[*who].fault = Some(*fault);
                    self.choose(*who);
                }
                None => self.choose(*who),
            }
        }
    }
}
