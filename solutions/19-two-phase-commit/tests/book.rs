//! What the book quotes from the grader is what the grader says.

use nodes::Book;
use nodes::two_phase_commit::rules::rules;

const CHAPTER: &str = "book/text/two-phase-commit.md";

fn book() -> Book {
    Book::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn the_chapter_lists_the_rules_by_name_and_sentence() {
    book().lists_rules(CHAPTER, &rules());
}

#[test]
fn every_rule_sends_its_reader_to_a_heading_of_the_chapter() {
    book().has_headings(CHAPTER, 19, &rules());
}
