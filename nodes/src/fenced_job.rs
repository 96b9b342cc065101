//! Exercise `fenced-job`: what its nodes are, what is tried, and the rules.
//!
//! Language, contract, lease and tables are the kit's (`kit::contract::fenced_job`).

pub mod broken;
mod course;
mod examples;
mod exercise;
mod grade;
mod plans;
pub mod rules;

use std::rc::Rc;

use kit::contract::fenced_job::{Job, MakeWorker, Pod, Rows, Store, Table};
use kit::world::{Machine, NodeId, Run, What};

use crate::messages::{Everybody, Final, MakeNode, Nodes, Seen};

/// What a learner hands in.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    pub worker: MakeWorker,
}

/// The exercise has one part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Worker;

/// In the order of their ids, which the contract fixes.
const NAMES: &[&str] = &["lease", "accounts", "postings", "outbox", "pod-7", "pod-3"];

/// One pod is in every cast.
const LEAST: usize = 5;

/// Every job of a living pod ends well within this time once all faults have ended: leases that nobody
/// gives back run out, and who waits twice as long each time waits no longer than the fault lasted.
const FINAL_MS: u64 = 300_000;

/// The nodes, with this worker in each pod.
fn nodes(worker: MakeWorker) -> Nodes<Job> {
    let lease = Store::default();
    let tables: [Rows; 3] = Default::default();
    let boots: [Rc<_>; 2] = Default::default();
    let make: MakeNode<Job> = Rc::new(move |me: NodeId, names: &[&'static str]| -> Box<dyn Machine<Job>> {
        match names[me.index()] {
            "lease" => Box::new(lease.clone()),
            "pod-7" => Box::new(Pod::new(worker, Rc::clone(&boots[0]))),
            "pod-3" => Box::new(Pod::new(worker, Rc::clone(&boots[1]))),
            name => {
                let table = Table::ALL.into_iter().find(|table| table.name() == name);
                Box::new(tables[table.map_or(0, |table| table as usize)].clone())
            }
        }
    });
    let everybody = Everybody { names: NAMES, least: LEAST };
    Nodes::new(everybody, make, Some(Final { within: FINAL_MS, until: course::all_is_over }))
}

/// Whether this node is a pod.
fn is_pod(run: &Run<Job>, node: NodeId) -> bool {
    run.name(node).starts_with("pod-")
}

/// Who made the event, if a pod did.
fn pod_of(run: &Run<Job>, event: usize) -> Option<NodeId> {
    run.events[event]
        .who
        .filter(|who| is_pod(run, *who) && !matches!(run.events[event].what, What::Lost { .. }))
}

type Played = Seen<Job>;
