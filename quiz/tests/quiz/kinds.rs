//! Every kind of question as the README shows it, and what another crate reads of it.

use crate::place::{NOW, Outcome, Shell, fixtures, sources, workspace};
use quiz::bank::{Banks, Body, Kind, Sources};
use std::collections::BTreeSet;
use std::ffi::OsString;

fn kinds() -> Banks {
    let sources = Sources { banks: fixtures().join("kinds"), ..sources() };
    Banks::load(&sources).unwrap_or_else(|problems| {
        let all: Vec<String> = problems.iter().map(ToString::to_string).collect();
        panic!("{}", all.join("\n"))
    })
}

/// A reference whose examples are not read is wrong after the first change.
#[test]
fn the_readme_shows_the_examples_that_are_read() {
    let readme = std::fs::read_to_string(workspace().join("quiz/README.md")).expect("the README");
    let bank = std::fs::read_to_string(fixtures().join("kinds/kinds.yaml")).expect("the bank");
    let (_, kinds) = readme.split_once("## The ten kinds").expect("the heading");
    let (kinds, _) = kinds.split_once("\n## ").expect("the next heading");
    let examples: Vec<&str> =
        kinds.split("```yaml\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0)).collect();
    let (_, items) = bank.split_once("items:\n").expect("the items");
    assert_eq!(examples.join("\n"), items);
}

#[test]
fn all_ten_kinds_are_read() {
    let banks = kinds();
    let kinds: BTreeSet<Kind> = banks.all()[0].items.iter().map(|item| item.kind()).collect();
    assert_eq!(kinds.len(), Kind::ALL.len());
    let body = |id: &str| &banks.item(&format!("kinds/{id}")).expect("an item").body;
    let Body::Short(short) = body("state-between") else { panic!("a short one") };
    assert!(short.is_right(" In-Doubt ") && !short.is_right("failed"));
    assert!(short.why_not("Failed").is_some_and(|why| why.contains("applied")));
    let Body::Order(order) = body("locked-debit") else { panic!("an order") };
    assert_eq!(order.broken(&[0, 2, 1, 3, 4]), []);
    assert_eq!(order.broken(&[1, 0, 2, 3, 4]), [(0, 1)]);
    let Body::Spot(spot) = body("find-the-gap") else { panic!("a spot") };
    assert!(spot.is_right(0) && spot.why_not(3).is_some());
    let Body::Cloze(cloze) = body("when-to-lock") else { panic!("a cloze") };
    assert_eq!(cloze.gaps().collect::<Vec<_>>(), ["before the read", "committed"]);
    assert_eq!(banks.item("kinds/when-to-lock").expect("it").prompt, cloze.asked());
    let Body::Trace(trace) = body("run") else { panic!("a trace") };
    assert_eq!((trace.trace.steps.len(), trace.until, trace.asks.len()), (4, 3, 2));
}

/// A reader is sent to a chapter by its title, and to a heading by its text.
#[test]
fn places_in_the_book_have_the_words_of_the_book() {
    let banks = Banks::load(&sources()).expect("the fixture has no errors");
    let see = |key: &str| &banks.item(key).expect("an item").see;
    assert_eq!(see("small/pick").to_string(), "How does code lose ₹30? › When is it lost?");
    assert_eq!(see("small/pick").slug(), "lost-update#when-is-it-lost");
    assert_eq!(see("small/say").to_string(), "How does code lose ₹30?");
    // Without the book, names have to do.
    let away = Sources { book: fixtures().join("nowhere"), ..sources() };
    let banks = Banks::load(&away).expect("it is readable all the same");
    assert_eq!(banks.item("small/pick").expect("it").see.to_string(), "lost-update#when-is-it-lost");
}

/// A page of the book shows one set of numbers, today and tomorrow.
#[test]
fn a_number_has_one_fixed_instance() {
    let banks = kinds();
    let item = banks.item("kinds/count").expect("an item");
    let shown = item.fixed_instance().expect("an instance");
    assert_eq!(Some(&shown), kinds().item("kinds/count").and_then(|item| item.fixed_instance()).as_ref());
    assert_eq!(shown.answer, (shown.numbers["k"] - 1) * shown.numbers["amount"]);
    assert_eq!(
        shown.prompt,
        format!(
            "{} workers each pay out ₹{}, and all read first. How much is missing?",
            shown.numbers["k"], shown.numbers["amount"]
        )
    );
    assert_eq!(shown.wrong[0].0, shown.numbers["k"] * shown.numbers["amount"]);
    assert!(shown.wrong[0].1.contains(&format!("₹{} is missing", shown.answer)));
    assert_eq!(banks.item("kinds/pick").and_then(|item| item.fixed_instance()), None);
    assert_eq!(banks.nearest("kinds/cuont"), Some("kinds/count"));
}

fn sit(shell: &Shell, typed: &str) -> Outcome {
    let arguments = ["quiz", "run", "--seed", "1", "--now", NOW, "--root"].map(OsString::from).into_iter();
    let arguments = arguments.chain([fixtures().into(), "--banks".into(), fixtures().join("kinds").into()]);
    let arguments = arguments.chain(["--data".into(), shell.data.clone().into()]);
    shell.run_exactly(arguments.collect(), &mut typed.as_bytes())
}

/// Each kind is asked, answered wrongly, and told why; in the order that this seed gives.
#[test]
fn a_sitting_with_every_kind_and_nothing_right_but_one() {
    let shell = Shell::new("kinds-wrong");
    let typed =
        "b\n₹40\nfailed\nb\n1 2 3 4 5\na c\n\nf\n1\n4\nThe writes collided.\nThat is all.\n\n3\n2 3\n\nf\n";
    insta::assert_snapshot!(sit(&shell, typed).shown());
    let expected = [
        "0 rows | ₹40",
        "failed",
        "At the second read",
        "UPDATE the balance > Note the time for the log > COMMIT > SELECT the balance > BEGIN IMMEDIATE",
        "Lock before the read + Lock before the write",
        "forgot",
        "1",
        "line 4",
        "The writes collided.\nThat is all. | points 2 3",
        "forgot",
    ];
    assert_eq!(shell.field("ans"), expected);
    assert_eq!(shell.field("grade").iter().filter(|grade| *grade == "3").count(), 1);
}

#[test]
fn a_sitting_with_every_kind_and_all_of_it_right() {
    let shell = Shell::new("kinds-right");
    // Of the two orders that keep what must come first, the one that the bank does not list.
    let typed = "a\n₹70\nin doubt\nb\n5 2 4 1 3\nc b\n\ng\n80\n1\nBoth read first.\n\n2\n1 2\n\ng\n";
    let outcome = sit(&shell, typed);
    assert!(outcome.out.contains("10 of 10 right."), "{}", outcome.out);
    // Three of four points are right, but not all that there is to say.
    assert_eq!(shell.field("grade"), ["3", "3", "3", "3", "3", "3", "3", "3", "2", "3"]);
    assert_eq!(shell.field("sure").iter().filter(|sure| *sure == "unsure").count(), 1);
    // A good answer still learns what it left out.
    assert!(outcome.out.contains("Missing: No statement failed"), "{}", outcome.out);
}

/// Who has read the model has looked, and leaving does not undo it; before that it does.
#[test]
fn leaving_an_essay_counts_once_the_model_was_shown() {
    let before = "?\n?\n?\n?\n?\n?\n?\n?\n";
    let shell = Shell::new("kinds-essay-left");
    sit(&shell, &format!("{before}q\n"));
    assert_eq!(shell.log().len(), 8);
    let shell = Shell::new("kinds-essay-seen");
    sit(&shell, &format!("{before}Both read first.\n\n3\nq\n"));
    assert_eq!(shell.field("ans")[8..], ["Both read first. | ?"]);
}

#[test]
fn what_does_not_fit_a_kind_is_asked_for_again() {
    let shell = Shell::new("kinds-misfits");
    let typed = "?\n?\n?\n1 2\n1 1 2 3 4\n?\nd\n\n?\n?\n?\n9\nx\n?\nBoth.\n\n5\n1\n7\n?\nq\n";
    let out = sit(&shell, typed).out;
    for reminder in [
        "Type each number from 1 to 5 once.",
        "Type all letters that are right, a to c.",
        "Type a number from 1 to 4.",
        "Type 1, 2 or 3. Your answer stays as it is.",
        "Type numbers from 1 to 3, or 0.",
    ] {
        assert!(out.contains(reminder), "{reminder}: {out}");
    }
    assert_eq!(shell.log().len(), 9);
}

/// A question under a new id keeps the history that it had under the old one.
#[test]
fn a_renamed_question_is_not_new() {
    let shell = Shell::new("kinds-renamed");
    shell.run("flash --limit 4", "?\n?\n?\n?\nq\n");
    assert!(shell.run("", "").out.starts_with("0 due today, 0 new."));
    let banks = shell.data.join("banks");
    std::fs::create_dir(&banks).expect("the target folder is ours");
    let bank = std::fs::read_to_string(fixtures().join("banks/small.yaml")).expect("the fixture");
    for (text, expected) in [
        (bank.replace("id: pick\n", "id: chosen\n"), "0 due today, 1 new."),
        (bank.replace("id: pick\n", "id: chosen\n    was: [pick]\n"), "0 due today, 0 new."),
    ] {
        std::fs::write(banks.join("small.yaml"), text).expect("the target folder is ours");
        let arguments = ["quiz", "--now", NOW, "--root"].map(OsString::from).into_iter();
        let arguments = arguments.chain([fixtures().into(), "--banks".into(), banks.clone().into()]);
        let arguments = arguments.chain(["--data".into(), shell.data.clone().into()]);
        let outcome = shell.run_exactly(arguments.collect(), &mut &b""[..]);
        assert!(outcome.out.starts_with(expected), "{}", outcome.out);
    }
}
