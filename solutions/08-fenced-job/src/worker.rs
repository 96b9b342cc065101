//! A worker that sends one message at a time, and goes on when the answer to that one has come.

use kit::Ms;
use kit::contract::fenced_job::{
    AGAIN, Answer, Attempt, Input, Job, LEASE, Msg, Outputs, Run, Setup, Step, Table,
};
use kit::world::{Machine, NodeId, RequestId};

pub fn worker(setup: Setup) -> Box<dyn Machine<Job>> {
    Box::new(Worker { boot: setup.boot, count: 0, job: None })
}

#[derive(Debug)]
struct Worker {
    boot: u64,
    /// How many attempts this life has made.
    count: u64,
    job: Option<Current>,
}

// ANCHOR: job
/// The job under way. It dies with the pod: the tables remember what matters.
#[derive(Debug)]
struct Current {
    client: RequestId,
    run: Run,
    attempt: Attempt,
    /// Of this job's own grant, and of no other; 0 until it comes.
    token: u64,
    /// What is known to be done, by whomever.
    done: Vec<Step>,
    errand: Errand,
}

/// What was sent last and is not answered yet.
#[derive(Debug, Clone, Copy)]
enum Errand {
    Acquire,
    Claim(Table),
    Read(Table),
    Write(Step),
    /// With what the client is told afterwards.
    Release(Answer),
}
// ANCHOR_END: job

/// What an answer leads to.
enum Next {
    Send(Errand),
    Tell(Answer),
}

impl Machine<Job> for Worker {
    // ANCHOR: step
    fn step(&mut self, _now: Ms, input: Input, out: &mut Outputs) {
        match input {
            Input::Start | Input::Restart { .. } => {}
            Input::Request { id, .. } if self.job.is_some() => out.answer(id, Answer::Busy),
            Input::Request { id, request } => {
                self.count += 1;
                let attempt = Attempt { boot: self.boot, count: self.count };
                let errand = Errand::Acquire;
                self.job =
                    Some(Current { client: id, run: request, attempt, token: 0, done: Vec::new(), errand });
                self.send(out);
            }
            // No answer yet: the same message again.
            Input::Timer(_) => self.send(out),
            Input::Message { from, msg } => self.hear(from, msg, out),
        }
    }
    // ANCHOR_END: step
}

impl Worker {
    fn send(&mut self, out: &mut Outputs) {
        let Some(job) = &self.job else { return };
        let (to, msg) = job.message();
        out.send(to, msg);
        out.timer("again", AGAIN);
    }

    fn hear(&mut self, from: NodeId, msg: Msg, out: &mut Outputs) {
        let Some(job) = &mut self.job else { return };
        match job.next(from, msg) {
            None => {}
            Some(Next::Send(errand)) => {
                job.errand = errand;
                self.send(out);
            }
            Some(Next::Tell(answer)) => {
                out.answer(job.client, answer);
                out.cancel("again");
                self.job = None;
            }
        }
    }
}

impl Current {
    // ANCHOR: message
    /// The message of the present errand; a repeat is the same one.
    fn message(&self) -> (NodeId, Msg) {
        let (attempt, token, fence) = (self.attempt, self.token, Some(self.token));
        let Run { night, paise } = self.run;
        match self.errand {
            Errand::Acquire => (LEASE, Msg::Acquire { attempt }),
            Errand::Claim(table) => (table.node(), Msg::Claim { token }),
            Errand::Read(table) => (table.node(), Msg::Read { fence, night }),
            Errand::Write(step) => (step.table().node(), Msg::Write { fence, night, step, paise }),
            Errand::Release(_) => (LEASE, Msg::Release { attempt, token }),
        }
    }
    // ANCHOR_END: message

    // ANCHOR: next
    /// `None`: an answer to something else, or of another life.
    fn next(&mut self, from: NodeId, msg: Msg) -> Option<Next> {
        let (attempt, mine) = (self.attempt, self.token);
        Some(match (self.errand, msg) {
            (Errand::Acquire, Msg::Granted { attempt: of, token }) if of == attempt => {
                self.token = token;
                Next::Send(Errand::Claim(Table::Accounts))
            }
            (Errand::Acquire, Msg::Refused { attempt: of }) if of == attempt => Next::Tell(Answer::Busy),
            (Errand::Claim(table), Msg::Claimed { token }) if token == mine && from == table.node() => {
                Next::Send(after(table).map_or(Errand::Read(Table::Accounts), Errand::Claim))
            }
            (Errand::Read(table), Msg::Progress { fence, done })
                if fence == Some(mine) && from == table.node() =>
            {
                self.done.extend(done);
                Next::Send(after(table).map_or(self.write(), Errand::Read))
            }
            (Errand::Write(step), Msg::Applied { fence, step: of } | Msg::Duplicate { fence, step: of })
                if fence == Some(mine) && of == step =>
            {
                self.done.push(step);
                Next::Send(self.write())
            }
            (Errand::Write(_), Msg::Short { fence, .. }) if fence == Some(mine) => {
                Next::Send(Errand::Release(Answer::Short))
            }
            (Errand::Release(answer), Msg::Released { attempt: of }) if of == attempt => Next::Tell(answer),
            // Not an accident that passes: a later holder has the night.
            (Errand::Claim(_) | Errand::Read(_) | Errand::Write(_), Msg::Fenced { token, .. })
                if token == mine =>
            {
                Next::Tell(Answer::Fenced)
            }
            _ => return None,
        })
    }
    // ANCHOR_END: next

    /// The first step that is not done; after the last one the lease goes back.
    fn write(&self) -> Errand {
        let open = Step::ALL.into_iter().find(|step| !self.done.contains(step));
        open.map_or(Errand::Release(Answer::Done), Errand::Write)
    }
}

fn after(table: Table) -> Option<Table> {
    Table::ALL.into_iter().find(|other| *other > table)
}
