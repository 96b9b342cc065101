//! What the book quotes from the grader is what the grader says.

use kit::scenario::Scenario;
use kit::trace::Mark;
use nodes::Book;
use nodes::two_phase_commit::SCHEDULES;
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

/// `1,318`
fn grouped(number: u32) -> String {
    match number / 1000 {
        0 => number.to_string(),
        thousands => format!("{},{:03}", grouped(thousands), number % 1000),
    }
}

#[test]
fn the_chapter_tells_how_many_schedules_there_are() {
    let Some(page) = book().file(CHAPTER) else { return };
    for (part, [both_can, one_cannot]) in SCHEDULES {
        let row = [both_can, one_cannot, both_can + one_cannot].map(grouped).join(" | ");
        let row = format!("| `{}` | {row} |", format!("{part:?}").to_lowercase());
        assert!(page.contains(&row), "{CHAPTER} must have this row:\n\n{row}\n");
    }
}

/// From the first yes to the last outcome of a recorded run, in whole seconds.
fn locked_for(run: &str) -> u64 {
    let run = Scenario::parse(run).expect("a scenario").recorded.expect("a recorded trace");
    let marks = run.steps.iter().flat_map(|step| &step.marks);
    let (mut begins, mut ends) = (Vec::new(), Vec::new());
    for mark in marks {
        match mark {
            Mark::BarBegins { at, .. } => begins.push(*at),
            Mark::BarEnds { at, .. } => ends.push(*at),
            _ => {}
        }
    }
    assert_eq!((begins.len(), ends.len()), (2, 2), "a lock at each bank, and both end");
    (ends[1] - begins[0] + 500) / 1000
}

#[test]
fn the_chapter_tells_how_long_the_accounts_are_locked_in_its_run() {
    let book = book();
    let (page, run) = (book.file(CHAPTER), book.file("scenarios/two-phase-commit/in-doubt.txt"));
    let (Some(page), Some(run)) = (page, run) else { return };
    let sentence = format!("In the run above, that was {} s with both accounts locked.", locked_for(&run));
    let flat: Vec<&str> = page.split_whitespace().collect();
    assert!(flat.join(" ").contains(&sentence), "{CHAPTER} must say: {sentence}");
}
