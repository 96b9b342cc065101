//! What quizzes and exercises show, and what becomes of it.

use super::*;
use quiz::memory::Cause;

fn missed(day: i64, concept: &str) -> Note {
    note(day, What::Missed { concept: concept.to_owned(), from: "x/y/z".to_owned() })
}

fn quizzed(n: u32, day: i64, grade: Grade) -> Record {
    Record { mode: Mode::Quiz, ..drill(n, day, grade) }
}

fn card(records: &[Record], notes: &[Note]) -> Card {
    let memory = Memory::of(&reviews(records, notes), &banks(), LATE);
    *memory.card("bank/card-0").expect("it was drilled")
}

#[test]
fn a_broken_rule_makes_seen_cards_of_its_concept_due_until_they_are_drilled() {
    let known = drilled(&[(0, Grade::Good), (3, Grade::Good)]);
    let before = card(&known, &[]);
    assert!(before.due > day(5));
    let after = card(&known, &[missed(5, "c0")]);
    assert_eq!((after.due, after.open), (day(5), Some(Cause::Elsewhere)));
    assert_eq!((after.stability, after.lapses), (before.stability, before.lapses), "it moves no strength");
    assert_eq!(card(&known, &[missed(5, "c1")]), before, "another concept");
    let drilled_since = [known.clone(), vec![drill(0, 6, Grade::Good)]].concat();
    assert!(card(&drilled_since, &[missed(5, "c0")]).due > day(6));
    assert_eq!(card(&drilled_since, &[missed(7, "c0")]).due, day(7));
}

/// In the morning a drill, at noon a miss, in the evening a drill: the evening answers the noon.
#[test]
fn a_second_drill_of_the_day_answers_a_miss_if_it_is_right() {
    let hours = |hours: i64, record: Record| {
        let at = Moment { utc_ms: record.at.utc_ms + hours * 3_600_000, ..record.at };
        Record { at, ..record }
    };
    let morning = drilled(&[(0, Grade::Good), (3, Grade::Good)]);
    let noon = hours(1, quizzed(0, 3, Grade::Again));
    let open = card(&[morning.clone(), vec![noon.clone()]].concat(), &[]);
    assert_eq!((open.due, open.open), (day(3), Some(Cause::Quiz)));
    let evening = |grade| hours(2, drill(0, 3, grade));
    let right = card(&[morning.clone(), vec![noon.clone(), evening(Grade::Good)]].concat(), &[]);
    assert!(right.open.is_none() && right.due > day(3), "{right:?}");
    let wrong = card(&[morning, vec![noon, evening(Grade::Again)]].concat(), &[]);
    assert_eq!((wrong.due, wrong.open), (day(3), Some(Cause::Quiz)));
}

#[test]
fn what_was_never_drilled_is_wanted_first() {
    let wanted = |records: &[Record], notes: &[Note], n| {
        Memory::of(&reviews(records, notes), &banks(), LATE).wanted(&format!("bank/card-{n}"))
    };
    assert_eq!(wanted(&[], &[missed(1, "c1")], 2), Some(Cause::Elsewhere));
    assert_eq!(wanted(&[], &[missed(1, "c1")], 0), None);
    assert_eq!(wanted(&[drill(2, 0, Grade::Good)], &[missed(1, "c1")], 2), None, "that one is due");
    let wrong = quizzed(4, 1, Grade::Again);
    assert_eq!(wanted(std::slice::from_ref(&wrong), &[], 4), Some(Cause::Quiz));
    assert_eq!(wanted(&[wrong.clone(), quizzed(4, 2, Grade::Good)], &[], 4), None);
    let sure = Record { sure: Some(Sure::Sure), ..wrong };
    assert_eq!(wanted(&[sure], &[], 4), Some(Cause::Confident));
}

/// Programs before this one put a miss behind the latest note, were that of a clock years ahead.
#[test]
fn a_miss_counts_from_its_day_whatever_its_instant_says() {
    let known = drilled(&[(0, Grade::Good), (3, Grade::Good), (8, Grade::Good)]);
    let pinned = |n| Note { at: at(4000), ..missed(n, "c0") };
    assert_eq!(card(&known, &[pinned(5)]), card(&known, &[missed(5, "c0")]));
    assert_eq!(card(&known, &[pinned(5)]).open, None);
    assert_eq!(card(&known, &[pinned(8)]).open, None, "the drill of its day answers it");
    assert_eq!(card(&known, &[pinned(9)]).due, day(9));
}
