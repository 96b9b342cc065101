//! Runs the scenario files of this exercise, for tests of the solution and for `bless`.

use grader::Check;
use grader::world::{Case, World};
use kit::contract::lost_update::Repair;
use kit::diagnostic::{Diagnostic, nearest};
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
    let Some(debit) = code(&scenario.code, candidate) else {
        let message = format!("no code is called `{}`", scenario.code);
        let help = match nearest(&scenario.code, KNOWN) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there is {}", KNOWN.join(", ")),
        };
        return Err(Diagnostic::new(scenario.place("code"), message).help(help));
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
    match kept(&scenario.claim, &broken) {
        Ok(()) => Ok(trace),
        Err((message, help)) => Err(Diagnostic::new(scenario.place("claim"), message).help(help)),
    }
}

/// Whether the run is what the author says; else what it is instead, and what to do.
fn kept(claim: &Claim, broken: &[&str]) -> Result<(), (String, String)> {
    let breaks = match broken {
        [] => "it breaks none".to_owned(),
        rules => format!("it breaks {}", rules.join(", ")),
    };
    let Claim::Breaks(rule) = claim else {
        let help = "change the schedule, or claim `breaks` and one of them";
        return match broken {
            [] => Ok(()),
            _ => Err((format!("the run does not hold: {breaks}"), help.to_owned())),
        };
    };
    let names: Vec<&str> = rules().iter().map(|rule| rule.name).collect();
    if broken.contains(&rule.as_str()) {
        Ok(())
    } else if names.contains(&rule.as_str()) {
        let help = "change the schedule until it does, or the claim";
        Err((format!("the run does not break `{rule}`; {breaks}"), help.to_owned()))
    } else {
        let near = nearest(rule, names.iter().copied());
        let help = near.map_or(names.join(", "), |near| format!("did you mean `{near}`?"));
        Err((format!("no rule is called `{rule}`"), help))
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

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"title: T
for: lost-update
code: naive
account 42: ₹100
pod-7: debit ₹30 from 42
pod-3: debit ₹30 from 42
claim: breaks no_debit_is_lost

run pod-7 to "UPDATE"
run pod-3 to end
run pod-7 to end
"#;

    fn recorded(text: &str) -> Result<Trace, String> {
        let debit = naive::debit;
        let candidate = Candidate { relative: debit, locked: debit, compare_and_set: debit, credit: debit };
        let scenario = Scenario::parse(text).expect("a scenario");
        record(&scenario, candidate).map_err(|error| error.render("a.txt", text))
    }

    #[test]
    fn a_run_that_is_not_what_its_author_says_has_a_place_and_a_next_step() {
        assert!(recorded(TEXT).is_ok_and(|trace| trace.violation.is_some()));
        for (from, to, message, help) in [
            (
                "breaks no_debit_is_lost",
                "holds",
                "7:1: the run does not hold: it breaks no_debit_is_lost, ",
                "change",
            ),
            (
                "run pod-7 to \"UPDATE\"",
                "run pod-7 to end",
                "7:1: the run does not break `no_debit_is_lost`; it breaks none",
                "change",
            ),
            (
                "is_lost",
                "is_last",
                "7:1: no rule is called `no_debit_is_last`",
                "did you mean `no_debit_is_lost`?",
            ),
            ("naive", "naiv", "3:1: no code is called `naiv`", "did you mean `naive`?"),
            ("naive", "mine", "3:1: no code is called `mine`", "there is naive, lock-only-the-write, "),
        ] {
            let said = recorded(&TEXT.replace(from, to)).unwrap_err();
            assert!(said.starts_with(&format!("a.txt:{message}")), "{said}");
            assert!(said.contains(&format!("help: {help}")), "{said}");
        }
    }
}
