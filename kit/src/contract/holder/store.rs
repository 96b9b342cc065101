//! The store of the lease: given, and right. It decides by its own steady clock, and what it has
//! granted survives its crashes.

use super::{Attempt, Deed, End, Input, Keeping, Msg, Outputs, Record, Request, TTL};
use crate::Ms;
use crate::world::{Machine, NodeId};

#[derive(Debug, Clone, Copy, PartialEq)]
struct Lease {
    pod: NodeId,
    attempt: Attempt,
    token: u64,
    /// Over from this instant on.
    until: Ms,
}

/// Keeps one lease.
#[derive(Debug, Default)]
pub struct Store {
    now: Ms,
    /// The last one that was granted, live or over.
    lease: Option<Lease>,
    /// It is over, and that was said.
    ended: bool,
}

impl Store {
    fn live(&self) -> Option<Lease> {
        self.lease.filter(|lease| self.now < lease.until)
    }

    /// The live lease, if it is this one.
    fn held(&self, pod: NodeId, attempt: Attempt, token: u64) -> Option<Lease> {
        self.live().filter(|lease| (lease.pod, lease.attempt, lease.token) == (pod, attempt, token))
    }

    /// Safe before anybody hears of it.
    fn keep(&mut self, lease: Lease, out: &mut Outputs) {
        let Lease { pod, attempt, token, until } = lease;
        self.lease = Some(lease);
        out.write(Record::Lease { pod, attempt, token, until });
        out.sync();
    }

    fn acquire(&mut self, pod: NodeId, attempt: Attempt, out: &mut Outputs) {
        let token = match self.live() {
            Some(lease) if (lease.pod, lease.attempt) == (pod, attempt) => lease.token,
            Some(_) => return out.send(pod, Msg::Refused { attempt }),
            None => {
                self.expire(out);
                let token = self.lease.map_or(1, |lease| lease.token + 1);
                let until = self.now + TTL;
                self.keep(Lease { pod, attempt, token, until }, out);
                self.ended = false;
                out.apply(Deed::Grants { pod, attempt, token, until });
                out.timer("end", TTL);
                token
            }
        };
        out.send(pod, Msg::Granted { attempt, token });
    }

    fn end(&mut self, lease: Lease, how: End, out: &mut Outputs) {
        self.keep(Lease { until: self.now, ..lease }, out);
        self.ended = true;
        out.apply(Deed::Ends { token: lease.token, how });
        out.cancel("end");
    }

    /// Says that the lease is over, for those who look on. Nothing depends on when it is said.
    fn expire(&mut self, out: &mut Outputs) {
        if let Some(Lease { token, .. }) = self.lease
            && self.live().is_none()
            && !self.ended
        {
            self.ended = true;
            out.apply(Deed::Ends { token, how: End::Expired });
        }
    }

    fn hear(&mut self, from: NodeId, msg: Msg, out: &mut Outputs) {
        match msg {
            Msg::Acquire { attempt } => self.acquire(from, attempt, out),
            Msg::Renew { attempt, token, beat } => match self.held(from, attempt, token) {
                Some(lease) => {
                    let until = self.now + TTL;
                    self.keep(Lease { until, ..lease }, out);
                    out.apply(Deed::Renews { token, until });
                    out.timer("end", TTL);
                    out.send(from, Msg::Renewed { attempt, token, beat });
                }
                None => out.send(from, Msg::Lost { attempt, token }),
            },
            Msg::Release { attempt, token } => match self.held(from, attempt, token) {
                Some(lease) => {
                    self.end(lease, End::GivenBack, out);
                    out.send(from, Msg::Released { attempt, token });
                }
                None => out.send(from, Msg::Lost { attempt, token }),
            },
            // Nobody says these to a store.
            Msg::Granted { .. }
            | Msg::Refused { .. }
            | Msg::Renewed { .. }
            | Msg::Lost { .. }
            | Msg::Released { .. } => {}
        }
    }
}

impl Machine<Keeping> for Store {
    fn step(&mut self, _: Ms, input: Input, out: &mut Outputs) {
        match input {
            Input::Restart { kept } => {
                let last = kept.iter().rev().find_map(|record| match *record {
                    Record::Lease { pod, attempt, token, until } => {
                        Some(Lease { pod, attempt, token, until })
                    }
                    Record::Boot(_) => None,
                });
                self.lease = last;
                match self.live() {
                    Some(lease) => out.timer("end", lease.until - self.now),
                    // Whether it was said before the crash is not on the disk; a second time does no harm.
                    None => self.expire(out),
                }
            }
            Input::Message { from, msg } => self.hear(from, msg, out),
            Input::Timer(_) => self.expire(out),
            Input::Request { request: Request::Revoke, .. } => {
                if let Some(lease) = self.live() {
                    self.end(lease, End::Revoked, out);
                }
            }
            Input::Request { .. } | Input::Start => {}
        }
    }

    fn steady(&mut self, ms: Ms) {
        self.now = ms;
    }
}
