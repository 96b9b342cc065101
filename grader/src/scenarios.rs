//! Runs the scenario files of an exercise, for tests of its solution and for `bless`.

use std::fs;
use std::path::{Path, PathBuf};

use kit::diagnostic::{Diagnostic, nearest};
use kit::scenario::{self, Claim, Scenario};
use kit::trace::{Trace, Violation};

use crate::exercise::{Exercise, names};
use crate::property::Check;
use crate::world::{Case, World};

/// Runs a scenario and holds it to its own claim; the trace is what a figure shows.
///
/// # Errors
/// What is wrong, at its place in the file: a name, an act, or a claim that the run does not keep.
pub fn record<E: Exercise>(scenario: &Scenario, candidate: E) -> Result<Trace, Diagnostic> {
    let Some(mut world) = candidate.code(&scenario.code) else {
        let message = format!("no code is called `{}`", scenario.code);
        let help = match nearest(&scenario.code, E::CODES.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there is {}", E::CODES.join(", ")),
        };
        return Err(Diagnostic::new(scenario.place("code"), message).help(help));
    };
    let cast = world.cast(&scenario.cast)?;
    let case = Case { cast, plan: scenario.plan.clone() };
    world.check(&case).map_err(|slip| slip.diagnostic(scenario))?;
    let run = world.run(&case);
    let mut trace = world.trace(&run);
    let mut broken = Vec::new();
    for rule in E::rules() {
        if let Check::Broken(finding) = (rule.check)(&run) {
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
    hold_folder_by(root, E::NAME, |scenario| record(scenario, candidate));
}

/// The same for an exercise some of whose scenarios are run by other machines than its own.
///
/// # Panics
/// As [`hold_folder`].
pub fn hold_folder_by(root: &Path, exercise: &str, record: impl Fn(&Scenario) -> Result<Trace, Diagnostic>) {
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = String::new();
    for path in files(&root.join("scenarios").join(exercise)) {
        let file = format!("scenarios/{exercise}/{}", path.file_name().unwrap_or_default().display());
        let source = fs::read_to_string(&path).expect("a scenario is text");
        let recorded = Scenario::parse(&source)
            .and_then(|scenario| record(&scenario))
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
