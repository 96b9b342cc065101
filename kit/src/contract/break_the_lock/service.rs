//! The lease service. It is correct: one live grant at a time, tokens that rise, ends that keep to
//! the ttl; and what it has told anybody is safe on its own disk before.
//!
//! A `store` also tells its replica, after it has answered. A `replica` serves nobody until it is
//! asked to take over; from then on it goes by what it has heard. A store that comes back after a
//! crash waits to be asked, too, for somebody else may be serving.

use super::{Answer, BreakTheLock, Deed, Input, Msg, Outputs, Record, Request, State, TTL};
use crate::Ms;
use crate::world::{Machine, NodeId};

/// Grants one lease.
#[derive(Debug)]
pub struct Service {
    state: State,
    serving: bool,
    /// Whether it goes on serving after a crash without being asked.
    alone: bool,
    replica: Option<NodeId>,
}

impl Service {
    /// The only one who grants this lease.
    pub fn alone() -> Service {
        Service { state: State::default(), serving: true, alone: true, replica: None }
    }

    /// Grants, and tells `replica` afterwards.
    pub fn store(replica: NodeId) -> Service {
        Service { alone: false, replica: Some(replica), ..Service::alone() }
    }

    pub fn replica() -> Service {
        Service { serving: false, alone: false, ..Service::alone() }
    }

    fn holds(&self, now: Ms, token: u64) -> bool {
        self.state.token == token && self.state.owner.is_some() && now < self.state.until
    }

    /// Whether a copy is later than what the replica knows; it may have been overtaken on its way.
    fn is_news(&self, copy: &State) -> bool {
        let later = copy.owner.is_none() || copy.until > self.state.until;
        copy.token > self.state.token
            || (copy.token == self.state.token && self.state.owner.is_some() && later)
    }

    /// First the disk, then the word, then the replica.
    fn change(&mut self, now: Ms, state: State, deed: Deed, reply: Option<(NodeId, Msg)>, out: &mut Outputs) {
        self.state = state;
        out.write(Record::Lease(state));
        out.sync();
        out.apply(deed);
        match state.owner {
            Some(_) => out.timer("over", state.until.saturating_sub(now)),
            None => out.cancel("over"),
        }
        if let Some((to, reply)) = reply {
            out.send(to, reply);
        }
        if let Some(replica) = self.replica {
            out.send(replica, Msg::Copy(state));
        }
    }

    fn serve(&mut self, now: Ms, from: NodeId, msg: Msg, out: &mut Outputs) {
        match msg {
            Msg::Acquire { attempt } => self.acquire(now, from, attempt, out),
            Msg::Renew { token, beat } if self.holds(now, token) => {
                let state = State { until: now + TTL, ..self.state };
                let deed = Deed::Renews { token, until: state.until };
                self.change(now, state, deed, Some((from, Msg::Renewed { token, beat })), out);
            }
            Msg::Renew { token, .. } => out.send(from, Msg::Lost { token }),
            Msg::Check { token } if self.holds(now, token) => out.send(from, Msg::Yes { token }),
            Msg::Check { token } => out.send(from, Msg::No { token }),
            Msg::Release { token } if self.holds(now, token) => {
                let state = State { owner: None, until: now, ..self.state };
                self.change(now, state, Deed::Ends { token }, None, out);
            }
            _ => {}
        }
    }

    fn acquire(&mut self, now: Ms, from: NodeId, attempt: u64, out: &mut Outputs) {
        let owner = Some((from, attempt));
        if now >= self.state.until {
            let token = self.state.token + 1;
            let state = State { token, owner, until: now + TTL };
            let deed = Deed::Grants { to: from, token, until: state.until };
            self.change(now, state, deed, Some((from, Msg::Granted { attempt, token })), out);
        } else if self.state.owner == owner {
            // The same attempt asks again: it has not heard, and nothing changes.
            out.send(from, Msg::Granted { attempt, token: self.state.token });
        } else {
            out.send(from, Msg::Refused { attempt });
        }
    }

    fn restart(&mut self, kept: Vec<Record>) {
        self.serving = self.alone;
        for record in kept {
            match record {
                Record::Lease(state) => self.state = state,
                Record::TookOver => self.serving = true,
                _ => {}
            }
        }
    }
}

impl Machine<BreakTheLock> for Service {
    fn step(&mut self, now: Ms, input: Input, out: &mut Outputs) {
        match input {
            Input::Restart { kept } => self.restart(kept),
            Input::Request { id, request: Request::TakeOver } => {
                self.serving = true;
                out.write(Record::TookOver);
                out.sync();
                out.role("primary");
                out.answer(id, Answer::Serving);
            }
            Input::Message { msg: Msg::Copy(state), .. } if !self.serving && self.is_news(&state) => {
                self.change(now, state, Deed::Learns(state), None, out);
            }
            Input::Timer("over") if now >= self.state.until && self.state.owner.is_some() => {
                out.apply(Deed::Over { token: self.state.token });
            }
            Input::Message { from, msg } if self.serving => self.serve(now, from, msg, out),
            _ => {}
        }
    }
}
