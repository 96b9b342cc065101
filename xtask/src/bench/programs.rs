//! The programs that a reader starts: the quiz and the book.

use std::process::{Command, Stdio};

use super::meter::cost;
use super::row::{Bar, Quantity, Row};
use crate::cargo::{cargo, run as run_command};
use crate::house::House;
use crate::say::step;
use crate::stop::Stop;

const ITEMS: usize = 10_000;
const REVIEWS: &str = "100000";
const CARDS: &str = "10000";

pub(super) fn rows(copy: &House) -> Result<Vec<Row>, Stop> {
    let mut rows = quiz(copy)?;
    step("whole book, debug build");
    let out = copy.target().join("bench-book").display().to_string();
    let book = match build(copy, "book", &[])? {
        Err(why) => Err(why),
        Ok(()) => seconds(1, || started(copy, "debug/book", &["build", "--out", &out]))?,
    };
    rows.push(Row::new("whole book, debug build", at_most(2.0), book.map(Quantity::Seconds)));
    Ok(rows)
}

fn at_most(seconds: f64) -> Bar {
    Bar::AtMost(Quantity::Seconds(seconds))
}

fn quiz(copy: &House) -> Result<Vec<Row>, Stop> {
    step("quiz, release build");
    let built = build(copy, "quiz", &["--release", "--bins", "--examples"])?;
    let home = copy.target().join("bench-quiz");
    // What an earlier version of these examples wrote would be measured too.
    match std::fs::remove_dir_all(&home) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(Stop::file("remove", &home, &error));
        }
        _ => {}
    }
    let place = |name: &str| home.join(name).display().to_string();
    let (root, banks, data, log) = (place(""), place("banks"), place("data"), place("log"));
    let measure = |times: u32, program: &str, arguments: &[&str]| match &built {
        Err(why) => Ok(Err(why.clone())),
        Ok(()) => seconds(times, || started(copy, &format!("release/{program}"), arguments)),
    };
    // With no answer to read it ends after the first prompt.
    let prompt = measure(50, "quiz", &["run", "--data", &data])?;
    measure(1, "examples/bench_banks", &["write", &root, &ITEMS.to_string()])?.ok();
    let made = ["--data", &data, "--root", &root, "--banks", &banks];
    measure(1, "quiz", &[&["accept"][..], &made].concat())?.ok();
    let check = measure(3, "quiz", &[&["check"][..], &made].concat())?;
    let plain_yaml = measure(3, "examples/bench_banks", &["parse", &root])?;
    measure(1, "examples/history", &["make", &log, REVIEWS, CARDS])?.ok();
    let due = measure(3, "examples/history", &["due", &log, CARDS])?;
    let plain_json = measure(3, "examples/history", &["parse", &log])?;
    let peak = match &built {
        Err(why) => Err(why.clone()),
        Ok(()) => megabytes(started(copy, "release/examples/history", &["due", &log, CARDS]))?,
    };
    let row = |what, bar, found: Result<f64, String>| Row::new(what, bar, found.map(Quantity::Seconds));
    Ok(vec![
        row("quiz to its first prompt, release", at_most(0.02), prompt),
        row("quiz check of 10,000 items, release", at_most(0.4), check),
        row("  the same files as plain YAML", Bar::None, plain_yaml),
        row("quiz, due over 100,000 reviews, release", at_most(0.3), due),
        row("  the same lines as plain JSON", Bar::None, plain_json),
        Row::new("  its memory", Bar::AtMost(Quantity::Megabytes(64.0)), peak.map(Quantity::Megabytes)),
    ])
}

/// What a program says of its own memory: `peak 40960 kB`.
fn megabytes(mut command: Command) -> Result<Result<f64, String>, Stop> {
    let mut peak = Err("this system does not tell".to_owned());
    run_command(&mut command, |line| {
        let kilobytes = line.strip_prefix("peak ").and_then(|text| text.strip_suffix(" kB"));
        if let Some(kilobytes) = kilobytes.and_then(|text| text.parse::<f64>().ok()) {
            peak = Ok(kilobytes / 1024.0);
        }
    })?;
    Ok(peak)
}

fn build(copy: &House, package: &str, more: &[&str]) -> Result<Result<(), String>, Stop> {
    let mut command = cargo(copy);
    command.args(["build", "--offline", "-p", package]).args(more);
    let ended = run_command(&mut command, |_| {})?;
    Ok(if ended.success { Ok(()) } else { Err("it does not build".to_owned()) })
}

fn started(copy: &House, program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(copy.target().join(program));
    command.args(arguments).current_dir(copy.root()).stdin(Stdio::null());
    // Set by the cargo that runs this program; it would lead the other one to the original.
    command.env_remove("CARGO_MANIFEST_DIR");
    command
}

/// The mean of so many runs, or what the program said when it failed.
fn seconds(times: u32, command: impl Fn() -> Command) -> Result<Result<f64, String>, Stop> {
    let (spent, ended) = cost(|| {
        let mut last = run_command(&mut command(), |_| {})?;
        for _ in 1..times {
            last = run_command(&mut command(), |_| {})?;
        }
        Ok(last)
    })?;
    if ended.success {
        return Ok(Ok(spent / f64::from(times)));
    }
    let said = ended.stderr.lines().find(|line| !line.trim().is_empty()).unwrap_or("it fails").to_owned();
    Ok(Err(said))
}
