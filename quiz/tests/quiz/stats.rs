//! What the figures say, and what an exercise adds to them.

mod misses;
mod tune;

use crate::house::{House, ago};
use insta::assert_snapshot;
use quiz::log::{Grade, Mode};
use serde_json::Value;
use unicode_width::UnicodeWidthStr;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn two_months_as_figures() {
    let house = House::new("figures").drilled();
    assert_snapshot!("stats", house.run("stats", "").shown());
    assert_snapshot!("stats_concepts", house.run("stats --concepts", "").shown());
    assert_snapshot!("stats_json", house.run("stats --json", "").shown());
    assert_snapshot!("status", house.run("", "").shown());
    assert_snapshot!("status_json", house.run("--json", "").shown());
}

#[test]
fn a_narrow_window() {
    let mut house = House::new("narrow").drilled();
    house.shell.width = 40;
    let shown = format!("{}\n{}", house.run("", "").shown(), house.run("stats", "").shown());
    assert_snapshot!("stats_narrow", shown);
}

#[test]
fn no_line_is_wider_than_the_window() {
    let mut house = House::new("widths").drilled();
    for width in [1, 20, 27, 40, 63, 100] {
        house.shell.width = width;
        for command in ["", "stats", "stats --concepts", "tune", "stats --chapter small"] {
            let outcome = house.run(command, "");
            assert_eq!(outcome.code, 0, "{}", outcome.shown());
            // A chart has no shape in less than twenty columns.
            let room = if width < 20 { 20 } else { width };
            for line in outcome.out.lines().chain(outcome.err.lines()) {
                assert!(line.width() <= room, "{command} at {width}: {line:?}");
            }
        }
    }
}

#[test]
fn without_an_answer_there_is_a_beginning() {
    let house = House::new("none");
    let said = |house: &House, command| house.run(command, "").shown();
    let figures = ["stats", "stats --concepts", "tune"].map(|command| said(&house, command));
    let status = said(&House { shell: house.shell.wide(), root: house.root.clone() }, "");
    assert_snapshot!("stats_none", [status, figures.join("\n")].join("\n"));
    let document = json(&house.run("stats --json", "").out);
    assert_eq!(
        (document["answers"].as_u64(), document["retention"]["ever"]["of"].as_u64()),
        (Some(0), Some(0))
    );
}

#[test]
fn retention_counts_drills_of_cards_from_an_earlier_day() {
    let house = House::new("retention");
    house.write(&[
        ago("small/pick", 20, Mode::Drill, Grade::Again), // the first one: nothing to retain yet
        ago("small/pick", 19, Mode::Relearn, Grade::Good), // again in the same sitting
        ago("small/pick", 15, Mode::Drill, Grade::Good),
        ago("small/pick", 8, Mode::Drill, Grade::Again),
        ago("small/pick", 5, Mode::Quiz, Grade::Again), // a quiz measures something else
        ago("small/pick", 3, Mode::Drill, Grade::Good),
        ago("small/count", 3, Mode::Drill, Grade::Good),
    ]);
    let retention = json(&house.run("stats --json", "").out)["retention"].clone();
    let share = |window: &str| (retention[window]["right"].as_u64(), retention[window]["of"].as_u64());
    assert_eq!(share("week"), (Some(1), Some(1)));
    assert_eq!(share("month"), (Some(2), Some(3)));
    assert_eq!(share("ever"), (Some(2), Some(3)));
}

/// One good day is none; a streak within a day is none; picking alone is none.
#[test]
fn an_idea_is_solid_by_spaced_success() {
    let grip = |records: &[quiz::log::Record], concept: &str| {
        let house = House::new("solid");
        house.write(records);
        let document = json(&house.run("stats --json", "").out);
        let concepts = document["concepts"].as_array().expect("a list").clone();
        let known = concepts.into_iter().find(|known| known["id"] == concept).expect("the concept");
        known["grip"].as_str().expect("a word").to_owned()
    };
    let known = |key: &str, days: &[i64]| -> Vec<quiz::log::Record> {
        days.iter().map(|day| ago(key, *day, Mode::Drill, Grade::Good)).collect()
    };
    assert_eq!(grip(&[], "lock-purpose"), "unseen");
    let once = [known("small/say", &[9]), known("kinds/say", &[9])].concat();
    assert_eq!(grip(&once, "lock-purpose"), "shaky", "one day");
    let twice = [known("small/say", &[9, 7]), known("kinds/say", &[9, 7])].concat();
    assert_eq!(grip(&twice, "lock-purpose"), "solid");
    assert_eq!(grip(&known("small/say", &[9, 7]), "lock-purpose"), "shaky", "one of many");
    let lost = [twice.clone(), vec![ago("kinds/find-the-gap", 3, Mode::Drill, Grade::Again)]].concat();
    assert_eq!(grip(&lost, "lock-purpose"), "shaky", "a third one is lost");
    let missed = [twice, vec![ago("small/say", 3, Mode::Quiz, Grade::Again)]].concat();
    assert_eq!(grip(&missed, "lock-purpose"), "shaky", "a quiz missed one of them");
    let picked = [known("small/pick", &[9, 7]), known("kinds/pick", &[9, 7])].concat();
    assert_eq!(grip(&picked, "lost-update"), "shaky", "picked, never recalled");
}

#[test]
fn a_chapter_alone() {
    let house = House::new("chapter").drilled();
    let document = json(&house.run("stats --json --chapter kinds", "").out);
    let concepts: Vec<&str> = document["concepts"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|known| known["id"].as_str())
        .collect();
    assert!(concepts.contains(&"x-lost-reply"), "{concepts:?}");
    let all = json(&house.run("stats --json", "").out);
    assert!(document["answers"].as_u64() < all["answers"].as_u64());
    assert_eq!(house.run("stats --chapter nowhere", "").code, 2);
}

#[test]
fn every_command_says_how_it_is_used() {
    let house = House::new("helps");
    for command in ["stats", "tune"] {
        assert_snapshot!(format!("help_{command}"), house.run(&format!("{command} --help"), "").shown());
    }
    let stray = house.run("--json stats", "");
    assert_eq!(stray.code, 2);
    assert!(stray.err.contains("cargo quiz stats --json"), "{}", stray.err);
}
