//! Which nodes take part in which file.

use super::BreakTheLock;
use super::ledger::Ledger;
use super::pair::Pair;
use super::pod::{Care, Pod};
use super::service::Service;
use crate::world::{Machine, NodeId};

/// One of the five files, by what it is to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scene {
    Pause,
    LatePacket,
    Failover,
    CheckThenAct,
    TwoLeases,
}

impl Scene {
    pub const ALL: [Scene; 5] =
        [Scene::Pause, Scene::LatePacket, Scene::Failover, Scene::CheckThenAct, Scene::TwoLeases];

    /// The file's name without its end.
    pub fn name(self) -> &'static str {
        match self {
            Scene::Pause => "pause",
            Scene::LatePacket => "late-packet",
            Scene::Failover => "failover",
            Scene::CheckThenAct => "check-then-act",
            Scene::TwoLeases => "two-leases",
        }
    }

    pub fn named(name: &str) -> Option<Scene> {
        Scene::ALL.into_iter().find(|scene| scene.name() == name)
    }

    /// The names of the nodes, as a figure has them from left to right.
    pub fn cast(self) -> &'static [&'static str] {
        match self {
            Scene::Pause | Scene::LatePacket | Scene::CheckThenAct => &["pod-7", "lease", "ledger", "pod-3"],
            Scene::Failover => &["pod-7", "store", "replica", "ledger", "pod-3"],
            Scene::TwoLeases => &["pod-7", "kickoff:ACH", "recon:card", "ledger", "pod-3"],
        }
    }

    /// For each lease, who may grant it.
    pub fn leases(self) -> &'static [&'static [&'static str]] {
        match self {
            Scene::Pause | Scene::LatePacket | Scene::CheckThenAct => &[&["lease"]],
            Scene::Failover => &[&["store", "replica"]],
            Scene::TwoLeases => &[&["kickoff:ACH"], &["recon:card"]],
        }
    }

    fn care(self) -> Care {
        match self {
            Scene::Pause | Scene::TwoLeases => Care::Trusting,
            Scene::LatePacket => Care::Punctual,
            Scene::Failover => Care::Renewing,
            Scene::CheckThenAct => Care::Asking,
        }
    }
}

/// The code of a scene that a schedule breaks, and the code that the same schedule must not break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// `unfenced`: the ledger writes what it is sent. In `two-leases`, `opposite`: the pods
    /// take their leases in opposite order.
    Given,
    /// `fenced`: a pod claims the account first, and its writes carry its token. In `two-leases`,
    /// `ordered`: both take `kickoff:ACH` first.
    Reference,
}

/// The node of this place in a cast, which is the scene's or a part of it.
pub fn node(scene: Scene, code: Code, me: NodeId, cast: &[&str]) -> Box<dyn Machine<BreakTheLock>> {
    let id = |name: &str| {
        let place = cast.iter().position(|known| *known == name);
        place.map_or(NOBODY, |place| NodeId(place as u8))
    };
    let name = cast.get(me.index()).copied().unwrap_or_default();
    let fenced = code == Code::Reference && scene != Scene::TwoLeases;
    match name {
        "ledger" if fenced => Box::new(Ledger::fenced()),
        "ledger" => Box::new(Ledger::unfenced()),
        "store" => Box::new(Service::store(id("replica"))),
        "replica" => Box::new(Service::replica()),
        "pod-7" | "pod-3" if scene == Scene::TwoLeases => {
            let mut services = [id("kickoff:ACH"), id("recon:card")];
            if name == "pod-3" && code == Code::Given {
                services.reverse();
            }
            Box::new(Pair::new(services, id("ledger")))
        }
        "pod-7" | "pod-3" => {
            let services = scene.leases().concat().into_iter().map(id).collect();
            Box::new(Pod::new(scene.care(), services, id("ledger"), fenced))
        }
        _ => Box::new(Service::alone()),
    }
}

/// No cast is as large as this.
const NOBODY: NodeId = NodeId(u8::MAX);
