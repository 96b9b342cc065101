//! Any plan, trace and scenario that the types allow and their documentation permits.

use kit::diagnostic::Place;
use kit::plan::{Act, Extent, Mail, Phase, Plan, Who};
use kit::scenario::{Claim, Scenario, Setting};
use kit::trace::{ArrowKind, Clock, Fate, Lane, Mark, Step, Trace, Violation};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Any text, often one that could be taken for grammar.
pub(crate) fn text() -> impl Strategy<Value = String> {
    let grammar = select(vec![
        "",
        " ",
        "a ",
        " b",
        "old",
        "to",
        "end",
        "times",
        "runs",
        "%",
        "run",
        "->",
        "|",
        ";",
        "a; b",
        "# c",
        "----",
        "a: b",
        "a:",
        ": ",
        "\"",
        "\\",
        "\\n",
        "\n",
        "\r",
        "a\r",
        "\t",
        "\u{0}",
        "\u{feff}",
        "\u{2028}",
        "\u{202e}a",
        "₹100",
        "=",
        "!",
        "step 1",
        "3 events",
        "1",
        "+1",
        "0..1",
        "n1->n2",
        "leader",
        "at",
    ]);
    prop_oneof![
        4 => "[a-z]{1,6}(-[0-9])?",
        2 => grammar.prop_map(str::to_owned),
        1 => any::<String>(),
        1 => "[ -~]{0,12}",
    ]
}

fn who() -> impl Strategy<Value = Who> {
    (text(), any::<bool>()).prop_map(|(word, old)| Who { word, old })
}

fn ms() -> impl Strategy<Value = u64> {
    prop_oneof![0..100_000u64, (0..100u64).prop_map(|s| s * 1000), any::<u64>()]
}

fn extent() -> impl Strategy<Value = Extent> {
    prop_oneof![any::<u32>().prop_map(Extent::Statements), text().prop_map(Extent::Before), Just(Extent::End)]
}

fn act() -> impl Strategy<Value = Act> {
    let crash = (who(), option::of(any::<u32>()), any::<bool>(), prop_oneof![0..3u32, any::<u32>()]);
    let message = || (text(), who(), who());
    prop_oneof![
        ms().prop_map(Act::At),
        (who(), extent()).prop_map(|(who, extent)| Act::Run { who, extent }),
        who().prop_map(Act::LoseReply),
        who().prop_map(Act::LoseRequest),
        who().prop_map(Act::Refuse),
        (who(), text()).prop_map(|(who, request)| Act::Ask { who, request }),
        (who(), option::of(text())).prop_map(|(who, timer)| Act::TimesOut { who, timer }),
        crash.prop_map(|(who, after, lost, keeping)| {
            let mail = if lost { Mail::Lost } else { Mail::Kept };
            Act::Crash { who, after, mail, keeping }
        }),
        who().prop_map(Act::Restart),
        who().prop_map(Act::Pause),
        who().prop_map(Act::Resume),
        (vec(who(), 0..3), vec(who(), 0..3)).prop_map(|(left, right)| Act::Cut { left, right }),
        who().prop_map(Act::Isolate),
        Just(Act::Heal),
        message().prop_map(|(kind, from, to)| Act::Hold { kind, from, to }),
        message().prop_map(|(kind, from, to)| Act::Release { kind, from, to }),
        Just(Act::HoldAll),
        Just(Act::ReleaseAll),
        message().prop_map(|(kind, from, to)| Act::Deliver { kind, from, to }),
        message().prop_map(|(kind, from, to)| Act::Drop { kind, from, to }),
        message().prop_map(|(kind, from, to)| Act::Duplicate { kind, from, to }),
        (who(), prop_oneof![-100_000..100_000i64, any::<i64>()])
            .prop_map(|(who, offset)| Act::Clock { who, offset }),
        (
            who(),
            prop_oneof![-100..100i32, (-100..100i32).prop_map(|permille| permille * 1_000), any::<i32>()]
        )
            .prop_map(|(who, ppm)| Act::Rate { who, ppm }),
    ]
}

pub(crate) fn plan() -> impl Strategy<Value = Plan> {
    vec(vec(act(), 0..4), 0..6)
        .prop_map(|phases| Plan { phases: phases.into_iter().map(|acts| Phase { acts }).collect() })
}

/// What a mark is made of; `lanes` turns it into one that names real lanes.
type RawMark = ((u8, Index, Index), (String, u64, u64), (bool, u8));

