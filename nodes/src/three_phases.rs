//! Three-phase commit, complete and correct where silence means death; there for a schedule that breaks it.
//!
//! Its language is the kit's (`kit::contract::commit::three_phases`). It follows Skeen's non-blocking
//! commit with a central coordinator, and its termination protocol as Bernstein, Hadzilacos and Goodman
//! have it (*Concurrency Control and Recovery in Database Systems*, 7.5). `tests/three_phases` tries every
//! crash in it.
//!
//! * [`attack`]: the file that breaks it.
//! * [`exercise`]: its rules, for the scenarios behind figures.

pub mod attack;
mod bank;
mod coordinator;
pub mod exercise;

use std::rc::Rc;

use kit::contract::commit::three_phases::{Deed, Record, ThreePhases};
use kit::contract::commit::{COORDINATOR, OPENING, Setup, Txn};
use kit::world::{Machine, NodeId, Run, What};

use crate::messages::{Everybody, Final, MakeNode, Nodes};

pub type Played = crate::messages::Seen<ThreePhases>;

/// What a party takes it for that another one says nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Silence {
    /// Three-phase commit: whoever is silent is dead, and the others go on.
    IsDeath,
    /// As in two-phase commit: whoever is in doubt waits until somebody knows.
    IsNothing,
}

/// In the order of their ids.
pub const NAMES: &[&str] = &["coordinator", "bank-a", "bank-b", "bank-c"];

/// A coordinator and two banks are in every cast.
const LEAST: usize = 3;

/// Once all faults have ended everybody decides well within this time.
const FINAL_MS: u64 = 120_000;

pub fn nodes(silence: Silence) -> Nodes<ThreePhases> {
    let make: MakeNode<ThreePhases> = Rc::new(move |me: NodeId, _: &[&'static str]| {
        let node: Box<dyn Machine<ThreePhases>> = if me == COORDINATOR {
            Box::new(coordinator::Coordinator::new(silence))
        } else {
            Box::new(bank::Bank::new(Setup { me, paise: OPENING }, silence))
        };
        node
    });
    let everybody = Everybody { names: NAMES, least: LEAST };
    Nodes::new(everybody, make, Some(Final { within: FINAL_MS, until: nobody_in_doubt }))
}

/// What lies on the disks of banks: votes without a decision.
fn nobody_in_doubt(run: &Run<ThreePhases>) -> bool {
    let mut open: Vec<(NodeId, Txn)> = Vec::new();
    for event in &run.events {
        let Some(who) = event.who else { continue };
        match event.what {
            What::Wrote(Record::Voted { txn, .. }) => open.push((who, txn)),
            What::Wrote(Record::Decided { txn, .. }) => open.retain(|of| *of != (who, txn)),
            // A vote that a crash has taken was told nobody; a decision that it has taken locks again.
            What::Crashed { forgot } if forgot > 0 => open.retain(|(of, _)| *of != who),
            What::Applied(Deed::Locks { txn }) if !open.contains(&(who, txn)) => open.push((who, txn)),
            _ => {}
        }
    }
    open.is_empty()
}
