//! Exercise `two-phase-commit`: what its nodes are, what is tried, and the rules.
//!
//! Language and contract are the kit's (`kit::contract::commit`).

pub mod attack;
mod books;
pub mod broken;
mod examples;
mod exercise;
mod grade;
mod plans;
pub use plans::{SCHEDULES, bounds, every_schedule};
pub mod rules;

use std::rc::Rc;

use kit::contract::commit::{COORDINATOR, Commit, MakeBank, MakeCoordinator, OPENING, Setup};
use kit::world::{Machine, NodeId};

use crate::messages::{Everybody, Final, MakeNode, Nodes, Seen};

/// What a learner hands in.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    pub coordinator: MakeCoordinator,
    pub bank: MakeBank,
}

/// All parts put the same two machines to the test, in other schedules and by other rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Nobody crashes, and nobody is in doubt for long.
    Protocol,
    /// Crashes, of one after the other; a bank in doubt asks the coordinator.
    Recovery,
    /// The coordinator is out of reach; banks ask each other.
    Termination,
}

/// In the order of their ids, which the contract fixes.
const NAMES: &[&str] = &["coordinator", "bank-a", "bank-b", "bank-c"];

/// A coordinator and two banks are in every cast.
const LEAST: usize = 3;

/// Once all faults have ended everybody decides well within this time, also by waiting twice as long
/// after each question.
const FINAL_MS: u64 = 120_000;

fn nodes(candidate: Candidate) -> Nodes<Commit> {
    let make: MakeNode<Commit> = Rc::new(move |me: NodeId, _: &[&'static str]| -> Box<dyn Machine<Commit>> {
        if me == COORDINATOR {
            (candidate.coordinator)()
        } else {
            (candidate.bank)(Setup { me, paise: OPENING })
        }
    });
    let everybody = Everybody { names: NAMES, least: LEAST };
    Nodes::new(everybody, make, Some(Final { within: FINAL_MS, until: books::all_is_over }))
}

type Played = Seen<Commit>;
