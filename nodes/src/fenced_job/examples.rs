//! The visible examples: one night, and the next one on the other pod.

use kit::contract::fenced_job::{Answer, MakeWorker};
use kit::pulse::Line;
use kit::trace::Step;
use kit::world::What;

use super::{NAMES, nodes};
use crate::messages::Roster;
use grader::report;
use grader::world::{Case, World};

/// What is asked, and the story of it; all that is asked must be done.
#[derive(Debug, Clone, Copy)]
struct Example {
    name: &'static str,
    plan: &'static str,
    story: &'static str,
    nights: usize,
}

const EXAMPLES: [Example; 2] = [
    Example {
        name: "one_night",
        plan: "ask pod-7 \"run 2026-11-29: ₹30\"\n",
        story: "Account 42 holds ₹100. pod-7 is asked for the night of 2026-11-29: ₹30.",
        nights: 1,
    },
    Example {
        name: "two_nights",
        plan: "ask pod-7 \"run 2026-11-29: ₹30\"\nat 31 s\nask pod-3 \"run 2026-11-30: ₹30\"\n",
        story: "Account 42 holds ₹100. pod-7 is asked for the night of 2026-11-29: ₹30, and 31 s later \
                pod-3 for the next one.",
        nights: 2,
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
    let answers: Vec<Answer> = seen.run.events[..seen.planned]
        .iter()
        .filter_map(|event| match &event.what {
            What::Answered { answer, .. } => Some(*answer),
            _ => None,
        })
        .collect();
    let must = vec![Answer::Done; example.nights];
    if answers == must {
        return Ok(());
    }
    Err(format!("{}\n  you answered   {}\n  must be        {}", example.story, said(&answers), said(&must)))
}

fn said(answers: &[Answer]) -> String {
    let words: Vec<String> = answers.iter().map(|answer| format!("{answer:?}")).collect();
    if words.is_empty() { "nothing".to_owned() } else { words.join(", then ") }
}
