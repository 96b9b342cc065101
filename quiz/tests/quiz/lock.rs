//! `banks.lock`: which changes of a bank are errors, and what accepting settles.

use crate::place::{Outcome, Shell};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

const BANK: &str = "\
schema: 1
bank: b
title: t
chapter: lost-update
items:
  - id: pick
    kind: choice
    level: applied
    concepts: [lost-update]
    prompt: Which of the two?
    options:
      - {text: this, correct: true, why: It is.}
      - {text: that, why: It is not.}
  - id: card
    kind: flash
    level: applied
    concepts: [lock-purpose, lease]
    prompt: When?
    answer: Before the read.
    why: It may be old.
";

struct Place {
    shell: Shell,
    banks: PathBuf,
}

impl Place {
    /// A folder with the bank, accepted.
    fn new(name: &str) -> Place {
        let shell = Shell::new(name);
        let banks = shell.data.join("banks");
        std::fs::create_dir(&banks).expect("the target folder is ours");
        let place = Place { shell, banks };
        place.write(BANK);
        assert_eq!(place.run("accept").code, 0);
        place
    }

    fn write(&self, text: &str) {
        std::fs::write(self.banks.join("b.yaml"), text).expect("the target folder is ours");
    }

    fn lock(&self) -> String {
        std::fs::read_to_string(self.banks.join("banks.lock")).expect("the lock")
    }

    fn run(&self, command: &str) -> Outcome {
        let house = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("ten").join("house");
        let mut arguments: Vec<OsString> = vec!["quiz".into()];
        arguments.extend(command.split(' ').map(OsString::from));
        arguments.extend(["--root".into(), house.into(), "--banks".into(), self.banks.clone().into()]);
        self.shell.run_exactly(arguments, &mut &b""[..])
    }

    /// Messages about the lock.
    fn complaints(&self) -> Vec<String> {
        let outcome = self.run("check");
        outcome.err.lines().filter(|line| line.contains("[lock]")).map(str::to_owned).collect()
    }

    /// The one complaint has this part.
    fn complains(&self, part: &str) {
        let complaints = self.complaints();
        assert_eq!(complaints.len(), 1, "{complaints:#?}");
        assert!(complaints[0].contains(part), "{complaints:#?}");
    }
}

#[test]
fn explanations_order_and_white_space_may_change() {
    let place = Place::new("lock-free");
    let before = place.lock();
    let swapped = BANK
        .replace("      - {text: this, correct: true, why: It is.}\n", "")
        .replace(
            "why: It is not.}\n",
            "why: It was not.}\n      - {text: this, correct: true, why: It is so.}\n",
        )
        .replace("It may be old.", "It may be too old.")
        .replace("prompt: When?", "prompt: |\n      When?\n");
    assert_ne!(swapped, BANK);
    place.write(&swapped);
    assert_eq!(place.complaints(), [""; 0]);
    assert!(place.run("accept").out.contains("nothing to accept"));
    assert_eq!(place.lock(), before);
}

#[test]
fn another_answer_needs_another_rev_or_a_word() {
    let place = Place::new("lock-answer");
    let before = place.lock();
    let flipped = BANK.replace("this, correct: true,", "this,").replace("that,", "that, correct: true,");
    place.write(&flipped);
    place.complains("the answer has changed, and `rev` has not");
    let refused = place.run("accept");
    assert_eq!((refused.code, refused.out.as_str()), (2, ""));
    assert!(refused.err.contains("write `rev: 2`, then `cargo quiz accept`"), "{}", refused.err);
    assert_eq!(place.lock(), before, "what is refused is not written");
    let raised = flipped.replace("prompt: Which", "rev: 2\n    prompt: Which");
    place.write(&raised);
    place.complains("`rev` is 2, and banks.lock has 1");
    assert!(place.run("accept").out.starts_with("b/pick: another question since rev 2\n"));
    assert_eq!(place.complaints(), [""; 0]);
    // And back again: a rev only rises.
    place.write(&flipped);
    place.complains("`rev` went back from 2 to 1");
    assert_eq!(place.run("accept --reworded").code, 2);
}

#[test]
fn the_same_answer_in_other_words_can_be_accepted_as_such() {
    let place = Place::new("lock-reworded");
    place.write(&BANK.replace("answer: Before the read.", "answer: Before you read."));
    place.complains("the answer has changed");
    let accepted = place.run("accept --reworded");
    assert!(accepted.out.starts_with("b/card: answered in other words\n"), "{}", accepted.out);
    assert_eq!(place.complaints(), [""; 0]);
}

#[test]
fn another_prompt_has_to_be_looked_at() {
    let place = Place::new("lock-prompt");
    place.write(&BANK.replace("Which of the two?", "Which of them?"));
    place.complains("what is asked has changed since it was accepted");
    assert!(place.run("accept").out.starts_with("b/pick: asked in other words\n"));
    assert_eq!(place.complaints(), [""; 0]);
}

