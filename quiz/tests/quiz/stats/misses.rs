//! From a rule that an exercise broke to a card that is due.

use crate::house::{House, ago};
use crate::place::{Shell, workspace};
use insta::assert_snapshot;
use quiz::exercises::{ALL_PARTS, Map, target_folder};
use quiz::log::{Grade, Mode};
use std::collections::{BTreeMap, BTreeSet};

/// A name that no exercise has: the target folder may be everybody's.
const TOY: &str = "toy-of-the-quiz-tests";

impl House {
    fn graded(&self, file: &str, text: &str) {
        let folder = target_folder(&self.root).join("tmp").join(TOY);
        std::fs::create_dir_all(&folder).expect("the target folder is ours");
        std::fs::write(folder.join(file), text).expect("the folder is ours");
    }

    fn forget_grades(&self) {
        let _ = std::fs::remove_dir_all(target_folder(&self.root).join("tmp").join(TOY));
    }

    fn mapped(&self, map: &str) {
        std::fs::write(self.root.join("quiz/exercises.yaml"), map).expect("the house is ours");
    }

    fn misses(&self) -> Vec<String> {
        self.shell.log().into_iter().filter(|line| line.contains(r#""op":"missed""#)).collect()
    }
}

const MAP: &str = "
toy-of-the-quiz-tests:
  all:
    nothing_is_lost: [lock-purpose]
  toy::open:
    nothing_is_lost: [x-relative-update]
    every_call_ends: [x-lost-reply]
";

#[test]
fn a_broken_rule_makes_cards_due_once() {
    let house = House::new("missed");
    house.forget_grades();
    house.mapped(MAP);
    house.write(&[
        ago("small/say", 2, Mode::Drill, Grade::Easy),
        ago("small/count", 2, Mode::Drill, Grade::Easy),
        ago("small/pick", 2, Mode::Drill, Grade::Easy),
    ]);
    let due = || house.run("", "").out;
    assert!(due().starts_with("0 due today"), "{}", due());
    // Every rule fails, because nothing is written yet: no counterexample.
    house.graded("toy.open.verdicts", "nothing_is_lost\tfails\nevery_call_ends\tfails\n");
    assert!(due().starts_with("0 due today"), "{}", due());
    house.graded("toy.open.nothing_is_lost.txt", "title: two at once\n");
    let status = due();
    assert_snapshot!("status_missed", &status);
    assert_eq!(house.misses().len(), 0, "looking writes nothing");
    let sitting = house.run("flash --limit 1", "q\n").out;
    assert!(sitting.contains("small/say") || sitting.contains("small/count"), "{sitting}");
    let written = house.misses();
    assert_eq!(written.len(), 2, "{written:?}");
    assert!(written[0].contains("toy-of-the-quiz-tests/toy::open/nothing_is_lost#"), "{written:?}");
    house.run("flash --limit 1", "q\n");
    assert_eq!(house.misses(), written, "the same counterexample counts once");
    // Its header invites to edit it: that makes no other miss, until a card of the idea was drilled.
    house.graded("toy.open.nothing_is_lost.txt", "title: in another way\n");
    assert_eq!(due(), status, "one miss, however it is told");
    house.run("flash --limit 1", "q\n");
    assert_eq!(house.misses(), written);
    let later =
        House { shell: Shell { now: "2026-11-29T22:05:00+05:30".to_owned(), ..house.shell }, ..house };
    assert_eq!(later.run("flash --limit 1", "?\nq\n").code, 0);
    later.run("flash --limit 1", "q\n");
    assert_eq!(later.misses().len(), 3, "{:?}", later.misses());
    later.forget_grades();
}

/// A flag of a clock that was ten years ahead, once, holds no card due.
#[test]
fn one_drill_answers_a_miss_whatever_a_clock_once_said() {
    let mut house = House::new("missed-future");
    house.forget_grades();
    house.mapped(MAP);
    house.write(&[ago("small/say", 2, Mode::Drill, Grade::Easy)]);
    let today = std::mem::replace(&mut house.shell.now, "2036-11-29T21:05:00+05:30".to_owned());
    assert_eq!(house.run("flag small/pick oops", "").code, 0);
    house.shell.now = today;
    assert_eq!(house.run("undo", "").code, 0);
    house.graded("toy.open.verdicts", "nothing_is_lost\tfails\n");
    house.graded("toy.open.nothing_is_lost.txt", "title: two at once\n");
    let due = || house.run("", "").out.lines().next().unwrap_or_default().to_owned();
    assert!(due().starts_with("1 due today"), "{}", due());
    let sitting = house.run("flash --limit 1", "\ng\nq\n").out;
    assert!(sitting.contains("small/say"), "{sitting}");
    assert!(due().starts_with("0 due today"), "{} after {sitting}", due());
    assert_eq!(house.misses().len(), 2);
    house.forget_grades();
}

#[test]
fn what_the_grader_left_never_stops_a_drill() {
    let house = House::new("missed-odd");
    house.mapped(MAP);
    for text in
        ["", "nothing_is_lost", "\t\t\n\tfails\n../../x\tfails\n", "nothing_is_lost\tmaybe\nunknown\tfails\n"]
    {
        house.graded("toy.open.verdicts", text);
        house.graded("toy.open.unknown.txt", "x");
        let outcome = house.run("", "");
        assert_eq!((outcome.code, outcome.err.as_str()), (0, ""), "{text:?}");
    }
    for map in ["", "- not a map", "a: [b", "toy-of-the-quiz-tests: {all: {unknown: [no-such-idea]}}"] {
        house.mapped(map);
        let outcome = house.run("", "");
        assert_eq!((outcome.code, outcome.err.as_str()), (0, ""), "{map:?}");
    }
    house.forget_grades();
}

/// Rules of every part of an exercise, as `kills.txt` has them.
fn rules(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut parts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut part = String::new();
    for line in text.lines() {
        if !line.starts_with(' ') && line.contains("::") {
            part = line.trim().to_owned();
        }
        // `  a  every_call_ends   alone: …`
        let mut words = line.split_whitespace();
        if let (Some(letter), Some(rule)) = (words.next(), words.next())
            && line.starts_with("  ")
            && letter.len() == 1
            && letter.chars().all(char::is_alphabetic)
            && rule.contains('_')
        {
            parts.entry(part.clone()).or_default().insert(rule.to_owned());
        }
    }
    parts
}

/// Every rule that a learner can break speaks of an idea, and every idea that is named has questions.
#[test]
fn every_rule_of_every_exercise_has_its_ideas() {
    let root = workspace();
    let text = std::fs::read_to_string(root.join("quiz/exercises.yaml")).expect("the map");
    let map = Map::parse(&text).unwrap_or_else(|error| panic!("quiz/exercises.yaml: {error}"));
    let banks = quiz::bank::Sources::of_workspace(&root).load().expect("banks without errors");
    let items = banks.iter().flat_map(|bank| &bank.items);
    let asked: BTreeSet<&str> = items.flat_map(|item| &item.concepts).map(String::as_str).collect();
    let mut wrong = Vec::new();
    let mut exercises: BTreeSet<String> = BTreeSet::new();
    for entry in std::fs::read_dir(root.join("solutions")).expect("the solutions") {
        let folder = entry.expect("an entry").path();
        let Ok(kills) = std::fs::read_to_string(folder.join("kills.txt")) else { continue };
        let slot = folder.file_name().and_then(|name| name.to_str()).expect("a name");
        let name = slot.split_once('-').map_or(slot, |(_, name)| name).to_owned();
        let parts = rules(&kills);
        assert!(!parts.is_empty(), "{slot}/kills.txt has no rules that this test can read");
        for (part, rules) in &parts {
            for rule in rules {
                let ideas = map.concepts(&name, part, rule);
                if !ideas.iter().any(|idea| asked.contains(idea)) {
                    wrong.push(format!("{name}, {part}, {rule}: no idea that a question asks about"));
                }
                let stray = ideas.iter().filter(|idea| !asked.contains(*idea));
                wrong.extend(stray.map(|idea| format!("{name}, {part}, {rule}: no question names `{idea}`")));
            }
        }
        for (part, rule) in map.entries(&name) {
            let has = |rules: &BTreeSet<String>| rules.contains(rule);
            let known =
                if part == ALL_PARTS { parts.values().any(has) } else { parts.get(part).is_some_and(has) };
            if !known {
                wrong.push(format!("{name}, {part}, {rule}: the grader has no such rule"));
            }
        }
        exercises.insert(name);
    }
    wrong.extend(
        map.exercises().filter(|name| !exercises.contains(*name)).map(|name| format!("{name}: no exercise")),
    );
    assert!(wrong.is_empty(), "mend quiz/exercises.yaml:\n{}", wrong.join("\n"));
}
