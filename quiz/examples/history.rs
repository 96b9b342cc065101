//! A long history, for measuring what it costs to read one: `cargo xtask bench` runs this.
//!
//! ```text
//! history make DIR REVIEWS CARDS    writes DIR/reviews-bench.jsonl, always the same bytes
//! history due DIR CARDS             reads it, replays it, says how many cards are due and what memory that took
//! history parse DIR                 parses the same lines as JSON and does nothing with them
//! ```

use quiz::bank::{Bank, Body, Item, Level, See};
use quiz::chance::Chance;
use quiz::clock::Moment;
use quiz::log::{Grade, Mode, Record, read_folder};
use quiz::memory::Memory;
use quiz::session;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

const START_MS: i64 = 1_700_000_000_000;
const DAY_MS: i64 = 86_400_000;
const FILE: &str = "reviews-bench.jsonl";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u32>().unwrap_or(0).max(1);
    let done = match arguments[..] {
        ["make", folder, reviews, cards] => make(Path::new(folder), number(reviews), number(cards)),
        ["due", folder, cards] => due(Path::new(folder), number(cards)),
        ["parse", folder] => parse(Path::new(folder)),
        _ => {
            eprintln!("history make DIR REVIEWS CARDS | due DIR CARDS | parse DIR");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Every card is answered in turn, each round some days after the one before.
fn make(folder: &Path, reviews: u32, cards: u32) -> std::io::Result<String> {
    std::fs::create_dir_all(folder)?;
    let mut out = BufWriter::new(std::fs::File::create(folder.join(FILE))?);
    let mut chance = Chance::new(6);
    for n in 0..reviews {
        let (card, round) = (n % cards, i64::from(n / cards));
        let day = i64::from(card % 30) + 12 * round * (round + 1) / 2;
        let at = Moment { utc_ms: START_MS + day * DAY_MS + i64::from(n % 80_000), offset_min: 330 };
        let grade = match chance.below(10) {
            0 => Grade::Again,
            1 => Grade::Hard,
            _ => Grade::Good,
        };
        let key = key(card);
        let record = Record {
            id: Record::id("bench", &key, n, at),
            key,
            rev: 1,
            at,
            day: at.study_day(),
            mode: Mode::Drill,
            grade,
            ms: 4000 + chance.below(20_000),
            answer: "At the second read".to_owned(),
            seed: n,
            sure: None,
        };
        writeln!(out, "{}", record.to_json())?;
    }
    out.flush()?;
    Ok(format!("{reviews} reviews of {cards} cards"))
}

fn due(folder: &Path, cards: u32) -> std::io::Result<String> {
    let banks = [bank(cards)];
    let reviews = read_folder(folder)?;
    let today = reviews.records.last().map_or(quiz::clock::Day(0), |record| record.day);
    let memory = Memory::of(&reviews, &banks, today);
    let queue = session::drill(&banks, &memory, today, 8, 1);
    Ok(format!("{} reviews, {} due, {} new{}", reviews.records.len(), queue.due, queue.new, peak()))
}

/// The most memory that this process has held, where the system tells.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or(String::new(), |kilobytes| format!("\npeak {}", kilobytes.trim()))
}

fn parse(folder: &Path) -> std::io::Result<String> {
    let mut lines = 0;
    for line in BufReader::new(std::fs::File::open(folder.join(FILE))?).lines() {
        let value: serde_json::Value = serde_json::from_str(&line?)?;
        lines += u32::from(value.is_object());
    }
    Ok(format!("{lines} lines"))
}

fn bank(cards: u32) -> Bank {
    let item = |n: u32| Item {
        key: key(n),
        level: Level::Applied,
        concepts: vec![format!("concept-{}", n / 4)],
        prompt: String::new(),
        why: None,
        see: See { chapter: "c".into(), anchor: None, title: "c".into(), heading: None },
        rev: 1,
        was: Vec::new(),
        source: None,
        allow: Vec::new(),
        body: Body::Flash { answer: String::new() },
    };
    Bank { id: "bench".to_owned(), items: (0..cards).map(item).collect(), ..Bank::default() }
}

fn key(card: u32) -> String {
    format!("bench/question-number-{card}")
}
