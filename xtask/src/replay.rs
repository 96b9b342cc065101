//! `replay`: kept counterexamples, listed, run again and drawn.

mod kept;
mod picture;

use std::path::Path;

use kit::scenario::Scenario;

use crate::cargo::{self, said_by_tests};
use crate::house::{House, read_text};
use crate::say::say;
use crate::stop::Stop;
use crate::verdicts::parts;
use kept::Kept;
use picture::picture;

#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "Examples:
  cargo xtask replay                                what is kept, of all exercises
  cargo xtask replay lost-update                    what is kept of one
  cargo xtask replay lost-update no_debit_is_lost   run your code again on that schedule
  cargo xtask replay scenarios/lost-update/two-debits.txt --text   the recorded run of any scenario")]
pub(crate) struct Arguments {
    /// The exercise, or the path of a scenario file
    name: Option<String>,
    /// The rule: `no_debit_is_lost`, or with its part `relative::no_debit_is_lost`
    rule: Option<String>,
    /// Numbered steps alone: no drawing, no colour
    #[arg(long)]
    text: bool,
}

pub(crate) fn run(house: &House, arguments: &Arguments) -> Result<(), Stop> {
    let Some(name) = &arguments.name else {
        return list(house, &kept::all(house)?, "cargo test -p NAME");
    };
    if arguments.rule.is_none() && is_path(name) {
        return show_file(house, Path::new(name), arguments.text);
    }
    let exercise = house.exercise(name)?;
    let of_exercise = kept::of(house, &exercise.name)?;
    match &arguments.rule {
        None => list(house, &of_exercise, &format!("cargo test -p {}", exercise.name)),
        Some(rule) => again(house, kept::find(&of_exercise, rule)?, arguments.text),
    }
}

fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".txt")
}

fn list(house: &House, kept: &[Kept], test: &str) -> Result<(), Stop> {
    if kept.is_empty() {
        say!("No counterexample is kept. A rule that fails keeps one: {test}");
    }
    for one in kept {
        // One that is half edited is still there to be opened.
        let title = match read(house, &one.path) {
            Ok((scenario, _)) => scenario.title,
            Err(stop) => stop.to_string().lines().next().unwrap_or_default().to_owned(),
        };
        say!(
            "cargo xtask replay {} {}\n  {}\n  {}",
            one.exercise,
            one.rule_in_part(),
            match standing(house, one) {
                Standing::Breaks => title.as_str(),
                Standing::Holds => "kept from earlier; the rule holds by now",
                Standing::Unknown => "kept from earlier; not tested since your last edit",
            },
            house.shown(&one.path)
        );
    }
    Ok(())
}

/// What the last tests say of a rule.
enum Standing {
    Breaks,
    Holds,
    /// Something was edited after them.
    Unknown,
}

fn standing(house: &House, one: &Kept) -> Standing {
    let parts =
        house.exercise(&one.exercise).and_then(|exercise| parts(house, &exercise)).unwrap_or_default();
    let Some(part) = parts.iter().find(|part| part.name == one.part && !part.stale) else {
        return Standing::Unknown;
    };
    match part.rules.iter().any(|(rule, passes)| *rule == one.rule && *passes) {
        true => Standing::Holds,
        false => Standing::Breaks,
    }
}

fn read(house: &House, path: &Path) -> Result<(Scenario, String), Stop> {
    let file = house.shown(path);
    let source = read_text(path, &file)?;
    let scenario =
        Scenario::parse(&source).map_err(|diagnostic| Stop::Input(diagnostic.render(&file, &source)))?;
    Ok((scenario, file))
}

fn show_file(house: &House, path: &Path, text: bool) -> Result<(), Stop> {
    // From the folder where the command was given, or else from the root.
    let path = if path.exists() { path.to_owned() } else { house.root().join(path) };
    let (scenario, file) = read(house, &path)?;
    let Some(trace) = &scenario.recorded else {
        let help = format!("  help: record a run with `cargo xtask bless {file}`\n");
        return Err(Stop::Input(format!("{file}: nothing is recorded under its line\n{help}")));
    };
    say!("{}\n\n{}", scenario.title, picture(trace, text));
    Ok(())
}

/// Runs the learner's code on the kept schedule, then draws the run that was kept.
fn again(house: &House, kept: &Kept, text: bool) -> Result<(), Stop> {
    let (scenario, file) = read(house, &kept.path)?;
    let test = format!("{}::{}", kept.part, kept.rule);
    let mut command = cargo::cargo(house);
    command.args(["test", "-p", &kept.exercise, "--test", "grade", &test, "--", "--exact", "--nocapture"]);
    command.env("GRADE_REPLAY", &kept.path);
    if text {
        command.env("NO_COLOR", "1");
    }
    let mut said = Vec::new();
    let ended = cargo::run(&mut command, |line| said.push(line.to_owned()))?;
    if !ended.built() {
        return Err(Stop::Red(ended.stderr));
    }
    let none_ran = said.iter().any(|line| line == "running 0 tests");
    let said = said_by_tests(said.iter().map(String::as_str)) + &ended.stderr_of_program();
    say!("{}", said.trim_matches('\n'));
    if none_ran {
        return Err(Stop::Input(format!(
            "{} has no test `{test}` any more\n  help: remove {file}\n",
            kept.exercise
        )));
    }
    // A report shows the steps already.
    if let Some(trace) = scenario.recorded.as_ref().filter(|_| !text || ended.success) {
        let when = if ended.success { "The run that broke the rule before" } else { "The run" };
        say!("\n{when}, as it was kept in {file}:\n\n{}", picture(trace, text));
    }
    if ended.success { Ok(()) } else { Err(Stop::Red(String::new())) }
}
