//! From a prediction that a run refuted, or a word of the reader, to a question that is due.

use crate::house::{House, ago};
use crate::place::{Shell, help, workspace};
use insta::assert_snapshot;
use quiz::log::{Grade, Mode};
use quiz::predictions::{Predictions, inbox, refuted};
use std::collections::BTreeSet;

impl House {
    /// A book that asks for two predictions.
    fn predicting(name: &str) -> House {
        let house = House::new(name);
        let page = house.root.join("book/text/lost-update.md");
        let text = std::fs::read_to_string(&page).expect("the page");
        let asked = "\n{{#predict silence x-lost-reply}}\n{{/predict}}\n{{#predict both lock-purpose x-lost-reply}}\n";
        std::fs::write(page, text + asked).expect("the house is ours");
        house
    }

    /// As the book's server leaves it.
    fn refuted(&self, name: &str, text: &[u8]) {
        std::fs::create_dir_all(inbox(&self.root)).expect("the house is ours");
        std::fs::write(inbox(&self.root).join(name), text).expect("the house is ours");
    }

    fn missed(&self) -> Vec<String> {
        let shown = |line: String| {
            let note: serde_json::Value = serde_json::from_str(&line).ok()?;
            let from = note["from"].as_str()?.split('#').next()?.to_owned();
            Some(format!("{} {from}", note["concept"].as_str()?))
        };
        self.shell.log().into_iter().filter_map(shown).collect()
    }

    fn at(self, now: &str) -> House {
        House { shell: Shell { now: now.to_owned(), ..self.shell }, ..self }
    }
}

#[test]
fn a_refuted_prediction_makes_cards_due_once() {
    let house = House::predicting("predicted");
    house.write(&[ago("kinds/state-between", 2, Mode::Drill, Grade::Easy)]);
    assert!(house.run("", "").out.starts_with("0 due today"));
    house.refuted("lost-update.silence", b"choice 1 at 1795966440000 ms\n");
    let status = house.run("", "").out;
    assert_snapshot!("status_predicted", &status);
    let json = house.run("--json", "").out;
    assert!(json.contains("\"book/lost-update\": {\n      \"due\": 1,\n      \"new\": 0\n    }"), "{json}");
    assert_eq!(house.missed(), [""; 0], "looking writes nothing");
    let sitting = house.run("flash --limit 1", "q\n").out;
    assert!(sitting.contains("kinds/state-between"), "{sitting}");
    let written = ["x-lost-reply book/lost-update/silence"];
    assert_eq!(house.missed(), written);
    // The same belief once more is the same miss, until the drill has asked.
    house.refuted("lost-update.silence", b"choice 1 at 1795966470000 ms\n");
    house.run("flash --limit 1", "q\n");
    assert_eq!(house.missed(), written);
    house.run("flash --limit 1", "unknown\n\nq\n");
    let house = house.at("2026-11-30T21:05:00+05:30");
    house.run("flash --limit 1", "q\n");
    assert_eq!(house.missed(), written, "what was before the drill is answered by it");
    house.refuted("lost-update.silence", b"choice 3 at 1795970100000 ms\n");
    for _ in 0..2 {
        house.run("flash --limit 1", "q\n");
        assert_eq!(house.missed().len(), 2, "and what came after it is another one");
    }
}

#[test]
fn nothing_in_the_inbox_stops_a_drill() {
    let house = House::predicting("predicted-odd");
    for name in ["nothing", "lost-update.gone", "gone.silence", ".", "lost-update.silence.txt", "ü.silence"]
    {
        if name != "." {
            house.refuted(name, b"choice 1\n");
        }
    }
    for half in ["", "choice 1", "choice 1 at 17960000", "choice 1 at soon ms\n"] {
        house.refuted("lost-update.silence", half.as_bytes());
        assert_eq!(refuted(&house.root, &house.root.join("book/text")), [], "{half}");
    }
    house.refuted("lost-update.silence", &[0xff; 20]);
    house.refuted("lost-update.both", &[b'x'; 300]);
    std::fs::create_dir_all(inbox(&house.root).join("lost-update.folder")).expect("the house is ours");
    let outcome = house.run("", "");
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    assert_eq!(refuted(&house.root, &house.root.join("book/text")), []);
}

#[test]
fn a_reader_says_what_they_missed() {
    let house = House::predicting("said");
    house.write(&[ago("kinds/say", 2, Mode::Drill, Grade::Easy)]);
    assert_eq!(house.run("missed", "").out, "Nothing is open.\n");
    let said = |arguments: &str| format!("$ quiz {arguments}\n{}\n", house.run(arguments, "").shown());
    let all = [
        "missed lost-update/both",
        "missed",
        "missed x-relative-update lost-update/silence",
        "",
        "undo",
        "undo",
        "undo --redo",
        "missed lost-update/bth x-lost-repl nothing-like-it",
        "missed --json",
    ];
    assert_snapshot!(all.map(said).concat());
    assert_eq!(house.missed().len(), 4);
    let sitting = house.run("flash --limit 1", "q\n").out;
    assert!(sitting.contains("kinds/say"), "{sitting}");
}

/// What was taken back and said again counts.
#[test]
fn a_second_word_counts_as_the_first_did() {
    let house = House::predicting("said-again");
    for _ in 0..2 {
        assert!(house.run("missed lock-purpose", "").out.starts_with("lock-purpose: 5 new questions"));
        assert!(house.run("undo", "").out.contains("a miss of lock-purpose"));
        assert_eq!(house.run("missed", "").out, "Nothing is open.\n");
    }
    assert_eq!(house.missed().len(), 2);
}

#[test]
fn help_of_missed() {
    assert_snapshot!(help("missed"));
}

/// A prediction without a question about its idea would bring up nothing.
#[test]
fn every_prediction_of_the_book_has_questions() {
    let root = workspace();
    let banks = quiz::bank::Sources::of_workspace(&root).load().expect("banks without errors");
    let items = banks.iter().flat_map(|bank| &bank.items);
    let asked: BTreeSet<&str> = items.flat_map(|item| &item.concepts).map(String::as_str).collect();
    let all = Predictions::of_book(&root.join("book/text"));
    assert!(all.names().count() > 50, "{}", all.names().count());
    for name in all.names() {
        let ideas = all.ideas(name).expect("it is asked");
        assert!(!ideas.is_empty(), "{name} names no idea");
        for idea in ideas {
            assert!(asked.contains(idea.as_str()), "{name}: no question is about {idea}");
        }
    }
}
