//! Whatever a bank asks and whatever a file holds: nothing panics, and an error changes nothing.

use super::{exported, import, outside, reader};
use crate::place::folder;
use proptest::prelude::*;
use quiz::bank::{
    Bank, Body, Choice, Cloze, Free, Item, Level, Order, OrderStep, Piece, Point, See, Short, Spot,
    WrongLine, WrongText,
};
use quiz::carry::{Freight, Only, anki_text, apkg, csv, json, reviewed};
use quiz::clock::Moment;
use quiz::log::{Reviews, read_text};
use quiz::memory::Memory;
use std::io::Cursor;

fn text() -> impl Strategy<Value = String> {
    "[a-z <>&\"'`*_|{}\\[\\]#\n\t₹é\u{1b}\u{202e}=+@,:-]{0,40}"
}

fn choices() -> impl Strategy<Value = Vec<Choice>> {
    let choice = (text(), any::<bool>(), text());
    prop::collection::vec(choice.prop_map(|(text, correct, why)| Choice { text, correct, why }), 0..5)
}

fn wrong() -> impl Strategy<Value = Vec<WrongText>> {
    prop::collection::vec((text(), text()).prop_map(|(when, why)| WrongText { when, why }), 0..3)
}

fn body() -> impl Strategy<Value = Body> {
    let texts = || prop::collection::vec(text(), 0..5);
    let step = |(n, text): (usize, String)| OrderStep {
        id: String::new(),
        text,
        after: (0..n).take(1).collect(),
        why: n.is_multiple_of(2).then(|| "so".to_owned()),
    };
    let order = texts().prop_map(move |all| Order { steps: all.into_iter().enumerate().map(step).collect() });
    let piece = (text(), any::<bool>()).prop_map(|(text, gap)| match gap {
        true => Piece::Gap { hint: text.len().is_multiple_of(2).then(|| text.clone()), answer: text },
        false => Piece::Text(text),
    });
    let point = |text: String| Point { points: text.len() as u32, must: text.len() > 9, text };
    prop_oneof![
        choices().prop_map(Body::Choice),
        choices().prop_map(Body::Multi),
        (text(), texts(), wrong()).prop_map(|(answer, accept, wrong)| Body::Short(Short {
            answer,
            accept,
            wrong
        })),
        order.prop_map(Body::Order),
        prop::collection::vec(piece, 0..5).prop_map(|pieces| Body::Cloze(Cloze { pieces })),
        text().prop_map(|answer| Body::Flash { answer }),
        (text(), texts(), wrong()).prop_map(move |(model, texts, wrong)| {
            Body::Free(Free {
                model,
                rubric: texts.into_iter().map(point).collect(),
                probes: Vec::new(),
                wrong,
            })
        }),
        (texts(), text()).prop_map(|(lines, why)| {
            let wrong = vec![WrongLine { line: lines.len() / 2, why }];
            Body::Spot(Spot { right: vec![0, 7], lines, wrong })
        }),
    ]
}

fn item(n: usize, (prompt, why, concept, body): (String, String, String, Body)) -> Item {
    Item {
        key: format!("b/{n}"),
        level: Level::Staff,
        concepts: vec![concept],
        prompt,
        why: Some(why),
        see: See { chapter: "c".into(), anchor: None, title: "A <title>".into(), heading: None },
        rev: 1,
        was: Vec::new(),
        source: None,
        allow: Vec::new(),
        body,
    }
}

fn banks() -> impl Strategy<Value = Vec<Bank>> {
    prop::collection::vec((text(), text(), text(), body()), 0..6).prop_map(|all| {
        let items = all.into_iter().enumerate().map(|(n, parts)| item(n, parts)).collect();
        vec![Bank { id: "b".into(), chapter: "a chapter".into(), items, ..Bank::default() }]
    })
}

