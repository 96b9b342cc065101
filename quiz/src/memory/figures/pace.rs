//! How long an answer takes: this reader's own median, once there is one.

use crate::bank::Kind;
use crate::log::{Mode, Reviews};
use crate::memory::Deck;
use std::collections::BTreeMap;

/// So many answers of a kind make a median.
const ENOUGH: usize = 5;
/// Who needs longer than this went away.
const LONGEST_MS: u64 = 10 * 60_000;

/// How long a reader takes, by kind of question.
#[derive(Debug, Clone, Default)]
pub struct Pace {
    medians: BTreeMap<Kind, u64>,
}

impl Pace {
    pub fn of(reviews: &Reviews, deck: &Deck<'_>) -> Pace {
        let mut times: BTreeMap<Kind, Vec<u64>> = BTreeMap::new();
        for record in reviews.records.iter().filter(|record| record.mode != Mode::Relearn) {
            if let Some(face) = deck.face(&record.key) {
                times.entry(face.kind).or_default().push(record.ms.min(LONGEST_MS));
            }
        }
        let enough = times.into_iter().filter(|(_, times)| times.len() >= ENOUGH);
        let medians = enough.map(|(kind, mut times)| {
            let middle = times.len() / 2;
            (kind, *times.select_nth_unstable(middle).1)
        });
        Pace { medians: medians.collect() }
    }

    /// This reader's own medians, in milliseconds, of the kinds that have one.
    pub fn medians(&self) -> &BTreeMap<Kind, u64> {
        &self.medians
    }

    /// Milliseconds for one question of this kind.
    pub fn ms(&self, kind: Kind) -> u64 {
        self.medians.get(&kind).copied().unwrap_or_else(|| 1000 * usual_seconds(kind))
    }

    /// Whole minutes for these, at least one.
    pub fn minutes(&self, kinds: impl IntoIterator<Item = Kind>) -> u64 {
        let ms: u64 = kinds.into_iter().map(|kind| self.ms(kind)).fold(0, u64::saturating_add);
        ms.div_ceil(60_000).max(1)
    }
}

/// Before anything is known of a reader: reading, answering, and reading why.
fn usual_seconds(kind: Kind) -> u64 {
    match kind {
        Kind::Cloze | Kind::Flash => 25,
        Kind::Choice | Kind::Short => 35,
        Kind::Multi | Kind::Numeric | Kind::Spot => 50,
        Kind::Order | Kind::Trace => 75,
        Kind::Free => 150,
    }
}
