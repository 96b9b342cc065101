//! One sitting, as a pure machine: [`Session::step`] takes what the reader did and says what to
//! do next. It does no I/O and reads no clock, so any front end can wear it, and tests can.
//!
//! Two promises: an answer is committed before anything about it is shown (the [`Effect::Record`]
//! comes before the [`Effect::Verdict`], and is to be carried out before it); and what a reader
//! misses comes again before the sitting ends.

mod order;
mod showing;
mod verdict;

pub use crate::numeric::seed_of;
pub use order::{ALIKE, Queue, Task, drill, quiz};
pub use showing::{Part, Question, Story, Wants};
pub use verdict::{Remark, Verdict};

use crate::bank::{Body, Item, See};
use crate::clock::Moment;
use crate::log::{Grade, Mode, Record};
use showing::Showing;
use std::collections::VecDeque;

/// How often a question comes again in the same sitting, at most.
const REPEATS: u32 = 2;

/// What the reader did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Sat down.
    Begin,
    /// Picked the option in this place, counted from 0 as it was shown.
    Choose(usize),
    /// Picked all of these, by their places as they were shown.
    ChooseAll(Vec<usize>),
    /// Put what was shown in these places in this order: each place once.
    Arrange(Vec<usize>),
    Number(i64),
    Text(String),
    /// Has said the answer and wants to see it.
    Reveal,
    /// Whether what was said is what the card says.
    Judge(bool),
    /// Does not know. Counts as forgotten, and the answer is shown.
    DontKnow,
    /// Got up, or the input ended.
    Quit,
}

/// What the front end has to do, in this order.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Show a question and its first part, and wait.
    Ask(Box<Question>),
    /// Show the next part of the same question, and wait.
    Then(Part),
    /// Turn the card round, and ask whether the reader knew it.
    Turn {
        answer: String,
        why: Option<String>,
    },
    /// Write this to the log and sync it. If that fails, stop: show nothing more.
    Record(Record),
    Verdict(Box<Verdict>),
    /// The event does not fit what was asked. Nothing has happened; ask again.
    Unfit,
    End(Tally),
}

/// How the sitting went; repeats do not count.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    pub answered: u32,
    pub right: u32,
    /// Where to read about what was missed: each place once, in the order of the misses.
    pub read_again: Vec<See>,
}

/// The state of a sitting.
#[derive(Debug)]
pub struct Session<'a> {
    host: String,
    mode: Mode,
    queue: VecDeque<Task<'a>>,
    again: VecDeque<Task<'a>>,
    of: usize,
    begun: usize,
    current: Option<Current<'a>>,
    tally: Tally,
}

#[derive(Debug)]
struct Current<'a> {
    task: Task<'a>,
    showing: Showing<'a>,
    shown_at: Moment,
    answers: Vec<Given>,
    /// A card has been turned, and its reader has to judge.
    turned: bool,
}

/// One committed answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Given {
    /// An option, by its place in the bank.
    Option(usize),
    /// Options or points of a rubric, by their places in the bank, ascending.
    Options(Vec<usize>),
    /// Steps, by their places in the bank, in the order that was given.
    Order(Vec<usize>),
    /// A line of code, from 0.
    Line(usize),
    Number(i64),
    Text(String),
    Judged(bool),
    Nothing,
}

