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
use std::collections::{BTreeMap, BTreeSet};

/// The misses that the log does not have yet: one for each idea that a broken rule speaks of.
///
/// The same counterexample counts once, however often the exercise is graded. Another one of the
/// same rule may be the same one, edited; it counts once the idea was `drilled` since the last.
/// `notes` are all that were ever written, taken back or not.
pub fn news<'a>(
    map: &Map,
    broken: &[Broken],
    notes: impl Iterator<Item = &'a Note>,
    drilled: impl Fn(&str, i64) -> bool,
) -> Vec<What> {
    let mut known: BTreeSet<(&str, &str)> = BTreeSet::new();
    // By idea and rule: the instant of the last.
    let mut last: BTreeMap<(&str, &str), i64> = BTreeMap::new();
    for note in notes {
        let What::Missed { concept, from } = &note.what else { continue };
        known.insert((concept, from));
        let last = last.entry((concept, rule_of(from))).or_insert(i64::MIN);
        *last = note.done_ms().max(*last);
    }
    let mut news = Vec::new();
    for broken in broken {
        let from = broken.to_string();
        for concept in map.concepts(&broken.exercise, &broken.part, &broken.rule) {
            let answered = last.get(&(concept, rule_of(&from))).is_none_or(|last| drilled(concept, *last));
            if answered && !known.contains(&(concept, from.as_str())) {
                news.push(What::Missed { concept: concept.to_owned(), from: from.clone() });
            }
        }
    }
    news
}

/// Exercise, part and rule, without the counterexample.
fn rule_of(from: &str) -> &str {
    from.rsplit_once('#').map_or(from, |(rule, _)| rule)
}

/// The exercise that a miss comes from, by its `from`.
pub fn exercise_of(from: &str) -> &str {
    from.split('/').next().unwrap_or(from)
}
