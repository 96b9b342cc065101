//! From a fresh clone to the first verdict, and to the built book, with nothing compiled.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::meter::cost;
use super::row::{Bar, Quantity, Row};
use crate::cargo::{cargo, run as run_command};
use crate::house::House;
use crate::say::step;
use crate::stop::Stop;

pub(super) fn rows(house: &House, asked: bool) -> Result<Vec<Row>, Stop> {
    let (verdict, book) = ("fresh clone → first verdict", "fresh clone → book built");
    let (verdict_bar, book_bar) =
        (Bar::AtMost(Quantity::Seconds(60.0)), Bar::AtMost(Quantity::Seconds(120.0)));
    let Some(first) = house.exercises()?.into_iter().next().filter(|_| asked) else {
        let why = || Err("say --cold".to_owned());
        return Ok(vec![Row::new(verdict, verdict_bar, why()), Row::new(book, book_bar, why())]);
    };
    let home = house.target().join("bench/cold");
    step("cloning the last commit");
    let clone = clone(house, &home)?;
    step(verdict);
    // The stub fails, and that is a verdict: what counts is that its tests ran.
    let spent = from_nothing(&clone, &home.join("target-verdict"), &["test", "-p", &first.name], &[])?;
    let rows = vec![Row::new(verdict, verdict_bar, spent.map(Quantity::Seconds))];
    step(book);
    let out = home.join("book").display().to_string();
    let spent = from_nothing(
        &clone,
        &home.join("target-book"),
        &["run", "-p", "book"],
        &["--", "build", "--out", &out],
    )?;
    let rows = rows.into_iter().chain([Row::new(book, book_bar, spent.map(Quantity::Seconds))]).collect();
    remove(&home)?;
    Ok(rows)
}

fn clone(house: &House, home: &Path) -> Result<PathBuf, Stop> {
    remove(home)?;
    fs::create_dir_all(home).map_err(|error| Stop::file("make", home, &error))?;
    let folder = home.join("clone");
    let mut git = Command::new("git");
    git.arg("clone").arg("--quiet").arg(house.root()).arg(&folder).stdin(Stdio::null());
    let ended = run_command(&mut git, |_| {})?;
    if ended.success { Ok(folder) } else { Err(Stop::Red(format!("cannot clone: {}", ended.stderr))) }
}

fn from_nothing(
    clone: &Path,
    target: &Path,
    command: &[&str],
    program: &[&str],
) -> Result<Result<f64, String>, Stop> {
    let house = House::other(clone, target);
    let (spent, ended) =
        cost(|| run_command(cargo(&house).args(command).arg("--offline").args(program), |_| {}))?;
    remove(target)?;
    Ok(if ended.built() { Ok(spent) } else { Err("it does not build".to_owned()) })
}

fn remove(folder: &Path) -> Result<(), Stop> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Stop::file("remove", folder, &error))
        }
        _ => Ok(()),
    }
}
