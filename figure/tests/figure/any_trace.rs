//! Any small run, right or wrong: lanes that nobody declared, ends without begins, markup and
//! control characters in every text.

use kit::trace::{ArrowKind, Clock, Fate, Lane, Mark, Step, Trace, Violation};
use proptest::prelude::*;

pub(crate) fn any_trace() -> impl Strategy<Value = Trace> {
    let lanes = prop::collection::vec(text(), 0..6);
    let clock = prop_oneof![Just(Clock::Instants), Just(Clock::Milliseconds)];
    let steps = prop::collection::vec(step(), 0..8);
    (lanes, clock, steps, prop::option::of(violation())).prop_map(|(titles, clock, steps, violation)| {
        let lanes =
            titles.into_iter().enumerate().map(|(index, title)| Lane { id: format!("n{index}"), title });
        Trace { lanes: lanes.collect(), clock, steps, facts: Vec::new(), violation }
    })
}

fn violation() -> impl Strategy<Value = Violation> {
    (0..10_u32, text(), text()).prop_map(|(step, observed, required)| Violation { step, observed, required })
}

fn step() -> impl Strategy<Value = Step> {
    let marks = prop::collection::vec(mark(), 0..4);
    (at(), lane(), text(), text(), marks).prop_map(|(at, who, act, result, marks)| Step {
        at,
        who,
        act,
        result,
        marks,
        events: 1,
    })
}

/// Five declared lanes at most, so the last ones may be strangers.
fn lane() -> impl Strategy<Value = String> {
    prop_oneof![4 => (0..3_u8).prop_map(|n| format!("n{n}")), 1 => (3..7_u8).prop_map(|n| format!("n{n}")), 1 => Just(String::new())]
}

fn at() -> impl Strategy<Value = u64> {
    prop_oneof![8 => 0..12_u64, 4 => 0..20_000_u64, 1 => Just(u64::MAX)]
}

pub(crate) fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-z]{1,6}",
        2 => "₹[0-9]{1,4}",
        1 => Just(String::new()),
        1 => Just("<script>alert('1')</script>".to_owned()),
        1 => Just("a & b\n\n\"c\" ]]> -- \u{1b}[2J \u{0}".to_owned()),
        1 => Just("口座残高を読む e\u{301}│ verylongwordwithoutanyspaceatallinit".to_owned()),
        1 => "[A-Z]{3,6}( [a-z0-9=.]{1,9}){1,14}",
        1 => any::<String>(),
    ]
}

fn mark() -> impl Strategy<Value = Mark> {
    let kind = prop_oneof![Just(ArrowKind::Request), Just(ArrowKind::Reply)];
    let fate = prop_oneof![3 => Just(Fate::Arrives), 1 => Just(Fate::Refused), 1 => Just(Fate::Lost)];
    let span = || "[ab]";
    prop_oneof![
        6 => ((lane(), lane(), kind), text(), at(), at(), fate).prop_map(
            |((from, to, kind), label, sent, arrives, fate)| Mark::Arrow { from, to, kind, label, sent, arrives, fate }
        ),
        2 => (lane(), text(), at()).prop_map(|(lane, text, at)| Mark::Pill { lane, text, at }),
        1 => (lane(), text(), at()).prop_map(|(lane, text, at)| Mark::Note { lane, text, at }),
        1 => (lane(), span(), text(), at()).prop_map(|(lane, span, text, at)| Mark::BarBegins { lane, span, text, at }),
        1 => (span(), at(), text()).prop_map(|(span, at, text)| Mark::BarEnds { span, at, text }),
        1 => (lane(), span(), at()).prop_map(|(lane, span, at)| Mark::BeliefBegins { lane, span, at }),
        1 => (span(), at()).prop_map(|(span, at)| Mark::BeliefEnds { span, at }),
        1 => (lane(), at()).prop_map(|(lane, at)| Mark::PauseBegins { lane, at }),
        1 => (lane(), at()).prop_map(|(lane, at)| Mark::PauseEnds { lane, at }),
        1 => (lane(), at()).prop_map(|(lane, at)| Mark::Crash { lane, at }),
        1 => (lane(), at()).prop_map(|(lane, at)| Mark::Restart { lane, at }),
        1 => (lane(), lane(), span(), at()).prop_map(|(left, right, span, at)| Mark::CutBegins { left, right, span, at }),
        1 => (span(), at()).prop_map(|(span, at)| Mark::CutEnds { span, at }),
    ]
}
