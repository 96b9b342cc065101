//! The session machine, driven by chance.

use crate::place::{fixtures, sources};
use proptest::prelude::*;
use quiz::bank::{Bank, Sources};
use quiz::clock::Moment;
use quiz::log::{Grade, Mode, Record, Sure, What};
use quiz::memory::Memory;
use quiz::session::{Effect, Event, Manner, Near, Session, Wants, drill};

fn banks() -> Vec<Bank> {
    sources().load().expect("the fixture has no errors")
}

fn at(ms: i64) -> Moment {
    Moment { utc_ms: 1_795_000_000_000 + ms, offset_min: 330 }
}

fn session(banks: &[Bank], seed: u64) -> Session<'_> {
    let tasks = drill(banks, &Memory::default(), at(0).study_day(), 10, seed).tasks;
    Session::new("pod-7", Manner::plain(Mode::Drill), tasks)
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
        2 => prop_oneof![Just(Grade::Again), Just(Grade::Good), Just(Grade::Easy)].prop_map(Event::Judge),
        2 => prop_oneof![Just(Sure::Guess), Just(Sure::Sure)].prop_map(Event::Sure),
        1 => Just(Event::Said),
        1 => (0usize..3).prop_map(|place| Event::Guess(Box::new(Event::Choose(place)))),
        1 => any::<bool>().prop_map(|before| Event::Flag { before, text: "odd".to_owned() }),
        1 => Just(Event::DontKnow),
        1 => Just(Event::Begin),
        1 => Just(Event::Ready),
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

proptest! {
    /// Whatever is taken back and whenever: the tally is what is left, and a sitting that goes on ends.
    #[test]
    fn the_tally_counts_what_was_not_taken_back(
        events in prop::collection::vec(prop_oneof![4 => event(), 1 => Just(Event::Undo)], 0..60),
        seed in any::<u64>(),
    ) {
        let banks = kinds();
        let mut session = session(&banks, seed);
        let mut counted: Vec<(String, Mode, bool)> = Vec::new();
        let mut now = 0;
        let mut step = |session: &mut Session<'_>, event: Event| {
            now += 1000;
            for effect in session.step(at(now), event) {
                match effect {
                    Effect::Record(record) => counted.push((record.id, record.mode, record.grade.passed())),
                    Effect::Note(What::Undo { of }) => counted.retain(|(id, ..)| *id != of),
                    _ => {}
                }
            }
            let first: Vec<bool> =
                counted.iter().filter(|(_, mode, _)| *mode == Mode::Drill).map(|(.., right)| *right).collect();
            let right = first.iter().filter(|right| **right).count();
            assert_eq!((session.tally().answered, session.tally().right), (first.len() as u32, right as u32));
        };
        step(&mut session, Event::Begin);
        for event in events {
            step(&mut session, event);
        }
        for _ in 0..100 {
            step(&mut session, Event::DontKnow);
        }
        prop_assert!(session.wants().is_none());
    }
}

/// A session over these questions of the bank that has all kinds, in this order.
fn over<'a>(banks: &'a [Bank], ids: &[&str], manner: Manner) -> Session<'a> {
    let all = drill(banks, &Memory::default(), at(0).study_day(), 100, 1).tasks;
    let of = |id: &&str| *all.iter().find(|task| task.item().key == format!("kinds/{id}")).expect("it");
    Session::new("pod-7", manner, ids.iter().map(of).collect())
}

fn recorded(effects: &[Effect]) -> &Record {
    let record = effects.iter().find_map(|effect| match effect {
        Effect::Record(record) => Some(record),
        _ => None,
    });
    record.unwrap_or_else(|| panic!("no record: {effects:?}"))
}

