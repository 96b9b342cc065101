//! Exercise `detector`: when is a pod dead, for somebody who only hears it beat?
//!
//! * [`facts`]: what happened in a run, and for how long the promised bound held.
//! * [`rules`]: what a run must keep.
//! * [`plans`]: what is tried: all of it within the bound, or beyond it where only one rule looks.
//! * [`examples`], [`attack`]: what is tested besides the rules.
//! * [`adversary`]: what any detector can be made to do without the bound.
//! * `exercise`, `grade`: all of it as an [`Exercise`](grader::exercise::Exercise), and as tests.

pub mod adversary;
pub mod attack;
pub mod examples;
mod exercise;
pub mod facts;
mod grade;
pub mod plans;
pub mod rules;

use std::rc::Rc;

pub use kit::contract::detector::Watching;
use kit::contract::detector::{Make, Pod, Successor, Watch};
use kit::world::{Machine, NodeId};

use crate::messages::{Everybody, Nodes};

pub type Seen = crate::messages::Seen<Watching>;

/// Who takes part, in the order of their ids.
pub const EVERYBODY: &[&str] = &["pod-7", "watch", "pod-3"];

const POD: NodeId = NodeId(0);
const WATCH: NodeId = NodeId(1);
const SUCCESSOR: NodeId = NodeId(2);

/// What a learner hands in.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    pub make: Make,
}

/// The three nodes, with this detector.
pub fn nodes(make: Make) -> Nodes<Watching> {
    let everybody = Everybody { names: EVERYBODY, least: EVERYBODY.len() };
    let node = move |me, _: &[&'static str]| -> Box<dyn Machine<Watching>> {
        match me {
            POD => Box::new(Pod::new(WATCH)),
            WATCH => Box::new(Watch::new(make(), SUCCESSOR)),
            _ => Box::new(Successor::default()),
        }
    };
    Nodes::new(everybody, Rc::new(node), None)
}

/// An instant or a span for people: `35 s`, `10.1 s`.
fn seconds(ms: kit::Ms) -> String {
    let (whole, part) = (ms / 1_000, ms % 1_000);
    if part == 0 {
        return format!("{whole} s");
    }
    format!("{whole}.{} s", format!("{part:03}").trim_end_matches('0'))
}
