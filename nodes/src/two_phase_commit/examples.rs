//! The visible examples: a transfer that commits, and one that cannot.

use kit::contract::commit::Outcome;
use kit::pulse::Line;
use kit::trace::Step;
use kit::world::What;

use super::{Candidate, NAMES, nodes};
use crate::messages::Roster;
use grader::report;
use grader::world::{Case, World};

#[derive(Debug, Clone, Copy)]
struct Example {
    name: &'static str,
    plan: &'static str,
    story: &'static str,
    must: Outcome,
}

const EXAMPLES: [Example; 2] = [
    Example {
        name: "thirty_rupees_move",
        plan: "ask coordinator \"t1: bank-a -₹30, bank-b +₹30\"\n",
        story: "Each bank holds ₹100. The coordinator is asked to move ₹30 from bank-a to bank-b.",
        must: Outcome::Commit,
    },
    Example {
        name: "three_hundred_do_not",
        plan: "ask coordinator \"t1: bank-a -₹300, bank-b +₹300\"\n",
        story: "Each bank holds ₹100. The coordinator is asked to move ₹300 from bank-a to bank-b.",
        must: Outcome::Abort,
    },
];

pub(super) const EXAMPLE_NAMES: &[&str] = &[EXAMPLES[0].name, EXAMPLES[1].name];

/// Tries one; whether it went by the rules is for the rules.
///
/// # Errors
/// What was observed and what was required, in words.
pub(super) fn check(name: &str, candidate: Candidate) -> Result<(), String> {
    let Some(example) = EXAMPLES.iter().find(|example| example.name == name) else { return Ok(()) };
    let mut nodes = nodes(candidate);
    let plan = example.plan.parse().unwrap_or_default();
    let seen = nodes.run(&Case { cast: Roster::new(NAMES), plan });
    if let Some(stop) = nodes.stop(&seen) {
        let line = |step: Step| Line { who: step.who, act: step.act, result: step.result };
        let story: Vec<Line> = nodes.trace(&seen).steps.into_iter().map(line).collect();
        return Err(report::story(&stop, &story));
    }
    let answers: Vec<&str> = seen.run.events[..seen.planned]
        .iter()
        .filter_map(|event| match &event.what {
            What::Answered { answer, .. } => Some(said(*answer)),
            _ => None,
        })
        .collect();
    if answers == [said(example.must)] {
        return Ok(());
    }
    let told = if answers.is_empty() { "nothing".to_owned() } else { answers.join(", then ") };
    Err(format!("{}\n  you answered   {told}\n  must be        {}", example.story, said(example.must)))
}

fn said(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Commit => "committed",
        Outcome::Abort => "aborted",
    }
}