/// Confidence is asked for before anything is shown, and a sure miss is told apart from a guess.
#[test]
fn how_sure_is_asked_before_the_reveal() {
    let banks = kinds();
    let mut session = over(&banks, &["explain-the-loss"], Manner::plain(Mode::Quiz));
    session.step(at(0), Event::Begin);
    assert_eq!(session.step(at(1), Event::Text("They raced.".into())), [Effect::Confidence]);
    assert_eq!(session.wants(), Some(Wants::Confidence));
    assert_eq!(session.step(at(2), Event::Text("no number".into())), [Effect::Unfit]);
    let shown = session.step(at(3), Event::Sure(Sure::Sure));
    assert!(matches!(shown.as_slice(), [Effect::Then(part)] if part.ask.is_some()), "{shown:?}");
    let told = session.step(at(4), Event::ChooseAll(vec![1]));
    assert_eq!((recorded(&told).sure, recorded(&told).grade), (Some(Sure::Sure), Grade::Again));
}

/// Who leaves before anything was shown has answered nothing.
#[test]
fn leaving_before_the_reveal_records_nothing() {
    let banks = kinds();
    let mut session = over(&banks, &["explain-the-loss"], Manner::plain(Mode::Quiz));
    session.step(at(0), Event::Begin);
    session.step(at(1), Event::Said);
    assert!(matches!(session.step(at(2), Event::Quit).as_slice(), [Effect::End(_)]));
}

#[test]
fn a_rubric_gives_three_grades() {
    let banks = kinds();
    for (points, grade) in [(vec![0], Grade::Again), (vec![0, 1], Grade::Hard), (vec![0, 1, 2], Grade::Good)]
    {
        let mut session = over(&banks, &["explain-the-loss"], Manner::plain(Mode::Drill));
        session.step(at(0), Event::Begin);
        session.step(at(1), Event::Said);
        session.step(at(2), Event::Sure(Sure::Unsure));
        let told = session.step(at(3), Event::ChooseAll(points));
        assert_eq!((recorded(&told).grade, recorded(&told).answer.as_str()), (grade, told_answer(grade)));
    }
}

fn told_answer(grade: Grade) -> &'static str {
    match grade {
        Grade::Again => "said aloud | points 1",
        Grade::Hard => "said aloud | points 1 2",
        _ => "said aloud | points 1 2 3",
    }
}

#[test]
fn a_guess_is_never_more_than_hard() {
    let banks = kinds();
    let mut manner = Manner::plain(Mode::Drill);
    manner.quick_ms.insert(quiz::bank::Kind::Short, 60_000);
    let mut session = over(&banks, &["state-between", "state-between"], manner.clone());
    session.step(at(0), Event::Begin);
    let guess = Event::Guess(Box::new(Event::Text("unknown".into())));
    assert_eq!(recorded(&session.step(at(1), guess)).grade, Grade::Hard);
    assert_eq!(recorded(&session.step(at(2), Event::Text("unknown".into()))).grade, Grade::Easy);
    let mut slow = over(&banks, &["state-between"], manner);
    slow.step(at(0), Event::Begin);
    assert_eq!(recorded(&slow.step(at(60_000), Event::Text("unknown".into()))).grade, Grade::Good);
}

#[test]
fn a_near_miss_may_be_mended_once() {
    let banks = kinds();
    let mut session = over(&banks, &["state-between"; 3], Manner::plain(Mode::Drill));
    session.step(at(0), Event::Begin);
    let text = |text: &str| Event::Text(text.to_owned());
    assert_eq!(session.step(at(1), text("unknwon")), [Effect::Near(Near::Spelling)]);
    assert_eq!(recorded(&session.step(at(2), text("unknown"))).grade, Grade::Hard);
    // A known wrong answer is wrong, however it is spelt; and a second slip is one too many.
    assert_eq!(recorded(&session.step(at(3), text("failed"))).grade, Grade::Again);
    session.step(at(4), text("unknwon"));
    assert_eq!(recorded(&session.step(at(5), text("unknwn"))).grade, Grade::Again);
}

