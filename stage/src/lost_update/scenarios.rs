//! Runs the scenario files of this exercise, for tests of the solution and for `bless`.

use grader::Check;
use grader::world::{Case, World};
use kit::contract::lost_update::Repair;
use kit::diagnostic::{Diagnostic, Place};
use kit::scenario::{Claim, Scenario};
use kit::trace::{Trace, Violation};

use super::cast::Cast;
use super::play::Play;
use super::rules::rules;
use super::{Candidate, Code, broken, naive};

/// Runs a scenario and holds it to its own claim; the trace is what a figure shows.
///
/// # Errors
/// What is wrong, at its place in the file: a name, an act, or a claim that the run does not keep.
pub fn record(scenario: &Scenario, candidate: Candidate) -> Result<Trace, Diagnostic> {
    let top = Place { line: 1, column: 1 };
    let Some(debit) = code(&scenario.code, candidate) else {
        let message = format!("no code is called `{}`", scenario.code);
        return Err(Diagnostic::new(top, message).help(format!("there is {}", KNOWN.join(", "))));
    };
    let mut play = Play::new(Code { debit, credit: candidate.credit });
    let case = Case { cast: Cast::read(&scenario.cast)?, plan: scenario.plan.clone() };
    play.check(&case).map_err(|slip| slip.diagnostic(scenario))?;
    let played = play.run(&case);
    let mut trace = play.trace(&played);
    let mut broken = Vec::new();
    for rule in rules() {
        if let Check::Broken(finding) = (rule.check)(&played) {
            broken.push(rule.name);
            if scenario.claim == Claim::Breaks(rule.name.to_owned()) {
                let (step, observed, required) = (finding.step, finding.observed, finding.required);
                trace.violation = Some(Violation { step, observed, required });
            }
        }
    }
    match &scenario.claim {
        Claim::Holds if broken.is_empty() => Ok(trace),
        Claim::Breaks(rule) if broken.contains(&rule.as_str()) => Ok(trace),
        Claim::Holds => Err(Diagnostic::new(
            top,
            format!("the claim is `holds`, and this run breaks {}", broken.join(", ")),
        )),
        Claim::Breaks(rule) => {
            Err(Diagnostic::new(top, format!("the claim is `breaks {rule}`, and this run does not break it")))
        }
    }
}

const KNOWN: [&str; 6] =
    ["naive", "lock-only-the-write", "timeout-counted-as-failure", "relative", "locked", "compare-and-set"];

fn code(name: &str, candidate: Candidate) -> Option<Repair> {
    Some(match name {
        "naive" => naive::debit,
        "lock-only-the-write" => broken::lock_only_the_write::debit,
        "timeout-counted-as-failure" => broken::timeout_counted_as_failure::debit,
        "relative" => candidate.relative,
        "locked" => candidate.locked,
        "compare-and-set" => candidate.compare_and_set,
        _ => return None,
    })
}
