//! Runs the scenario files of an exercise, for tests of its solution and for `bless`.

use std::fs;
use std::path::{Path, PathBuf};

use grader::Check;
use grader::world::{Case, World};
use kit::diagnostic::{Diagnostic, nearest};
use kit::scenario::{self, Claim, Scenario};
use kit::trace::{Trace, Violation};

use crate::cast::Cast;
use crate::exercise::{Exercise, names};
use crate::play::{Play, Story};

/// Runs a scenario and holds it to its own claim; the trace is what a figure shows.
///
/// # Errors
/// What is wrong, at its place in the file: a name, an act, or a claim that the run does not keep.
pub fn record<E: Exercise>(scenario: &Scenario, candidate: E) -> Result<Trace, Diagnostic> {
    let Some(story) = candidate.code(&scenario.code) else {
        let message = format!("no code is called `{}`", scenario.code);
        let help = match nearest(&scenario.code, E::CODES.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there is {}", E::CODES.join(", ")),
        };
        return Err(Diagnostic::new(scenario.place("code"), message).help(help));
    };
    let mut play = Play::new(story);
    let cast = <E::Story as Story>::Cast::read(&scenario.cast)?;
    let case = Case { cast, plan: scenario.plan.clone() };
    play.check(&case).map_err(|slip| slip.diagnostic(scenario))?;
    let played = play.run(&case);
    let mut trace = play.trace(&played);
    let mut broken = Vec::new();
    for rule in E::rules() {
        if let Check::Broken(finding) = (rule.check)(&played) {
            if scenario.claim != Claim::Holds || !E::flaws(&scenario.code).contains(&rule.name) {
                broken.push(rule.name);
            }
            if scenario.claim == Claim::Breaks(rule.name.to_owned()) {
                let (step, observed, required) = (finding.step, finding.observed, finding.required);
                trace.violation = Some(Violation { step, observed, required });
            }
        }
    }
    match kept(&scenario.claim, &broken, &names::<E>()) {
        Ok(()) => Ok(trace),
        Err((message, help)) => Err(Diagnostic::new(scenario.place("claim"), message).help(help)),
    }
}

/// Whether the run is what the author says; else what it is instead, and what to do.
fn kept(claim: &Claim, broken: &[&str], names: &[&str]) -> Result<(), (String, String)> {
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

/// The body of a solution's test: the recorded traces below `scenarios/NAME` are what fresh code
/// does. With `BLESS=1` (as `cargo xtask bless` sets it) they are recorded anew instead.
///
/// # Panics
/// When one is not, or cannot be read or written; with every file that is wrong, and what to do.
pub fn hold_folder<E: Exercise>(root: &Path, candidate: E) {
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = String::new();
    for path in files(&root.join("scenarios").join(E::NAME)) {
        let file = format!("scenarios/{}/{}", E::NAME, path.file_name().unwrap_or_default().display());
        let source = fs::read_to_string(&path).expect("a scenario is text");
        let recorded = Scenario::parse(&source)
            .and_then(|scenario| record(&scenario, candidate))
            .and_then(|trace| scenario::with_recorded(&source, &trace));
        match recorded {
            Err(error) => wrong += &error.render(&file, &source),
            Ok(text) if text == source => {}
            Ok(text) if bless => fs::write(&path, text).expect("the scenario can be written"),
            Ok(_) => {
                wrong += &format!(
                    "{file}: the recorded trace is not what the code does; run `cargo xtask bless`\n"
                )
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder of scenarios")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    files
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::lost_update::{Candidate, naive};

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