#[test]
fn what_is_new_is_listed_and_what_is_gone_is_retired_or_something_else_now() {
    let place = Place::new("lock-gone");
    let (rest, card) = BANK.split_once("  - id: card").expect("the card");
    place.write(rest);
    place.complains("banks.lock:3:1: `b/card` is in no bank any more");
    assert_eq!(place.run("accept").code, 2);
    // Retired, the entry stays, and its id stays taken.
    place.write(&format!("{rest}  - {{id: card, retired: true}}\n"));
    place.complains("`b/card` is retired now");
    assert!(place.run("accept").out.starts_with("b/card: retired\n"));
    assert_eq!(place.complaints(), [""; 0]);
    place.write(BANK);
    place.complains("`b/card` was retired, and is asked again");
    assert_eq!(place.run("accept").code, 2);
    // Renamed, the entry moves with its history.
    let place = Place::new("lock-renamed");
    let renamed = format!("{rest}  - id: when\n    was: [card]{card}");
    place.write(&renamed);
    assert_eq!(place.complaints(), [""; 0]);
    assert!(place.run("accept").out.contains("b/card: has another id now"));
    assert!(place.lock().contains("b/when 1 ") && !place.lock().contains("b/card"));
    // A new one is not there yet.
    place.write(&format!("{renamed}  - id: more{}", card.replace("When?", "From when?")));
    place.complains("not in banks.lock: more");
    assert!(place.run("accept").out.starts_with("b/more: new\n"));
}

#[test]
fn two_heirs_of_one_history_are_an_error() {
    let place = Place::new("lock-heirs");
    for was in ["pick", "card", "x]\n    rev: 1\n    source: [y"] {
        place.write(&BANK.replace("    prompt: When?", &format!("    was: [{was}]\n    prompt: When?")));
        assert_eq!(place.run("check").code, 2, "{was}");
    }
    place.write(&BANK.replace("    prompt: When?", "    was: [pick]\n    prompt: When?"));
    let outcome = place.run("check");
    assert!(
        outcome.err.contains("`b/pick` cannot be what this question was: it is asked now"),
        "{}",
        outcome.err
    );
}

#[test]
fn a_lock_that_nobody_can_read_is_said_with_its_lines() {
    let place = Place::new("lock-broken");
    let good = place.lock();
    let lines: Vec<&str> = good.lines().collect();
    let twice = format!("{good}{}\n", lines[2]);
    let conflict = format!("<<<<<<< ours\n{good}=======\n>>>>>>> theirs\n");
    for (text, parts) in [
        ("b/pick 1 xyz\n".to_owned(), vec![":1:1: this line is no `key rev hash hash`"]),
        (twice, vec![":5:1: `b/card` stands on line 3 already"]),
        (conflict, vec![":1:1: a merge was not finished here", ":7:1: a merge was not finished here"]),
    ] {
        std::fs::write(place.banks.join("banks.lock"), &text).expect("the target folder is ours");
        for command in ["check", "accept"] {
            let outcome = place.run(command);
            assert_eq!(outcome.code, 2);
            assert!(parts.iter().all(|part| outcome.err.contains(part)), "{}", outcome.err);
        }
        assert_eq!(place.lock(), text, "nothing is lost");
    }
    std::fs::remove_file(place.banks.join("banks.lock")).expect("it was there");
    place.complains("is missing");
}

/// A question that cannot be read is in the bank all the same.
#[test]
fn a_question_with_an_error_is_not_gone() {
    let place = Place::new("lock-half-read");
    place.write(&BANK.replace("kind: flash", "kind: flesh"));
    assert_eq!(place.complaints(), [""; 0]);
    place.write("schema: [");
    assert_eq!(place.complaints(), [""; 0]);
}

/// What a point is worth decides which answers pass.
#[test]
fn another_weight_of_a_point_is_another_answer() {
    let place = Place::new("lock-points");
    let free = "  - id: why
    kind: free
    level: interview
    concepts: [lost-update]
    prompt: Why?
    model: It was old.
    rubric:
      - {text: It was read first, points: 2, must: true}
      - {text: It was old}
      - {text: Nothing failed}
";
    let bank = format!("{BANK}{free}");
    place.write(&bank);
    let accepted = place.run("accept");
    assert_eq!(accepted.code, 0, "{}", accepted.err);
    for (from, to) in [
        ("{text: It was old}", "{text: It was old, points: 10}"),
        (", points: 2, must", ", must"),
        (", must: true", ""),
    ] {
        place.write(&bank.replace(from, to));
        place.complains("the answer has changed");
    }
    place.write(&bank.replace("{text: It was old}", "{text: It was old, points: 1}"));
    assert_eq!(place.complaints(), [""; 0], "1 is what it is worth anyway");
}
