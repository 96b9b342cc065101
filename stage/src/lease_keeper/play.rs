//! How a case of `lease-keeper` runs on the stage.

use std::cell::RefCell;
use std::rc::Rc;

use kit::contract::lease_keeper::{Held, TABLE};
use kit::contract::lease_table::Attempt;
use kit::sql::Databases;

use super::cast::{Call, Cast, What, Worker, attempt_id, pod};
use super::labels::Words;
use super::run::{Answer, Memory, Run, Told, words};
use super::{Code, Identity};
use crate::lease::row::rows;
use crate::play::Story;
use crate::record::Labels;
use crate::{Client, Setup, Stage, play};

pub type Play = play::Play<Code>;
pub type Played = play::PlayedOf<Code>;

impl Story for Code {
    type Cast = Cast;
    type Answer = Answer;
    type Seen = Run;

    fn setup(&self) -> Setup {
        Setup {
            schema: TABLE.to_owned(),
            probe: "SELECT rowid, * FROM lease ORDER BY rowid".to_owned(),
            copied: vec!["lease".to_owned()],
            ..Setup::default()
        }
    }

    fn prepare(&self, stage: &mut Stage, cast: &Cast) -> Vec<Client<Answer>> {
        stage.set_reset(rows(&cast.leases));
        cast.workers.iter().map(|worker| self.client(worker, cast)).collect()
    }

    fn seen(cast: &Cast, raw: &crate::Run<Answer>) -> Run {
        Run::new(cast, raw)
    }

    fn words(answer: &Answer) -> String {
        words(answer)
    }

    fn labels(&self) -> &dyn Labels<Answer> {
        &Words
    }
}

impl Code {
    fn client(&self, worker: &Worker, cast: &Cast) -> Client<Answer> {
        let pod = pod(&worker.name).to_owned();
        let mut client =
            Client::new(worker.name.clone()).on_pod(&pod).clock_ahead(cast.ahead_ms(&worker.name)).restarts();
        let process = Rc::new(RefCell::new(Process::default()));
        for (index, call) in worker.calls.iter().enumerate() {
            let attempt = Attempt {
                name: call.name.clone(),
                pod: pod.clone(),
                id: attempt_id(&worker.name, index),
                ttl_ms: 0,
            };
            // What the labels need to know of a call stands in its own label.
            let label = format!("{} {} on {pod}", call.verb(), call.name);
            let (code, call, process) = (*self, call.clone(), Rc::clone(&process));
            client = client.call_reaching(label, move |databases| {
                let shown = process.borrow_mut().begin(&call);
                let answer = code.answer(databases, &call, attempt, shown);
                process.borrow_mut().end(&answer);
                answer
            });
        }
        client
    }

    fn answer(
        self,
        databases: &mut dyn Databases,
        call: &Call,
        attempt: Attempt,
        shown: Option<Held>,
    ) -> Answer {
        match (call.what, shown) {
            (What::Acquire { ttl_ms }, _) => {
                let attempt = Attempt { ttl_ms, ..attempt };
                let granted = (self.acquire)(databases, &attempt);
                let Attempt { name, pod, id, .. } = attempt;
                let id = if self.identity == Identity::Pod { pod } else { id };
                Answer::Acquired(granted.map(|grant| {
                    grant.map(|grant| Told {
                        held: Held { name, id, token: grant.token },
                        expires_at: grant.expires_at,
                    })
                }))
            }
            (_, None) => Answer::Nothing,
            (What::Renew { ttl_ms, .. }, Some(held)) => {
                Answer::Renewed((self.renew)(databases, &held, ttl_ms))
            }
            (What::Release { .. }, Some(held)) => Answer::Released((self.give_back)(databases, &held)),
        }
    }
}

/// What the process of a client remembers. A crash leaves a call that began and did not end.
#[derive(Debug, Default)]
struct Process {
    memory: Memory,
    within: bool,
}

impl Process {
    fn begin(&mut self, call: &Call) -> Option<Held> {
        if self.within {
            self.memory = Memory::default();
        }
        self.within = true;
        self.memory.shown(call)
    }

    fn end(&mut self, answer: &Answer) {
        self.within = false;
        self.memory.note(answer);
    }
}
