//! Answers as rows of Anki's review log.
//!
//! An answer that moved the schedule becomes a review; one that did not (a quiz, a repeat in the
//! same sitting, a second drill of a day, an answer to an earlier revision) a row that Anki keeps and
//! shows, and leaves out of the memory that it computes. So both compute the same.

use super::freight::Freight;
use super::identity::review_ids;
use crate::log::Record;
use crate::memory::{Deck, Model, walk};
use fsrs::FSRSReview;
use std::collections::BTreeMap;

/// The longest time for one answer, in milliseconds: whoever took longer had left.
const LONGEST_MS: u64 = 3_600_000;

/// A row of `revlog`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Row {
    pub id: i64,
    /// The card's id.
    pub card: i64,
    /// 1 to 4, as the grades.
    pub ease: u8,
    /// Days from this answer to the next showing, and the same of the answer before.
    pub interval: u32,
    pub last_interval: u32,
    /// The card's difficulty, from 100 to 1100.
    pub factor: u32,
    pub ms: u64,
    pub kind: Kind,
}

/// What a row is to Anki.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The first answer to a new card. Without one, Anki takes a history for cut off.
    Learn = 0,
    Review = 1,
    /// Practice: with factor 0 it moves nothing.
    Practice = 3,
}

/// The answers to these cards (ids by key), in the order of time.
pub(super) fn rows(freight: &Freight<'_>, cards: &BTreeMap<&str, i64>) -> Vec<Row> {
    let records = &freight.reviews.records;
    let steps = steps(freight);
    let ids = review_ids(records.iter());
    let mut intervals: BTreeMap<&str, u32> = BTreeMap::new();
    let mut rows = Vec::new();
    for (record, id) in records.iter().zip(ids) {
        let Some(card) = cards.get(record.key.as_str()).copied() else { continue };
        let (ease, ms) = (record.grade as u8, record.ms.min(LONGEST_MS));
        let last_interval = intervals.get(record.key.as_str()).copied().unwrap_or(0);
        let (kind, interval, factor) = match steps.get(&(record.at.utc_ms, record.id.as_str())) {
            Some(step) => {
                intervals.insert(&record.key, step.days);
                let kind = if step.first { Kind::Learn } else { Kind::Review };
                (kind, step.days, ((step.difficulty - 1.0) / 9.0 * 1000.0) as u32 + 100)
            }
            None => (Kind::Practice, last_interval, 0),
        };
        rows.push(Row { id, card, ease, interval, last_interval, factor, ms, kind });
    }
    rows.sort_by_key(|row| row.id);
    rows
}

/// What an answer that counted did to its card.
struct Step {
    first: bool,
    days: u32,
    difficulty: f32,
}

/// The answers that counted, by instant and id.
fn steps<'a>(freight: &Freight<'a>) -> BTreeMap<(i64, &'a str), Step> {
    let mut elapsed: BTreeMap<(i64, String), Option<u32>> = BTreeMap::new();
    walk(freight.reviews, &Deck::of(freight.banks), freight.now.study_day(), |record, count| {
        if let Some(count) = count {
            elapsed.insert((record.at.utc_ms, record.id.clone()), count.elapsed);
        }
    });
    let mut by_key: BTreeMap<&str, Vec<(&Record, FSRSReview)>> = BTreeMap::new();
    for record in &freight.reviews.records {
        if let Some(elapsed) = elapsed.get(&(record.at.utc_ms, record.id.clone())) {
            let review = FSRSReview { rating: record.grade as u32, delta_t: elapsed.unwrap_or(0) };
            by_key.entry(&record.key).or_default().push((record, review));
        }
    }
    let model = Model::new(&freight.standing.settings);
    let mut steps = BTreeMap::new();
    for records in by_key.into_values() {
        let states = model.states(records.iter().map(|(_, review)| *review).collect());
        for (n, ((record, _), state)) in records.iter().zip(states).enumerate() {
            let days = model.days(state.stability);
            let step = Step { first: n == 0, days, difficulty: state.difficulty };
            steps.insert((record.at.utc_ms, record.id.as_str()), step);
        }
    }
    steps
}
