//! The network: what is on the way, what waits, what may not pass.

use std::collections::VecDeque;

use super::acts::Spot;
use super::node::NodeId;

/// A copy of a message on its way. The message itself stands in the event that sent it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parcel {
    /// The number of the event that sent it.
    pub message: u32,
    /// 0 for the original, then 1, 2, …: the network made these.
    pub copy: u8,
    pub from: NodeId,
    pub to: NodeId,
}

/// Something that will make a node take a step.
#[derive(Debug, Clone, Copy)]
pub(super) enum Errand {
    /// On the way: cuts, holds and a receiver that is down still stop it.
    Mail(Parcel),
    /// It has reached a node that was paused; nothing but a crash of that node stops it now.
    Arrived(Parcel),
    /// `cause` is the act.
    Ask { to: NodeId, request: u32, cause: u32 },
    /// `cause` is the event that set the timer, or the act that lets it go off.
    Fire { who: NodeId, seq: u32, cause: u32 },
}

/// Where a parcel waits.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    Held(usize),
    Queue(usize),
}

/// `hold`, `drop` and `duplicate` name messages so. `cause` is the act's event.
#[derive(Debug, Clone)]
pub(super) struct Rule {
    pub(super) kind: &'static str,
    pub(super) from: NodeId,
    pub(super) to: NodeId,
    pub(super) cause: u32,
    pub(super) spot: Spot,
}

impl Rule {
    pub(super) fn names(&self, kind: &str, from: NodeId, to: NodeId) -> bool {
        self.from == from && self.to == to && self.kind == kind
    }
}

#[derive(Debug, Default)]
pub(super) struct Mail {
    pub(super) queue: VecDeque<Errand>,
    /// Waits until it is released, oldest first. Says which hold stopped it.
    pub(super) held: Vec<(Parcel, u32)>,
    pub(super) holds: Vec<Rule>,
    /// The act that holds every message, while one does.
    pub(super) hold_all: Option<u32>,
    /// Wait for the next message that they name.
    pub(super) drops: Vec<Rule>,
    pub(super) duplicates: Vec<Rule>,
    /// For each sender, a bit for each receiver that it cannot reach. Cuts of today go both ways;
    /// the table would also hold one-way cuts.
    blocked: Vec<u32>,
}

impl Mail {
    pub(super) fn clear(&mut self, nodes: usize) {
        self.queue.clear();
        self.held.clear();
        self.forget_rules();
        self.blocked.clear();
        self.blocked.resize(nodes, 0);
    }

    pub(super) fn forget_rules(&mut self) {
        self.end_holds();
        self.drops.clear();
        self.duplicates.clear();
    }

    pub(super) fn end_holds(&mut self) {
        self.holds.clear();
        self.hold_all = None;
    }

    pub(super) fn passes(&self, from: NodeId, to: NodeId) -> bool {
        self.blocked[from.index()] & (1 << to.0) == 0
    }

    /// Cuts between the two sides, given as bits; says whether anything passed before.
    pub(super) fn cut(&mut self, left: u32, right: u32) -> bool {
        let mut news = false;
        for (node, blocked) in self.blocked.iter_mut().enumerate() {
            let mine = 1 << node;
            let mut away = 0;
            if left & mine != 0 {
                away |= right & !mine;
            }
            if right & mine != 0 {
                away |= left & !mine;
            }
            news |= *blocked | away != *blocked;
            *blocked |= away;
        }
        news
    }

    /// Says whether there was a cut.
    pub(super) fn heal(&mut self) -> bool {
        let cut = self.blocked.iter().any(|&blocked| blocked != 0);
        self.blocked.fill(0);
        cut
    }

    /// What this hold stopped goes on. Each parcel remembers the hold that stopped it.
    pub(super) fn let_go(&mut self, hold: u32) {
        let Mail { held, queue, .. } = self;
        held.retain(|(parcel, by)| {
            if *by == hold {
                queue.push_back(Errand::Mail(*parcel));
            }
            *by != hold
        });
    }

    /// Every copy that has not reached its receiver.
    pub(super) fn on_the_way(&self) -> impl Iterator<Item = Parcel> + '_ {
        let queued = self.queue.iter().filter_map(|errand| match errand {
            Errand::Mail(parcel) | Errand::Arrived(parcel) => Some(*parcel),
            Errand::Ask { .. } | Errand::Fire { .. } => None,
        });
        queued.chain(self.held.iter().map(|(parcel, _)| *parcel))
    }

    /// Where the oldest copy is that the rule names and that is still on the way. What is held was
    /// sent in an earlier phase than what is queued, for each phase empties the queue, and a release
    /// all of its hold.
    pub(super) fn oldest(&self, names: impl Fn(Parcel) -> bool) -> Option<Place> {
        let held = self.held.iter().position(|(parcel, _)| names(*parcel));
        let queued = || self.queue.iter().position(|errand| matches!(errand, Errand::Mail(p) if names(*p)));
        held.map(Place::Held).or_else(|| queued().map(Place::Queue))
    }

    pub(super) fn remove(&mut self, place: Place) -> Option<Parcel> {
        match place {
            Place::Held(at) => Some(self.held.remove(at).0),
            Place::Queue(at) => match self.queue.remove(at)? {
                Errand::Mail(parcel) => Some(parcel),
                _ => None,
            },
        }
    }

    pub(super) fn see(&self, place: Place) -> Option<Parcel> {
        match place {
            Place::Held(at) => Some(self.held[at].0),
            Place::Queue(at) => match self.queue[at] {
                Errand::Mail(parcel) => Some(parcel),
                _ => None,
            },
        }
    }

    /// Puts a copy behind everything that waits where the first one does.
    pub(super) fn add_copy(&mut self, place: Place, parcel: Parcel) {
        match place {
            Place::Held(at) => {
                let hold = self.held[at].1;
                self.held.push((parcel, hold));
            }
            Place::Queue(_) => self.queue.push_back(Errand::Mail(parcel)),
        }
    }

    /// Takes away all that this node sent and nobody has received.
    pub(super) fn take_sent_by(&mut self, node: NodeId, lost: &mut Vec<Parcel>) {
        self.held.retain(|(parcel, _)| {
            if parcel.from == node {
                lost.push(*parcel);
            }
            parcel.from != node
        });
        self.queue.retain(|errand| match errand {
            Errand::Mail(parcel) if parcel.from == node => {
                lost.push(*parcel);
                false
            }
            _ => true,
        });
    }
}
