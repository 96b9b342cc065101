//! Each lint fires on a bank made for it, and is silent on one that is nearly the same.

use crate::place::{folder, workspace};
use quiz::bank::Sources;
use std::path::Path;

fn house() -> Sources {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    Sources::of_workspace(&tests.join("ten").join("house"))
}

/// What is said about a bank with these items, but for the lock.
fn said(items: &str) -> Vec<String> {
    said_of("lost-update", items)
}

fn said_of(chapter: &str, items: &str) -> Vec<String> {
    let name = std::thread::current().name().unwrap_or("standard").replace("::", "-");
    let place = folder(&name);
    let text = format!("schema: 1\nbank: b\ntitle: t\nchapter: {chapter}\nitems:\n{items}");
    std::fs::write(place.join("bank.yaml"), text).expect("the target folder is ours");
    let sources = Sources { banks: place.clone(), ..house() };
    let checked = sources.check_files(&[place.join("bank.yaml")]);
    let messages = checked.problems.iter().map(|problem| problem.diagnostic.to_string());
    messages.filter(|message| !message.contains("[lock]")).collect()
}

/// Fires once, with this name; the other text is clean.
fn fires(lint: &str, loud: &str, quiet: &str) {
    let messages = said(loud);
    assert_eq!(messages.len(), 1, "{messages:#?}");
    assert!(messages[0].ends_with(&format!("[{lint}]")), "{messages:#?}");
    assert_eq!(said(quiet), [""; 0]);
}

/// A choice of two, whose parts can be replaced.
fn pick(prompt: &str, right: &str, wrong: &str) -> String {
    format!(
        "  - id: pick\n    kind: choice\n    level: applied\n    concepts: [lost-update]\n    prompt: {prompt:?}\n    options:\n      - {{text: {right:?}, correct: true, why: It is.}}\n      - {{text: {wrong:?}, why: It is not.}}\n"
    )
}

fn card(id: &str, prompt: &str, more: &str) -> String {
    format!(
        "  - id: {id}\n    kind: flash\n    level: applied\n    concepts: [lost-update]\n    prompt: {prompt:?}\n    answer: Before the read.\n{more}"
    )
}

#[test]
fn negation() {
    fires(
        "negation",
        &pick("Which is NOT a lock?", "this", "that"),
        &pick("Which is a lock?", "this", "that"),
    );
}

#[test]
fn by_position() {
    fires(
        "by-position",
        &pick("Which?", "this", "None of the above"),
        &pick("Which?", "this", "None of these"),
    );
}

#[test]
fn echo() {
    let prompt = "Both workers read the same number before either writes. Why?";
    let right = "Since both read the same number before that";
    fires("echo", &pick(prompt, right, "By bad luck"), &pick(prompt, "Since neither waits", "By bad luck"));
    // A wrong option that repeats as much gives nothing away.
    assert_eq!(said(&pick(prompt, right, "They both read the same number before, by luck")), [""; 0]);
}

#[test]
fn too_long() {
    let lines = |n: usize| card("long", &"one line\n\n".repeat(n), "");
    fires("too-long", &lines(11), &lines(10));
}

#[test]
fn given_away() {
    let trace = |until: usize, fact: &str, answer: &str| {
        format!(
            "  - id: run\n    kind: trace\n    level: applied\n    concepts: [lost-update]\n    prompt: Two debits.\n    scenario: lost-update/two-debits.txt\n    until: {until}\n    asks:\n      - {{ask: What then?, answer: {answer}, fact: {fact}}}\n    why: So it ran.\n"
        )
    };
    // The whole run is shown with its facts; step 3 shows the note `accepted` at pod-3.
    fires("given-away", &trace(4, "balance", "₹70"), &trace(3, "balance", "₹70"));
    fires("given-away", &trace(3, "pod-3", "accepted"), &trace(2, "pod-3", "accepted"));
    let told = trace(3, "balance", "₹70").replace("Two debits.", "Two debits end at ₹70.");
    fires("given-away", &told, &told.replace("₹70.", "₹700."));
}

#[test]
fn same_prompt() {
    let two = |other: &str| card("a", "When must it be taken?", "") + &card("b", other, "");
    fires("same-prompt", &two("When  must it be TAKEN"), &two("When must it be released?"));
}

#[test]
fn taught_later() {
    let about = |concept: &str| card("a", "What?", "").replace("[lost-update]", &format!("[{concept}]"));
    fires("taught-later", &about("lease"), &about("lock-purpose"));
    assert_eq!(said_of("lease-table", &about("lease")), [""; 0]);
}

#[test]
fn dead_link() {
    let see = |place: &str| card("a", "What?", &format!("    see: {place}\n"));
    fires("dead-link", &see("lost-update#when-is-it-lost"), &see("lost-update#when-is-the-money-lost"));
}

