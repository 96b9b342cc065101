//! What the log holds besides answers: things that a reader did to questions, to an earlier entry
//! or to their settings. Each is one line and one user action, so that one `undo` takes it back.

use super::record::VERSION;
use crate::chance::hash;
use crate::clock::{Day, Moment};
use serde::Serialize;

/// A line of the log that is no answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// Unique among all lines of all hosts, as [`super::Record::id`] is.
    pub id: String,
    pub at: Moment,
    /// The study day, as it was reckoned then.
    pub day: Day,
    pub what: What,
}

/// What was done.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum What {
    /// The entry with this id counts for nothing. Undoing an undo brings its entry back.
    Undo { of: String },
    /// This question is no longer asked.
    Suspend { key: String },
    /// It is asked again.
    Resume { key: String },
    /// Something is wrong with this question; the text says what, and may be empty.
    Flag { key: String, text: String },
    /// It has been seen to.
    Unflag { key: String },
    /// Settings from here on. What is missing stays as it was.
    Tune {
        /// How likely a card shall still be known when it comes back, in thousandths.
        #[serde(skip_serializing_if = "Option::is_none")]
        retention: Option<u32>,
        /// The model's parameters; an empty list means the model's own.
        #[serde(skip_serializing_if = "Option::is_none")]
        weights: Option<Vec<f32>>,
        /// Whether a quick right answer counts as easy.
        #[serde(skip_serializing_if = "Option::is_none")]
        easy: Option<bool>,
    },
    /// This concept does not sit, as an exercise, a run or the reader said.
    Missed {
        concept: String,
        /// What showed it; [`crate::misses::Source`] reads it.
        from: String,
    },
}

/// The note as JSON has it.
#[derive(Debug, Serialize)]
struct Line {
    v: u32,
    id: String,
    t: String,
    off: i32,
    day: String,
    #[serde(flatten)]
    what: What,
    eng: String,
}

impl What {
    /// The names that the log has for these, as `op`.
    pub(super) const OPS: [&str; 7] = ["undo", "suspend", "resume", "flag", "unflag", "tune", "missed"];

    /// Its name in the log.
    pub fn op(&self) -> &'static str {
        match self {
            What::Undo { .. } => "undo",
            What::Suspend { .. } => "suspend",
            What::Resume { .. } => "resume",
            What::Flag { .. } => "flag",
            What::Unflag { .. } => "unflag",
            What::Tune { .. } => "tune",
            What::Missed { .. } => "missed",
        }
    }

    /// The question that it is about, if it is about one.
    pub fn key(&self) -> Option<&str> {
        match self {
            What::Suspend { key } | What::Resume { key } | What::Flag { key, .. } | What::Unflag { key } => {
                Some(key)
            }
            What::Undo { .. } | What::Tune { .. } | What::Missed { .. } => None,
        }
    }

    pub(super) fn key_mut(&mut self) -> Option<&mut String> {
        match self {
            What::Suspend { key } | What::Resume { key } | What::Flag { key, .. } | What::Unflag { key } => {
                Some(key)
            }
            What::Undo { .. } | What::Tune { .. } | What::Missed { .. } => None,
        }
    }
}

impl Note {
    pub fn new(host: &str, at: Moment, what: What) -> Note {
        let words = serde_json::to_string(&what).unwrap_or_default();
        let id = format!("{:016x}", hash(&[host, &words, &at.utc()]));
        Note { id, at, day: at.study_day(), what }
    }

    /// When it was done, in milliseconds as of [`Moment::utc_ms`]. The instant of a note is not always
    /// true: it stands behind the latest note of any clock. Its day is; of such a note the day's
    /// beginning is all that is known.
    pub fn done_ms(&self) -> i64 {
        match self.at.study_day() == self.day {
            true => self.at.utc_ms,
            false => self.day.begins(self.at.offset_min).min(self.at.utc_ms),
        }
    }

    /// The line, without its end.
    pub fn to_json(&self) -> String {
        let line = Line {
            v: VERSION,
            id: self.id.clone(),
            t: self.at.utc(),
            off: self.at.offset_min,
            day: self.day.to_string(),
            what: self.what.clone(),
            eng: env!("CARGO_PKG_VERSION").to_owned(),
        };
        serde_json::to_string(&line).unwrap_or_default()
    }
}
