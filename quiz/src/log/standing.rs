//! What comes of the notes: which questions rest, which are flagged, which settings are in force,
//! and what was missed outside of drills and quizzes.

use super::note::What;
use super::reviews::Reviews;
use crate::clock::Day;
use crate::memory::{RETENTION, RETENTIONS};
use fsrs::FSRS;
use std::collections::{BTreeMap, BTreeSet};

/// How things stand after all notes that count.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Standing {
    /// Keys of questions that are not asked.
    pub suspended: BTreeSet<String>,
    /// By the key of the question.
    pub flags: BTreeMap<String, Flag>,
    pub settings: Settings,
    /// In the order of time.
    pub missed: Vec<Miss>,
}

/// Something is wrong with a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flag {
    /// What is wrong; may be empty.
    pub text: String,
    pub day: Day,
}

/// What the schedule goes by.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// How likely a card shall still be known when it comes back: 0.70 to 0.97.
    pub retention: f32,
    /// Parameters that the model takes; empty for the model's own.
    pub weights: Vec<f32>,
    /// Whether a quick right answer counts as easy.
    pub easy: bool,
}

/// Something outside of drills and quizzes showed that a concept does not sit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Miss {
    pub concept: String,
    /// What showed it; [`crate::misses::Source`] reads it.
    pub from: String,
    pub day: Day,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { retention: RETENTION, weights: Vec::new(), easy: false }
    }
}

impl Reviews {
    /// How things stand. Of two notes about the same, the later one counts.
    pub fn standing(&self) -> Standing {
        let mut standing = Standing::default();
        for note in &self.notes {
            match &note.what {
                What::Undo { .. } => {}
                What::Suspend { key } => {
                    standing.suspended.insert(key.clone());
                }
                What::Resume { key } => {
                    standing.suspended.remove(key);
                }
                What::Flag { key, text } => {
                    standing.flags.insert(key.clone(), Flag { text: text.clone(), day: note.day });
                }
                What::Unflag { key } => {
                    standing.flags.remove(key);
                }
                What::Tune { retention, weights, easy } => {
                    standing.settings.take(*retention, weights.as_deref(), *easy);
                }
                What::Missed { concept, from } => {
                    let (concept, from) = (concept.clone(), from.clone());
                    standing.missed.push(Miss { concept, from, day: note.day });
                }
            }
        }
        standing
    }
}

impl Settings {
    /// Whether the model takes these parameters. None at all stand for its own.
    pub fn takes(weights: &[f32]) -> bool {
        FSRS::new(weights).is_ok()
    }

    fn take(&mut self, retention: Option<u32>, weights: Option<&[f32]>, easy: Option<bool>) {
        if let Some(thousandths) = retention {
            let (least, most) = RETENTIONS;
            self.retention = (thousandths as f32 / 1000.0).clamp(least, most);
        }
        if let Some(weights) = weights.filter(|weights| Settings::takes(weights)) {
            self.weights = weights.to_vec();
        }
        self.easy = easy.unwrap_or(self.easy);
    }
}
