//! Workers that fail, for the figures of the chapter and the tests of the rules. Broken on purpose,
//! but for [`right`].
//!
//! Each keeps a list of what it still has to send, and sends the next when the first is answered.

use std::collections::VecDeque;

use kit::contract::fenced_job::{
    AGAIN, Answer, Attempt, Input, Job, LEASE, Msg, Outputs, Run as Order, Setup, Step, Table,
};
use kit::world::{Machine, NodeId, RequestId};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flaw {
    None,
    /// Claims the accounts, and neither postings nor outbox.
    OneTableOfThree,
    /// When it is fenced it takes back what it has written.
    CompensatesAfterFenced,
}

pub fn right(setup: Setup) -> Box<dyn Machine<Job>> {
    worker(setup, Flaw::None)
}

pub fn one_table_of_three(setup: Setup) -> Box<dyn Machine<Job>> {
    worker(setup, Flaw::OneTableOfThree)
}

pub fn compensates_after_fenced(setup: Setup) -> Box<dyn Machine<Job>> {
    worker(setup, Flaw::CompensatesAfterFenced)
}

fn worker(setup: Setup, flaw: Flaw) -> Box<dyn Machine<Job>> {
    Box::new(Worker { flaw, attempt: Attempt { boot: setup.boot, count: 0 }, job: None })
}

struct Worker {
    flaw: Flaw,
    attempt: Attempt,
    job: Option<Course>,
}

struct Course {
    client: RequestId,
    order: Order,
    token: u64,
    done: Vec<Step>,
    mine: Vec<Step>,
    todo: VecDeque<(NodeId, Msg)>,
    answer: Answer,
}

impl Machine<Job> for Worker {
    fn step(&mut self, _now: kit::Ms, input: Input, out: &mut Outputs) {
        match input {
            Input::Request { id, .. } if self.job.is_some() => out.answer(id, Answer::Busy),
            Input::Request { id, request } => {
                self.attempt.count += 1;
                let first = (LEASE, Msg::Acquire { attempt: self.attempt });
                self.job = Some(Course {
                    client: id,
                    order: request,
                    token: 0,
                    done: Vec::new(),
                    mine: Vec::new(),
                    todo: VecDeque::from([first]),
                    answer: Answer::Done,
                });
            }
            Input::Message { from, msg } => {
                let Some(job) = &mut self.job else { return };
                if !job.hears(self.flaw, from, &msg) {
                    return;
                }
            }
            Input::Timer(_) => {}
            Input::Start | Input::Restart { .. } => return,
        }
        self.go_on(out);
    }
}

impl Worker {
    fn go_on(&mut self, out: &mut Outputs) {
        match self.job.as_ref().map(|job| (job.todo.front(), job)) {
            None => {}
            Some((Some((to, msg)), _)) => {
                out.send(*to, msg.clone());
                out.timer("again", AGAIN);
            }
            Some((None, job)) => {
                out.answer(job.client, job.answer);
                out.cancel("again");
                self.job = None;
            }
        }
    }
}

impl Course {
    /// Says whether the message answers what was sent last.
    fn hears(&mut self, flaw: Flaw, from: NodeId, msg: &Msg) -> bool {
        let Some((to, asked)) = self.todo.front().cloned() else { return false };
        match msg {
            Msg::Fenced { token, .. } if *token == self.token && to != LEASE => {
                self.answer = Answer::Fenced;
                self.todo.clear();
                if flaw == Flaw::CompensatesAfterFenced {
                    let Order { night, paise } = self.order;
                    let back = |step: &Step| {
                        let back = Msg::Write { fence: None, night, step: *step, paise: -paise };
                        (step.table().node(), back)
                    };
                    self.todo = self.mine.drain(..).rev().map(|step| back(&step)).collect();
                }
                return true;
            }
            msg if from != to || !fits(&asked, msg) => return false,
            _ => {}
        }
        self.todo.pop_front();
        match (asked, msg) {
            (Msg::Acquire { attempt }, Msg::Granted { token, .. }) => self.begin(flaw, attempt, *token),
            (_, Msg::Refused { .. }) => self.answer = Answer::Busy,
            (_, Msg::Progress { done, .. }) => {
                self.done.extend(done);
                self.todo
                    .retain(|(_, msg)| !matches!(msg, Msg::Write { step, .. } if self.done.contains(step)));
            }
            (_, Msg::Applied { step, .. }) => self.mine.push(*step),
            (_, Msg::Short { .. }) => {
                self.answer = Answer::Short;
                self.todo.retain(|(_, msg)| matches!(msg, Msg::Release { .. }));
            }
            _ => {}
        }
        true
    }

    fn begin(&mut self, flaw: Flaw, attempt: Attempt, token: u64) {
        self.token = token;
        let Order { night, paise } = self.order;
        let fence = Some(token);
        let tables = if flaw == Flaw::OneTableOfThree { &Table::ALL[..1] } else { &Table::ALL[..] };
        self.todo.extend(tables.iter().map(|table| (table.node(), Msg::Claim { token })));
        self.todo.extend(Table::ALL.map(|table| (table.node(), Msg::Read { fence, night })));
        let write = |step: Step| (step.table().node(), Msg::Write { fence, night, step, paise });
        self.todo.extend(Step::ALL.map(write));
        self.todo.push_back((LEASE, Msg::Release { attempt, token }));
    }
}

fn fits(asked: &Msg, reply: &Msg) -> bool {
    match (asked, reply) {
        (Msg::Acquire { attempt }, Msg::Granted { attempt: of, .. } | Msg::Refused { attempt: of })
        | (Msg::Release { attempt, .. }, Msg::Released { attempt: of }) => attempt == of,
        (Msg::Claim { token }, Msg::Claimed { token: of }) => token == of,
        (Msg::Read { fence, .. }, Msg::Progress { fence: of, .. }) => fence == of,
        (
            Msg::Write { fence, step, .. },
            Msg::Applied { fence: of, step: done }
            | Msg::Duplicate { fence: of, step: done }
            | Msg::Short { fence: of, step: done },
        ) => (fence, step) == (of, done),
        _ => false,
    }
}