/// Somebody was told that it is close: leaving then is an answer.
#[test]
fn leaving_after_a_near_miss_records_it() {
    let banks = kinds();
    let mut session = over(&banks, &["state-between"], Manner::plain(Mode::Drill));
    session.step(at(0), Event::Begin);
    session.step(at(1), Event::Text("unknwon".into()));
    let left = session.step(at(2), Event::Quit);
    assert_eq!((recorded(&left).grade, recorded(&left).answer.as_str()), (Grade::Again, "unknwon"));
}

#[test]
fn a_slip_is_undone_and_asked_for_again() {
    let banks = kinds();
    let mut session = over(&banks, &["say", "pick"], Manner::plain(Mode::Drill));
    session.step(at(0), Event::Begin);
    assert_eq!(session.step(at(0), Event::Undo), [Effect::Unfit], "there is nothing to undo");
    session.step(at(0), Event::Reveal);
    assert_eq!(session.step(at(0), Event::Undo), [Effect::Unfit], "the card lies open");
    let told = session.step(at(0), Event::Judge(Grade::Again));
    let first = recorded(&told).id.clone();
    assert_eq!(session.tally().answered, 1);
    let undone = session.step(at(0), Event::Undo);
    assert_eq!(undone.first(), Some(&Effect::Note(What::Undo { of: first.clone() })));
    assert!(
        matches!(&undone[1], Effect::Ask(question) if question.key == "kinds/say" && question.number == Some(1))
    );
    assert_eq!(session.tally().answered, 0);
    assert_eq!(session.step(at(0), Event::Undo), [Effect::Unfit], "one step back is enough");
    session.step(at(0), Event::Reveal);
    let told = session.step(at(0), Event::Judge(Grade::Good));
    assert_ne!(recorded(&told).id, first, "the clock stood still, and the answer is another one");
    // The card that was undone does not come again as one that was missed.
    let Some(Effect::Ask(next)) = told.last() else { panic!("{told:?}") };
    assert_eq!((next.key.as_str(), next.number), ("kinds/pick", Some(2)));
    assert!(matches!(session.step(at(9), Event::Quit).as_slice(), [Effect::End(tally)] if tally.right == 1));
}

#[test]
fn a_flag_is_written_down_and_changes_nothing() {
    let banks = kinds();
    let mut session = over(&banks, &["say", "pick"], Manner::plain(Mode::Drill));
    session.step(at(0), Event::Begin);
    let flag = |before| Event::Flag { before, text: "typo".into() };
    let note = |key: &str| Effect::Note(What::Flag { key: key.into(), text: "typo".into() });
    assert_eq!(session.step(at(1), flag(false)), [note("kinds/say")]);
    assert_eq!(session.step(at(1), flag(true)), [Effect::Unfit]);
    session.step(at(2), Event::DontKnow);
    assert_eq!(session.step(at(3), flag(true)), [note("kinds/say")]);
    assert_eq!(session.step(at(3), flag(false)), [note("kinds/pick")]);
}

/// Who reads a verdict for a while has not taken longer for the next answer.
#[test]
fn the_time_of_a_question_begins_when_its_reader_turns_to_it() {
    let banks = banks();
    let mut session = session(&banks, 1);
    session.step(at(0), Event::Begin);
    let ms = |effects: Vec<Effect>| {
        effects.into_iter().find_map(|effect| match effect {
            Effect::Record(record) => Some(record.ms),
            _ => None,
        })
    };
    assert_eq!(ms(session.step(at(5_000), Event::DontKnow)), Some(5_000));
    assert_eq!(session.step(at(65_000), Event::Ready), []);
    assert_eq!(ms(session.step(at(70_000), Event::DontKnow)), Some(5_000));
    // Once something has been shown it is too late to say so.
    session.step(at(80_000), Event::Reveal);
    session.step(at(90_000), Event::Ready);
    assert_eq!(ms(session.step(at(95_000), Event::DontKnow)), Some(10_000));
}
