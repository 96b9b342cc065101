use crate::fault::Fault;
use crate::transform::{Shelf, expand};
use crate::workspace::Workspace;
use std::path::Path;

const FILE: &str = "book/text/some-chapter.md";

fn expanded(source: &str) -> Result<String, String> {
    let root = Workspace::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture"));
    expand(&root, &Shelf::default(), FILE, source).map_err(|problems| Fault(problems).to_string())
}

fn good(item: &str) -> String {
    expanded(&format!("{{{{#quiz one {item}}}}}\n")).unwrap_or_else(|said| panic!("{said}"))
}

/// Each text stands behind the one before it.
fn in_order(html: &str, parts: &[&str]) {
    let mut from = 0;
    for part in parts {
        from +=
            html[from..].find(part).unwrap_or_else(|| panic!("no {part} behind {}\n{html}", &html[..from]));
    }
}

#[test]
fn a_choice_is_radios_and_a_reason_for_each() {
    let html = good("pick");
    in_order(
        &html,
        &[
            "id=\"some-chapter-quiz-one-pick\" role=\"group\" aria-labelledby=\"some-chapter-quiz-one-pick-label\"",
            "data-item=\"one/pick\" data-rev=\"1\" data-kind=\"choice\" data-chapter=\"one\"",
            "Question 1",
            "reads ₹100\n&#10;2  pod-3",
            "<em>lost</em>",
            "<fieldset class=\"quiz-part\" data-check=\"one\" data-right=\"1\"",
            "<legend class=\"quiz-unseen\">Your answer</legend>",
            "<details class=\"quiz-key\">",
            "is right.</strong> From then on",
            "Read again: <a href=\"one.md#where-was-the-money-lost\">",
            "<div class=\"quiz-keys\">",
            "is right.</strong> From then on",
        ],
    );
    assert_eq!(html.matches("type=\"radio\"").count(), 3);
    assert_eq!(html.matches("<li class=\"quiz-wrong\">").count(), 4, "two wrong ones, here and on paper");
    assert!(html.contains("SET balance = &lt;old - 30&gt;\n"), "{html}");
    for (_, raw) in html.split("<label").skip(1).map(|label| label.split_once('>').unwrap()) {
        let inside = raw.split("</label>").next().unwrap();
        assert!(!inside.contains("<p>") && !inside.contains("<pre"), "{inside}");
    }
}

#[test]
fn choices_are_not_shown_as_the_bank_lists_them() {
    // The bank lists the right one first; somewhere on a page it must stand elsewhere.
    let html = good("");
    let firsts: Vec<&str> =
        html.split("data-right=\"1").skip(1).filter_map(|part| part.split("value=\"").nth(1)).collect();
    assert!(firsts.iter().any(|value| !value.starts_with('1')), "{firsts:?}");
    assert_eq!(html, good(""), "and the same way each time");
}

#[test]
fn several_right_ones_are_checkboxes() {
    let html = good("which-repairs");
    assert_eq!(html.matches("type=\"checkbox\"").count(), 3);
    in_order(&html, &["Mark all that are right.", "data-check=\"all\" data-right=\"1 2\""]);
}

#[test]
fn words_and_numbers_are_typed() {
    in_order(
        &good("state-between"),
        &[
            "data-check=\"text\" data-right=\"unknown\nnothing\nin doubt\"",
            "type=\"text\"",
            "“failed” is wrong.",
        ],
    );
    let html = good("count");
    assert!(!html.contains("{k}") && !html.contains("{answer}"), "{html}");
    in_order(
        &html,
        &["data-check=\"number\" data-right=\"", "type=\"number\"", "is wrong.</strong> One of the"],
    );
}

#[test]
fn gaps_stand_in_their_sentence() {
    let html = good("when-to-lock");
    in_order(
        &html,
        &[
            "data-check=\"gaps\" data-right=\"before the read\ncommitted\"",
            "<code>BEGIN</code> takes the lock: hold it from <input",
            "aria-label=\"Gap 1: when?\" placeholder=\"when?\"",
            "until the write is <input",
            "hold it from <strong>before the read</strong> until",
        ],
    );
}

