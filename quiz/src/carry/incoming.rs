//! What comes in, and what of it is not in the log already. Nothing here writes; what is there is
//! never changed.

use super::identity::{DRIFT, record_id};
use super::package::{Review, Reviewed};
use crate::bank::Bank;
use crate::clock::{Clock, Moment};
use crate::log::{Entry, Grade, Mode, Record, Reviews};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A clock that is wrong by more than this did not show when somebody answered.
const AHEAD_MS: i64 = 24 * 3_600_000;
/// 2006-01-01: Anki is younger than any answer given before.
const OLDEST_MS: i64 = 1_136_073_600_000;
/// The longest time for one answer.
const LONGEST_MS: u64 = 24 * 3_600_000;

/// What there is to append, and what there was to leave out.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Arrival {
    /// New to the log, in the order of time.
    pub new: Vec<Entry>,
    /// In the log already.
    pub known: u64,
    /// About no question of ours.
    pub foreign: u64,
    /// No answers: cards that somebody moved or reset by hand.
    pub by_hand: u64,
    /// With a time or a value that no answer can have.
    pub senseless: u64,
}

/// The entries of another log that ours does not have.
pub fn from_log(other: &Reviews, ours: &Reviews) -> Arrival {
    let mut known: BTreeSet<String> = entries(ours).map(|entry| entry.id().to_owned()).collect();
    let mut theirs: Vec<Entry> = entries(other).collect();
    theirs.sort_by(|a, b| (a.at().utc_ms, a.id()).cmp(&(b.at().utc_ms, b.id())));
    let mut arrival = Arrival::default();
    for entry in theirs {
        match known.insert(entry.id().to_owned()) {
            true => arrival.new.push(entry),
            false => arrival.known += 1,
        }
    }
    arrival
}

/// Everything that stands in a log, taken back or not.
fn entries(reviews: &Reviews) -> impl Iterator<Item = Entry> {
    let answers = reviews.records.iter().map(Entry::from);
    let notes = reviews.notes.iter().map(Entry::from);
    answers.chain(notes).chain(reviews.undone.iter().cloned())
}

/// The reviews of an Anki package that our log does not have, as drills.
///
/// `ours` holds all that was ever answered, under the keys that questions have now: an answer that
/// was taken back here does not come back by way of Anki. `clock` says what time it is, and which
/// offset held when.
pub fn from_anki<'a>(
    reviewed: &Reviewed,
    banks: &'a [Bank],
    ours: &'a Reviews,
    clock: &dyn Clock,
) -> Arrival {
    let revisions = revisions(banks);
    let mut known = Known::of(ours);
    let latest = clock.now().utc_ms.saturating_add(AHEAD_MS);
    let mut arrival = Arrival {
        foreign: reviewed.foreign,
        by_hand: reviewed.by_hand,
        senseless: reviewed.senseless,
        ..Arrival::default()
    };
    let mut seen = BTreeSet::new();
    for review in &reviewed.reviews {
        let Some((key, rev)) = revisions.get(review.key.as_str()) else {
            arrival.foreign += 1;
            continue;
        };
        match grade(review.ease) {
            Some(grade) if known.take(key, review.id, grade) => arrival.known += 1,
            Some(grade) if (OLDEST_MS..=latest).contains(&review.id) => {
                match seen.insert((review.id, *key)) {
                    true => arrival.new.push(record(review, key, *rev, grade, clock.at(review.id)).into()),
                    false => arrival.known += 1,
                }
            }
            _ => arrival.senseless += 1,
        }
    }
    arrival
}

fn record(review: &Review, key: &str, rev: u32, grade: Grade, at: Moment) -> Record {
    Record {
        // Of the key in the guid, which never changes.
        id: record_id(review.id, &review.key),
        key: key.to_owned(),
        rev: review.rev.unwrap_or(rev),
        at,
        day: at.study_day(),
        // Practice ahead of time moved nothing in Anki, and moves nothing here.
        mode: if review.practice { Mode::Relearn } else { Mode::Drill },
        grade,
        ms: review.ms.min(LONGEST_MS),
        answer: "(in Anki)".to_owned(),
        seed: 0,
        sure: None,
    }
}

fn grade(ease: u8) -> Option<Grade> {
    match ease {
        1 => Some(Grade::Again),
        2 => Some(Grade::Hard),
        3 => Some(Grade::Good),
        4 => Some(Grade::Easy),
        _ => None,
    }
}

/// The present key and revision of each key that a question of ours has or had. Retired ones are
/// ours too: nobody is asked them, and their history is kept.
fn revisions(banks: &[Bank]) -> BTreeMap<&str, (&str, u32)> {
    let mut revisions = BTreeMap::new();
    for bank in banks {
        revisions.extend(bank.retired.iter().map(|key| (key.as_str(), (key.as_str(), 1))));
        for item in &bank.items {
            let keys = item.was.iter().chain([&item.key]);
            revisions.extend(keys.map(|key| (key.as_str(), (item.key.as_str(), item.rev))));
        }
    }
    revisions
}

/// Our answers to each question by grade, in the order of time, each to be matched once.
struct Known<'a>(BTreeMap<(&'a str, u8), VecDeque<i64>>);

impl<'a> Known<'a> {
    fn of(ours: &'a Reviews) -> Known<'a> {
        let undone = ours.undone.iter().filter_map(|entry| match entry {
            Entry::Answer(record) => Some(record),
            Entry::Note(_) => None,
        });
        let mut records: Vec<&Record> = ours.records.iter().chain(undone).collect();
        records.sort_by_key(|record| record.at.utc_ms);
        let mut known: BTreeMap<(&str, u8), VecDeque<i64>> = BTreeMap::new();
        for record in records {
            known.entry((&record.key, record.grade as u8)).or_default().push_back(record.at.utc_ms);
        }
        Known(known)
    }

    /// Whether a row is an answer of ours that went out: its id lies close behind its instant. Rows
    /// come in the order of time, so what is older than a row's reach is out of reach for all.
    fn take(&mut self, key: &'a str, row: i64, grade: Grade) -> bool {
        let Some(instants) = self.0.get_mut(&(key, grade as u8)) else { return false };
        while instants.front().is_some_and(|instant| instant.saturating_add(DRIFT) < row) {
            instants.pop_front();
        }
        let is_ours = instants.front().is_some_and(|instant| *instant <= row);
        if is_ours {
            instants.pop_front();
        }
        is_ours
    }
}
