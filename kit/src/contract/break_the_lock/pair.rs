//! A pod that debits only while it holds two leases. It takes one after the other; every 10 s it asks
//! again for what it has not got, and renews what it has, for as long as it takes.
//!
//! Each step of it is right by itself. What the two pods of a scene agree on is the order, or not.

use super::{Answer, BEAT, BreakTheLock, Deed, Input, Msg, Outputs, RETRY, Record, Request, WORK};
use crate::Ms;
use crate::world::{Machine, NodeId, RequestId};

#[derive(Debug)]
pub struct Pair {
    /// In the order in which it takes them.
    services: [NodeId; 2],
    ledger: NodeId,

    attempt: u64,
    client: Option<(RequestId, i64)>,
    /// The tokens of the leases that it holds, in the same order.
    tokens: Vec<u64>,
    beat: u64,
    /// What the balance will be, once it was read.
    balance: Option<i64>,
    writing: bool,
}

impl Pair {
    pub fn new(services: [NodeId; 2], ledger: NodeId) -> Pair {
        Pair {
            services,
            ledger,
            attempt: 0,
            client: None,
            tokens: Vec::new(),
            beat: 0,
            balance: None,
            writing: false,
        }
    }

    /// Asks for what comes next: a lease that it has not got, or the balance.
    fn ask(&mut self, out: &mut Outputs) {
        let attempt = self.attempt;
        match self.services.get(self.tokens.len()) {
            Some(&service) => out.send(service, Msg::Acquire { attempt }),
            None if self.balance.is_none() => out.send(self.ledger, Msg::Read { attempt }),
            None => return,
        }
        out.timer("retry", RETRY);
    }

    fn debit(&mut self, id: RequestId, paise: i64, out: &mut Outputs) {
        if self.client.is_some() {
            return out.answer(id, Answer::Busy);
        }
        self.client = Some((id, paise));
        self.attempt += 1;
        out.write(Record::Attempt(self.attempt));
        out.sync();
        self.ask(out);
    }

    fn granted(&mut self, from: NodeId, token: u64, out: &mut Outputs) {
        if self.services.get(self.tokens.len()) != Some(&from) {
            return;
        }
        if self.tokens.is_empty() {
            out.timer("beat", BEAT);
            out.role("holder");
        }
        self.tokens.push(token);
        self.ask(out);
    }

    fn end(&mut self, answer: Answer, out: &mut Outputs) {
        if let Some((id, _)) = self.client.take() {
            out.answer(id, answer);
        }
        if !self.tokens.is_empty() {
            out.role("idle");
        }
        for (&service, token) in self.services.iter().zip(self.tokens.drain(..)) {
            out.send(service, Msg::Release { token });
        }
        (self.balance, self.writing) = (None, false);
        for timer in ["retry", "beat", "work"] {
            out.cancel(timer);
        }
    }

    fn work(&mut self, balance: i64, out: &mut Outputs) {
        let Some((_, paise)) = self.client else { return };
        if balance < paise {
            return self.end(Answer::Short, out);
        }
        self.balance = Some(balance - paise);
        out.apply(Deed::Works { on: balance });
        out.cancel("retry");
        out.timer("work", WORK);
    }

    fn beat(&mut self, out: &mut Outputs) {
        self.beat += 1;
        for (&service, &token) in self.services.iter().zip(&self.tokens) {
            out.send(service, Msg::Renew { token, beat: self.beat });
        }
        out.timer("beat", BEAT);
    }

    fn message(&mut self, from: NodeId, msg: &Msg, out: &mut Outputs) {
        let holds = |token: &u64| {
            let held = self.services.iter().zip(&self.tokens);
            held.into_iter().any(|(service, held)| (*service, held) == (from, token))
        };
        match msg {
            Msg::Granted { attempt, token } if *attempt == self.attempt => self.granted(from, *token, out),
            Msg::Lost { token } if holds(token) && !self.writing => self.end(Answer::TooLate, out),
            Msg::Balance { attempt, paise } if *attempt == self.attempt && self.waits_for_balance() => {
                self.work(*paise, out);
            }
            Msg::Written { attempt } if *attempt == self.attempt => {
                let paise = self.client.map_or(0, |(_, paise)| paise);
                self.end(Answer::Debited(paise), out);
            }
            _ => {}
        }
    }

    fn waits_for_balance(&self) -> bool {
        self.tokens.len() == self.services.len() && self.balance.is_none()
    }
}

impl Machine<BreakTheLock> for Pair {
    fn step(&mut self, _: Ms, input: Input, out: &mut Outputs) {
        match input {
            Input::Restart { kept } => {
                if let Some(Record::Attempt(attempt)) = kept.last() {
                    self.attempt = *attempt;
                }
            }
            Input::Request { id, request: Request::Debit(paise) } => self.debit(id, paise, out),
            Input::Message { from, msg } if self.client.is_some() => self.message(from, &msg, out),
            Input::Timer("retry") if self.client.is_some() => self.ask(out),
            Input::Timer("beat") if self.client.is_some() => self.beat(out),
            Input::Timer("work") => {
                if let (Some(paise), Some(_)) = (self.balance, self.client) {
                    self.writing = true;
                    out.send(self.ledger, Msg::Write { attempt: self.attempt, token: None, paise });
                }
            }
            _ => {}
        }
    }
}
