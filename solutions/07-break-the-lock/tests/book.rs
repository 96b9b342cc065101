//! What the chapter says of the five goals is what the grader asks.

use nodes::Book;
use nodes::break_the_lock::attack;
use nodes::break_the_lock::rules::rules;

const CHAPTER: &str = "book/text/zombies.md";

fn book() -> Book {
    Book::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn the_chapter_names_every_goal_and_the_headings_that_they_send_to() {
    let Some(page) = book().file(CHAPTER) else { return };
    let goals = [
        attack::pause(),
        attack::late_packet(),
        attack::check_then_act(),
        attack::failover(),
        attack::two_leases(),
    ];
    for attack in goals {
        assert!(page.contains(&format!("`{}`", attack.goal)), "{CHAPTER} does not name {}", attack.goal);
        let heading = attack.section.split('"').nth(1).expect("a heading stands in quotes");
        assert!(page.lines().any(|line| line == format!("## {heading}")), "{}: {heading}", attack.goal);
    }
}

#[test]
fn every_rule_sends_its_reader_to_a_heading_of_the_chapter() {
    book().has_headings(CHAPTER, 7, &rules());
}
