//! How many schedules and events a second, and how short the counterexamples are.

use super::row::{Bar, Quantity, Row};
use crate::cargo::{cargo, run as run_command};
use crate::house::{House, read_text};
use crate::prove::STEPS;
use crate::say::step;
use crate::stop::Stop;

/// A test that prints `speed<TAB>NAME<TAB>NUMBER`, a number a second.
struct Speed {
    what: &'static str,
    package: &'static str,
    name: &'static str,
    bar: f64,
    release: bool,
}

const SPEEDS: [Speed; 3] = [
    Speed { what: "stage, as graded", package: "stage", name: "schedules", bar: 3e3, release: false },
    Speed { what: "simulator, as graded", package: "nodes", name: "events", bar: 1.5e6, release: false },
    Speed { what: "simulator, release", package: "nodes", name: "events", bar: 3e6, release: true },
];

pub(super) fn rows(house: &House, copy: &House) -> Result<Vec<Row>, Stop> {
    let mut rows = Vec::new();
    for speed in SPEEDS {
        let bar = Bar::AtLeast(Quantity::PerSecond(speed.bar));
        rows.push(Row::new(speed.what, bar, measured(copy, &speed)?.map(Quantity::PerSecond)));
    }
    rows.extend(counterexamples(house)?);
    Ok(rows)
}

fn measured(copy: &House, speed: &Speed) -> Result<Result<f64, String>, Stop> {
    let tests = copy.root().join(speed.package).join("tests");
    if !tests.join("speed.rs").exists() && !tests.join("speed").exists() {
        return Ok(Err(format!("{} has no test `speed` yet", speed.package)));
    }
    step(speed.what);
    let mut command = cargo(copy);
    command.args(["test", "--offline", "-p", speed.package, "--test", "speed"]);
    if speed.release {
        command.arg("--release");
    }
    let mut found = None;
    let ended = run_command(command.args(["--", "--nocapture"]), |line| {
        found = number(line, speed.name).or(found);
    })?;
    Ok(match found {
        Some(number) => Ok(number),
        None if ended.built() => Err(format!("its test printed no line `speed<TAB>{}<TAB>…`", speed.name)),
        None => Err("it does not build".to_owned()),
    })
}

fn number(line: &str, name: &str) -> Option<f64> {
    // libtest may have put `test … ` before what a test prints.
    let (_, rest) = line.split_once("speed\t")?;
    let (found, number) = rest.split_once('\t')?;
    number.trim().parse().ok().filter(|_| found == name)
}

/// The longest of all exercises, from the tables that `prove` committed.
fn counterexamples(house: &House) -> Result<Vec<Row>, Stop> {
    let mut all: Vec<(f64, f64)> = Vec::new();
    for exercise in house.exercises()? {
        let path = house.solution_folder(&exercise).join("kills.txt");
        if path.exists() {
            all.extend(steps(&read_text(&path, &house.shown(&path))?));
        }
    }
    let longest = |pick: fn(&(f64, f64)) -> f64| {
        let longest =
            all.iter().map(pick).fold(None, |most: Option<f64>, one| Some(most.map_or(one, |m| m.max(one))));
        longest.map(Quantity::Steps).ok_or_else(|| "no kills.txt is committed yet".to_owned())
    };
    let row = |what, bar, found| Row::new(what, Bar::AtMost(Quantity::Steps(bar)), found);
    Ok(vec![
        row("counterexamples, median", 12.0, longest(|(median, _)| *median)),
        row("counterexamples, longest", 20.0, longest(|(_, most)| *most)),
    ])
}

/// `Counterexamples: median 4 steps, at most 9.`
fn steps(table: &str) -> Option<(f64, f64)> {
    let line = table.lines().find_map(|line| line.strip_prefix(STEPS))?;
    let (median, most) = line.strip_prefix("median ")?.split_once(" steps, at most ")?;
    Some((median.parse().ok()?, most.trim_end_matches('.').parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_is_found_in_a_line() {
        assert_eq!(number("speed\tschedules\t4200.5", "schedules"), Some(4200.5));
        assert_eq!(number("test fast ... speed\tschedules\t7", "schedules"), Some(7.0));
        assert_eq!(number("speed\tevents\t7", "schedules"), None);
        assert_eq!(number("speed\tschedules\tmany", "schedules"), None);
    }

    #[test]
    fn the_last_line_of_a_table_is_read() {
        let line = format!("\n{STEPS}{}.\n", crate::prove::steps_in_words(&[2, 4, 9]));
        assert_eq!(steps(&line), Some((4.0, 9.0)));
        assert_eq!(steps(&format!("{STEPS}{}.\n", crate::prove::steps_in_words(&[]))), None);
    }
}
