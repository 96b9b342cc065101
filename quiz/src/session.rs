//! One sitting, as a pure machine: [`Session::step`] takes what the reader did and says what to
//! do next. It does no I/O and reads no clock, so any front end can wear it, and tests can.
//!
//! Two promises: an answer is committed before anything about it is shown (the [`Effect::Record`]
//! comes before the [`Effect::Verdict`], and is to be carried out before it); and what a reader
//! misses comes again before the sitting ends.
//!
//! An answer may be on its way for a while: [`Wants::Confidence`] comes between it and the record,
//! and a near miss ([`Effect::Near`]) may be mended once.

mod current;
mod grading;
mod manner;
mod mix;
mod near;
mod order;
mod showing;
mod verdict;

pub use crate::numeric::seed_of;
pub use manner::Manner;
pub use mix::mix;
pub use near::Near;
pub use order::{ALIKE, Queue, Task, drill, quiz};
pub use showing::{Part, Question, Story, Wants};
pub use verdict::{But, Remark, Verdict};

use crate::bank::{Item, See};
use crate::clock::Moment;
use crate::log::{Grade, Mode, Record, Sure, What};
use current::{Current, Onward};
use showing::Showing;
use std::collections::VecDeque;

/// How often a question comes again in the same sitting, at most.
const REPEATS: u32 = 2;

/// What the reader did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Sat down.
    Begin,
    /// Has turned to the question that is asked: its time begins now, not when it was handed over.
    Ready,
    /// Picked the option in this place, counted from 0 as it was shown.
    Choose(usize),
    /// Picked all of these, by their places as they were shown.
    ChooseAll(Vec<usize>),
    /// Put what was shown in these places in this order: each place once.
    Arrange(Vec<usize>),
    Number(i64),
    Text(String),
    /// Has said an answer in sentences aloud, and writes nothing.
    Said,
    /// This answer, and it is a guess.
    Guess(Box<Event>),
    /// How sure the answer is.
    Sure(Sure),
    /// Has said the answer and wants to see it.
    Reveal,
    /// How well what was said is what the card says.
    Judge(Grade),
    /// Does not know. Counts as forgotten, and the answer is shown.
    DontKnow,
    /// Something is wrong with the question that is asked, or with the one before it.
    Flag {
        before: bool,
        text: String,
    },
    /// The last answer of this sitting was a slip: it counts for nothing and is asked for again.
    Undo,
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
    /// Ask how sure the answer is, and wait. Nothing has been shown or recorded yet.
    Confidence,
    /// The answer is close but not right: say what to look at, and wait for another.
    Near(Near),
    /// Turn the card round, and ask whether the reader knew it.
    Turn {
        answer: String,
        why: Option<String>,
    },
    /// Write this to the log and sync it. If that fails, stop: show nothing more.
    Record(Record),
    /// Write this to the log and sync it, as a record; then say that it is done.
    Note(What),
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
    manner: Manner,
    queue: VecDeque<Task<'a>>,
    again: VecDeque<Task<'a>>,
    of: usize,
    begun: usize,
    current: Option<Current<'a>>,
    /// The last answer and how things stood before it, for [`Event::Undo`].
    before: Option<Before<'a>>,
    tally: Tally,
}

/// What an undo needs.
#[derive(Debug)]
struct Before<'a> {
    record: String,
    task: Task<'a>,
    tally: Tally,
    comes_again: bool,
}

