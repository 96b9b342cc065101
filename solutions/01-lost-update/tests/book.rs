//! What the book quotes from the grader is what the grader says.

use stage::Book;
use stage::lost_update::attack::attack;
use stage::lost_update::rules::rules;

const CHAPTER: &str = "book/text/lost-update.md";

fn book() -> Book {
    Book::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn how_to_use_shows_the_report_of_the_untouched_attack() {
    let Some(stub) = book().file("exercises/01-lost-update/stub/attack.txt") else { return };
    let report = attack().verdict("exercises/01-lost-update/attack.txt", &stub).expect_err("a stub fails");
    book().shows("book/text/how-to-use.md", &report);
}

#[test]
fn the_chapter_lists_the_rules_by_name_and_sentence() {
    book().lists_rules(CHAPTER, &rules());
}

#[test]
fn every_rule_sends_its_reader_to_a_heading_of_the_chapter() {
    book().has_headings(CHAPTER, 1, &rules());
}
