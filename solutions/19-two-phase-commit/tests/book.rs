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

/// 99.9 %, in thousandths.
const UP: u128 = 999;
const HOURS_OF_A_YEAR: u128 = 8_766;

/// `0.999997002`, or the first nine digits and an ellipsis.
fn decimal(of: u128, digits: usize) -> String {
    let all = format!("{of:0digits$}");
    if digits > 18 { format!("0.{}…", &all[..9]) } else { format!("0.{all}") }
}

/// So many tenths of a unit, of which a year has `units`, is something down that is up `of` out of `whole`.
fn tenths_down(units: u128, of: u128, whole: u128) -> String {
    // In steps that leave room: nine digits of the part that is down are enough for a tenth.
    let down = (whole - of) / (whole / 1_000_000_000).max(1);
    let tenths = (units * 10 * down * 2 / whole.min(1_000_000_000)).div_ceil(2);
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[test]
fn the_chapter_tells_how_often_all_of_them_are_up() {
    let Some(page) = book().file(CHAPTER) else { return };
    for parties in [1, 3, 4, 6, 11] {
        let (of, whole) = (UP.pow(parties), 1000_u128.pow(parties));
        let all_up = decimal(of, 3 * parties as usize);
        let row = format!("| {parties} | {all_up} | {} |", tenths_down(HOURS_OF_A_YEAR, of, whole));
        assert!(page.contains(&row), "{CHAPTER} must have this row:\n\n{row}\n");
    }
    // Of a group, two of three are up, or all three.
    let group = 3 * UP.pow(2) + UP.pow(3);
    let (of, whole) = (group.pow(3), 1000_u128.pow(9));
    let minutes = tenths_down(HOURS_OF_A_YEAR * 60, of, whole);
    let row = format!("| {} | {minutes} min |", decimal(of, 27));
    assert!(page.contains(&row), "{CHAPTER} must have this row:\n\n{row}\n");
}

const TRANSCRIPTS: [&str; 2] = ["book/transcripts/prepared.txt", "book/transcripts/broker.txt"];

/// What the page shows of a real system was recorded, line by line.
#[test]
fn what_the_chapter_shows_of_real_systems_stands_in_a_transcript() {
    let book = book();
    let Some(page) = book.file(CHAPTER) else { return };
    let recorded: Vec<String> = TRANSCRIPTS.iter().filter_map(|path| book.file(path)).collect();
    let blocks: Vec<&str> =
        page.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(!blocks.is_empty(), "{CHAPTER} shows nothing that was recorded");
    for block in blocks {
        // A whole number of lines: what precedes and follows it is a line break.
        let stands = |text: &String| format!("\n{text}").contains(&format!("\n{block}"));
        assert!(recorded.iter().any(stands), "no transcript has this:\n\n{block}");
    }
}

#[test]
fn the_chapter_tells_the_rates_that_were_measured() {
    let book = book();
    let (page, rates) = (book.file(CHAPTER), book.file("book/transcripts/one-row.txt"));
    let (Some(page), Some(rates)) = (page, rates) else { return };
    let measured = rates.lines().filter_map(|line| line.strip_suffix(" debits a second"));
    let told: Vec<&str> = measured.filter_map(|line| line.split_whitespace().last()).collect();
    assert_eq!(told.len(), 5);
    let begin = page.find("| debits a second |").expect("the table of rates");
    let rows = page[begin..].lines().skip(2).take_while(|line| line.starts_with('|'));
    let shown: Vec<&str> = rows.filter_map(|row| row.trim_end_matches(" |").split("| ").last()).collect();
    assert_eq!(shown, told, "{CHAPTER} tells other rates than were measured");
}
