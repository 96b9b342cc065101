//! What chance may do to a question and what it may not: every set of numbers has one answer, and no
//! order of options changes what is right.

use crate::place::workspace;
use quiz::bank::{Bank, Body, Item, Sources};
use quiz::clock::Moment;
use quiz::log::{Mode, Sure};
use quiz::numeric::Rational;
use quiz::session::{Effect, Event, Manner, Session, Task, Verdict, Wants};
use std::collections::BTreeSet;

/// More than the check lets through.
const ALL: u32 = 1_000_000;
/// Showings of each question.
const ORDINALS: u32 = 20;

fn shipped() -> Vec<Bank> {
    Sources::of_workspace(&workspace()).load().expect("the shipped banks have no errors")
}

#[test]
fn every_variant_of_every_number_has_one_answer_that_no_wrong_belief_gives() {
    let mut tried = 0;
    for item in shipped().iter().flat_map(|bank| &bank.items) {
        let Body::Numeric(numeric) = &item.body else { continue };
        let all = numeric.instances.sample(ALL);
        assert!(
            all.len() < ALL as usize && numeric.instances.count() == all.len() as u64,
            "{}: not all",
            item.key
        );
        for draw in &all {
            let answer = numeric.answer.value(draw).ok().and_then(Rational::whole);
            let answer = answer.unwrap_or_else(|| panic!("{} has no answer for {draw:?}", item.key));
            for wrong in &numeric.wrong {
                let value = wrong.when.value(draw).expect("a wrong belief has a number").whole();
                let right = value.is_some_and(|value| numeric.is_right(value, answer));
                assert!(!right, "{} {draw:?}: {value:?}", item.key);
            }
        }
        // What a reader meets is one of them.
        for ordinal in 0..ORDINALS {
            let draw = numeric.instances.draw(quiz::numeric::seed_of(&item.key, ordinal));
            assert!(all.contains(&draw), "{} {draw:?}", item.key);
        }
        tried += all.len();
    }
    assert!(tried > 1_000, "{tried}");
}

/// One question, shown for the `ordinal`-th time, and answered so.
fn answered(item: &Item, ordinal: u32, mut answer: impl FnMut(&Wants) -> Event) -> Verdict {
    let at = |ms: i64| Moment { utc_ms: 1_795_000_000_000 + ms, offset_min: 330 };
    let mut session = Session::new("pod-7", Manner::plain(Mode::Drill), vec![Task::new(item, ordinal)]);
    let mut effects = session.step(at(0), Event::Begin);
    for ms in 1.. {
        if let Some(Effect::Verdict(verdict)) =
            effects.iter().find(|effect| matches!(effect, Effect::Verdict(_)))
        {
            return (**verdict).clone();
        }
        assert!(!effects.contains(&Effect::Unfit) && ms < 20, "{} does not end", item.key);
        let event = match session.wants().expect("it waits for something") {
            Wants::Confidence => Event::Sure(Sure::Sure),
            wants => answer(&wants),
        };
        effects = session.step(at(ms), event);
    }
    unreachable!()
}

#[test]
fn the_right_option_is_right_wherever_it_is_shown_and_a_wrong_one_is_wrong() {
    for item in shipped().iter().flat_map(|bank| &bank.items) {
        let Body::Choice(options) = &item.body else { continue };
        let mut places = BTreeSet::new();
        for ordinal in 0..ORDINALS {
            for option in options {
                let verdict = answered(item, ordinal, |wants| {
                    let Wants::Option(shown) = wants else { panic!("{}: {wants:?}", item.key) };
                    let place = shown.iter().position(|text| *text == option.text).expect("it is shown");
                    if option.correct {
                        places.insert(place);
                    }
                    Event::Choose(place)
                });
                assert_eq!(verdict.right, option.correct, "{} {ordinal} {}", item.key, option.text);
            }
        }
        assert!(places.len() > 1, "{}: the right one always stands in the same place", item.key);
    }
}

#[test]
fn only_the_whole_set_is_right_in_any_order() {
    for item in shipped().iter().flat_map(|bank| &bank.items) {
        let Body::Multi(options) = &item.body else { continue };
        for ordinal in 0..ORDINALS {
            // Each set of options that there is.
            for set in 1..1_u32 << options.len() {
                let chosen = |n: usize| set >> n & 1 == 1;
                let verdict = answered(item, ordinal, |wants| {
                    let Wants::Options(shown) = wants else { panic!("{}: {wants:?}", item.key) };
                    let of = |text: &String| {
                        options.iter().position(|option| option.text == *text).expect("an option")
                    };
                    Event::ChooseAll((0..shown.len()).filter(|place| chosen(of(&shown[*place]))).collect())
                });
                let right = options.iter().enumerate().all(|(n, option)| option.correct == chosen(n));
                assert_eq!(verdict.right, right, "{} {ordinal} {set:b}", item.key);
            }
            if options.len() > 6 {
                break;
            }
        }
    }
}

#[test]
fn steps_in_the_listed_order_are_right_however_they_were_shown() {
    for item in shipped().iter().flat_map(|bank| &bank.items) {
        let Body::Order(order) = &item.body else { continue };
        for ordinal in 0..ORDINALS {
            for turned in [false, true] {
                let verdict = answered(item, ordinal, |wants| {
                    let Wants::Order(shown) = wants else { panic!("{}: {wants:?}", item.key) };
                    let place = |text: &String| shown.iter().position(|one| one == text).expect("a step");
                    let mut places: Vec<usize> = order.steps.iter().map(|step| place(&step.text)).collect();
                    if turned {
                        places.reverse();
                    }
                    Event::Arrange(places)
                });
                assert_eq!(verdict.right, !turned, "{} {ordinal}", item.key);
            }
        }
    }
}

#[test]
fn recorded_answers_are_right_however_the_options_stand() {
    for item in shipped().iter().flat_map(|bank| &bank.items) {
        let Body::Trace(trace) = &item.body else { continue };
        for ordinal in 0..ORDINALS {
            // `None`: all right; `Some(n)`: the n-th part wrong.
            for slip in std::iter::once(None).chain((0..trace.asks.len()).map(Some)) {
                let mut part = 0;
                let verdict = answered(item, ordinal, |wants| {
                    let ask = &trace.asks[part];
                    let right = slip != Some(part);
                    let event = match wants {
                        Wants::Option(shown) => {
                            let place = shown.iter().position(|text| (*text == ask.answer) == right);
                            Event::Choose(place.expect("an option"))
                        }
                        _ if right => Event::Text(ask.answer.clone()),
                        _ => Event::Text("nothing like it".to_owned()),
                    };
                    part += 1;
                    event
                });
                assert_eq!(verdict.right, slip.is_none(), "{} {ordinal} {slip:?}", item.key);
            }
        }
    }
}
