//! Builds and runs the proof program of an exercise.

use std::path::Path;

use super::facts::Facts;
use super::variant::Variant;
use crate::cargo::{Ended, cargo, run as run_command};
use crate::house::{Exercise, House};
use crate::say::{Progress, say};
use crate::stop::Stop;

/// What the program says of the variants in the file `variants`.
///
/// # Errors
/// A program that does not build, or does not end well, is our fault; so are facts that cannot
/// be read.
pub(crate) fn run(
    house: &House,
    exercise: &Exercise,
    variants: &Path,
    differ: &[Variant],
    fresh: u32,
) -> Result<Facts, Stop> {
    let package = format!("{}-solution", exercise.name);
    let mut command = cargo(house);
    command.args(["test", "-p", &package, "--features", "proof", "--test", "proof"]);
    // Each variant of nodes is run some hundred thousand times; one over SQL waits for SQLite.
    if runs_nodes(house, exercise) {
        command.args(["--config", &format!("profile.dev.package.{package}.opt-level=1")]);
    }
    command.arg("--");
    if fresh > 0 {
        command.args(["--fresh", &fresh.to_string()]);
    }
    command.env("PROOF_VARIANTS", variants);
    let parts =
        differ.iter().filter_map(|variant| Some(format!("{} {}", variant.name, variant.only_part()?)));
    command.env("PROOF_PARTS", parts.collect::<Vec<_>>().join("\n"));
    // What a learner may set for their own runs must not decide a proof.
    for name in ["GRADE_CASES", "GRADE_SEED", "GRADE_REPLAY", "GRADE_ENOUGH", "GRADE_DRAWN"] {
        command.env_remove(name);
    }
    let mut facts = Facts::default();
    let mut unreadable = Vec::new();
    let mut progress = Progress::new();
    let ended = run_command(&mut command, |line| match facts.line(line) {
        Ok(true) => progress.at(&said(&exercise.name, line)),
        Ok(false) => {
            progress.clear();
            say!("{line}");
        }
        Err(fault) => unreadable.push(fault),
    })?;
    progress.clear();
    if !ended.success {
        return Err(Stop::Red(our_fault(&exercise.name, &ended)));
    }
    match unreadable.first() {
        None => Ok(facts),
        Some(first) => Err(Stop::Red(format!(
            "{}: {first}, which is no fact ({} such lines)\n  help: xtask/src/prove/facts.rs says how facts look\n",
            exercise.name,
            unreadable.len()
        ))),
    }
}

fn runs_nodes(house: &House, exercise: &Exercise) -> bool {
    let manifest = house.solution_folder(exercise).join("Cargo.toml");
    std::fs::read_to_string(manifest).is_ok_and(|text| text.lines().any(|line| line.starts_with("nodes")))
}

fn said(name: &str, line: &str) -> String {
    let mut fields = line.split('\t').skip(1);
    let (variant, of) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
    format!("{name}: {variant}, {of}")
}

fn our_fault(name: &str, ended: &Ended) -> String {
    let what = match ended.built() {
        true => format!("the proof program ended with {}", ended.how),
        false => "the proof program does not build".to_owned(),
    };
    format!(
        "{name}: {what}. That is a fault of the workbook, not of a variant.\n{}",
        ended.stderr_of_program()
    )
}
