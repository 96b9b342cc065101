//! What the reader's work outside of a drill showed, and which of it the log does not have yet.
//!
//! A rule that their code breaks ([`crate::exercises`]), a run that refuted their prediction
//! ([`crate::predictions`]), an idea that they themselves could not explain: each speaks of ideas of
//! `concepts.yaml`, and the questions about these become due.

use crate::log::{Note, What};
use std::collections::{BTreeMap, BTreeSet};

/// Something that speaks of ideas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// As the log has it: what showed it, `#`, and a number that is another one for another occasion.
    pub from: String,
    pub concepts: BTreeSet<String>,
    /// When it was, in milliseconds of UTC; `None` for what holds now, such as code that breaks a rule.
    pub at_ms: Option<i64>,
}

/// Where a miss comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source<'a> {
    /// The code of this exercise broke a rule: `lease-table/lease::open/one_live_grant_a_name#…`.
    Exercise(&'a str),
    /// A run of this chapter refuted a prediction: `book/lease-table/restart#…`.
    Chapter(&'a str),
    /// The reader said so: `reader/lease-table/restart#…`, `reader/fencing-token#…`.
    Reader,
}

/// What the reader said themselves.
pub const BY_READER: &str = "reader/";
/// What a page of the book noted.
pub const BY_BOOK: &str = "book/";

impl<'a> Source<'a> {
    /// Of a miss with this `from`.
    pub fn of(from: &'a str) -> Source<'a> {
        let first = |text: &'a str| text.split(['/', '#']).next().unwrap_or(text);
        match from.strip_prefix(BY_BOOK) {
            Some(rest) => Source::Chapter(first(rest)),
            None if from.starts_with(BY_READER) => Source::Reader,
            None => Source::Exercise(first(from)),
        }
    }
}

/// The misses that the log does not have yet: one for each idea that something shown speaks of.
///
/// The same occasion counts once, however often it is looked at. Another one of the same rule or
/// prediction may be the same one, seen again; it counts once the idea was `drilled` since the last.
/// What was before that drill is answered by it.
/// `notes` are all that were ever written, taken back or not.
pub fn news<'a>(
    shown: impl IntoIterator<Item = Shown>,
    notes: impl Iterator<Item = &'a Note>,
    drilled: impl Fn(&str, i64) -> bool,
) -> Vec<What> {
    let mut known: BTreeSet<(&str, &str)> = BTreeSet::new();
    // By idea and by what showed it: the instant of the last.
    let mut last: BTreeMap<(&str, &str), i64> = BTreeMap::new();
    for note in notes {
        let What::Missed { concept, from } = &note.what else { continue };
        known.insert((concept, from));
        let last = last.entry((concept, without_occasion(from))).or_insert(i64::MIN);
        *last = note.done_ms().max(*last);
    }
    let mut news = Vec::new();
    for Shown { from, concepts, at_ms } in shown {
        for concept in concepts {
            let last = last.get(&(concept.as_str(), without_occasion(&from)));
            let is_new = last.is_none_or(|last| drilled(&concept, *last));
            let is_answered = at_ms.is_some_and(|at| drilled(&concept, at));
            if is_new && !is_answered && !known.contains(&(concept.as_str(), from.as_str())) {
                news.push(What::Missed { concept, from: from.clone() });
            }
        }
    }
    news
}

/// What showed it: `lease-table/restart` of `lease-table/restart#1a2b3c4d`.
fn without_occasion(from: &str) -> &str {
    from.rsplit_once('#').map_or(from, |(what, _)| what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_miss_comes_from() {
        for (from, source) in [
            ("lease-table/lease::open/one_live_grant_a_name#1a2b3c4d", Source::Exercise("lease-table")),
            ("book/lease-table/restart#1a2b3c4d", Source::Chapter("lease-table")),
            ("reader/lease-table/restart#1a2b3c4d", Source::Reader),
            ("reader/fencing-token#1a2b3c4d", Source::Reader),
            ("an-older-form", Source::Exercise("an-older-form")),
        ] {
            assert_eq!(Source::of(from), source, "{from}");
        }
    }
}
