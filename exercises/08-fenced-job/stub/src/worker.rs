//! The worker in a pod: yours.
//!
//! It sends one message at a time and goes on when the answer to that one has come. You may build it
//! in another way; only what it sends, and what it answers, is judged.

use kit::Ms;
use kit::contract::fenced_job::{
    AGAIN, Answer, Attempt, Input, Job, LEASE, Msg, Outputs, Run, Setup, Step, Table,
};
use kit::world::{Machine, NodeId, RequestId};

pub fn worker(setup: Setup) -> Box<dyn Machine<Job>> {
    Box::new(Worker { boot: setup.boot, count: 0, job: None })
}

struct Worker {
    boot: u64,
    /// How many attempts this life has made.
    count: u64,
    job: Option<Current>,
}

/// The job under way.
struct Current {
    client: RequestId,
    run: Run,
    attempt: Attempt,
    /// What was sent last and is not answered yet.
    errand: Errand,
    // What else do you have to remember of a job?
}

#[derive(Clone, Copy)]
enum Errand {
    Acquire,
    // What else can it wait for?
}

impl Machine<Job> for Worker {
    fn step(&mut self, _now: Ms, input: Input, out: &mut Outputs) {
        match input {
            Input::Start | Input::Restart { .. } => {}
            Input::Request { id, .. } if self.job.is_some() => out.answer(id, Answer::Busy),
            Input::Request { id, request } => {
                self.count += 1;
                let attempt = Attempt { boot: self.boot, count: self.count };
                self.job = Some(Current { client: id, run: request, attempt, errand: Errand::Acquire });
                self.send(out);
            }
            Input::Timer(_) => self.send(out),
            Input::Message { from, msg } => self.hear(from, msg, out),
        }
    }
}

impl Worker {
    /// Sends the message of the present errand, and sets the timer that sends it again.
    fn send(&mut self, out: &mut Outputs) {
        let Some(job) = &self.job else { return };
        match job.errand {
            Errand::Acquire => out.send(LEASE, Msg::Acquire { attempt: job.attempt }),
        }
        out.timer("again", AGAIN);
    }

    /// Whether this answers what was sent last, and what comes then.
    fn hear(&mut self, from: NodeId, msg: Msg, out: &mut Outputs) {
        let Some(job) = &mut self.job else { return };
        match (job.errand, msg) {
            (Errand::Acquire, Msg::Granted { attempt, token }) => {
                todo!("the lease is yours: what comes first?")
            }
            (Errand::Acquire, Msg::Refused { attempt }) => todo!("somebody else holds it"),
            _ => {}
        }
    }
}
