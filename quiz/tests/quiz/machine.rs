//! The session machine, driven by chance.

use crate::place::{fixtures, sources};
use proptest::prelude::*;
use quiz::bank::{Bank, Sources};
use quiz::clock::Moment;
use quiz::log::{Grade, Mode, Record};
use quiz::memory::Memory;
use quiz::session::{Effect, Event, Session, Wants, drill};

fn banks() -> Vec<Bank> {
    sources().load().expect("the fixture has no errors")
}

fn at(ms: i64) -> Moment {
    Moment { utc_ms: 1_795_000_000_000 + ms, offset_min: 330 }
}

fn session(banks: &[Bank], seed: u64) -> Session<'_> {
    let tasks = drill(banks, &Memory::default(), at(0).study_day(), 10, seed).tasks;
    Session::new("pod-7", Mode::Drill, tasks)
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        3 => (0usize..5).prop_map(Event::Choose),
        2 => (0i64..100).prop_map(Event::Number),
        2 => Just(Event::Text("₹70".to_owned())),
        2 => prop::collection::vec(0usize..5, 0..4).prop_map(Event::ChooseAll),
        2 => Just(vec![0, 1, 2, 3, 4]).prop_shuffle().prop_map(Event::Arrange),
        1 => prop::collection::vec(0usize..6, 0..6).prop_map(Event::Arrange),
        2 => Just(Event::Reveal),
        2 => any::<bool>().prop_map(Event::Judge),
        1 => Just(Event::DontKnow),
        1 => Just(Event::Begin),
    ]
}

/// A bank with a question of each kind.
fn kinds() -> Vec<Bank> {
    let sources = Sources { banks: fixtures().join("kinds"), ..sources() };
    sources.load().expect("the fixture has no errors")
}

fn run(events: &[Event], seed: u64) -> Vec<Vec<Effect>> {
    let banks = kinds();
    let mut session = session(&banks, seed);
    let events = [Event::Begin].iter().chain(events).enumerate();
    events.map(|(n, event)| session.step(at(n as i64 * 1000), event.clone())).collect()
}

proptest! {
    #[test]
    fn an_answer_is_recorded_before_anything_about_it_is_shown(
        events in prop::collection::vec(event(), 0..60),
        seed in any::<u64>(),
    ) {
        let all = run(&events, seed);
        prop_assert_eq!(&all, &run(&events, seed), "the same events give the same effects");
        let mut records: Vec<Record> = Vec::new();
        for effects in all {
            for (n, effect) in effects.iter().enumerate() {
                match effect {
                    Effect::Verdict(verdict) => {
                        let before = n.checked_sub(1).and_then(|n| effects.get(n));
                        let recorded = match before {
                            Some(Effect::Record(record)) => record.grade.passed() == verdict.right,
                            _ => false,
                        };
                        prop_assert!(recorded, "a verdict without its record: {effects:?}");
                    }
                    Effect::Record(record) => records.push(record.clone()),
                    Effect::Unfit => prop_assert_eq!(effects.len(), 1),
                    _ => {}
                }
            }
        }
        // Each record is one of its own, and only the first answer to a question moves anything.
        for (n, record) in records.iter().enumerate() {
            let earlier = &records[..n];
            prop_assert!(earlier.iter().all(|other| other.id != record.id));
            let repeat = earlier.iter().any(|other| other.key == record.key);
            prop_assert_eq!(record.mode, if repeat { Mode::Relearn } else { Mode::Drill });
        }
    }

    /// Whatever order the options were shown in, the right one is right and no other is.
    #[test]
    fn shuffled_options_never_change_the_grade(seed in any::<u64>(), misses in 0usize..3) {
        let banks = banks();
        let mut session = session(&banks, seed);
        let right = "At the second read".to_owned();
        let mut left = misses;
        session.step(at(0), Event::Begin);
        // All else is missed, and the choice too as often as it is to be.
        for n in 1..60 {
            let event = match session.wants() {
                None => break,
                Some(Wants::Option(options)) if options.contains(&right) => {
                    let wanted = left == 0;
                    left = left.saturating_sub(1);
                    let place = options.iter().position(|option| (*option == right) == wanted);
                    Event::Choose(place.expect("there are right and wrong ones"))
                }
                Some(_) => Event::DontKnow,
            };
            let chosen = matches!(event, Event::Choose(_));
            let effects = session.step(at(n * 1000), event);
            if let (true, Some(Effect::Record(record))) = (chosen, effects.first()) {
                let expected = if record.answer == right { Grade::Good } else { Grade::Again };
                prop_assert_eq!(record.grade, expected);
            }
        }
        prop_assert!(session.wants().is_none(), "a sitting ends, however much is missed");
        prop_assert_eq!(session.tally().right, u32::from(misses == 0));
    }
}

#[test]
fn what_is_missed_comes_again_and_then_lets_go() {
    let banks = banks();
    let mut session = session(&banks, 1);
    session.step(at(0), Event::Begin);
    let mut records = 0;
    while session.wants().is_some() {
        records += 1;
        session.step(at(records), Event::DontKnow);
        assert!(records < 100);
    }
    assert_eq!(records, 4 * 3);
    assert_eq!(session.tally().answered, 4);
    assert_eq!(session.tally().right, 0);
}
