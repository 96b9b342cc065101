//! Under which names and numbers a question and its answers are known outside.
//!
//! Another program keeps history by these. Changing anything here makes duplicates of every note
//! that somebody has imported, and of every answer.

use crate::bank::{Bank, Item};
use crate::chance::hash;
pub(super) use crate::log::DRIFT;
use crate::log::{FROM_ANKI, Record};
use std::collections::{BTreeMap, BTreeSet};

/// What every guid begins with.
const OURS: &str = "who-holds-the-lock/";
/// Note ids lie in the years 2008 to 2020, as instants in milliseconds: Anki takes ids for the time
/// at which a note was made, and repairs those of the future.
const FIRST_NOTE: i64 = 1_200_000_000_000;
const NOTES: u64 = 400_000_000_000;
/// Over so many milliseconds the ids of answers of one instant are spread.
const SPREAD: u64 = 500;

/// The name of a question in Anki: its key, or the oldest key if it had others. So neither an
/// edited text nor another id makes a second note of it.
pub fn guid(item: &Item) -> String {
    format!("{OURS}{}", item.was.first().unwrap_or(&item.key))
}

/// The key in a guid of ours; `None` for anybody else's note.
pub fn key_of(guid: &str) -> Option<&str> {
    guid.strip_prefix(OURS).filter(|key| key.contains('/'))
}

/// The number of each question's note, by its key: unique over these banks, which should be all.
pub(super) fn note_ids(banks: &[Bank]) -> BTreeMap<&str, i64> {
    let items = banks.iter().flat_map(|bank| &bank.items);
    let by_guid: BTreeMap<String, &str> = items.map(|item| (guid(item), item.key.as_str())).collect();
    let mut taken = BTreeSet::new();
    let number = |guid: &str| FIRST_NOTE + (hash(&["note", guid]) % NOTES) as i64;
    by_guid.iter().map(|(guid, key)| (*key, free(number(guid), &mut taken))).collect()
}

/// The number of a bank's deck.
pub(super) fn deck_id(bank: &str) -> i64 {
    FIRST_NOTE + (hash(&["deck", bank]) % NOTES) as i64
}

/// The number of each answer, these being in the order of time: unique, close behind the instant at which it was
/// given, and the same whatever other answers there are, unless two collide.
///
/// Anki drops a row without a word if its number is taken, so two answers of one millisecond, as
/// two hosts or a clock that stands still give them, must not share one.
pub(super) fn review_ids<'a>(records: impl Iterator<Item = &'a Record>) -> Vec<i64> {
    let mut taken = BTreeSet::new();
    // Of one card, the order stays.
    let mut latest: BTreeMap<&str, i64> = BTreeMap::new();
    let mut id = |record: &'a Record| {
        let after = latest.get(record.key.as_str()).map_or(i64::MIN, |latest| latest + 1);
        let wanted = from_anki(record).unwrap_or_else(|| spread(record).max(after));
        let id = free(wanted, &mut taken);
        latest.insert(&record.key, id);
        id
    };
    records.map(&mut id).collect()
}

/// The number that an answer had in Anki, if it was given there.
fn from_anki(record: &Record) -> Option<i64> {
    let row = record.id.strip_prefix(FROM_ANKI)?.split('-').next()?.parse::<i64>().ok()?;
    (row == record.at.utc_ms && row > 0).then_some(row)
}

fn spread(record: &Record) -> i64 {
    // No row is older than 1970, nor so far ahead that a neighbour does not fit.
    let at = record.at.utc_ms.clamp(1, i64::MAX / 2);
    at + (hash(&["review", &record.id]) % SPREAD) as i64
}

fn free(mut number: i64, taken: &mut BTreeSet<i64>) -> i64 {
    while !taken.insert(number) {
        number += 1;
    }
    number
}

/// The id of the record that a row of Anki becomes, on whichever host it is imported.
pub(super) fn record_id(row: i64, key: &str) -> String {
    format!("{FROM_ANKI}{row}-{:08x}", hash(&[key]) >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bank::{Body, Level, See};
    use crate::clock::Moment;
    use crate::log::{Grade, Mode};

    fn record(id: &str, utc_ms: i64) -> Record {
        let at = Moment { utc_ms, offset_min: 0 };
        Record {
            id: id.to_owned(),
            key: "bank/card".to_owned(),
            rev: 1,
            at,
            day: at.study_day(),
            mode: Mode::Drill,
            grade: Grade::Good,
            ms: 0,
            answer: String::new(),
            seed: 0,
            sure: None,
        }
    }

    /// A change here would double what people have in Anki.
    #[test]
    fn numbers_are_what_they_always_were() {
        assert_eq!(deck_id("lost-update"), 1_399_668_622_875);
        assert_eq!(review_ids([record("a", 1_795_000_000_000)].iter()), [1_795_000_000_235]);
        assert_eq!(key_of("who-holds-the-lock/lost-update/state"), Some("lost-update/state"));
        assert_eq!(key_of("hm>]p1Jnhk"), None);
        assert_eq!(record_id(7, "bank/card").len(), "anki-7-".len() + 8);
    }

    #[test]
    fn a_renamed_question_is_the_same_note() {
        let see = See { chapter: "c".into(), anchor: None, title: "c".into(), heading: None };
        let mut item = Item {
            key: "bank/new".to_owned(),
            level: Level::Applied,
            concepts: Vec::new(),
            prompt: String::new(),
            why: None,
            see,
            rev: 1,
            was: Vec::new(),
            source: None,
            allow: Vec::new(),
            body: Body::Flash { answer: String::new() },
        };
        assert_eq!(guid(&item), "who-holds-the-lock/bank/new");
        item.was = vec!["other/first".to_owned(), "bank/second".to_owned()];
        assert_eq!(guid(&item), "who-holds-the-lock/other/first");
    }

    #[test]
    fn answers_of_one_instant_get_numbers_of_their_own() {
        let of_card = |n| Record { key: format!("bank/{n}"), ..record(&format!("r{n}"), 5) };
        let records: Vec<Record> = (0..2_000).map(of_card).collect();
        let ids = review_ids(records.iter());
        let distinct: BTreeSet<i64> = ids.iter().copied().collect();
        assert_eq!(distinct.len(), ids.len());
        assert!(ids.iter().all(|id| (5..5 + DRIFT).contains(id)), "close behind their instant");
    }

    #[test]
    fn answers_to_one_card_keep_their_order() {
        let records: Vec<Record> = (0..50).map(|n| record(&format!("r{n}"), 1_000 + n / 9)).collect();
        assert!(review_ids(records.iter()).is_sorted());
    }

    #[test]
    fn no_clock_gives_a_number_that_is_none() {
        let records = [record("a", i64::MIN), record("b", 0), record("c", i64::MAX)];
        assert!(review_ids(records.iter()).iter().all(|id| *id > 0));
    }

    #[test]
    fn an_answer_out_of_anki_goes_back_under_its_own_number() {
        let id = record_id(1_796_034_473_745, "bank/card");
        let back = record(&id, 1_796_034_473_745);
        assert_eq!(review_ids([back].iter()), [1_796_034_473_745]);
    }
}