#[test]
fn steps_are_put_in_order_and_begin_out_of_it() {
    let html = good("locked-debit");
    in_order(
        &html,
        &[
            "data-check=\"order\" data-right=\"2&gt;1 3&gt;1 4&gt;2 5&gt;4 5&gt;3\"",
            "<select",
            "Other orders",
        ],
    );
    let form = html.split("</form>").next().unwrap();
    let places: Vec<usize> = ["BEGIN", "SELECT", "Note", "UPDATE", "COMMIT"]
        .iter()
        .map(|step| form.find(&format!("<span class=\"quiz-text\">{step}")).unwrap())
        .collect();
    assert!(!places.is_sorted(), "{places:?}");
}

#[test]
fn a_run_is_shown_up_to_the_asked_step() {
    let html = good("run");
    let asked = html.split("<details").next().unwrap();
    in_order(
        asked,
        &[
            "<figure class=\"trace trace-still\" id=\"some-chapter-quiz-one-run-run\"",
            "The run up to step 3",
            "data-step=\"3\"",
            "<legend>How is step 4 answered?</legend>",
            "<legend>What does the account hold in the end?</legend>",
        ],
    );
    assert!(!asked.contains("data-step=\"4\""), "step 4 is what is asked");
    assert!(!asked.contains("trace-end"), "and so is the end");
    in_order(&html, &["<details", "The whole run:", "data-step=\"4\"", "trace-end"]);
}

#[test]
fn what_the_reader_judges_comes_with_what_to_judge_by() {
    let card = good("say");
    in_order(&card, &["When must a lock", "<summary>Say it, then compare</summary>", "Before the read."]);
    let free = good("explain-the-loss");
    in_order(
        &free,
        &[
            "<textarea",
            "Each statement did what it was told",
            "Which points did you make?",
            "data-points=\"2\" data-must> ",
            "(2 points, a must)",
            "“The writes collided” is wrong.",
            "<div class=\"quiz-keys\">",
            "(2 points, a must)</li>",
        ],
    );
    assert_eq!(free.matches("type=\"checkbox\"").count(), 3, "on paper there is nothing to tick");
}

#[test]
fn a_line_is_marked() {
    let html = good("find-the-gap");
    assert_eq!(html.matches("<label class=\"quiz-line\">").count(), 4);
    in_order(&html, &["data-check=\"one\" data-right=\"1\"", "Line 1</strong>.", "Line 4 is wrong."]);
}

#[test]
fn a_bank_is_all_its_questions() {
    let html = good("");
    assert_eq!(html.matches("<div class=\"quiz\" ").count(), 10);
    assert_eq!(html.matches("<div class=\"quiz-keys-item\">").count(), 10);
    in_order(&html, &["Question 1 ", "Question 10 ", "Answers to the questions of this chapter"]);
}

#[test]
fn a_question_is_raw_html_without_a_gap() {
    let html = good("");
    let raw = html.split("\n\n").filter(|piece| piece.contains("class=\"quiz"));
    for piece in raw {
        assert!(piece.trim_start().starts_with("<div class=\"quiz"), "a block ends too early: {piece}");
        assert!(piece.trim_end().ends_with("</div>"), "{piece}");
    }
}

#[test]
fn a_name_that_is_not_there_is_refused() {
    let said = |args: &str| expanded(&format!("\n{{{{#quiz {args}}}}}\n")).unwrap_err();
    let cases = [
        ("onne pick", "2:9: no bank is called `onne`", "did you mean `one`?"),
        ("lock pick", "2:9: no bank is called `lock`", "in quiz/banks: one"),
        ("one pikc", "2:13: bank `one` has no question `pikc`", "did you mean `pick`?"),
        ("one zzzzzz", "2:13: bank `one` has no question `zzzzzz`", "it has: pick, which-repairs"),
        ("one outdated", "2:13: `outdated` is no longer asked", "choose another question"),
        ("", "2:9: expected the id of a bank", "behind the directive's name"),
        ("one pick twice", "2:18: unexpected `twice`", "a bank and one of its items"),
    ];
    for (args, message, help) in cases {
        let found = said(args);
        assert!(found.starts_with(&format!("{FILE}:{message}")), "{found}");
        assert!(found.contains(help), "{found}");
    }
    let twice = expanded("{{#quiz one pick}}\n\n{{#quiz one pick}}\n").unwrap_err();
    assert!(twice.contains("3:13: `quiz-one-pick` is used twice"), "{twice}");
}
