//! One line of the log.

use crate::chance::hash;
use crate::clock::{Day, Moment};
use serde::{Deserialize, Serialize};

/// The version of the record's format.
pub(super) const VERSION: u32 = 1;
/// Of an answer, so many characters are kept.
const ANSWER: usize = 200;

/// What the id of an answer begins with that came out of Anki; its row's id follows.
pub(crate) const FROM_ANKI: &str = "anki-";
/// So far at most, in milliseconds, a row's id lies behind the instant of the answer that it is.
pub(crate) const DRIFT: i64 = 5_000;
/// 2026-01-01: this workbook is younger than any day before.
const OLDEST: Day = Day(20_454);

/// One answer to one question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Unique among all records of all hosts; two equal ones are one record that was copied.
    pub id: String,
    /// `bank/id` of the question.
    pub key: String,
    /// The question's `rev` at the time.
    pub rev: u32,
    pub at: Moment,
    /// The study day, as it was reckoned when the answer was given.
    pub day: Day,
    pub mode: Mode,
    pub grade: Grade,
    /// From the showing of the question to its answer, in milliseconds.
    pub ms: u64,
    /// What was answered, for people; `?` if nothing was.
    pub answer: String,
    /// What the numbers and the order of the options were drawn from.
    pub seed: u32,
    /// How sure the reader was, said before the answer was shown; `None` if nobody asked.
    pub sure: Option<Sure>,
}

/// How sure somebody is of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sure {
    Guess,
    Unsure,
    Sure,
}

/// What an answer is evidence of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// It moves the schedule.
    Drill,
    /// It measures. A miss makes a known card due; nothing else moves.
    Quiz,
    /// The same question again in the same session: it moves nothing.
    Relearn,
}

/// FSRS's grades.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    Again = 1,
    Hard = 2,
    Good = 3,
    Easy = 4,
}

/// The record as JSON has it.
#[derive(Debug, Serialize)]
struct Line {
    v: u32,
    id: String,
    key: String,
    rev: u32,
    t: String,
    off: i32,
    day: String,
    mode: Mode,
    grade: u32,
    ms: u64,
    ans: String,
    seed: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    sure: Option<Sure>,
    eng: String,
}

impl Grade {
    pub fn passed(self) -> bool {
        self != Grade::Again
    }
}

impl Record {
    /// The id of the `ordinal`-th answer to a question, given on this host at this instant.
    pub fn id(host: &str, key: &str, ordinal: u32, at: Moment) -> String {
        format!("{:016x}", hash(&[host, key, &ordinal.to_string(), &at.utc()]))
    }

    pub(crate) fn is_from_anki(&self) -> bool {
        self.id.starts_with(FROM_ANKI)
    }

    /// Whether no clock that was right can have shown this day, as seen from `today`: it is before the
    /// workbook was, and today is not. Nobody knows when such an answer was given.
    pub(crate) fn is_timeless(&self, today: Day) -> bool {
        self.day < OLDEST && today >= OLDEST && !self.is_from_anki()
    }

    /// The line, without its end.
    pub fn to_json(&self) -> String {
        let line = Line {
            v: VERSION,
            id: self.id.clone(),
            key: self.key.clone(),
            rev: self.rev,
            t: self.at.utc(),
            off: self.at.offset_min,
            day: self.day.to_string(),
            mode: self.mode,
            grade: self.grade as u32,
            ms: self.ms,
            ans: self.answer.chars().take(ANSWER).collect(),
            seed: self.seed,
            sure: self.sure,
            eng: env!("CARGO_PKG_VERSION").to_owned(),
        };
        // Strings and integers only: there is nothing that JSON could refuse.
        serde_json::to_string(&line).unwrap_or_default()
    }
}
