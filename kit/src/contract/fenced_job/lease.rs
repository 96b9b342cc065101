//! The lease service of `fenced-job`: correct, and not yours to change.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Attempt, Deed, Input, Job, Msg, Outputs, TTL};
use crate::Ms;
use crate::world::{Machine, NodeId};

/// The grant before the first one that a run sees: there have been other nights.
const BEFORE: u64 = 32;

/// What the service knows. It survives crashes.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Lease {
    token: u64,
    owner: Option<(NodeId, Attempt)>,
    expires_at: Ms,
    /// The last attempt of each pod that was decided. An attempt is decided once.
    decided: BTreeMap<NodeId, Attempt>,
}

impl Default for Lease {
    fn default() -> Self {
        Lease { token: BEFORE, owner: None, expires_at: 0, decided: BTreeMap::new() }
    }
}

/// The lease service.
#[derive(Debug, Clone, Default)]
pub struct Store {
    lease: Rc<RefCell<Lease>>,
}

impl Machine<Job> for Store {
    fn step(&mut self, now: Ms, input: Input, out: &mut Outputs) {
        let mut lease = self.lease.borrow_mut();
        match input {
            Input::Start => *lease = Lease::default(),
            Input::Message { from, msg: Msg::Acquire { attempt } } => lease.acquire(now, from, attempt, out),
            Input::Message { from, msg: Msg::Release { attempt, token } } => {
                if lease.owner == Some((from, attempt)) && lease.token == token {
                    lease.owner = None;
                    out.apply(Deed::Ends { token });
                }
                out.send(from, Msg::Released { attempt });
            }
            _ => {}
        }
    }
}

impl Lease {
    fn acquire(&mut self, now: Ms, from: NodeId, attempt: Attempt, out: &mut Outputs) {
        let live = self.owner.filter(|_| now < self.expires_at);
        let new = self.decided.get(&from).is_none_or(|last| *last < attempt);
        if new {
            self.decided.insert(from, attempt);
        }
        if live.is_none() && new {
            self.token += 1;
            self.owner = Some((from, attempt));
            self.expires_at = now + TTL;
            out.apply(Deed::Grants { token: self.token });
        } else if live != Some((from, attempt)) {
            return out.send(from, Msg::Refused { attempt });
        }
        out.send(from, Msg::Granted { attempt, token: self.token });
    }
}
