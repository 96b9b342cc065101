//! What the log says about what you still know: FSRS, replayed from the first record on.
//!
//! Nothing of this is stored, so that another version of the model, or another retention, is
//! only another way to read the same log.

use crate::clock::Day;
use crate::log::{Grade, Mode, Record};
use fsrs::{FSRS, FSRSItem, FSRSReview};
use std::collections::BTreeMap;

/// How likely you shall still know a card on the day it comes back.
pub const RETENTION: f32 = 0.90;
/// A day further away than this is no plan.
const LONGEST_DAYS: f32 = 3650.0;

/// What is known about one question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Card {
    /// Days after which the chance to recall it has fallen to nine in ten; finite and positive.
    pub stability: f32,
    /// The last drill that counted.
    pub last: Day,
    /// When it comes back: the day after `last` or later, unless a quiz showed that it is lost.
    pub due: Day,
    /// How often it was forgotten in a drill.
    pub lapses: u32,
}

/// All cards, by key.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Memory {
    cards: BTreeMap<String, Card>,
    /// How many records each key has, whatever their mode: the ordinal of its next showing.
    shown: BTreeMap<String, u32>,
}

#[derive(Default)]
struct History {
    reviews: Vec<FSRSReview>,
    last: Option<Day>,
    missed: Option<Day>,
    lapses: u32,
}

impl Memory {
    /// Replays the records, which are in the order of time.
    ///
    /// `rev` is the present revision of a question, if it is still in a bank; records of earlier
    /// revisions count as showings only. Of one study day, the first drill of a card counts.
    pub fn replay(records: &[Record], retention: f32, rev: impl Fn(&str) -> Option<u32>) -> Memory {
        let mut histories: BTreeMap<&str, History> = BTreeMap::new();
        let mut shown: BTreeMap<String, u32> = BTreeMap::new();
        for record in records {
            match shown.get_mut(&record.key) {
                Some(count) => *count = count.saturating_add(1),
                None => {
                    shown.insert(record.key.clone(), 1);
                }
            }
            if rev(&record.key).is_none_or(|rev| rev == record.rev) {
                histories.entry(&record.key).or_default().take(record);
            }
        }
        let model = FSRS::default();
        let retention = clamp_retention(retention);
        let cards = histories
            .into_iter()
            .filter_map(|(key, history)| Some((key.to_owned(), history.card(&model, retention)?)))
            .collect();
        Memory { cards, shown }
    }

    pub fn card(&self, key: &str) -> Option<&Card> {
        self.cards.get(key)
    }

    /// How often the question has been answered: the ordinal of its next showing.
    pub fn shown(&self, key: &str) -> u32 {
        self.shown.get(key).copied().unwrap_or(0)
    }
}

impl History {
    fn take(&mut self, record: &Record) {
        match record.mode {
            Mode::Relearn => {}
            Mode::Quiz => {
                if record.grade == Grade::Again && self.last.is_some() {
                    self.missed = Some(record.day);
                }
            }
            Mode::Drill if self.last == Some(record.day) => {}
            Mode::Drill => {
                // A clock that went back counts as no time, and does not move `last` back.
                let delta_t = self.last.map_or(0, |last| record.day.since(last));
                self.reviews.push(FSRSReview { rating: record.grade as u32, delta_t });
                self.last = self.last.max(Some(record.day));
                self.lapses += u32::from(record.grade == Grade::Again && self.reviews.len() > 1);
                self.missed = None;
            }
        }
    }

    fn card(self, model: &FSRS, retention: f32) -> Option<Card> {
        let last = self.last?;
        let memory = model.memory_state(FSRSItem { reviews: self.reviews }, None).ok()?;
        let days = model.next_interval(Some(memory.stability), retention, 3);
        let due = last.plus(whole_days(days));
        let due = self.missed.map_or(due, |missed| due.min(missed));
        Some(Card { stability: memory.stability, last, due, lapses: self.lapses })
    }
}

/// The retention that the model is asked for: outside of 0.70 to 0.97 it answers nonsense.
fn clamp_retention(wanted: f32) -> f32 {
    if wanted.is_nan() { RETENTION } else { wanted.clamp(0.70, 0.97) }
}

/// At least a day, and no float that is none.
fn whole_days(days: f32) -> u32 {
    if days.is_nan() { 1 } else { days.round().clamp(1.0, LONGEST_DAYS) as u32 }
}
