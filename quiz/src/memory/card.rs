//! What is known about one question.

use super::history::is_confident_error;
use crate::clock::Day;
use crate::log::Record;

/// A day further away than this is no plan.
pub(super) const LONGEST_DAYS: u32 = 3650;
/// A question that is answered by picking comes back within so many days, until one of the same
/// concept whose answer has to be recalled was passed: who recognises need not know.
pub(super) const PICKED_DAYS: u32 = 60;

/// A question with a memory: it was drilled at least once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Card {
    /// Days after which the chance to recall it has fallen to nine in ten; finite and positive.
    pub stability: f32,
    /// 1 (easy) to 10, as the model sees it.
    pub difficulty: f32,
    /// The first drill, and the last one that counted.
    pub first: Day,
    pub last: Day,
    /// When it comes back: the day after `last` or later, unless something showed that it is lost.
    pub due: Day,
    /// How many drills counted.
    pub reviews: u32,
    /// How often it was forgotten in a drill, after the first.
    pub lapses: u32,
    /// On how many study days in a row it was known: 0 after a miss.
    pub streak: u32,
    /// Whether the last drill that counted was a success.
    pub passed: bool,
    /// Why it comes before its time, until it is drilled again.
    pub open: Option<Cause>,
    /// Whether [`Cause::Elsewhere`] is among the reasons, though another may be graver.
    pub elsewhere: bool,
}

/// Who forgets a card so often has learned something else in its place.
const LEECH_LAPSES: u32 = 6;

impl Card {
    /// Whether drilling alone does not help with it.
    pub fn is_leech(&self) -> bool {
        self.lapses >= LEECH_LAPSES
    }
}

/// What showed that something is not known. The graver comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// A wrong answer of which its reader was sure: what is corrected soon stays corrected.
    Confident,
    /// Something outside of drills and quizzes: a rule that an exercise broke, a prediction that a run
    /// refuted, the reader's own word.
    Elsewhere,
    /// A question of a quiz.
    Quiz,
}

/// A miss that no drill has answered yet, and its study day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Open {
    pub day: Day,
    pub cause: Cause,
    pub elsewhere: bool,
}

impl Cause {
    /// Of a wrong answer in a quiz.
    pub(super) fn of(record: &Record) -> Cause {
        if is_confident_error(record) { Cause::Confident } else { Cause::Quiz }
    }
}

impl Card {
    /// Whether it was known on two study days since it was last forgotten, and nothing speaks against
    /// it. One good day is luck, or the memory of an hour.
    pub fn holds(&self) -> bool {
        self.streak >= 2 && self.open.is_none()
    }
}
