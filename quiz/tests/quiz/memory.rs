//! What the log makes of time and grades.

use crate::log::record;
use proptest::prelude::*;
use quiz::clock::Day;
use quiz::log::{Grade, Mode, Record};
use quiz::memory::{Memory, RETENTION};

const DAY_MS: i64 = 86_400_000;
const START: i64 = 1_795_000_000_000;

fn drilled(days: &[(i64, Grade)]) -> Vec<Record> {
    days.iter().map(|(day, grade)| record("pod-7", 0, START + day * DAY_MS, 0, *grade)).collect()
}

fn replay(records: &[Record]) -> Memory {
    Memory::replay(records, RETENTION, |_| Some(1))
}

fn due_in(records: &[Record]) -> u32 {
    let memory = replay(records);
    let card = memory.card("bank/card-0").expect("it was drilled");
    card.due.since(card.last)
}

#[test]
fn the_interval_grows_with_success_and_falls_with_a_miss() {
    let good = [(0, Grade::Good), (2, Grade::Good), (9, Grade::Good)];
    let (one, two, three) =
        (due_in(&drilled(&good[..1])), due_in(&drilled(&good[..2])), due_in(&drilled(&good)));
    assert!(1 <= one && one < two && two < three, "{one} {two} {three}");
    let missed = [good[0], good[1], good[2], (40, Grade::Again)];
    assert!(due_in(&drilled(&missed)) < two);
    assert_eq!(due_in(&drilled(&[(0, Grade::Again)])), 1, "a miss comes back tomorrow, not today");
}

/// The model's own numbers at 0.90: 2.3 days after a first success, 0.2 after a miss.
#[test]
fn the_model_is_fsrs_6() {
    let stability = |grade| {
        let memory = replay(&drilled(&[(0, grade)]));
        memory.card("bank/card-0").map(|card| card.stability)
    };
    assert_eq!(stability(Grade::Good), Some(2.3065));
    assert_eq!(stability(Grade::Again), Some(0.212));
}

#[test]
fn the_first_drill_of_a_day_counts() {
    let once = drilled(&[(0, Grade::Good)]);
    let mut twice = once.clone();
    let mut later = twice[0].clone();
    later.at.utc_ms += 60_000;
    later.grade = Grade::Again;
    twice.push(later.clone());
    assert_eq!(replay(&once).card("bank/card-0"), replay(&twice).card("bank/card-0"));
    assert_eq!(replay(&twice).shown("bank/card-0"), 2);
    later.at.utc_ms += DAY_MS;
    later.day = later.at.study_day();
    later.mode = Mode::Relearn;
    twice.push(later);
    assert_eq!(replay(&once).card("bank/card-0"), replay(&twice).card("bank/card-0"));
}

#[test]
fn a_quiz_measures_unless_it_shows_that_a_known_card_is_lost() {
    let mut records = drilled(&[(0, Grade::Good), (2, Grade::Good)]);
    let before = *replay(&records).card("bank/card-0").expect("known");
    let mut quiz = drilled(&[(3, Grade::Good)]).remove(0);
    quiz.mode = Mode::Quiz;
    records.push(quiz.clone());
    assert_eq!(replay(&records).card("bank/card-0"), Some(&before));
    quiz.grade = Grade::Again;
    records.push(quiz.clone());
    let missed = *replay(&records).card("bank/card-0").expect("known");
    assert_eq!((missed.due, missed.stability), (quiz.day, before.stability));
    assert_eq!(replay(&[quiz]).card("bank/card-0"), None, "an unknown card stays new");
}

#[test]
fn a_question_that_now_means_something_else_starts_again() {
    let records = drilled(&[(0, Grade::Good), (2, Grade::Good)]);
    let memory = Memory::replay(&records, RETENTION, |_| Some(2));
    assert_eq!(memory.card("bank/card-0"), None);
    assert_eq!(memory.shown("bank/card-0"), 2, "its numbers must not repeat");
    let gone = Memory::replay(&records, RETENTION, |_| None);
    assert!(gone.card("bank/card-0").is_some(), "a retired question keeps what was known of it");
}

proptest! {
    /// Clocks that jump back and forth over centuries, any grade, any retention.
    #[test]
    fn memory_is_finite_whatever_the_clock_did(
        steps in prop::collection::vec((any::<i64>(), -1440i32..=1440, 1u8..=4, 0u8..3), 1..20),
        retention in any::<f32>(),
    ) {
        let records: Vec<Record> = steps
            .into_iter()
            .map(|(ms, offset, grade, mode)| {
                let grade = [Grade::Again, Grade::Hard, Grade::Good, Grade::Easy][usize::from(grade) - 1];
                let mode = [Mode::Drill, Mode::Quiz, Mode::Relearn][usize::from(mode)];
                Record { mode, ..record("pod-7", 0, ms, offset, grade) }
            })
            .collect();
        let memory = Memory::replay(&records, retention, |_| Some(1));
        if let Some(card) = memory.card("bank/card-0") {
            prop_assert!(card.stability.is_finite() && card.stability > 0.0, "{card:?}");
            prop_assert!(card.due <= Day::LAST && card.due <= card.last.plus(3650), "{card:?}");
        }
    }

    #[test]
    fn a_higher_retention_brings_cards_back_sooner(low in 0.70f32..0.97, high in 0.70f32..0.97) {
        let records = drilled(&[(0, Grade::Good), (2, Grade::Good), (9, Grade::Good)]);
        let due = |retention| {
            Memory::replay(&records, retention, |_| Some(1)).card("bank/card-0").map(|card| card.due)
        };
        let (low, high) = (low.min(high), low.max(high));
        prop_assert!(due(high) <= due(low));
    }
}
