//! What the log makes of time and grades.

mod fitting;
mod misses;
mod queue;

use crate::log::record;
use fsrs::{FSRS, FSRSItem, FSRSReview};
use proptest::prelude::*;
use quiz::bank::{Bank, Body, Choice, Item, Level, See};
use quiz::clock::{Day, Moment};
use quiz::log::{Grade, Mode, Note, Record, Reviews, Settings, Sure, What};
use quiz::memory::{Card, Deck, Memory, RETENTION};

const DAY_MS: i64 = 86_400_000;
pub(crate) const START: i64 = 1_795_000_000_000;
const GRADES: [Grade; 4] = [Grade::Again, Grade::Hard, Grade::Good, Grade::Easy];
const MODES: [Mode; 3] = [Mode::Drill, Mode::Quiz, Mode::Relearn];

pub(crate) fn item(key: &str, concepts: &[&str], body: Body) -> Item {
    Item {
        key: key.to_owned(),
        level: Level::Applied,
        concepts: concepts.iter().map(|concept| (*concept).to_owned()).collect(),
        prompt: String::new(),
        why: None,
        see: See { chapter: "c".into(), anchor: None, title: "c".into(), heading: None },
        rev: 1,
        was: Vec::new(),
        source: None,
        allow: Vec::new(),
        body,
    }
}

pub(crate) fn flash() -> Body {
    Body::Flash { answer: String::new() }
}

pub(crate) fn choice() -> Body {
    Body::Choice(vec![Choice { text: String::new(), correct: true, why: String::new() }])
}

pub(crate) fn bank(id: &str, items: Vec<Item>) -> Bank {
    Bank { id: id.to_owned(), chapter: "c".to_owned(), items, ..Bank::default() }
}

/// `bank/card-0` to `-4`: two of concept `c0`, the second a choice; two of `c1`, the first a choice;
/// and a choice that is alone.
pub(crate) fn banks() -> Vec<Bank> {
    let items = [("c0", flash()), ("c0", choice()), ("c1", choice()), ("c1", flash()), ("c2", choice())];
    let items = items.into_iter().enumerate();
    vec![bank("bank", items.map(|(n, (c, body))| item(&format!("bank/card-{n}"), &[c], body)).collect())]
}

/// The study day, so many days after the first one.
pub(crate) fn day(n: i64) -> Day {
    at(n).study_day()
}

pub(crate) fn at(day: i64) -> Moment {
    Moment { utc_ms: START + day * DAY_MS, offset_min: 0 }
}

/// One drill of `bank/card-N`.
pub(crate) fn drill(n: u32, day: i64, grade: Grade) -> Record {
    record("pod-7", n, START + day * DAY_MS, 0, grade)
}

pub(crate) fn note(day: i64, what: What) -> Note {
    Note::new("pod-7", at(day), what)
}

pub(crate) fn reviews(records: &[Record], notes: &[Note]) -> Reviews {
    let some = Reviews { records: records.to_vec(), notes: notes.to_vec(), ..Reviews::default() };
    some.merge(Reviews::default())
}

/// Long after everything, so that all of it counts.
const LATE: Day = Day::LAST;

fn drilled(days: &[(i64, Grade)]) -> Vec<Record> {
    days.iter().map(|(day, grade)| drill(0, *day, *grade)).collect()
}

fn replay(records: &[Record]) -> Memory {
    Memory::of(&reviews(records, &[]), &banks(), LATE)
}

fn with_retention(records: &[Record], retention: f32) -> Memory {
    let settings = Settings { retention, ..Settings::default() };
    let banks = banks();
    Memory::tuned(&reviews(records, &[]), &Deck::of(&banks), settings, LATE)
}

fn card(records: &[Record], n: u32) -> Card {
    *replay(records).card(&format!("bank/card-{n}")).expect("it was drilled")
}

fn due_in(records: &[Record]) -> u32 {
    let card = card(records, 0);
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
    let records = reviews(&drilled(&[(0, Grade::Good), (2, Grade::Good)]), &[]);
    let mut banks = banks();
    banks[0].items[0].rev = 2;
    let memory = Memory::of(&records, &banks, LATE);
    assert_eq!(memory.card("bank/card-0"), None);
    assert_eq!(memory.shown("bank/card-0"), 2, "its numbers must not repeat");
    let gone = Memory::of(&records, &[], LATE);
    assert!(gone.card("bank/card-0").is_some(), "a retired question keeps what was known of it");
}

