//! A pod that debits account 42: acquire, read, work for 5 s, make sure, write, answer, release.
//!
//! How it makes sure that it still holds the lease is its [`Care`]. It does one debit at a time, and
//! it never writes for a debit that an earlier life of it had begun.

use super::{Answer, BEAT, BreakTheLock, Deed, Input, Msg, Outputs, Record, Request, TTL, WORK};
use crate::Ms;
use crate::world::{Machine, NodeId, RequestId};

/// By how much a pod ends its lease early: its steady clock may be off by 1 % of the time that it counts.
pub const MARGIN: Ms = TTL / 100;

/// How a pod makes sure, just before it writes, that the lease is still its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Care {
    /// Not at all. Its work takes 5 s and a lease lives for 30 s.
    Trusting,
    /// Looks at its steady clock, in the very step in which it sends the write. It counts its lease
    /// from before it asked, and takes off what its clock may be wrong by.
    Punctual,
    /// As `Punctual`, and renews every 10 s for as long as it needs the lease.
    Renewing,
    /// Asks the lease service, and sends the write in the step in which it hears `Yes`.
    Asking,
}

/// Where in a debit a pod is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Idle,
    Acquiring,
    Reading,
    /// What the balance will be.
    Working(i64),
    Checking(i64),
    Writing,
}

#[derive(Debug)]
pub struct Pod {
    care: Care,
    /// Who may grant the lease; whoever serves will answer.
    services: Vec<NodeId>,
    ledger: NodeId,
    /// Whether the ledger asks for the token.
    fenced: bool,

    steady: Ms,
    attempt: u64,
    stage: Stage,
    client: Option<(RequestId, i64)>,
    token: u64,
    /// When it sent the request, and each renewal, that may have kept the lease alive; steady time.
    asked: Vec<Ms>,
    /// The latest of these that was answered.
    sure: Ms,
}

impl Pod {
    pub fn new(care: Care, services: Vec<NodeId>, ledger: NodeId, fenced: bool) -> Pod {
        Pod {
            care,
            services,
            ledger,
            fenced,
            steady: 0,
            attempt: 0,
            stage: Stage::Idle,
            client: None,
            token: 0,
            asked: Vec::new(),
            sure: 0,
        }
    }

    fn tell_services(&self, msg: &Msg, out: &mut Outputs) {
        for &service in &self.services {
            out.send(service, msg.clone());
        }
    }

    fn debit(&mut self, id: RequestId, paise: i64, out: &mut Outputs) {
        if self.stage != Stage::Idle {
            return out.answer(id, Answer::Busy);
        }
        self.client = Some((id, paise));
        self.attempt += 1;
        self.stage = Stage::Acquiring;
        // From before it asked: the service counts from later on.
        self.asked = vec![self.steady];
        self.sure = self.steady;
        out.write(Record::Attempt(self.attempt));
        out.sync();
        self.tell_services(&Msg::Acquire { attempt: self.attempt }, out);
    }

    fn granted(&mut self, token: u64, out: &mut Outputs) {
        self.token = token;
        self.stage = Stage::Reading;
        out.role("holder");
        let attempt = self.attempt;
        out.send(
            self.ledger,
            if self.fenced { Msg::Claim { attempt, token } } else { Msg::Read { attempt } },
        );
        if self.care == Care::Renewing {
            out.timer("beat", BEAT);
        }
    }

    fn work(&mut self, balance: i64, out: &mut Outputs) {
        let Some((_, paise)) = self.client else { return };
        if balance < paise {
            return self.end(Answer::Short, out);
        }
        self.stage = Stage::Working(balance - paise);
        out.apply(Deed::Works { on: balance });
        out.timer("work", WORK);
    }

