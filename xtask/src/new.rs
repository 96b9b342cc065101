//! `new exercise`: a skeleton that compiles, and whose proof is red until it is filled.

mod name;
mod skeleton;

use std::fs;
use std::path::PathBuf;

use crate::house::{House, read_text, write_text};
use crate::say::say;
use crate::stop::Stop;
use skeleton::{Skeleton, with_module};

#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "Example:
  cargo xtask new exercise lease-table --chapter 5")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Clone, clap::Subcommand)]
enum What {
    /// An exercise with its solution, contract and proof
    #[command(after_help = "Example:
  cargo xtask new exercise lease-table --chapter 5")]
    Exercise {
        /// The package's name: small letters, digits and dashes
        name: String,
        /// The chapter that it belongs to, 1 to 99
        #[arg(long, value_name = "N")]
        chapter: u32,
    },
}

pub(crate) fn run(house: &House, arguments: &Arguments) -> Result<(), Stop> {
    let What::Exercise { name, chapter } = &arguments.what;
    let made = exercise(house, name, *chapter)?;
    for path in made {
        say!("  wrote {}", house.shown(&path));
    }
    say!("{}", skeleton::next(name, *chapter));
    Ok(())
}

/// Writes the skeleton and returns its files. Nothing is written when anything is refused.
fn exercise(house: &House, name: &str, chapter: u32) -> Result<Vec<PathBuf>, Stop> {
    let mut refusals = name::refusals(house, name)?;
    if !(1..=99).contains(&chapter) {
        refusals.push(format!("chapter {chapter}: an exercise belongs to a chapter from 1 to 99"));
    }
    if !refusals.is_empty() {
        let refusals: String = refusals.into_iter().map(|refusal| format!("{refusal}\n")).collect();
        return Err(Stop::Input(format!("{refusals}Nothing was written.\n")));
    }
    let module = name.replace('-', "_");
    let mut files: Vec<(PathBuf, String)> = Vec::new();
    for (path, text) in (Skeleton { name, chapter }).files() {
        files.push((house.root().join(path), text));
    }
    let mut before: Vec<(PathBuf, String)> = Vec::new();
    for list in ["kit/src/contract.rs", "stage/src/lib.rs"] {
        let path = house.root().join(list);
        let listed = read_text(&path, &house.shown(&path))?;
        files.push((path.clone(), with_module(&listed, &module)));
        before.push((path, listed));
    }
    write_all(files, &before)
}

/// Writes all files or none: half a skeleton would break the build of everything else. `before` has
/// the texts of those that are there already.
fn write_all(files: Vec<(PathBuf, String)>, before: &[(PathBuf, String)]) -> Result<Vec<PathBuf>, Stop> {
    let mut made: Vec<PathBuf> = Vec::new();
    for (path, text) in files {
        if let Err(stop) = write_text(&path, &text) {
            for path in &made {
                match before.iter().find(|(other, _)| other == path) {
                    Some((_, text)) => drop(write_text(path, text)),
                    None => drop(fs::remove_file(path)),
                }
            }
            return Err(stop);
        }
        made.push(path);
    }
    Ok(made)
}

#[cfg(test)]
mod tests;
