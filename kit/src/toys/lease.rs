//! Toy: a table leases one job to one worker at a time.
//!
//! The table is the first of the cast. It grants the lease to an attempt, not to a name, and a lease
//! is live while now < `expires_at`. A worker counts its lease from the moment before it asked, and
//! looks at the clock each time before it works.

use crate::Ms;
use crate::trace::ArrowKind;
use crate::world::{self, Breach, Machine, NodeId, Protocol, RequestId, Run, What};

pub mod wrong;

/// The lease's language.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lease;

#[derive(Debug, Clone, PartialEq)]
pub enum Msg {
    /// Let me work. Attempts of one worker have different numbers.
    Acquire {
        attempt: u64,
    },
    /// You may, until the table's clock shows `expires_at`.
    Granted {
        attempt: u64,
        token: u64,
        expires_at: Ms,
    },
    Refused {
        attempt: u64,
    },
}

/// What the table and a worker keep.
#[derive(Debug, Clone, PartialEq)]
pub enum Record {
    Grant { owner: (NodeId, u64), token: u64, expires_at: Ms },
    Attempt(u64),
}

/// The only request, to a worker.
#[derive(Debug, Clone, PartialEq)]
pub struct Work;

#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// The worker has begun.
    Working,
    /// Another attempt holds the lease, or is under way.
    Busy,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Deed {
    /// The table has granted this token.
    Grants { token: u64 },
    /// A worker has done a piece of work under this token.
    Works { token: u64 },
}

pub type Input = world::Input<Lease>;
pub type Outputs = world::Outputs<Lease>;

impl Protocol for Lease {
    type Msg = Msg;
    type Record = Record;
    type Request = Work;
    type Answer = Answer;
    type Deed = Deed;

    const KINDS: &'static [&'static str] = &["Acquire", "Granted", "Refused"];
    const TIMERS: &'static [&'static str] = &["piece"];
    const ROLES: &'static [&'static str] = &["holder", "idle"];

    fn kind(msg: &Msg) -> &'static str {
        match msg {
            Msg::Acquire { .. } => "Acquire",
            Msg::Granted { .. } => "Granted",
            Msg::Refused { .. } => "Refused",
        }
    }

    fn parse_request(text: &str) -> Result<Work, String> {
        match text.trim() {
            "work" => Ok(Work),
            other => Err(format!("expected the request `work`, found `{other}`")),
        }
    }

    fn label(msg: &Msg) -> String {
        match msg {
            Msg::Granted { token, .. } => format!("token {token}"),
            other => Self::kind(other).to_owned(),
        }
    }

    fn arrow(msg: &Msg) -> ArrowKind {
        match msg {
            Msg::Acquire { .. } => ArrowKind::Request,
            Msg::Granted { .. } | Msg::Refused { .. } => ArrowKind::Reply,
        }
    }

    fn prose(msg: &Msg) -> String {
        match msg {
            Msg::Acquire { attempt } => format!("attempt {attempt} asks for the lease"),
            Msg::Granted { attempt, token, .. } => format!("attempt {attempt} has token {token}"),
            Msg::Refused { attempt } => format!("not attempt {attempt}"),
        }
    }

    fn answer_prose(answer: &Answer) -> String {
        match answer {
            Answer::Working => "that it works".to_owned(),
            Answer::Busy => "that the job is taken".to_owned(),
        }
    }

    fn deed_label(deed: &Deed) -> String {
        match deed {
            Deed::Grants { token } => format!("grants {token}"),
            Deed::Works { token } => format!("works {token}"),
        }
    }

    fn request_prose(_: &Work) -> String {
        "work".to_owned()
    }

    fn deed_prose(deed: &Deed) -> String {
        match deed {
            Deed::Grants { token } => format!("grants token {token}"),
            Deed::Works { token } => format!("works under token {token}"),
        }
    }
}

/// How long a lease lives.
pub const TTL: Ms = 30_000;
/// How long a piece of work takes.
pub const PIECE: Ms = 10_000;