/// Not one number of the replay is our own: called by hand, the model says the same.
#[test]
fn memory_is_what_fsrs_says_when_it_is_called_by_hand() {
    use Grade::{Again, Easy, Good, Hard};
    let histories: [&[(i64, Grade)]; 5] = [
        &[(0, Good)],
        &[(0, Again), (1, Good), (3, Good), (9, Hard)],
        &[(0, Easy), (20, Good), (90, Again), (91, Good)],
        &[(0, Hard), (1, Hard), (2, Hard), (200, Good)],
        &[(0, Good), (2, Good), (7, Good), (30, Good), (120, Easy), (800, Again)],
    ];
    for history in histories {
        let mut before = history[0].0;
        let reviews = history.iter().map(|(day, grade)| {
            let delta_t = (day - before) as u32;
            before = *day;
            FSRSReview { rating: *grade as u32, delta_t }
        });
        let item = FSRSItem { reviews: reviews.collect() };
        let model = FSRS::default();
        let by_hand = model.memory_state(item, None).expect("a history that FSRS takes");
        let card = card(&drilled(history), 0);
        assert_eq!((card.stability, card.difficulty), (by_hand.stability, by_hand.difficulty), "{history:?}");
        let days = model.next_interval(Some(by_hand.stability), RETENTION, 3).round().max(1.0);
        let play = 1.5 + days * 0.15;
        let due = card.due.since(card.last) as f32;
        assert!((due - days).abs() <= if days <= 2.0 { 0.0 } else { play }, "{history:?}: {due}, not {days}");
    }
}

/// A lapse of something strong would come back after days. Not if its reader was sure.
#[test]
fn who_was_sure_and_wrong_meets_it_tomorrow() {
    let mut records =
        drilled(&[(0, Grade::Easy), (30, Grade::Good), (300, Grade::Good), (900, Grade::Again)]);
    assert!(due_in(&records) > 1, "{}", due_in(&records));
    records[3].sure = Some(Sure::Unsure);
    assert!(due_in(&records) > 1);
    records[3].sure = Some(Sure::Sure);
    assert_eq!(due_in(&records), 1);
    records.push(drill(0, 901, Grade::Good));
    assert_eq!(card(&records, 0).open, None, "it has been drilled since");
}

/// Who only ever picks may know an answer by sight.
#[test]
fn a_concept_that_was_only_picked_stays_within_sixty_days() {
    let strong = |n: u32| [0, 30, 300, 1000].map(|day| drill(n, day, Grade::Easy)).to_vec();
    let due = |records: &[Record], n| {
        let card = card(records, n);
        card.due.since(card.last)
    };
    let only_picked = strong(2);
    assert!((50..=60).contains(&due(&only_picked, 2)), "{}", due(&only_picked, 2));
    let failed = [strong(2), vec![drill(3, 1001, Grade::Again)]].concat();
    assert!(due(&failed, 2) <= 60, "a miss is no pass");
    let elsewhere = [strong(2), strong(0)].concat();
    assert!(due(&elsewhere, 2) <= 60, "another concept says nothing about this one");
    let recalled = [strong(2), vec![drill(3, 1001, Grade::Hard)]].concat();
    assert!(due(&recalled, 2) > 60);
    assert!(due(&strong(0), 0) > 60, "what is recalled needs no other proof");
}

#[test]
fn the_settings_decide_how_soon() {
    let good = drilled(&[(0, Grade::Good), (2, Grade::Good), (9, Grade::Good)]);
    let tune = |retention| What::Tune { retention: Some(retention), weights: None, easy: None };
    let due = |notes: &[Note]| {
        let memory = Memory::of(&reviews(&good, notes), &banks(), LATE);
        memory.card("bank/card-0").map(|card| card.due)
    };
    assert!(due(&[note(20, tune(970))]) < due(&[]));
    assert!(due(&[note(20, tune(700))]) > due(&[]));
    assert_eq!(due(&[note(20, tune(970)), note(21, tune(900))]), due(&[]));
}

