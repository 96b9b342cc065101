//! The examples in the documentation are examples.

use kit::plan::Plan;
use kit::scenario::{Claim, Scenario};
use kit::trace::Trace;

const PLAN: &str = include_str!("../../src/plan.rs");
const ACT: &str = include_str!("../../src/plan/act.rs");
const SCENARIO: &str = include_str!("../../src/scenario.rs");
const TRACE: &str = include_str!("../../src/trace/text.rs");

/// The Nth block of text in the head of a file.
fn block(file: &str, n: usize) -> String {
    let head: Vec<&str> = file.lines().map_while(|line| line.strip_prefix("//!")).collect();
    let mut block = String::new();
    let from = head.iter().enumerate().filter(|(_, line)| **line == " ```text").map(|(i, _)| i + 1).nth(n);
    for line in head[from.expect("the block is there")..].iter().take_while(|line| **line != " ```") {
        block.push_str(line.strip_prefix(' ').unwrap_or(line));
        block.push('\n');
    }
    block
}

/// A trace of one step with every mark of the documentation.
pub(crate) fn trace_of_all_marks() -> String {
    let marks: String = block(TRACE, 1).lines().map(|line| format!("  {line}\n")).collect();
    format!("lanes: A, B\nclock: instants\n1 | 0 | A | all\n{marks}")
}

#[test]
fn the_plan_of_the_documentation_is_one() {
    let plan: Plan = block(PLAN, 0).parse().expect("it parses");
    assert_eq!(plan.phases.iter().map(|phase| phase.acts.len()).collect::<Vec<_>>(), [1, 2]);
}

/// Every text beside an act is that act, but for the two that are written in pieces.
#[test]
fn the_text_beside_each_act_is_an_act() {
    let acts = &ACT[ACT.find("pub enum Act").expect("it is there")..];
    let comments = acts.lines().filter_map(|line| line.trim().strip_prefix("/// "));
    let texts = comments.flat_map(|comment| comment.split('`').skip(1).step_by(2));
    let mut read = 0;
    for text in texts.filter(|text| !text.contains('…') && !text.starts_with(',') && *text != "busy") {
        let plan: Plan = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(plan.to_string().trim_end(), text);
        read += 1;
    }
    assert!(read >= 20, "only {read} texts were found");
}

#[test]
fn the_scenario_of_the_documentation_is_one() {
    let text = block(SCENARIO, 0);
    let (above, _) = text.split_once("----\n").expect("there is a line");
    let scenario = Scenario::parse(above).expect("it parses");
    assert_eq!(scenario.to_string(), above);
    assert_eq!(scenario.claim, Claim::Breaks("no_debit_is_lost".to_owned()));
    assert_eq!((scenario.cast.len(), scenario.plan.phases.len()), (3, 3));
}

#[test]
fn the_traces_of_the_documentation_are_traces() {
    let trace: Trace = block(TRACE, 0).parse().expect("it parses");
    assert_eq!(trace.to_string(), block(TRACE, 0));
    assert_eq!((trace.steps.len(), trace.steps[1].events, trace.facts.len()), (2, 3, 1));
    let all = trace_of_all_marks();
    let trace: Trace = all.parse().expect("it parses");
    assert_eq!(trace.to_string(), all);
}