/// Keeps the lease.
#[derive(Debug, Default)]
pub struct Table {
    owner: Option<(NodeId, u64)>,
    token: u64,
    expires_at: Ms,
}

impl Machine<Lease> for Table {
    fn step(&mut self, now: Ms, input: Input, out: &mut Outputs) {
        match input {
            Input::Restart { kept } => {
                if let Some(Record::Grant { owner, token, expires_at }) = kept.last() {
                    (self.owner, self.token, self.expires_at) = (Some(*owner), *token, *expires_at);
                }
            }
            Input::Message { from, msg: Msg::Acquire { attempt } } => {
                let owner = (from, attempt);
                if now >= self.expires_at {
                    *self = Table { owner: Some(owner), token: self.token + 1, expires_at: now + TTL };
                    out.write(Record::Grant { owner, token: self.token, expires_at: self.expires_at });
                    out.sync();
                    out.apply(Deed::Grants { token: self.token });
                } else if self.owner != Some(owner) {
                    return out.send(from, Msg::Refused { attempt });
                }
                out.send(from, Msg::Granted { attempt, token: self.token, expires_at: self.expires_at });
            }
            _ => {}
        }
    }
}

/// Works while it holds the lease.
#[derive(Debug, Default)]
pub struct Worker {
    attempt: u64,
    /// When it asked, by its own clock; none while it does not want the lease.
    asked: Option<Ms>,
    client: Option<RequestId>,
    token: u64,
}

impl Worker {
    fn tell(&mut self, answer: Answer, out: &mut Outputs) {
        if let Some(id) = self.client.take() {
            out.answer(id, answer);
        }
    }

    fn work(&mut self, now: Ms, out: &mut Outputs) {
        let Some(asked) = self.asked else { return };
        if now < asked + TTL {
            out.apply(Deed::Works { token: self.token });
            out.timer("piece", PIECE);
        } else {
            self.asked = None;
            out.role("idle");
        }
    }
}

impl Machine<Lease> for Worker {
    fn step(&mut self, now: Ms, input: Input, out: &mut Outputs) {
        match input {
            Input::Restart { kept } => {
                if let Some(Record::Attempt(attempt)) = kept.last() {
                    self.attempt = *attempt;
                }
            }
            Input::Request { id, .. } if self.asked.is_some() => out.answer(id, Answer::Busy),
            Input::Request { id, .. } => {
                self.client = Some(id);
                self.attempt += 1;
                self.asked = Some(now);
                out.write(Record::Attempt(self.attempt));
                out.sync();
                out.send(TABLE, Msg::Acquire { attempt: self.attempt });
            }
            Input::Message { msg: Msg::Granted { attempt, token, .. }, .. }
                if attempt == self.attempt && token != self.token && self.asked.is_some() =>
            {
                self.token = token;
                out.role("holder");
                self.tell(Answer::Working, out);
                self.work(now, out);
            }
            Input::Message { msg: Msg::Refused { attempt }, .. } if attempt == self.attempt => {
                self.asked = None;
                self.tell(Answer::Busy, out);
            }
            Input::Timer(_) => self.work(now, out),
            _ => {}
        }
    }
}

pub const TABLE: NodeId = NodeId(0);

/// The right node for this place in the cast.
pub fn node(me: NodeId) -> Box<dyn Machine<Lease>> {
    if me == TABLE { Box::new(Table::default()) } else { Box::new(Worker::default()) }
}

/// Nobody works under a token once a later one has been granted.
pub fn nobody_works_after_the_next_grant(run: &Run<Lease>) -> Result<(), Breach> {
    let mut granted = 0;
    for (number, event) in run.events.iter().enumerate() {
        match &event.what {
            What::Applied(Deed::Grants { token }) => granted = *token,
            What::Applied(Deed::Works { token }) if *token < granted => {
                let who = event.who.map_or("nobody", |who| run.name(who));
                return Err(Breach {
                    event: number,
                    observed: format!("{who} works under token {token}, and {granted} is granted"),
                    required: "no work under a token once a later one is granted".to_owned(),
                });
            }
            _ => {}
        }
    }
    Ok(())
}