#[test]
fn a_retention_outside_of_the_range_is_the_one_at_its_end() {
    let good = drilled(&[(0, Grade::Good), (2, Grade::Good), (9, Grade::Good)]);
    let due = |retention| with_retention(&good, retention).card("bank/card-0").map(|card| card.due);
    assert_eq!(due(0.1), due(0.70));
    assert_eq!(due(-3.0), due(0.70));
    assert_eq!(due(1.5), due(0.97));
    assert_eq!(due(f32::NAN), due(RETENTION));
}

/// The clock stood in 2099 for one answer. That answer waits until then; the others count.
#[test]
fn an_answer_of_a_day_that_has_not_come_counts_for_nothing_yet() {
    let sane = drilled(&[(0, Grade::Good), (3, Grade::Good)]);
    let wrong = [sane.clone(), drilled(&[(26_000, Grade::Good)])].concat();
    let seen = |records: &[Record], today| {
        let memory = Memory::of(&reviews(records, &[]), &banks(), today);
        memory.card("bank/card-0").copied()
    };
    assert_eq!(seen(&wrong, day(4)), seen(&sane, day(4)));
    assert_eq!(seen(&wrong, day(26_000)).map(|card| card.reviews), Some(3));
    // A day ahead is a journey, not a mistake.
    assert_eq!(seen(&sane, day(2)).map(|card| card.reviews), Some(2));
}

fn arbitrary_records() -> impl Strategy<Value = Vec<Record>> {
    // Near each other, anywhere, and both ends of the calendar.
    let ms = prop_oneof![
        4 => (0i64..2000).prop_map(|hours| START + hours * 3_600_000),
        2 => any::<i64>(),
        1 => Just(i64::MIN),
        1 => Just(i64::MAX),
        1 => -62_167_219_200_000i64..-62_167_000_000_000,
        1 => 253_402_000_000_000i64..253_402_300_800_000,
    ];
    let one = (ms, -1440i32..=1440, 0usize..4, 0usize..3, 0u32..5, 1u32..3, prop::option::of(0usize..3));
    let record = one.prop_map(|(ms, offset, grade, mode, card, rev, sure)| Record {
        mode: MODES[mode],
        rev,
        sure: sure.map(|sure| [Sure::Guess, Sure::Unsure, Sure::Sure][sure]),
        ..record("pod-7", card, ms, offset, GRADES[grade])
    });
    prop::collection::vec(record, 1..40)
}

fn arbitrary_notes() -> impl Strategy<Value = Vec<Note>> {
    let what = prop_oneof![
        (0u32..4).prop_map(|c| What::Missed { concept: format!("c{c}"), from: "x/y/z".to_owned() }),
        any::<u32>().prop_map(|r| What::Tune { retention: Some(r), weights: None, easy: None }),
        prop::collection::vec(any::<f32>(), 21).prop_map(|w| What::Tune {
            retention: None,
            weights: Some(w),
            easy: None
        }),
        prop::collection::vec(-10f32..10.0, 21).prop_map(|w| What::Tune {
            retention: None,
            weights: Some(w),
            easy: None
        }),
        (0u32..5).prop_map(|n| What::Suspend { key: format!("bank/card-{n}") }),
    ];
    let hours = 0i64..2000;
    prop::collection::vec((hours, what), 0..6).prop_map(|notes| {
        let note = |(hours, what)| {
            Note::new("pod-7", Moment { utc_ms: START + hours * 3_600_000, offset_min: 0 }, what)
        };
        notes.into_iter().map(note).collect()
    })
}

