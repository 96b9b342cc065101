//! `bless`: records the runs of scenarios anew.
//!
//! The code that can run a scenario lives in tests (of a solution, of the grader for the toys);
//! with `BLESS=1` they write the trace under the line, and refuse a run that breaks the claim of
//! its scenario. Here we find which tests, run them, and show which files changed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use kit::diagnostic::{Diagnostic, nearest};
use kit::scenario::Scenario;

use crate::cargo::{self, said_by_tests};
use crate::house::{House, files_below, read_text};
use crate::say::{say, step};
use crate::stop::Stop;

#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "Examples:
  cargo xtask bless                                        all scenarios
  cargo xtask bless scenarios/lost-update/two-debits.txt   one of them

Look at what changed with `git diff scenarios`.")]
pub(crate) struct Arguments {
    /// Scenario files, or folders of them; all below scenarios/ without any
    paths: Vec<PathBuf>,
}

pub(crate) fn run(house: &House, arguments: &Arguments) -> Result<(), Stop> {
    let home = house.root().join("scenarios");
    let all = texts(house, &home)?;
    let chosen = chosen(house, &home, &arguments.paths)?;
    if chosen.is_empty() {
        say!("There is no scenario to record.");
        return Ok(());
    }
    let mut red = String::new();
    for (package, files) in packages(house, &chosen)? {
        step(&format!("{package}: recording {} of its scenarios", files.len()));
        red.push_str(&record(house, &package, &files)?);
    }
    let now = texts(house, &home)?;
    let changed: Vec<&PathBuf> =
        now.iter().filter(|(path, text)| all.get(*path) != Some(text)).map(|(path, _)| path).collect();
    for path in &changed {
        say!("  wrote {}", house.shown(path));
    }
    say!("{} of {} scenarios changed.", changed.len(), chosen.len());
    if red.is_empty() { Ok(()) } else { Err(Stop::Red(red)) }
}

type Texts = BTreeMap<PathBuf, String>;

/// The scenario files below a folder, or the one file.
fn texts(house: &House, place: &Path) -> Result<Texts, Stop> {
    let paths = match place.is_file() {
        true => vec![place.to_owned()],
        false => files_below(place)?.into_iter().map(|path| place.join(path)).collect(),
    };
    let paths = paths.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.map(|path| Ok((path.clone(), read_text(&path, &house.shown(&path))?))).collect()
}

fn chosen(house: &House, home: &Path, paths: &[PathBuf]) -> Result<Texts, Stop> {
    if paths.is_empty() {
        return texts(house, home);
    }
    let mut chosen = Texts::new();
    for path in paths {
        let here = std::path::absolute(path).ok().filter(|here| here.exists());
        let place = here.unwrap_or_else(|| house.root().join(path));
        if !place.starts_with(home) {
            let message = format!("{} is not below scenarios/: no test would record it\n", path.display());
            return Err(Stop::Input(message));
        }
        let found = texts(house, &place)?;
        if found.is_empty() {
            return Err(Stop::Input(format!("there is no scenario at {}\n", path.display())));
        }
        chosen.extend(found);
    }
    Ok(chosen)
}

/// Which package runs which files. A scenario that does not parse stops all of it.
fn packages(house: &House, files: &Texts) -> Result<BTreeMap<String, BTreeSet<PathBuf>>, Stop> {
    let exercises: Vec<String> = house.exercises()?.into_iter().map(|exercise| exercise.name).collect();
    let mut packages: BTreeMap<String, BTreeSet<PathBuf>> = BTreeMap::new();
    let mut wrong_files = String::new();
    for (path, text) in files {
        match Scenario::parse(text) {
            Ok(scenario) => match package(house, &exercises, &scenario) {
                Ok(package) => drop(packages.entry(package).or_default().insert(path.clone())),
                Err(diagnostic) => wrong_files.push_str(&diagnostic.render(&house.shown(path), text)),
            },
            Err(diagnostic) => wrong_files.push_str(&diagnostic.render(&house.shown(path), text)),
        }
    }
    if wrong_files.is_empty() { Ok(packages) } else { Err(Stop::Input(wrong_files)) }
}

/// The package whose test `scenarios` runs it.
fn package(house: &House, exercises: &[String], scenario: &Scenario) -> Result<String, Diagnostic> {
    let world = &scenario.world;
    if exercises.contains(world) {
        return Ok(format!("{world}-solution"));
    }
    // The worlds of the grader's own toys are known to its tests alone.
    if house.root().join("grader/tests/scenarios.rs").is_file() {
        return Ok("grader".to_owned());
    }
    let help = match nearest(world, exercises.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("`for:` names an exercise: {}", exercises.join(", ")),
    };
    Err(Diagnostic::new(scenario.place("for"), format!("nothing here runs scenarios for `{world}`"))
        .help(help))
}

/// What went wrong, or nothing.
fn record(house: &House, package: &str, files: &BTreeSet<PathBuf>) -> Result<String, Stop> {
    let mut command = cargo::cargo(house);
    command
        .args(["test", "-p", package, "--test", "scenarios", "--", "--nocapture"])
        .envs([("BLESS", "1"), ("RUST_BACKTRACE", "0")]);
    // One path a line, for tests that can record less than all.
    let paths: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
    command.env("BLESS_FILES", paths.join("\n"));
    let mut said = Vec::new();
    let ended = cargo::run(&mut command, |line| said.push(line.to_owned()))?;
    let said = said_by_tests(said.iter().map(String::as_str));
    if ended.success {
        return Ok(String::new());
    }
    // The tests speak through a panic; its own head says where in our code, which helps nobody.
    let stderr = ended.stderr_of_program();
    let stderr =
        stderr.lines().filter(|line| !line.starts_with("thread '") && !line.starts_with("note: run with"));
    let lines = said.lines().chain(stderr).filter(|line| !line.trim().is_empty());
    Ok(format!("{package}:\n{}", lines.map(|line| format!("{line}\n")).collect::<String>()))
}

#[cfg(test)]
mod tests;
