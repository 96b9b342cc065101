//! The programs that a reader starts: the quiz and the book.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::meter::cost;
use super::row::{Bar, Quantity, Row};
use crate::cargo::{cargo, run as run_command};
use crate::house::{House, write_text};
use crate::say::step;
use crate::stop::Stop;

const BANKS: usize = 100;
const ITEMS_OF_A_BANK: usize = 100;

pub(super) fn rows(copy: &House) -> Result<Vec<Row>, Stop> {
    let mut rows = quiz(copy)?;
    step("whole book, debug build");
    let out = copy.target().join("bench-book").display().to_string();
    let book = match build(copy, "book", false)? {
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
    let built = build(copy, "quiz", true)?;
    let home = copy.target().join("bench-quiz");
    write_banks(&home)?;
    let (data, root, banks) =
        (home.join("data"), home.display().to_string(), home.join("banks").display().to_string());
    let data = data.display().to_string();
    let own = ["--data", data.as_str()];
    let made = ["--data", data.as_str(), "--root", root.as_str(), "--banks", banks.as_str()];
    let measure = |times: u32, command: &[&str], options: &[&str]| {
        let all: Vec<&str> = command.iter().chain(options).copied().collect();
        match &built {
            Err(why) => Ok(Err(why.clone())),
            Ok(()) => seconds(times, || started(copy, "release/quiz", &all)),
        }
    };
    // With no answer to read it ends after the first prompt.
    let prompt = measure(50, &["run"], &own)?;
    let check = measure(1, &["accept"], &made)?;
    let check = match check {
        Ok(_) => measure(3, &["check"], &made)?,
        refused => refused,
    };
    let due: Result<Quantity, String> = Err("later: the log of a long time is not written yet".to_owned());
    Ok(vec![
        Row::new("quiz to its first prompt, release", at_most(0.02), prompt.map(Quantity::Seconds)),
        Row::new("quiz check of 10,000 items, release", at_most(0.4), check.map(Quantity::Seconds)),
        Row::new("quiz, due over 100,000 reviews", at_most(0.3), due),
    ])
}

fn build(copy: &House, package: &str, release: bool) -> Result<Result<(), String>, Stop> {
    let mut command = cargo(copy);
    command.args(["build", "--offline", "-p", package]);
    if release {
        command.arg("--release");
    }
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

/// 100 banks of 100 cards, and the concept and the chapter that they are about.
fn write_banks(home: &Path) -> Result<(), Stop> {
    write_text(&home.join("concepts.yaml"), "- id: bench\n  title: A bench\n  chapter: bench\n")?;
    write_text(&home.join("scenarios/README.md"), "None are asked about.\n")?;
    write_text(&home.join("book/text/SUMMARY.md"), "- [Bench](bench.md)\n")?;
    write_text(&home.join("book/text/bench.md"), "<!-- concepts: bench -->\n\n# Bench\n")?;
    for bank in 0..BANKS {
        write_text(&home.join(format!("banks/{bank:02}-bench.yaml")), &bank_text(bank))?;
    }
    Ok(())
}

fn bank_text(bank: usize) -> String {
    let mut text =
        format!("schema: 1\nbank: bench-{bank:02}\ntitle: Bench {bank}\nchapter: bench\n\nitems:\n");
    for item in 0..ITEMS_OF_A_BANK {
        let _ = write!(
            text,
            "  - id: item-{item}\n    kind: choice\n    level: foundational\n    concepts: [bench]\n    prompt: |\n      \
             Account {bank} holds ₹{item}. Two workers take ₹30 each with the same code.\n      What is left?\n    \
             options:\n      - text: What the serial order leaves\n        correct: true\n        why: \
             >-\n          The second reads what the first has written.\n      - text: What the last writer had in \
             its head\n        why: It would have to read before the other wrote.\n    why: >-\n      A balance \
             changes when somebody writes.\n\n"
        );
    }
    text
}
