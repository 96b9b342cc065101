//! The question that is being answered: what has been given, what is still to be asked, and when
//! enough is known to grade it.

use super::near::Near;
use super::order::Task;
use super::showing::{Showing, Wants};
use super::{But, Effect, Event, Manner};
use crate::bank::{Body, Kind};
use crate::clock::Moment;
use crate::log::{Grade, Sure};

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
    /// Said aloud.
    Said,
    Judged(Grade),
    Nothing,
}

#[derive(Debug)]
pub(super) struct Current<'a> {
    pub task: Task<'a>,
    pub showing: Showing<'a>,
    shown_at: Moment,
    pub answers: Vec<Given>,
    /// When the last answer before the reveal was given.
    answered_at: Option<Moment>,
    /// A card has been turned, and its reader has to judge.
    turned: bool,
    pub sure: Option<Sure>,
    /// What waits until the reader has said how sure they are.
    held: Option<Event>,
    /// The near miss that was allowed to be mended.
    near: Option<Given>,
}

/// What an event leads to.
pub(super) enum Onward {
    Show(Vec<Effect>),
    /// Enough is known: grade it.
    Settle,
}

impl<'a> Current<'a> {
    pub(super) fn new(task: Task<'a>, showing: Showing<'a>, now: Moment) -> Current<'a> {
        Current {
            task,
            showing,
            shown_at: now,
            answers: Vec::new(),
            answered_at: None,
            turned: false,
            sure: None,
            held: None,
            near: None,
        }
    }

    /// The reader turns to it only now, and has given nothing yet.
    pub(super) fn begin(&mut self, now: Moment) {
        if self.answers.is_empty() && self.held.is_none() && !self.is_open() {
            self.shown_at = now;
        }
    }

    pub(super) fn wants(&self, manner: &Manner) -> Option<Wants> {
        if self.held.is_some() {
            return Some(Wants::Confidence);
        }
        if self.turned {
            return Some(Wants::Judgement { four: manner.four_grades });
        }
        Some(self.showing.part(self.answers.len())?.wants)
    }

    /// Whether the reader has seen something of the answer already.
    pub(super) fn is_open(&self) -> bool {
        self.turned || self.near.is_some() || self.showing.is_open(self.answers.len())
    }

    /// The reader gets up: what was not given counts as not known.
    pub(super) fn give_up(&mut self) {
        self.held = None;
        if self.turned {
            self.answers.push(Given::Judged(Grade::Again));
        } else {
            let last = self.near.take().unwrap_or(Given::Nothing);
            self.answers.push(last);
        }
    }

    pub(super) fn take(&mut self, event: Event, now: Moment, manner: &Manner) -> Onward {
        if let Some(held) = self.held.take() {
            let sure = match event {
                Event::Sure(sure) => sure,
                Event::DontKnow => Sure::Guess,
                _ => {
                    self.held = Some(held);
                    return unfit();
                }
            };
            self.sure = Some(sure);
            return self.answer(held, now);
        }
        if self.turned {
            return match event {
                Event::Judge(grade) if manner.four_grades || is_plain(grade) => {
                    self.finish(Given::Judged(grade))
                }
                Event::DontKnow => self.finish(Given::Judged(Grade::Again)),
                _ => unfit(),
            };
        }
        match event {
            Event::DontKnow if self.showing.is_probe(self.answers.len()) => self.go_on(Given::Nothing),
            Event::DontKnow => {
                self.answered_at.get_or_insert(now);
                self.finish(Given::Nothing)
            }
            Event::Reveal => self.turn(now),
            Event::Guess(event) if self.showing.given(self.answers.len(), (*event).clone()).is_some() => {
                self.sure = Some(Sure::Guess);
                self.answer(*event, now)
            }
            event if self.showing.given(self.answers.len(), event.clone()).is_none() => unfit(),
            event => {
                let last = self.showing.is_last_before_reveal(self.answers.len());
                if last && self.sure.is_none() && manner.asks_confidence(self.task.item) {
                    self.held = Some(event);
                    return Onward::Show(vec![Effect::Confidence]);
                }
                self.answer(event, now)
            }
        }
    }

    /// Takes an answer that fits.
    fn answer(&mut self, event: Event, now: Moment) -> Onward {
        let Some(given) = self.showing.given(self.answers.len(), event) else { return unfit() };
        if self.near.is_none()
            && let Some(near) = Near::of(&self.showing, self.answers.len(), &given)
        {
            self.near = Some(given);
            return Onward::Show(vec![Effect::Near(near)]);
        }
        if self.showing.is_last_before_reveal(self.answers.len()) {
            self.answered_at = Some(now);
        }
        self.go_on(given)
    }

    fn go_on(&mut self, given: Given) -> Onward {
        self.answers.push(given);
        match self.showing.part(self.answers.len()) {
            Some(part) => Onward::Show(vec![Effect::Then(part)]),
            None => Onward::Settle,
        }
    }

    fn turn(&mut self, now: Moment) -> Onward {
        let answer = match &self.task.item.body {
            Body::Flash { answer } => answer.clone(),
            Body::Cloze(cloze) => cloze.filled(),
            _ => return unfit(),
        };
        self.turned = true;
        self.answered_at = Some(now);
        Onward::Show(vec![Effect::Turn { answer, why: self.task.item.why.clone() }])
    }

    fn finish(&mut self, given: Given) -> Onward {
        self.answers.push(given);
        Onward::Settle
    }

    /// From the showing to the answer; reading the model or judging oneself is not in it.
    pub(super) fn answer_ms(&self, now: Moment) -> u64 {
        let answered = self.answered_at.unwrap_or(now);
        answered.utc_ms.saturating_sub(self.shown_at.utc_ms).try_into().unwrap_or(0)
    }

    /// Seconds that the answer took and that it was given, where somebody counts.
    pub(super) fn took(&self, manner: &Manner) -> Option<(u64, u32)> {
        let given = manner.seconds?;
        Some((self.answer_ms(self.answered_at?).div_ceil(1000), given))
    }

    /// What keeps a right answer of this grade from being a good one.
    pub(super) fn but(&self, grade: Grade) -> Option<But> {
        match grade {
            Grade::Hard if self.sure == Some(Sure::Guess) => Some(But::Guess),
            Grade::Hard if self.near.is_some() => Some(But::SecondTry),
            Grade::Hard if matches!(self.task.item.body, Body::Free(_)) => Some(But::NotAll),
            _ => None,
        }
    }

    pub(super) fn grade(&self, right: bool, manner: &Manner) -> Grade {
        let quick = manner.quick_ms.get(&self.task.item.kind());
        let evidence = super::grading::Evidence {
            right,
            guessed: self.sure == Some(Sure::Guess),
            second_try: self.near.is_some(),
            // No time at all is a clock that went back.
            quick: quick.is_some_and(|quick| (1..*quick).contains(&self.answer_ms(self.shown_at))),
        };
        super::grading::grade(&self.showing, &self.answers, &evidence)
    }
}

fn is_plain(grade: Grade) -> bool {
    matches!(grade, Grade::Again | Grade::Good)
}

fn unfit() -> Onward {
    Onward::Show(vec![Effect::Unfit])
}

/// Kinds of which an answer that comes fast is known, and not picked from a list.
pub(super) fn is_recalled(kind: Kind) -> bool {
    matches!(kind, Kind::Short | Kind::Numeric)
}
