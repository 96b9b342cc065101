//! `prove`: shows that a grader tells right from wrong.
//!
//! Every variant of a solution is written out as a module ([`materialise`]), one program runs
//! them all against every rule ([`program`]) and reports facts ([`facts`]); what follows from
//! the facts is decided here ([`judge`]), and the table of them is committed ([`matrix`]).

mod by_tests;
mod difference;
mod explanations;
mod facts;
mod hunk;
mod judge;
mod load;
mod materialise;
mod matrix;
mod program;
mod summary;
mod variant;

use std::path::PathBuf;
use std::time::Instant;

use crate::house::{Exercise, House, read_text, write_text};
use crate::say::{Paint, say, step};
use crate::stop::Stop;
pub(crate) use matrix::STEPS;
#[cfg(test)]
pub(crate) use summary::steps as steps_in_words;
pub(crate) use variant::is_name;

use difference::difference;
use judge::{Evidence, Judgement, judge};

#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "Examples:
  cargo xtask prove                           all exercises, under the fixed seed
  cargo xtask prove lost-update --fresh 100   under 100 other seeds as well
  cargo xtask prove holder --right --fresh 500   what is right, under 500 other seeds
  cargo xtask prove lost-update --bless       write solutions/NN-lost-update/kills.txt anew")]
pub(crate) struct Arguments {
    /// The exercise; all of them without it
    name: Option<String>,
    /// Try this many other seeds too; a wrong variant must fall under 95 of 100
    #[arg(long, value_name = "N", default_value_t = 0)]
    fresh: u32,
    /// Try the right variants alone: fresh seeds by the thousand
    #[arg(long, conflicts_with = "bless")]
    right: bool,
    /// Write the table of kills anew, if all else is well
    #[arg(long)]
    bless: bool,
}

pub(crate) fn run(house: &House, arguments: &Arguments) -> Result<(), Stop> {
    let exercises: Vec<Exercise> = match &arguments.name {
        Some(name) => vec![house.exercise(name)?],
        // A course may hide solutions; what has none cannot be proven.
        None => house
            .exercises()?
            .into_iter()
            .filter(|exercise| house.solution_folder(exercise).is_dir())
            .collect(),
    };
    if exercises.is_empty() {
        say!("There is no exercise with a solution: nothing to prove.");
    }
    let mut red = false;
    for exercise in exercises {
        red |= !match by_tests::without_code(house, &exercise) {
            true => by_tests::prove(house, &exercise)?,
            false if arguments.right => prove_right(house, &exercise, arguments.fresh)?,
            false => prove(house, &exercise, arguments)?,
        };
    }
    if red { Err(Stop::Red(String::new())) } else { Ok(()) }
}

/// Whether all is green.
fn prove(house: &House, exercise: &Exercise, arguments: &Arguments) -> Result<bool, Stop> {
    let begin = Instant::now();
    let loaded = load::load(house, exercise)?;
    step(&format!("{}: building {} variants as one program", exercise.name, loaded.modules.len()));
    let folder = house.target().join("proof").join(&exercise.name);
    let variants = materialise::write(&folder, &loaded.modules)?;
    let facts = program::run(house, exercise, &variants, &loaded.variants, arguments.fresh)?;
    let evidence = Evidence {
        exercise: &exercise.name,
        variants: &loaded.variants,
        explanations: &loaded.explanations,
        facts: &facts,
        fresh: arguments.fresh,
    };
    let mut judgement = judge(&evidence);
    if !facts.all_rules().is_empty() {
        judgement.faults.extend(judge::missing_standing(&loaded.variants, &exercise.slot));
    }
    let kills = Kills::of(house, exercise);
    let mut blessed = false;
    if judgement.faults.is_empty() {
        let table = matrix::render(&evidence, &judgement);
        match arguments.bless {
            true => blessed = kills.bless(&table)?,
            false => judgement.faults.extend(kills.compare(&table, &exercise.name)?),
        }
    }
    let paint = Paint::stdout();
    say!("{}", summary::details(&evidence, &judgement, paint));
    say!("{}", summary::verdict(&evidence, &judgement, begin.elapsed().as_secs(), paint));
    conclude(arguments, &judgement, &kills, blessed);
    Ok(judgement.faults.is_empty())
}

/// Whether the reference and all right variants keep every rule; nothing is compared with the table.
fn prove_right(house: &House, exercise: &Exercise, fresh: u32) -> Result<bool, Stop> {
    let begin = Instant::now();
    let mut loaded = load::load(house, exercise)?;
    loaded.variants.retain(|variant| variant.breaks().is_none());
    let stays =
        |name: &str| name == facts::REFERENCE || loaded.variants.iter().any(|variant| variant.name == name);
    loaded.modules.retain(|module| stays(&module.name));
    let folder = house.target().join("proof").join(&exercise.name);
    let variants = materialise::write(&folder, &loaded.modules)?;
    let facts = program::run(house, exercise, &variants, &loaded.variants, fresh)?;
    let evidence = Evidence {
        exercise: &exercise.name,
        variants: &loaded.variants,
        explanations: &loaded.explanations,
        facts: &facts,
        fresh,
    };
    let faults = judge::right_alone(&evidence);
    let paint = Paint::stdout();
    for fault in &faults {
        say!("{} {}", paint.red("✗"), fault.replace('\n', "\n  "));
    }
    let seconds = begin.elapsed().as_secs();
    if faults.is_empty() {
        let count = loaded.modules.len();
        say!(
            "{} {}: {count} right ones green under the fixed and {fresh} fresh seeds, {} explorations of a part; {seconds} s",
            paint.green("✓"),
            exercise.name,
            facts.explorations()
        );
    }
    Ok(faults.is_empty())
}

fn conclude(arguments: &Arguments, judgement: &Judgement, kills: &Kills, blessed: bool) {
    if blessed {
        say!("  wrote {}", kills.shown);
    } else if arguments.bless && !judgement.faults.is_empty() {
        say!("  {} is as it was: only a green proof is written down", kills.shown);
    }
}

/// The committed table.
#[derive(Debug)]
struct Kills {
    path: PathBuf,
    shown: String,
}

impl Kills {
    fn of(house: &House, exercise: &Exercise) -> Kills {
        let path = house.solution_folder(exercise).join("kills.txt");
        Kills { shown: house.shown(&path), path }
    }

    fn read(&self) -> Result<Option<String>, Stop> {
        match self.path.exists() {
            true => Ok(Some(read_text(&self.path, &self.shown)?.replace("\r\n", "\n"))),
            false => Ok(None),
        }
    }

    /// Whether anything had to be written.
    fn bless(&self, table: &str) -> Result<bool, Stop> {
        if self.read()?.as_deref() == Some(table) {
            return Ok(false);
        }
        write_text(&self.path, table)?;
        Ok(true)
    }

    /// What differs from the committed table, if anything does.
    fn compare(&self, table: &str, name: &str) -> Result<Option<String>, Stop> {
        let help = format!("  help: if this is meant, run `cargo xtask prove {name} --bless`");
        Ok(match self.read()? {
            None => Some(format!("{}: not written yet\n{help}", self.shown)),
            Some(was) if was == table => None,
            Some(was) => {
                let changes = difference(&was, table);
                Some(format!(
                    "{}: not what was measured (- committed, + measured)\n{changes}{help}",
                    self.shown
                ))
            }
        })
    }
}

/// How many variants there are, if all can be read and put in.
#[cfg(test)]
pub(crate) fn check_variants(house: &House, exercise: &Exercise) -> Result<usize, Stop> {
    load::load(house, exercise).map(|loaded| loaded.variants.len())
}

#[cfg(test)]
mod tests;