/// A mark of any sort. Spans that end have begun: [`step_marks`] makes both at once.
fn marks(raw: RawMark, lanes: &[Lane], serial: usize) -> (Mark, Option<Mark>) {
    let ((sort, a, b), (text, at, later), (request, fate)) = raw;
    let (lane, other) = (a.get(lanes).id.clone(), b.get(lanes).id.clone());
    let (at, end) = (at.min(later), at.max(later));
    let span = format!("{text}{serial}");
    let kind = if request { ArrowKind::Request } else { ArrowKind::Reply };
    let fate = [Fate::Arrives, Fate::Refused, Fate::Lost][usize::from(fate % 3)];
    match sort % 9 {
        0 => (Mark::Arrow { from: lane, to: other, kind, label: text, sent: at, arrives: end, fate }, None),
        1 => (Mark::Pill { lane, text, at }, None),
        2 => (Mark::Note { lane, text, at }, None),
        3 => (Mark::Crash { lane, at }, None),
        4 => (Mark::Restart { lane, at }, None),
        5 => (
            Mark::BarBegins { lane, span: span.clone(), text: text.clone(), at },
            Some(Mark::BarEnds { span, at: end, text }),
        ),
        6 => (Mark::BeliefBegins { lane, span: span.clone(), at }, Some(Mark::BeliefEnds { span, at: end })),
        7 => (Mark::PauseBegins { lane: lane.clone(), at }, Some(Mark::PauseEnds { lane, at: end })),
        _ => {
            let (left, right) = (lane, other);
            (Mark::CutBegins { left, right, span: span.clone(), at }, Some(Mark::CutEnds { span, at: end }))
        }
    }
}

fn raw_mark() -> impl Strategy<Value = RawMark> {
    ((any::<u8>(), any::<Index>(), any::<Index>()), (text(), ms(), ms()), (any::<bool>(), any::<u8>()))
}

fn step(lanes: Vec<Lane>) -> impl Strategy<Value = Step> {
    let who = option::of(any::<Index>());
    let events = prop_oneof![Just(1u32), 1..=u32::MAX];
    (who, (text(), text()), vec(raw_mark(), 0..4), events, ms()).prop_map(
        move |(who, (act, result), raw, events, at)| {
            let who = who.filter(|_| !lanes.is_empty()).map(|i| i.get(&lanes).id.clone()).unwrap_or_default();
            let raw = if lanes.is_empty() { Vec::new() } else { raw };
            let pairs = raw.into_iter().enumerate().map(|(serial, raw)| marks(raw, &lanes, serial));
            let marks = pairs.flat_map(|(mark, end)| [Some(mark), end]).flatten().collect();
            Step { at, who, act, result, marks, events }
        },
    )
}

pub(crate) fn trace() -> impl Strategy<Value = Trace> {
    let lanes = vec((text(), option::of(text())), 0..4).prop_map(|lanes| {
        let named: std::collections::BTreeMap<String, Option<String>> = lanes.into_iter().collect();
        let lane = |(id, title): (String, Option<String>)| Lane { title: title.unwrap_or(id.clone()), id };
        // An empty id is nobody's: `Step::who` is empty when nobody acts.
        named.into_iter().filter(|(id, _)| !id.is_empty()).map(lane).collect::<Vec<Lane>>()
    });
    let facts = vec((text(), text()), 0..4);
    let violation = option::of((any::<Index>(), text(), text()));
    let rest = lanes.prop_flat_map(|lanes| (vec(step(lanes.clone()), 0..6), Just(lanes)));
    (rest, any::<bool>(), facts, violation).prop_map(|((steps, lanes), instants, facts, violation)| {
        let violation = violation.filter(|_| !steps.is_empty()).map(|(index, observed, required)| {
            Violation { step: index.index(steps.len()) as u32 + 1, observed, required }
        });
        let clock = if instants { Clock::Instants } else { Clock::Milliseconds };
        Trace { lanes, clock, steps, facts, violation }
    })
}

/// One line without space around it; empty only where the caller says so.
fn line(may_be_empty: bool) -> impl Strategy<Value = String> {
    text().prop_map(move |text| {
        let kept: String = text.chars().filter(|c| !c.is_control() && *c != '\u{feff}').collect();
        match kept.trim() {
            "" if !may_be_empty => "x".to_owned(),
            trimmed => trimmed.to_owned(),
        }
    })
}

/// A key of the cast: it holds no colon before a space, and is no comment and no rule.
fn key() -> impl Strategy<Value = String> {
    line(false).prop_map(|key| {
        let key = key.replace(": ", "-").replace(['#', '\u{2028}', '\u{2029}'], "");
        let ours = ["", "title", "for", "code", "claim"].contains(&key.trim());
        let splits = key.match_indices(':').any(|(at, _)| key[at + 1..].starts_with(char::is_whitespace));
        if ours || splits { "account 42".to_owned() } else { key.trim().to_owned() }
    })
}

fn setting() -> impl Strategy<Value = Setting> {
    let nowhere = Place { line: 0, column: 0 };
    (key(), line(true)).prop_map(move |(key, value)| Setting {
        key,
        value,
        key_at: nowhere,
        value_at: nowhere,
    })
}

/// As a program makes them: no places.
pub(crate) fn scenario() -> impl Strategy<Value = Scenario> {
    let prose = vec(prop_oneof![line(true), Just(" indented".to_owned())], 0..3);
    let claim = prop_oneof![Just(Claim::Holds), text().prop_map(Claim::Breaks)];
    let head = (prose, line(false), line(false), line(true), vec(setting(), 0..4), claim);
    (head, plan(), option::of(trace())).prop_map(
        |((prose, title, world, code, cast, claim), plan, recorded)| Scenario {
            prose,
            title,
            world,
            code,
            cast,
            claim,
            plan,
            places: Vec::new(),
            keys: Vec::new(),
            recorded,
        },
    )
}