proptest! {
    /// Clocks that jump back and forth over centuries, any grade, any settings.
    #[test]
    fn memory_is_finite_whatever_the_clock_did(
        records in arbitrary_records(), notes in arbitrary_notes(), retention in any::<f32>(), today in any::<i32>(),
    ) {
        let reviews = reviews(&records, &notes);
        let banks = banks();
        let deck = Deck::of(&banks);
        let settings = Settings { retention, ..reviews.standing().settings };
        for memory in [Memory::of(&reviews, &banks, LATE), Memory::tuned(&reviews, &deck, settings, Day(today))] {
            for (_, card) in memory.cards() {
                prop_assert!(card.stability.is_finite() && card.stability > 0.0, "{card:?}");
                prop_assert!(card.difficulty.is_finite() && card.difficulty > 0.0, "{card:?}");
                prop_assert!(card.due <= Day::LAST && card.due <= card.last.plus(3650), "{card:?}");
                prop_assert!(card.first <= card.last, "{card:?}");
            }
        }
    }

    /// A card that was known comes back tomorrow at the earliest, unless something speaks against it.
    #[test]
    fn nothing_comes_back_on_the_day_on_which_it_was_known(
        records in arbitrary_records(), notes in arbitrary_notes(),
    ) {
        let memory = Memory::of(&reviews(&records, &notes), &banks(), LATE);
        for (_, card) in memory.cards() {
            let tomorrow = card.last.plus(1);
            prop_assert!(card.due >= tomorrow.min(Day::LAST) || card.open.is_some(), "{card:?}");
        }
    }

    /// Whose file an answer stands in, and in which order files are read, makes no difference.
    #[test]
    fn the_order_of_merging_makes_no_difference(
        records in arbitrary_records(), notes in arbitrary_notes(), split in any::<u64>(),
    ) {
        let all = reviews(&records, &notes);
        let half = |wanted: u64| {
            let mine = |n: &usize| (split >> (n % 64)) & 1 == wanted;
            let records: Vec<Record> = (0..records.len()).filter(mine).map(|n| records[n].clone()).collect();
            let notes: Vec<Note> = (0..notes.len()).filter(mine).map(|n| notes[n].clone()).collect();
            reviews(&records, &notes)
        };
        let memory = |reviews: &Reviews| Memory::of(reviews, &banks(), LATE);
        prop_assert_eq!(memory(&half(0).merge(half(1))), memory(&all));
        prop_assert_eq!(memory(&half(1).merge(half(0))), memory(&all));
        prop_assert_eq!(memory(&all.clone().merge(half(0))), memory(&all));
    }

    #[test]
    fn a_higher_retention_brings_cards_back_sooner(low in 0.70f32..0.97, high in 0.70f32..0.97) {
        let records = drilled(&[(0, Grade::Good), (2, Grade::Good), (9, Grade::Good)]);
        let due = |retention| with_retention(&records, retention).card("bank/card-0").map(|card| card.due);
        let (low, high) = (low.min(high), low.max(high));
        prop_assert!(due(high) <= due(low));
    }
}

/// A clock that was set back by years: no answer is older than the workbook, unless Anki had it.
#[test]
fn a_clock_older_than_the_workbook_moves_nothing() {
    let known = drilled(&[(0, Grade::Good), (1, Grade::Again), (3, Grade::Good)]);
    let card = |records: &[Record]| *replay(records).card("bank/card-0").expect("it was drilled");
    let before = card(&known);
    for time in ["1970-01-01T00:10:00Z", "2020-01-01T12:00:00Z", "2025-12-30T12:00:00Z"] {
        let at = Moment::parse(time).expect("an instant");
        for mode in MODES {
            let old = Record { at, day: at.study_day(), mode, ..drill(0, 4, Grade::Again) };
            let with = [known.clone(), vec![old.clone()]].concat();
            assert_eq!(card(&with), before, "{time}");
            assert_eq!(replay(&with).shown("bank/card-0"), 4);
            let alone = replay(std::slice::from_ref(&old));
            assert_eq!((alone.card("bank/card-0"), alone.wanted("bank/card-0")), (None, None));
        }
        // While that clock runs, it is all there is.
        let old = Record { at, day: at.study_day(), ..drill(0, 4, Grade::Good) };
        let then = Memory::of(&reviews(std::slice::from_ref(&old), &[]), &banks(), at.study_day());
        assert!(then.card("bank/card-0").is_some());
        let anki = Record { id: format!("anki-{}-00000000", at.utc_ms), ..old };
        assert_ne!(card(&[known.clone(), vec![anki]].concat()), before);
    }
}
