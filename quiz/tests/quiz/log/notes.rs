//! Notes read back: what they do, what takes them back, and that nothing depends on who wrote what
//! where.

use super::{START, record};
use crate::place::folder;
use proptest::prelude::*;
use quiz::clock::Moment;
use quiz::log::{Entry, Grade, Log, Note, Reviews, Settings, What, read_folder, read_text};
use std::collections::BTreeMap;

pub(super) fn at(minutes: i64) -> Moment {
    Moment { utc_ms: START + minutes * 60_000, offset_min: 330 }
}

fn note(minutes: i64, what: What) -> Entry {
    Note::new("pod-7", at(minutes), what).into()
}

fn key(n: u32) -> String {
    format!("bank/card-{n}")
}

fn text(entries: &[Entry]) -> Vec<u8> {
    entries.iter().flat_map(|entry| format!("{}\n", entry.to_json()).into_bytes()).collect()
}

fn read(entries: &[Entry]) -> Reviews {
    let reviews = read_text("f", &text(entries));
    assert_eq!(reviews.warnings, []);
    reviews
}

/// One of each.
pub(super) fn every_kind() -> Vec<Entry> {
    let notes = [
        What::Suspend { key: key(1) },
        What::Resume { key: key(1) },
        What::Flag { key: key(2), text: "says ₹70,\nbut it is \"₹40\"".to_owned() },
        What::Unflag { key: key(3) },
        What::Tune { retention: Some(850), weights: None, easy: Some(true) },
        What::Tune { retention: None, weights: Some(vec![]), easy: None },
        What::Missed { concept: "lease".to_owned(), from: "lease-table/expiry/one_holder".to_owned() },
        What::Undo { of: "0123456789abcdef".to_owned() },
    ];
    let mut all: Vec<Entry> = vec![record("pod-7", 1, START, 330, Grade::Good).into()];
    all.extend((1..).zip(notes).map(|(n, what)| note(n, what)));
    all
}

#[test]
fn every_entry_reads_back_as_it_was_written() {
    let written = every_kind();
    let reviews = read(&written);
    let answers = reviews.records.iter().map(Entry::from);
    let read: Vec<Entry> = answers.chain(reviews.notes.iter().map(Entry::from)).collect();
    assert_eq!(read, written);
}

#[test]
fn the_later_note_counts() {
    let flag = |text: &str| What::Flag { key: key(1), text: text.to_owned() };
    let tune = |retention, easy| What::Tune { retention, weights: None, easy };
    let standing = read(&[
        note(1, What::Suspend { key: key(1) }),
        note(2, What::Suspend { key: key(2) }),
        note(3, What::Resume { key: key(1) }),
        note(4, flag("first")),
        note(5, flag("second")),
        note(6, tune(Some(850), Some(true))),
        note(7, tune(None, Some(false))),
    ])
    .standing();
    assert_eq!(standing.suspended.into_iter().collect::<Vec<_>>(), [key(2)]);
    assert_eq!(standing.flags[&key(1)].text, "second");
    assert_eq!(standing.settings, Settings { retention: 0.85, ..Settings::default() });
}

#[test]
fn settings_that_the_model_would_not_take_change_nothing() {
    let tune = |retention, weights: Option<Vec<f32>>| What::Tune { retention, weights, easy: None };
    let fitted: Vec<f32> = fsrs_default();
    let after = |notes: &[Entry]| read(notes).standing().settings;
    assert_eq!(after(&[note(1, tune(Some(1500), None))]).retention, 0.97);
    assert_eq!(after(&[note(1, tune(Some(0), None))]).retention, 0.70);
    let good = note(1, tune(None, Some(fitted.clone())));
    assert_eq!(after(&[good.clone(), note(2, tune(None, Some(vec![1.0; 5])))]).weights, fitted);
    assert_eq!(after(&[good, note(2, tune(None, Some(vec![])))]).weights, [0f32; 0]);
}

fn fsrs_default() -> Vec<f32> {
    let mut weights = vec![0.5; 21];
    weights[20] = 0.2;
    weights
}

