//! The answers to one question, and which of them count.
//!
//! Of one study day the first drill counts. What comes again in the same sitting counts for
//! nothing. A quiz measures: a miss makes a known card due, and nothing else moves.

use super::card::{Card, Cause, Open};
use super::fuzz::fuzzed;
use super::model::Model;
use crate::clock::Day;
use crate::log::{Grade, Mode, Record, Sure};
use fsrs::FSRSReview;

/// What a drill answer counts for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// Days since the drill that counted before it; `None` if this is the first. 0 after a clock
    /// that was set back.
    pub elapsed: Option<u32>,
}

/// All that is known of one question, in the order of time.
#[derive(Debug, Default)]
pub(crate) struct History {
    pub(crate) reviews: Vec<FSRSReview>,
    /// When each review was given: for an order over all cards.
    pub(crate) times: Vec<i64>,
    days: Option<(Day, Day)>,
    open: Option<Open>,
    confident: bool,
    lapses: u32,
    streak: u32,
}

impl History {
    pub(crate) fn is_seen(&self) -> bool {
        self.days.is_some()
    }

    pub(super) fn take(&mut self, record: &Record) -> Option<Counted> {
        match (record.mode, self.days) {
            (Mode::Relearn, _) | (Mode::Quiz, None) => None,
            (Mode::Quiz, Some(_)) => {
                if !record.grade.passed() {
                    self.miss(record.day, Cause::of(record));
                }
                None
            }
            (Mode::Drill, Some((_, last))) if last == record.day => {
                // A second drill of the day moves nothing, but a pass answers a miss.
                if record.grade.passed() {
                    self.open = None;
                }
                None
            }
            (Mode::Drill, days) => Some(self.count(record, days)),
        }
    }

    fn count(&mut self, record: &Record, days: Option<(Day, Day)>) -> Counted {
        let elapsed = days.map(|(_, last)| record.day.since(last));
        self.reviews.push(FSRSReview { rating: record.grade as u32, delta_t: elapsed.unwrap_or(0) });
        self.times.push(record.at.utc_ms);
        // A clock that went back counts as no time, and does not move `last` back.
        self.days =
            Some(days.map_or((record.day, record.day), |(first, last)| (first, last.max(record.day))));
        self.open = None;
        self.confident = is_confident_error(record);
        match record.grade {
            Grade::Again => {
                self.lapses = self.lapses.saturating_add(u32::from(days.is_some()));
                self.streak = 0;
            }
            // A success on the same day, by a clock that went back, is no success of another day.
            _ if elapsed == Some(0) => self.streak = self.streak.max(1),
            _ => self.streak = self.streak.saturating_add(1),
        }
        Counted { elapsed }
    }

    /// Something showed that it is not known any more.
    pub(super) fn miss(&mut self, day: Day, cause: Cause) {
        if !self.is_seen() {
            return;
        }
        let elsewhere = cause == Cause::Elsewhere;
        // The first day and the graver cause.
        self.open = Some(match self.open {
            Some(open) => Open {
                day: open.day.min(day),
                cause: open.cause.min(cause),
                elsewhere: elsewhere || open.elsewhere,
            },
            None => Open { day, cause, elsewhere },
        });
    }

    /// `most`: the longest interval that this question may have.
    pub(super) fn card(self, key: &str, model: &Model, most: u32) -> Option<Card> {
        let (first, last) = self.days?;
        let ordinal = u32::try_from(self.reviews.len()).unwrap_or(u32::MAX);
        let passed = self.reviews.last().is_some_and(|review| review.rating > 1);
        let state = model.state(self.reviews)?;
        let mut days = fuzzed(model.days(state.stability), most, key, ordinal);
        let mut open = self.open;
        if self.confident {
            days = 1;
            open = open.or(Some(Open { day: last.plus(1), cause: Cause::Confident, elsewhere: false }));
        }
        let due = last.plus(days);
        Some(Card {
            stability: state.stability,
            difficulty: state.difficulty,
            first,
            last,
            due: open.map_or(due, |open| due.min(open.day)),
            reviews: ordinal,
            lapses: self.lapses,
            streak: self.streak,
            passed,
            open: open.map(|open| open.cause),
            elsewhere: open.is_some_and(|open| open.elsewhere),
        })
    }
}

pub(super) fn is_confident_error(record: &Record) -> bool {
    record.grade == Grade::Again && record.sure == Some(Sure::Sure)
}