/// Answers at any instant, of any grade.
fn reviews() -> impl Strategy<Value = Reviews> {
    let one =
        (0usize..6, any::<i64>(), -1440i32..=1440, 1u8..=4, prop::sample::select(vec!["drill", "quiz"]));
    prop::collection::vec(one, 0..12).prop_map(|all| {
        let line = |(n, (key, ms, off, grade, mode)): (usize, (usize, i64, i32, u8, &str))| {
            let at = Moment { utc_ms: ms / 1_000_000, offset_min: off };
            format!(
                "{{\"v\":1,\"id\":\"{n}\",\"key\":\"b/{key}\",\"rev\":1,\"t\":\"{}\",\"off\":{off},\
                 \"day\":\"{}\",\"mode\":\"{mode}\",\"grade\":{grade},\"ms\":{},\"ans\":\"=x\",\"seed\":0,\
                 \"eng\":\"0\"}}\n",
                at.utc(),
                at.study_day(),
                ms.unsigned_abs()
            )
        };
        let lines: String = all.into_iter().enumerate().map(line).collect();
        read_text("l", lines.as_bytes())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_question_can_be_exported(banks in banks(), reviews in reviews(), ms in any::<i64>()) {
        let now = Moment { utc_ms: ms / 1_000_000, offset_min: 0 };
        let memory = Memory::of(&reviews, &banks, now.study_day());
        let (standing, only) = (reviews.standing(), Only::default());
        let freight = Freight { banks: &banks, memory: &memory, reviews: &reviews, standing: &standing, only: &only, now };
        let text = anki_text(&freight);
        prop_assert_eq!(text.lines().count(), 5 + banks[0].items.len());
        prop_assert!(text.lines().skip(5).all(|line| line.matches('\t').count() == 4), "{}", text);
        let table = csv(&freight);
        prop_assert_eq!(quiz::carry::rows(&table).map(|rows| rows.len()), Some(1 + reviews.records.len()));
        let document = json(&freight);
        prop_assert!(serde_json::from_str::<serde_json::Value>(&document).is_ok(), "{}", document);
        for text in [&text, &document] {
            let hidden = text.chars().any(|c| (c.is_control() && c != '\n' && c != '\t') || c == '\u{202e}');
            prop_assert!(!hidden, "{:?}", text);
        }
        let package = apkg(&freight).expect("there is room for a temporary file");
        let back = reviewed(Cursor::new(package)).expect("our own package can be read");
        let ours = reviews.records.iter().filter(|r| banks[0].items.iter().any(|item| item.key == r.key));
        prop_assert_eq!(back.reviews.len(), ours.count());
        prop_assert_eq!((back.foreign, back.by_hand, back.senseless), (0, 0, 0));
    }

    /// Bytes of any kind, with the beginnings of all that can be imported.
    #[test]
    fn no_file_makes_the_import_panic(
        head in prop::sample::select(vec![&b""[..], b"PK\x03\x04", b"{\"format\":\"who-holds-the-lock\",\"log\":[", b"{\"v\":1,"]),
        bytes in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let shell = reader("carry-bytes");
        let file = folder("outside-carry-bytes").join("file");
        std::fs::write(&file, [head, &bytes].concat()).expect("a file");
        let before = shell.log();
        let outcome = import(&shell, &file, "");
        prop_assert_eq!(outcome.code, 2, "{}", outcome.shown());
        prop_assert!(!outcome.err.chars().any(|c| c.is_control() && c != '\n'));
        prop_assert_eq!(shell.log(), before);
    }
}

/// A package with bytes turned: what still makes sense comes in, the log grows at its end or not at
/// all, and nothing panics.
#[test]
fn a_damaged_package_loses_nothing() {
    let shell = reader("carry-damaged");
    let folder = outside("carry-damaged");
    let good = std::fs::read(exported(&shell, "apkg", &folder)).expect("a package");
    let mut chance = quiz::chance::Chance::new(7);
    let path = folder.join("damaged.apkg");
    for _ in 0..150 {
        let mut bytes = good.clone();
        for _ in 0..=chance.below(12) {
            let place = chance.below(bytes.len() as u64) as usize;
            bytes[place] = chance.below(256) as u8;
        }
        std::fs::write(&path, bytes).expect("a file");
        let before = shell.log();
        let outcome = import(&shell, &path, "");
        assert!([0, 2].contains(&outcome.code), "{}", outcome.shown());
        let after = shell.log();
        assert!(before.iter().all(|line| after.contains(line)), "{}", outcome.shown());
        assert!(outcome.code == 0 || after == before, "{}", outcome.shown());
    }
}