#[test]
fn what_a_newer_program_wrote_is_kept_and_warned_of() {
    let lines = [
        r#"{"v":1,"id":"a","t":"2026-11-29T15:00:00.000Z","off":330,"day":"2026-11-29","op":"bury","key":["a/b"]}"#,
        r#"{"v":1,"id":"b","t":"2026-11-29T15:00:00.000Z","off":330,"day":"2026-11-29","op":"rest","eng":"9"}"#,
        r#"{"v":2,"id":"c","op":"suspend","keys":["a/b"]}"#,
        r#"{"v":1,"id":"d","t":"2026-11-29T15:00:00.000Z","off":330,"day":"2026-11-29","op":"undo","eng":"1"}"#,
        r#"{"v":1,"id":"e","t":"2026-11-29T15:00:00.000Z","off":330,"day":"2026-11-29","op":"tune","weights":[1e999],"eng":"1"}"#,
    ];
    let read = read_text("f", lines.join("\n").as_bytes());
    assert_eq!((read.records.len(), read.notes.len()), (0, 0));
    let said: Vec<String> = read.warnings.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn a_question_that_got_another_name_keeps_its_notes() {
    let suspended = note(1, What::Suspend { key: key(1) });
    let flagged = note(2, What::Flag { key: key(1), text: String::new() });
    let answer = Entry::from(record("pod-7", 1, START, 330, Grade::Good));
    let undo = note(3, What::Undo { of: answer.id().to_owned() });
    let heirs = BTreeMap::from([("bank/card-1", "bank/now")]);
    let reviews = read(&[suspended, flagged, answer, undo]).under(&heirs);
    let standing = reviews.standing();
    assert!(standing.suspended.contains("bank/now") && standing.flags.contains_key("bank/now"));
    assert_eq!(reviews.undone[0].key(), Some("bank/now"));
}

#[test]
fn undo_undoes_and_its_undo_brings_back() {
    let before: Vec<Entry> = every_kind();
    for action in every_kind() {
        let action = match action {
            Entry::Answer(_) => record("pod-7", 9, START + 500_000_000, 330, Grade::Again).into(),
            Entry::Note(Note { what: What::Undo { .. }, .. }) => {
                note(100, What::Undo { of: before[0].id().to_owned() })
            }
            Entry::Note(other) => note(100, other.what),
        };
        let undo = note(200, What::Undo { of: action.id().to_owned() });
        let redo = note(300, What::Undo { of: undo.id().to_owned() });
        let (state, done) = (state(&read(&before)), [before.clone(), vec![action]].concat());
        let undone = [done.clone(), vec![undo]].concat();
        assert_eq!(self::state(&read(&undone)), state);
        let redone = [undone.clone(), vec![redo]].concat();
        assert_eq!(self::state(&read(&redone)), self::state(&read(&done)));
        assert_eq!(read(&undone).undone.len(), 1);
    }
}

/// All that other rooms see.
fn state(reviews: &Reviews) -> (Vec<quiz::log::Record>, quiz::log::Standing) {
    (reviews.records.clone(), reviews.standing())
}

/// Undoing in one file what another holds: nothing happens until both are there.
#[test]
fn an_undo_waits_for_its_entry() {
    let answer = Entry::from(record("pod-3", 1, START, 330, Grade::Good));
    let undo = note(-90, What::Undo { of: answer.id().to_owned() });
    let (one, other) = (read(&[undo]), read(&[answer]));
    assert_eq!((one.records.len(), other.records.len()), (0, 1));
    assert_eq!(one.merge(other).records, []);
}

/// What is done to a history: an index says to which earlier entry.
#[derive(Debug, Clone)]
enum Deed {
    Answer(u32, Grade),
    Undo(prop::sample::Index),
    Suspend(u32),
    Resume(u32),
    Flag(u32),
    Tune(u32),
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        3 => (0..5u32, prop::sample::select(vec![Grade::Again, Grade::Good])).prop_map(|(n, g)| Deed::Answer(n, g)),
        3 => any::<prop::sample::Index>().prop_map(Deed::Undo),
        1 => (0..5u32).prop_map(Deed::Suspend),
        1 => (0..5u32).prop_map(Deed::Resume),
        1 => (0..5u32).prop_map(Deed::Flag),
        1 => (600..1000u32).prop_map(Deed::Tune),
    ]
}

