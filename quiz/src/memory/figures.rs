//! What a log amounts to, in numbers: what `stats` and `cargo quiz` show. Pure: the same log, the
//! same banks and the same day give the same figures.

mod concepts;
mod pace;

pub use concepts::{Grip, Known, concepts};
pub use pace::Pace;

use super::{Deck, walk};
use crate::bank::{Kind, Level};
use crate::clock::Day;
use crate::log::{Mode, Reviews, Sure};
use std::collections::BTreeMap;

/// How many of how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    pub right: u32,
    pub of: u32,
}

/// What was answered, and how well.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Figures {
    /// True retention: of drill answers to cards that had been drilled on an earlier day, how many
    /// were right. Over the last 7 study days, the last 30, and all of them.
    pub week: Share,
    pub month: Share,
    pub ever: Share,
    /// Answers by study day, of drills and quizzes; what came again in a sitting is left out.
    pub days: BTreeMap<Day, u32>,
    /// How often an answer was right, by how sure its reader was.
    pub sure: BTreeMap<Sure, Share>,
    pub kinds: BTreeMap<Kind, Share>,
    pub levels: BTreeMap<Level, Share>,
}

impl Figures {
    /// Of the questions in this deck alone.
    pub fn of(reviews: &Reviews, deck: &Deck<'_>, today: Day) -> Figures {
        let mut figures = Figures::default();
        walk(reviews, deck, today, |record, counted| {
            let Some(face) = deck.face(&record.key) else { return };
            let right = record.grade.passed();
            if counted.and_then(|counted| counted.elapsed).is_some_and(|days| days > 0) {
                figures.ever.add(right);
                let ago = today.since(record.day);
                if ago < 30 {
                    figures.month.add(right);
                }
                if ago < 7 {
                    figures.week.add(right);
                }
            }
            if record.mode != Mode::Relearn {
                *figures.days.entry(record.day).or_default() += 1;
                figures.kinds.entry(face.kind).or_default().add(right);
                figures.levels.entry(face.level).or_default().add(right);
                if let Some(sure) = record.sure {
                    figures.sure.entry(sure).or_default().add(right);
                }
            }
        });
        figures
    }

    /// On how many study days in a row something was answered, up to today or yesterday.
    pub fn streak(&self, today: Day) -> u32 {
        let has = |day: Day| self.days.contains_key(&day);
        let mut day = if has(today) { today } else { Day(today.0.saturating_sub(1)) };
        let mut streak = 0;
        while has(day) {
            streak += 1;
            day = Day(day.0.saturating_sub(1));
        }
        streak
    }
}

impl Share {
    fn add(&mut self, right: bool) {
        self.of += 1;
        self.right += u32::from(right);
    }

    /// In whole hundredths, rounded to the nearest; `None` of nothing.
    pub fn percent(self) -> Option<u32> {
        let (right, of) = (u64::from(self.right), u64::from(self.of));
        (of > 0).then(|| ((right * 200 + of) / (2 * of)) as u32)
    }
}