impl<'a> Session<'a> {
    /// A sitting over these questions in this order.
    pub fn new(host: &str, manner: Manner, tasks: Vec<Task<'a>>) -> Session<'a> {
        Session {
            host: host.to_owned(),
            manner,
            of: tasks.len(),
            queue: tasks.into(),
            again: VecDeque::new(),
            begun: 0,
            current: None,
            before: None,
            tally: Tally::default(),
        }
    }

    /// What the reader has to give now; `None` before the beginning and after the end.
    pub fn wants(&self) -> Option<Wants> {
        self.current.as_ref()?.wants(&self.manner)
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
        match event {
            Event::Ready => {
                current.begin(now);
                return Vec::new();
            }
            Event::Flag { before, text } => return self.flag(before, text),
            Event::Undo => return self.undo(now),
            // Who has looked has answered: leaving now does not undo it.
            Event::Quit if current.is_open() => return self.settle_and_end(now),
            Event::Quit => return vec![Effect::End(self.end())],
            _ => {}
        }
        match current.take(event, now, &self.manner) {
            Onward::Show(effects) => effects,
            Onward::Settle => self.settle(now),
        }
    }

    /// Grades the question, records the answer, and goes on.
    fn settle(&mut self, now: Moment) -> Vec<Effect> {
        let Some(mut current) = self.current.take() else { return Vec::new() };
        let mut verdict = current.showing.verdict(&current.answers);
        let Task { item, ordinal, repeats, .. } = current.task;
        verdict.again = !verdict.right && repeats < REPEATS && self.manner.repeats;
        verdict.grade = current.grade(verdict.right, &self.manner);
        verdict.but = current.but(verdict.grade);
        verdict.took = current.took(&self.manner);
        let record = self.record(now, &mut current, verdict.grade);
        self.before = Some(Before {
            record: record.id.clone(),
            task: current.task,
            tally: self.tally.clone(),
            comes_again: verdict.again,
        });
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
        if let Some(current) = &mut self.current {
            current.give_up();
        }
        let mut effects = self.settle(now);
        effects.retain(|effect| matches!(effect, Effect::Record(_)));
        effects.push(Effect::End(self.end()));
        effects
    }

    fn record(&self, now: Moment, current: &mut Current<'_>, grade: Grade) -> Record {
        let Task { item, ordinal, repeats } = current.task;
        Record {
            id: Record::id(&self.host, &item.key, ordinal, now),
            key: item.key.clone(),
            rev: item.rev,
            at: now,
            day: now.study_day(),
            mode: if repeats > 0 { Mode::Relearn } else { self.manner.mode },
            grade,
            ms: current.answer_ms(now),
            answer: current.showing.in_words(&current.answers),
            seed: current.showing.seed,
            sure: current.sure,
        }
    }

    fn flag(&mut self, before: bool, text: String) -> Vec<Effect> {
        let task = match (before, &self.before, &self.current) {
            (true, Some(before), _) => &before.task,
            (false, _, Some(current)) => &current.task,
            _ => return vec![Effect::Unfit],
        };
        vec![Effect::Note(What::Flag { key: task.item.key.clone(), text })]
    }

    /// Takes the last answer back, and asks its question once more before the present one.
    fn undo(&mut self, now: Moment) -> Vec<Effect> {
        if self.current.as_ref().is_some_and(Current::is_open) {
            return vec![Effect::Unfit];
        }
        let Some(before) = self.before.take() else { return vec![Effect::Unfit] };
        let Some(current) = self.current.take() else { return Vec::new() };
        self.tally = before.tally;
        self.begun -= usize::from(current.task.repeats == 0);
        self.begun -= usize::from(before.task.repeats == 0);
        let back = if current.task.repeats == 0 { &mut self.queue } else { &mut self.again };
        back.push_front(current.task);
        if before.comes_again {
            self.again.retain(|task| task.item.key != before.task.item.key);
        }
        // Another ordinal gives the next answer an id of its own, even where the clock stands still.
        let ordinal = before.task.ordinal.saturating_add(1);
        self.queue.push_front(Task { ordinal, ..before.task });
        let mut effects = vec![Effect::Note(What::Undo { of: before.record })];
        effects.extend(self.next(now));
        effects
    }

    fn next(&mut self, now: Moment) -> Vec<Effect> {
        let Some(task) = self.queue.pop_front().or_else(|| self.again.pop_front()) else {
            return vec![Effect::End(self.end())];
        };
        if task.repeats == 0 {
            self.begun += 1;
        }
        let showing = Showing::of(task.item, task.ordinal, &self.manner);
        let number = (task.repeats == 0).then_some(self.begun);
        let question = showing.question(number, self.of, &self.manner);
        self.current = Some(Current::new(task, showing, now));
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