/// Entries of three hosts with clocks that jump; an undo may stand before its entry.
fn history() -> impl Strategy<Value = Vec<Entry>> {
    prop::collection::vec((deed(), 0..30i64, 0..3usize), 0..25).prop_map(|deeds| {
        let mut entries: Vec<Entry> = Vec::new();
        for (n, (deed, minutes, host)) in (0u32..).zip(deeds) {
            let host = ["pod-7", "pod-3", "pod-1"][host];
            let what = match deed {
                Deed::Answer(key, grade) => {
                    let ms = START + minutes * 60_000;
                    entries.push(record(host, key + 5 * n, ms, 330, grade).into());
                    continue;
                }
                Deed::Undo(_) if entries.is_empty() => continue,
                Deed::Undo(index) => What::Undo { of: index.get(&entries).id().to_owned() },
                Deed::Suspend(n) => What::Suspend { key: key(n) },
                Deed::Resume(n) => What::Resume { key: key(n) },
                Deed::Flag(n) => What::Flag { key: key(n), text: minutes.to_string() },
                Deed::Tune(n) => What::Tune { retention: Some(n), weights: None, easy: None },
            };
            entries.push(Note::new(host, at(minutes), what).into());
        }
        entries
    })
}

proptest! {
    /// Each entry lies in one to three of three files, in any order.
    #[test]
    fn it_does_not_matter_who_holds_which_entries(
        entries in history(),
        places in prop::collection::vec(1..8u8, 25),
        turn in any::<prop::sample::Index>(),
    ) {
        let whole = read(&entries);
        let part = |bit: u8| {
            let mut lines: Vec<Entry> = entries.iter().zip(&places).filter(|(_, place)| **place & bit != 0)
                .map(|(entry, _)| entry.clone()).collect();
            if !lines.is_empty() {
                let by = turn.index(lines.len());
                lines.rotate_left(by);
            }
            read(&lines)
        };
        let [a, b, c] = [1, 2, 4].map(part);
        let merge = |x: &Reviews, y: &Reviews| x.clone().merge(y.clone());
        prop_assert_eq!(&merge(&merge(&a, &b), &c), &whole);
        prop_assert_eq!(&merge(&a, &merge(&b, &c)), &whole);
        prop_assert_eq!(&merge(&merge(&c, &a), &b), &whole);
        prop_assert_eq!(&merge(&whole, &b), &whole);
        prop_assert_eq!(merge(&a, &b), merge(&b, &a));
        prop_assert_eq!(whole.standing(), merge(&whole, &whole).standing());
    }

    /// Whatever was done before: an action and its undo leave the state as it was.
    #[test]
    fn undo_leaves_the_state_as_it_was(entries in history(), last in deed()) {
        let before = read(&entries);
        let mut entries = entries;
        let what = match last {
            Deed::Undo(_) if entries.is_empty() => return Ok(()),
            Deed::Undo(index) => What::Undo { of: index.get(&entries).id().to_owned() },
            Deed::Answer(n, _) => What::Suspend { key: key(n) },
            Deed::Suspend(n) => What::Suspend { key: key(n) },
            Deed::Resume(n) => What::Resume { key: key(n) },
            Deed::Flag(n) => What::Flag { key: key(n), text: String::new() },
            Deed::Tune(n) => What::Tune { retention: None, weights: None, easy: Some(n % 2 == 0) },
        };
        let action = note(1000, what);
        let undo = note(900, What::Undo { of: action.id().to_owned() });
        entries.extend([undo, action]);
        prop_assert_eq!(state(&read(&entries)), state(&before));
    }
}

#[test]
fn the_log_takes_answers_and_notes() {
    let folder = folder("takes-both");
    let (mut log, _) = Log::open(&folder, "pod-7").expect("the log opens");
    for entry in every_kind() {
        log.append(entry).expect("it is written");
    }
    drop(log);
    assert_eq!(read_folder(&folder).expect("the folder"), read(&every_kind()));
}