    // ANCHOR: make_sure
    /// The work is done. Is the lease still there?
    fn make_sure(&mut self, balance: i64, out: &mut Outputs) {
        let in_time = self.steady < self.sure + TTL - MARGIN;
        match self.care {
            Care::Trusting => self.write(balance, out),
            Care::Punctual | Care::Renewing if in_time => self.write(balance, out),
            Care::Punctual | Care::Renewing => self.end(Answer::TooLate, out),
            Care::Asking => {
                self.stage = Stage::Checking(balance);
                self.tell_services(&Msg::Check { token: self.token }, out);
            }
        }
    }
    // ANCHOR_END: make_sure

    fn write(&mut self, balance: i64, out: &mut Outputs) {
        self.stage = Stage::Writing;
        let token = self.fenced.then_some(self.token);
        out.send(self.ledger, Msg::Write { attempt: self.attempt, token, paise: balance });
    }

    fn end(&mut self, answer: Answer, out: &mut Outputs) {
        if let Some((id, _)) = self.client.take() {
            out.answer(id, answer);
        }
        if self.stage != Stage::Acquiring {
            out.role("idle");
            self.tell_services(&Msg::Release { token: self.token }, out);
        }
        self.stage = Stage::Idle;
        out.cancel("work");
        out.cancel("beat");
    }

    fn beat(&mut self, out: &mut Outputs) {
        let beat = self.asked.len() as u64;
        self.asked.push(self.steady);
        self.tell_services(&Msg::Renew { token: self.token, beat }, out);
        out.timer("beat", BEAT);
    }

    /// What the lease service says of the grant that this pod holds.
    fn lease(&mut self, msg: &Msg, out: &mut Outputs) {
        match (msg, self.stage) {
            (Msg::Renewed { beat, .. }, _) => {
                let asked = self.asked.get(*beat as usize);
                self.sure = self.sure.max(asked.copied().unwrap_or(0));
            }
            (Msg::Yes { .. }, Stage::Checking(balance)) => self.write(balance, out),
            (Msg::No { .. }, Stage::Checking(_)) => self.end(Answer::TooLate, out),
            // What has been sent cannot be called back: it waits for the answer.
            (Msg::Lost { .. }, Stage::Reading | Stage::Working(_)) => self.end(Answer::TooLate, out),
            _ => {}
        }
    }

    fn message(&mut self, msg: &Msg, out: &mut Outputs) {
        match (msg, self.stage) {
            (Msg::Granted { attempt, token }, Stage::Acquiring) if *attempt == self.attempt => {
                self.granted(*token, out);
            }
            (Msg::Refused { attempt }, Stage::Acquiring) if *attempt == self.attempt => {
                self.end(Answer::Busy, out);
            }
            (Msg::Balance { attempt, paise }, Stage::Reading) if *attempt == self.attempt => {
                self.work(*paise, out);
            }
            (Msg::Written { attempt }, Stage::Writing) if *attempt == self.attempt => {
                let paise = self.client.map_or(0, |(_, paise)| paise);
                self.end(Answer::Debited(paise), out);
            }
            (Msg::Fenced { attempt, by }, Stage::Reading | Stage::Writing) if *attempt == self.attempt => {
                self.end(Answer::Fenced(*by), out);
            }
            (
                Msg::Renewed { token, .. } | Msg::Lost { token } | Msg::Yes { token } | Msg::No { token },
                _,
            ) if *token == self.token => {
                self.lease(msg, out);
            }
            _ => {}
        }
    }
}

impl Machine<BreakTheLock> for Pod {
    fn step(&mut self, _: Ms, input: Input, out: &mut Outputs) {
        match (input, self.stage) {
            (Input::Restart { kept }, _) => {
                if let Some(Record::Attempt(attempt)) = kept.last() {
                    self.attempt = *attempt;
                }
            }
            (Input::Request { id, request: Request::Debit(paise) }, _) => self.debit(id, paise, out),
            (Input::Timer("work"), Stage::Working(balance)) => self.make_sure(balance, out),
            (Input::Timer("beat"), stage) if stage != Stage::Idle => self.beat(out),
            (Input::Message { msg, .. }, _) => self.message(&msg, out),
            _ => {}
        }
    }

    fn steady(&mut self, ms: Ms) {
        self.steady = ms;
    }
}
