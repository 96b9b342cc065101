//! Edit one line, get a verdict: an exercise beside a crate with nothing in it.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use super::meter::cost;
use super::row::{Bar, Quantity, Row};
use crate::cargo::{cargo, run as run_command};
use crate::house::{Exercise, House, write_text};
use crate::say::step;
use crate::stop::Stop;

/// How often each loop runs; the mean counts, since one tick of the meter is 10 ms.
const ROUNDS: u32 = 5;

/// A row for the empty crate, and two for each exercise.
pub(super) fn rows(house: &House, copy: &House) -> Result<Vec<Row>, Stop> {
    let empty = empty(&house.target().join("bench/empty"))?;
    let base = match &empty {
        Ok(seconds) => Ok(*seconds),
        Err(_) => Err("the empty crate was not measured".to_owned()),
    };
    let mut rows = vec![Row::new("edit → verdict, an empty crate", Bar::None, empty.map(Quantity::Seconds))];
    for exercise in copy.exercises()? {
        let name = &exercise.name;
        for (what, bar, cases) in [("all cases", 6.0, None), ("GRADE_CASES=0", 4.0, Some("0"))] {
            let spent = exercise_loop(copy, &exercise, cases)?;
            let times = spent.and_then(|spent| Ok(spent / base.clone()?));
            let what = format!("edit → verdict, {name}, {what}");
            rows.push(Row::new(&what, Bar::AtMost(Quantity::Times(bar)), times.map(Quantity::Times)));
        }
    }
    Ok(rows)
}

/// Seconds a round, or why there are none.
type Spent = Result<f64, String>;

fn empty(folder: &Path) -> Result<Spent, Stop> {
    // A workspace of its own, with the build profile of the workbook.
    let manifest = "[package]\nname = \"empty\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
                    [profile.dev]\ndebug = 0\n";
    let test = "#[test]\nfn nothing() {\n    empty::nothing();\n}\n";
    write_text(&folder.join("Cargo.toml"), manifest)?;
    write_text(&folder.join("src/lib.rs"), "pub fn nothing() {}\n")?;
    write_text(&folder.join("tests/grade.rs"), test)?;
    let house = House::other(folder, &folder.join("target"));
    step("edit → verdict, an empty crate");
    rounds(&folder.join("src/lib.rs"), true, || {
        let mut command = cargo(&house);
        command.args(["test", "--offline", "--test", "grade"]);
        command
    })
}

/// With few cases some rules have nothing to judge and fail; that is a verdict as well.
fn exercise_loop(copy: &House, exercise: &Exercise, cases: Option<&str>) -> Result<Spent, Stop> {
    step(&format!("edit → verdict, {}{}", exercise.name, cases.map_or("", |_| " with GRADE_CASES=0")));
    let source = copy.exercise_folder(exercise).join("src");
    let files = crate::house::files_below(&source)?;
    // A module, if there is one: what a learner edits.
    let edited = files.iter().find(|file| !file.ends_with("lib.rs")).or(files.first());
    let Some(edited) = edited else { return Ok(Err("it has no source".to_owned())) };
    rounds(&source.join(edited), cases.is_none(), || {
        let mut command = cargo(copy);
        command.args(["test", "--offline", "-p", &exercise.name, "--test", "grade"]);
        for name in ["GRADE_CASES", "GRADE_SEED", "GRADE_REPLAY", "GRADE_ENOUGH", "GRADE_DRAWN"] {
            command.env_remove(name);
        }
        if let Some(cases) = cases {
            command.env("GRADE_CASES", cases);
        }
        command
    })
}

/// The first round warms up and does not count.
fn rounds(edited: &Path, must_pass: bool, command: impl Fn() -> Command) -> Result<Spent, Stop> {
    let mut all = 0.0;
    for round in 0..=ROUNDS {
        let mut file = OpenOptions::new()
            .append(true)
            .open(edited)
            .map_err(|error| Stop::file("open", edited, &error))?;
        writeln!(file, "// {round}").map_err(|error| Stop::file("write", edited, &error))?;
        drop(file);
        let (spent, ended) = cost(|| run_command(&mut command(), |_| {}))?;
        if !ended.built() || (must_pass && !ended.success) {
            let last =
                ended.stderr.lines().find(|line| line.starts_with("error")).unwrap_or("its test fails");
            return Ok(Err(last.to_owned()));
        }
        all += if round == 0 { 0.0 } else { spent };
    }
    Ok(Ok(all / f64::from(ROUNDS)))
}
