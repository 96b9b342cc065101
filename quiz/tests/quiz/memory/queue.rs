//! What a sitting holds, and in which order.

use super::*;
use quiz::session;
use std::collections::BTreeSet;

fn keys(banks: &[Bank], records: &[Record], notes: &[Note], today: i64, limit: usize) -> Vec<String> {
    let memory = Memory::of(&reviews(records, notes), banks, day(today));
    let queue = session::drill(banks, &memory, day(today), limit, 7);
    queue.tasks.iter().map(|task| task.item().key.clone()).collect()
}

fn many(concepts: &[&str]) -> Vec<Bank> {
    let items = concepts.iter().enumerate();
    vec![bank("bank", items.map(|(n, c)| item(&format!("bank/card-{n}"), &[c], flash())).collect())]
}

#[test]
fn a_third_sibling_waits_for_all_others() {
    let banks = many(&["a", "a", "a", "a", "b", "c"]);
    let all = keys(&banks, &[], &[], 0, 4);
    assert_eq!(all, ["bank/card-0", "bank/card-4", "bank/card-1", "bank/card-5"]);
    // With room left, they come after all.
    assert_eq!(keys(&banks, &[], &[], 0, 9).len(), 6);
}

#[test]
fn siblings_of_what_was_drilled_today_wait_until_tomorrow() {
    let banks = many(&["a", "a", "a", "b", "c"]);
    let today = [drill(0, 0, Grade::Good), drill(1, 0, Grade::Good)];
    assert_eq!(keys(&banks, &today, &[], 0, 2), ["bank/card-3", "bank/card-4"]);
    let tomorrow = keys(&banks, &today, &[], 1, 2);
    assert!(tomorrow.contains(&"bank/card-2".to_owned()), "{tomorrow:?}");
}

#[test]
fn due_siblings_are_spread_and_none_is_hidden() {
    let banks = many(&["a", "a", "a", "b", "b"]);
    let seen: Vec<Record> = (0..5).map(|n| drill(n, 0, Grade::Again)).collect();
    let mut due = keys(&banks, &seen, &[], 30, 9);
    assert_eq!(due.len(), 5);
    let concept = |key: &String| banks[0].items.iter().find(|item| item.key == *key).map(Item::concept);
    assert!(due.windows(2).all(|pair| concept(&pair[0]) != concept(&pair[1])), "{due:?}");
    due.sort();
    assert_eq!(due, (0..5).map(|n| format!("bank/card-{n}")).collect::<Vec<_>>());
}

/// First what its reader was sure of, then other misses, then what is due longest.
#[test]
fn misses_come_first() {
    let banks = many(&["a", "b", "c", "d", "e"]);
    let mut records: Vec<Record> = (0..4).map(|n| drill(n, 0, Grade::Again)).collect();
    records[2].sure = Some(Sure::Sure);
    let missed = What::Missed { concept: "d".to_owned(), from: "x/y/z".to_owned() };
    let order = keys(&banks, &records, &[note(20, missed.clone())], 30, 9);
    assert_eq!(order[..2], ["bank/card-2", "bank/card-3"]);
    assert_eq!(order[4], "bank/card-4", "new ones come last");
    let banks = many(&["a", "b", "c", "d"]);
    assert_eq!(keys(&banks, &[], &[note(20, missed)], 30, 9)[0], "bank/card-3", "and first among the new");
}

#[test]
fn ideas_that_are_alike_stand_side_by_side() {
    let banks =
        many(&["lost-update", "efficiency-lock", "pk-is-the-arbiter", "lease-is-rental", "correctness-lock"]);
    let seen: Vec<Record> = (0..5).map(|n| drill(n, i64::from(n), Grade::Again)).collect();
    let order = keys(&banks, &seen, &[], 30, 3);
    assert_eq!(order, ["bank/card-0", "bank/card-1", "bank/card-4"]);
}

#[test]
fn a_suspended_question_is_not_asked() {
    let banks = many(&["a", "b"]);
    let rest = note(0, What::Suspend { key: "bank/card-0".to_owned() });
    assert_eq!(keys(&banks, &[], std::slice::from_ref(&rest), 0, 9), ["bank/card-1"]);
    let seen = [drill(0, 0, Grade::Again)];
    assert_eq!(keys(&banks, &seen, std::slice::from_ref(&rest), 9, 9), ["bank/card-1"]);
    let memory = Memory::of(&reviews(&seen, &[rest]), &banks, day(9));
    let quiz = session::quiz(&[&banks[0]], &memory, 9, 7);
    assert_eq!(quiz.len(), 1);
}

#[test]
fn every_pair_of_alikes_names_two_ideas() {
    let text = std::fs::read_to_string(crate::place::workspace().join("concepts.yaml")).expect("it is there");
    for (a, b) in session::ALIKE {
        assert_ne!(a, b);
        for id in [a, b] {
            assert!(text.contains(&format!("- id: {id}\n")), "concepts.yaml has no `{id}`");
        }
    }
}

/// Who is never done with what is due still meets something new.
#[test]
fn a_quarter_of_a_sitting_is_for_new_questions() {
    let concepts: Vec<String> = (0..60).map(|n| format!("c{n}")).collect();
    let banks = many(&concepts.iter().map(String::as_str).collect::<Vec<_>>());
    // How many of a sitting are new, with so many due, so many new ones left, and so many places.
    let new = |due: u32, left: u32, places: usize| {
        let seen = |n| Record { key: format!("bank/card-{n}"), ..drill(n, 0, Grade::Again) };
        let seen: Vec<Record> = (0..due).map(seen).collect();
        let rest: Vec<Note> =
            (due + left..60).map(|n| note(0, What::Suspend { key: format!("bank/card-{n}") })).collect();
        let asked = keys(&banks, &seen, &rest, 30, places);
        let known: BTreeSet<&str> = seen.iter().map(|record| record.key.as_str()).collect();
        (asked.len(), asked.iter().filter(|key| !known.contains(key.as_str())).count())
    };
    assert_eq!(new(20, 40, 8), (8, 2));
    assert_eq!(new(31, 29, 8), (8, 2));
    assert_eq!(new(32, 28, 8), (8, 0), "with four sittings due, those come first");
    assert_eq!(new(20, 1, 8), (8, 1), "what is not there takes no place");
    assert_eq!(new(20, 0, 8), (8, 0));
    assert_eq!(new(5, 40, 8), (8, 3), "and where less is due, more is new");
    assert_eq!(new(3, 40, 3), (3, 0), "a quarter of three is none");
}