impl<'a> Session<'a> {
    /// A sitting over these questions in this order.
    pub fn new(host: &str, mode: Mode, tasks: Vec<Task<'a>>) -> Session<'a> {
        Session {
            host: host.to_owned(),
            mode,
            of: tasks.len(),
            queue: tasks.into(),
            again: VecDeque::new(),
            begun: 0,
            current: None,
            tally: Tally::default(),
        }
    }

    /// What the reader has to give now; `None` before the beginning and after the end.
    pub fn wants(&self) -> Option<Wants> {
        let current = self.current.as_ref()?;
        if current.turned {
            return Some(Wants::Judgement);
        }
        Some(current.showing.part(current.answers.len())?.wants)
    }

    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    pub fn step(&mut self, now: Moment, event: Event) -> Vec<Effect> {
        let Some(current) = &mut self.current else {
            return match event {
                Event::Begin => self.next(now),
                _ => vec![Effect::End(self.tally.clone())],
            };
        };
        if current.turned {
            return match event {
                Event::Judge(knew) => self.settle(now, Some(Given::Judged(knew))),
                Event::DontKnow => self.settle(now, Some(Given::Judged(false))),
                // Who has looked has answered: leaving now does not undo it.
                Event::Quit => self.settle_and_end(now),
                _ => vec![Effect::Unfit],
            };
        }
        match event {
            // Who has looked has answered: leaving now does not undo it.
            Event::Quit if current.showing.is_open(current.answers.len()) => self.settle_and_end(now),
            Event::Quit => vec![Effect::End(self.end())],
            Event::DontKnow => self.settle(now, Some(Given::Nothing)),
            Event::Reveal => {
                let answer = match &current.task.item.body {
                    Body::Flash { answer } => answer.clone(),
                    Body::Cloze(cloze) => cloze.filled(),
                    _ => return vec![Effect::Unfit],
                };
                current.turned = true;
                vec![Effect::Turn { answer, why: current.task.item.why.clone() }]
            }
            event => match current.showing.given(current.answers.len(), event) {
                None => vec![Effect::Unfit],
                Some(given) => {
                    current.answers.push(given);
                    match current.showing.part(current.answers.len()) {
                        Some(part) => vec![Effect::Then(part)],
                        None => self.settle(now, None),
                    }
                }
            },
        }
    }

    /// Grades the question, records the answer, and goes on.
    fn settle(&mut self, now: Moment, last: Option<Given>) -> Vec<Effect> {
        let Some(mut current) = self.current.take() else { return Vec::new() };
        current.answers.extend(last);
        let mut verdict = current.showing.verdict(&current.answers);
        verdict.again = !verdict.right && current.task.repeats < REPEATS;
        let record = self.record(now, &current, &verdict);
        let Task { item, ordinal, repeats } = current.task;
        if repeats == 0 {
            self.tally.answered += 1;
            self.tally.right += u32::from(verdict.right);
            if !verdict.right && !self.tally.read_again.contains(&item.see) {
                self.tally.read_again.push(item.see.clone());
            }
        }
        if verdict.again {
            self.again.push_back(Task { item, ordinal: ordinal.saturating_add(1), repeats: repeats + 1 });
        }
        let mut effects = vec![Effect::Record(record), Effect::Verdict(Box::new(verdict))];
        effects.extend(self.next(now));
        effects
    }

    fn settle_and_end(&mut self, now: Moment) -> Vec<Effect> {
        let mut effects = self.settle(now, Some(Given::Judged(false)));
        effects.retain(|effect| matches!(effect, Effect::Record(_)));
        effects.push(Effect::End(self.end()));
        effects
    }

    fn record(&self, now: Moment, current: &Current<'_>, verdict: &Verdict) -> Record {
        let Task { item, ordinal, repeats } = current.task;
        Record {
            id: Record::id(&self.host, &item.key, ordinal, now),
            key: item.key.clone(),
            rev: item.rev,
            at: now,
            day: now.study_day(),
            mode: if repeats > 0 { Mode::Relearn } else { self.mode },
            grade: if verdict.right { Grade::Good } else { Grade::Again },
            ms: now.utc_ms.saturating_sub(current.shown_at.utc_ms).try_into().unwrap_or(0),
            answer: current.showing.in_words(&current.answers),
            seed: current.showing.seed,
            sure: None,
        }
    }

    fn next(&mut self, now: Moment) -> Vec<Effect> {
        let Some(task) = self.queue.pop_front().or_else(|| self.again.pop_front()) else {
            return vec![Effect::End(self.end())];
        };
        if task.repeats == 0 {
            self.begun += 1;
        }
        let showing = Showing::of(task.item, task.ordinal);
        let number = (task.repeats == 0).then_some(self.begun);
        let question = showing.question(number, self.of);
        self.current = Some(Current { task, showing, shown_at: now, answers: Vec::new(), turned: false });
        question.map(|question| Effect::Ask(Box::new(question))).into_iter().collect()
    }

    fn end(&mut self) -> Tally {
        self.current = None;
        self.queue.clear();
        self.again.clear();
        self.tally.clone()
    }
}

/// The question that a task is about.
impl Task<'_> {
    pub fn item(&self) -> &Item {
        self.item
    }
}
