//! What the book quotes from the grader is what the grader says.

use std::fs;
use std::path::Path;

use stage::lost_update::attack;
use stage::lost_update::rules::rules;

/// A file by its path from the root, with the line ends of the tests. `None`, and a line that
/// says so, where a course has taken it away.
fn file(path: &str) -> Option<String> {
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if !whole.exists() {
        println!("not checked: {path} is not here");
        return None;
    }
    Some(fs::read_to_string(whole).expect("text").replace("\r\n", "\n"))
}

fn chapter() -> Option<String> {
    file("book/text/lost-update.md")
}

/// Words with one space between, so that a sentence may be broken anywhere.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn how_to_use_shows_the_report_of_the_untouched_attack() {
    let stub = file("exercises/01-lost-update/stub/attack.txt");
    let (Some(page), Some(stub)) = (file("book/text/how-to-use.md"), stub) else { return };
    let report = attack::verdict("exercises/01-lost-update/attack.txt", &stub).expect_err("a stub fails");
    let block = format!("```text\n{report}```\n");
    assert!(page.contains(&block), "book/text/how-to-use.md must show this, as it is printed:\n\n{block}");
}

#[test]
fn the_chapter_lists_the_rules_by_name_and_sentence() {
    let Some(chapter) = chapter() else { return };
    let listed = (1..).zip(rules()).map(|(n, rule)| format!("{n}. `{}`: {}", rule.name, rule.sentence));
    let listed: Vec<String> = listed.collect();
    let list = listed.join(" ");
    assert!(flat(&chapter).contains(&list), "book/text/lost-update.md must list:\n\n{}\n", listed.join("\n"));
}

#[test]
fn every_rule_sends_its_reader_to_a_heading_of_the_chapter() {
    let Some(chapter) = chapter() else { return };
    for rule in rules() {
        let heading = rule.section.strip_prefix("chapter 1, \"").and_then(|rest| rest.strip_suffix('"'));
        let heading = heading.unwrap_or_else(|| panic!("{}: write `chapter 1, \"HEADING\"`", rule.name));
        let there = chapter.lines().any(|line| line.strip_prefix("## ") == Some(heading));
        assert!(there, "{} sends its reader to {}: no such heading", rule.name, rule.section);
    }
}