#[test]
fn longest_is_right() {
    let bank = |right: &str, wrong: &str| -> String {
        let one = |n: usize| pick(&format!("Which of them, number {n}?"), right, wrong);
        (0..7).map(|n| one(n).replace("id: pick", &format!("id: pick-{n}"))).collect()
    };
    // Seven times out of seven: less than once in a hundred by chance. The same length says nothing.
    fires("longest-is-right", &bank("a longer one", "short"), &bank("one text", "another"));
    assert_eq!(said(&bank("short", "a longer one")), [""; 0]);
    let six = |n: usize| bank("a longer one", "short").replacen("a longer one", "a", n);
    assert_eq!(said(&six(1)).len(), 0, "six of seven happen by chance");
}

#[test]
fn absolute_words() {
    let bank = |n: usize| -> String {
        let one =
            |n: usize| pick(&format!("Which of them, number {n}?"), "it waits first", "it always waits");
        (0..n).map(|n| one(n).replace("id: pick", &format!("id: pick-{n}"))).collect()
    };
    fires("absolute-words", &bank(7), &bank(6));
    assert_eq!(said(&bank(7).replacen("it waits first", "it never waits", 1)), [""; 0]);
}

#[test]
fn bare_text() {
    let options = |four: &str| pick("How many?", "4", "5").replace("\"4\"", four);
    fires("bare-text", &options("4"), &options("\"4\""));
    fires("bare-text", &options("yes"), &options("'yes'"));
}

#[test]
fn option_without_reason() {
    let messages = said(&pick("Which?", "this", "that").replace(", why: It is not.", ""));
    assert_eq!(messages.len(), 1, "{messages:#?}");
    assert!(messages[0].ends_with("[option-without-reason]"), "{messages:#?}");
}

#[test]
fn what_is_allowed_is_silent_and_what_need_not_be_is_an_error() {
    let negated = pick("Which is NOT a lock?", "this", "that");
    let allow = |names: &str| format!("{negated}    allow: [{names}]\n");
    assert_eq!(said(&allow("negation")), [""; 0]);
    for (names, part) in [
        ("negation, echo", "`echo` finds nothing here"),
        ("negation, negaton", "there is no lint `negaton`"),
        ("negation, taught-later", "`taught-later` cannot be allowed"),
    ] {
        let messages = said(&allow(names));
        assert_eq!(messages.len(), 1, "{messages:#?}");
        assert!(messages[0].contains(part), "{messages:#?}");
    }
}

/// One run says everything: what cannot be read, what is worded badly, and where it leads nowhere.
#[test]
fn an_error_in_one_question_hides_nothing_of_another() {
    let broken = card("a", "What?", "").replace("level: applied", "level: high");
    let bank = broken
        + &pick("Which is NOT a lock?", "this", "that")
        + &card("b", "How?", "    see: lost-update#x\n");
    let messages = said(&bank);
    let expected = ["no level `high`", "[negation]", "[dead-link]"];
    assert_eq!(messages.len(), expected.len(), "{messages:#?}");
    assert!(messages.iter().zip(expected).all(|(message, part)| message.contains(part)), "{messages:#?}");
}

/// The repository keeps its own standard.
#[test]
fn the_shipped_banks_keep_the_standard() {
    let checked = Sources::of_workspace(&workspace()).check();
    let all: Vec<String> = checked.problems.iter().map(ToString::to_string).collect();
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn coverage_asks_for_three_of_two_kinds_where_it_is_central() {
    let place = folder("coverage");
    let check = |items: String| -> Vec<String> {
        let text = format!("schema: 1\nbank: b\ntitle: t\nchapter: lease-table\nitems:\n{items}");
        std::fs::write(place.join("bank.yaml"), text).expect("the target folder is ours");
        let sources = Sources { banks: place.clone(), ..house() };
        let _ = std::fs::remove_file(place.join("banks.lock"));
        sources.accept(true).expect("it is accepted");
        sources.check().problems.iter().map(|problem| problem.diagnostic.to_string()).collect()
    };
    let others = card("x", "X?", "").replace("[lost-update]", "[lock-purpose, lease]");
    let cards =
        |n: usize| (0..n).map(|n| card(&format!("c{n}"), &format!("What {n}?"), "")).collect::<String>();
    let one_kind = check(cards(3) + &others);
    assert_eq!(one_kind.len(), 1, "{one_kind:#?}");
    assert!(one_kind[0].contains("lost-update (central: all of one kind) [not-asked]"), "{one_kind:#?}");
    assert_eq!(check(cards(2) + &pick("Which?", "this", "that") + &others), [""; 0]);
    let two = check(cards(1) + &pick("Which?", "this", "that") + &others);
    assert!(two[0].contains("lost-update (central: 2 of 3 questions)"), "{two:#?}");
    let none = check(cards(2) + &pick("Which?", "this", "that"));
    assert_eq!(none.len(), 2, "one error a chapter: {none:#?}");
}
