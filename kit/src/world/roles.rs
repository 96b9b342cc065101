//! Who plays which role, now and before.

use super::node::NodeId;

/// Every role ever taken, in order. A plan asks it once an act, so a list is enough.
#[derive(Debug, Default)]
pub(super) struct Roles {
    taken: Vec<(&'static str, NodeId)>,
}

impl Roles {
    pub(super) fn clear(&mut self) {
        self.taken.clear();
    }

    pub(super) fn take(&mut self, role: &'static str, node: NodeId) {
        self.taken.push((role, node));
    }

    /// The last one who took the role, of those who `play` it now.
    pub(super) fn now(&self, role: &str, plays: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        self.who(role).find(|&node| plays(node))
    }

    /// The last one who took the role and is not the one who plays it now; it may be down.
    pub(super) fn old(&self, role: &str, plays: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        let now = self.now(role, plays);
        self.who(role).find(|&node| Some(node) != now)
    }

    fn who<'a>(&'a self, role: &'a str) -> impl Iterator<Item = NodeId> + 'a {
        self.taken.iter().rev().filter(move |(taken, _)| *taken == role).map(|(_, node)| *node)
    }
}
