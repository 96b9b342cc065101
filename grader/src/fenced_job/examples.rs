//! The visible examples: one night, and one that the account cannot pay.

use kit::contract::fenced_job::{Answer, MakeWorker};
use kit::pulse::Line;
use kit::trace::Step;
use kit::world::What;

use super::{NAMES, nodes};
use crate::messages::Roster;
use crate::report;
use crate::world::{Case, World};

/// One request to pod-7, and the answer that must come.
#[derive(Debug, Clone, Copy)]
struct Example {
    name: &'static str,
    plan: &'static str,
    story: &'static str,
    answer: Answer,
}

const EXAMPLES: [Example; 2] = [
    Example {
        name: "one_night",
        plan: "ask pod-7 \"run 2026-11-29: ₹30\"\n",
        story: "Account 42 holds ₹100. pod-7 is asked for the night of 2026-11-29: ₹30.",
        answer: Answer::Done,
    },
    Example {
        name: "a_night_too_dear",
        plan: "ask pod-7 \"run 2026-12-01: ₹500\"\n",
        story: "Account 42 holds ₹100. pod-7 is asked for the night of 2026-12-01: ₹500.",
        answer: Answer::Short,
    },
];

pub(super) const EXAMPLE_NAMES: &[&str] = &[EXAMPLES[0].name, EXAMPLES[1].name];

/// Tries one; whether it went by the rules is for the rules.
///
/// # Errors
/// What was observed and what was required, in words.
pub(super) fn check(name: &str, worker: MakeWorker) -> Result<(), String> {
    let Some(example) = EXAMPLES.iter().find(|example| example.name == name) else { return Ok(()) };
    let mut nodes = nodes(worker);
    let plan = example.plan.parse().unwrap_or_default();
    let seen = nodes.run(&Case { cast: Roster::new(NAMES), plan });
    if let Some(stop) = nodes.stop(&seen) {
        let line = |step: Step| Line { who: step.who, act: step.act, result: step.result };
        let story: Vec<Line> = nodes.trace(&seen).steps.into_iter().map(line).collect();
        return Err(report::story(&stop, &story));
    }
    let answer = seen.run.events[..seen.planned].iter().find_map(|event| match &event.what {
        What::Answered { answer, .. } => Some(*answer),
        _ => None,
    });
    if answer == Some(example.answer) {
        return Ok(());
    }
    let said = answer.map_or("nothing".to_owned(), |answer| format!("{answer:?}"));
    Err(format!("{}\n  you answered   {said}\n  must be        {:?}", example.story, example.answer))
}
