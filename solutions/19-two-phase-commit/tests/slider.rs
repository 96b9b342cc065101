//! The chapter's table of instants is what runs show: who is bound, who is stuck when the coordinator dies,
//! and what it comes back to.

use std::collections::BTreeMap;

use kit::scenario::Scenario;
use kit::trace::{Mark, Step, Trace};
use nodes::Book;

const RUN: &str = "scenarios/two-phase-commit/both-commit.txt";
const CHAPTER: &str = "book/text/two-phase-commit.md";

/// The coordinator dies after this step of the run with what is on its way, and comes back a minute later.
fn dies_after(step: usize, run: &str) -> Trace {
    let (head, schedule) = run.split_once("\n\n").expect("a head and a schedule");
    let acts: Vec<&str> = schedule.lines().take(step).collect();
    let text = format!(
        "{head}\n\n{}\ncrash coordinator, losing mail in flight; release all\nat 60 s\nrestart coordinator\nat 120 s\n",
        acts.join("\n")
    );
    let scenario = Scenario::parse(&text).expect("a scenario");
    nodes::scenarios::record(&scenario, nodes::two_phase_commit_candidate!(two_phase_commit_solution))
        .unwrap_or_else(|error| panic!("{}", error.render("after a step", &text)))
}

/// Whose account is locked when these steps are over.
fn locked(steps: &[Step]) -> &'static str {
    let mut locks = BTreeMap::new();
    for mark in steps.iter().flat_map(|step| &step.marks) {
        match mark {
            Mark::BarBegins { lane, span, .. } => _ = locks.insert(span, lane.as_str()),
            Mark::BarEnds { span, .. } => _ = locks.remove(span),
            _ => {}
        }
    }
    match locks.values().copied().collect::<Vec<_>>()[..] {
        [] => "nobody",
        ["bank-a"] => "bank-a",
        ["bank-b"] => "bank-b",
        _ => "both",
    }
}

fn outcome(trace: &Trace) -> &'static str {
    let marks = trace.steps.iter().flat_map(|step| &step.marks);
    let changes = |mark: &Mark| matches!(mark, Mark::Note { text, .. } if text.contains('₹'));
    if marks.into_iter().any(changes) { "commit" } else { "abort" }
}

#[test]
fn the_table_of_instants_is_what_the_runs_show() {
    let book = Book::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let (Some(page), Some(run)) = (book.file(CHAPTER), book.file(RUN)) else { return };
    let table = page.split("| step | bound | it dies: stuck |").nth(1).expect("the table of instants");
    for step in 2..=8 {
        let row = table.lines().find(|line| line.starts_with(&format!("| {step} |"))).expect("its row");
        let cells: Vec<&str> =
            row.trim_matches('|').split('|').map(|cell| cell.trim_matches([' ', '*'])).collect();
        let trace = dies_after(step, &run);
        let shown = [locked(&trace.steps[..step]), locked(&trace.steps[..step + 2]), outcome(&trace)];
        assert_eq!([cells[1], cells[2], cells[4]], shown, "row {step} of {CHAPTER}");
    }
}
