//! What exercises showed: which rules the reader's code breaks, and of which ideas they speak.
//!
//! The grader leaves its verdicts below the target folder, and beside them the counterexamples that
//! it found. Both are its own; here they are only read, and what cannot be read is passed over: a
//! drill never fails because of an exercise.

mod map;
mod verdicts;

pub use map::{ALL_PARTS, Map};
pub use verdicts::{Broken, broken, target_folder};

use crate::log::{Note, What};
use std::collections::BTreeSet;

/// The misses that the log does not have yet: one for each idea that a broken rule speaks of. The
/// same counterexample counts once, however often the exercise is graded.
pub fn news<'a>(map: &Map, broken: &[Broken], notes: impl Iterator<Item = &'a Note>) -> Vec<What> {
    let known: BTreeSet<(&str, &str)> = notes
        .filter_map(|note| match &note.what {
            What::Missed { concept, from } => Some((concept.as_str(), from.as_str())),
            _ => None,
        })
        .collect();
    let mut news = Vec::new();
    for broken in broken {
        let from = broken.to_string();
        for concept in map.concepts(&broken.exercise, &broken.part, &broken.rule) {
            if !known.contains(&(concept, from.as_str())) {
                news.push(What::Missed { concept: concept.to_owned(), from: from.clone() });
            }
        }
    }
    news
}

/// The exercise that a miss comes from, by its `from`.
pub fn exercise_of(from: &str) -> &str {
    from.split('/').next().unwrap_or(from)
}
