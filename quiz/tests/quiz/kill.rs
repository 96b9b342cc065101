//! The real program, killed, doubled, and out of room: every answer whose verdict was printed is in
//! the log, whole and once.

#![cfg(unix)]

use crate::place::{Shell, fixtures};
use quiz::chance::Chance;
use quiz::clock::Moment;
use quiz::log::{Record, Reviews, read_folder};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const TRIALS: u64 = 100;
const DAY_MS: i64 = 86_400_000;

/// `quiz flash` on the fixtures, on the day number `day`.
fn flash(program: &str, data: &Path, day: u64) -> Command {
    let at = Moment { utc_ms: 1_796_000_000_000 + day as i64 * DAY_MS, offset_min: 0 };
    let mut command = Command::new(program);
    command.args(["flash", "--limit", "9", "--now", &at.utc(), "--data"]).arg(data);
    command.arg("--root").arg(fixtures()).arg("--banks").arg(fixtures().join("banks"));
    command.env("WORKBOOK_HOST", "pod-7");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_quiz");
/// More than any sitting over the fixtures asks for.
const ANSWERS: &str = "?\n?\n?\n?\n?\n?\n?\n?\n?\n?\n?\n?\n?\n?\n?\n?\n?\n?\n?\n?\n";

fn start(mut command: Command) -> Child {
    let mut child = command.spawn().expect("the program starts");
    // All answers at once: nothing but the disk holds the sitting up.
    let _ = child.stdin.take().expect("a pipe").write_all(ANSWERS.as_bytes());
    child
}

/// The questions whose verdict was printed, in order.
fn told(out: &str) -> Vec<String> {
    let (mut asked, mut told) = (String::new(), Vec::new());
    for line in out.lines() {
        if let Some((_, key)) = line.rsplit_once(" · small/") {
            asked = format!("small/{key}");
        }
        if line.starts_with("Then look.") {
            told.push(asked.clone());
        }
    }
    told
}

fn keys(records: &[Record]) -> Vec<String> {
    records.iter().map(|record| record.key.clone()).collect()
}

/// What is in the log, each entry once.
fn read(data: &Path) -> Reviews {
    let reviews = read_folder(data).expect("the folder");
    let ids: BTreeSet<&str> = reviews.records.iter().map(|record| record.id.as_str()).collect();
    assert_eq!(ids.len(), reviews.records.len());
    reviews
}

/// The records of the study day of this trial, in the order of the file.
fn written(data: &Path, before: usize) -> Vec<String> {
    let text = std::fs::read_to_string(data.join("reviews-pod-7.jsonl")).unwrap_or_default();
    let lines =
        text.lines().skip(before).filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    lines.map(|line| line["key"].as_str().expect("a key").to_owned()).collect()
}

#[test]
fn a_hundred_kills_lose_no_answer_whose_verdict_was_shown() {
    let shell = Shell::new("kill");
    let mut chance = Chance::new(7);
    let (mut before, mut cut_short) = (0, 0);
    for trial in 0..TRIALS {
        let mut child = start(flash(PROGRAM, &shell.data, trial));
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut seen = String::new();
        // After some verdicts, and a while that lets the next answer be on its way.
        let mut left = chance.below(10);
        while left > 0 && out.read_line(&mut seen).expect("text") > 0 {
            left -= u64::from(seen.lines().last().is_some_and(|line| line.starts_with("Then look.")));
        }
        std::thread::sleep(Duration::from_micros(chance.below(3000)));
        child.kill().expect("it was started here");
        out.read_to_string(&mut seen).expect("text");
        let ended = child.wait().expect("it was started here").success();
        cut_short += u32::from(!ended);
        let (told, written) = (told(&seen), written(&shell.data, before));
        assert!(written.starts_with(&told), "trial {trial}: {told:?} were told, {written:?} are written");
        assert!(
            written.len() <= told.len() + 1,
            "trial {trial}: {told:?} were told, {written:?} are written"
        );
        before += written.len();
        assert_eq!(read(&shell.data).records.len(), before, "trial {trial}");
    }
    assert!(cut_short > TRIALS as u32 / 2, "only {cut_short} sittings were cut short");
    // The next run finds all of it, and nothing to complain of.
    let output = start(flash(PROGRAM, &shell.data, TRIALS)).wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    let told = told(&String::from_utf8_lossy(&output.stdout));
    assert!(!told.is_empty());
    assert_eq!(keys(&read(&shell.data).records).len(), before + told.len());
}

#[test]
fn a_second_process_is_refused() {
    let shell = Shell::new("two-processes");
    let mut first = flash(PROGRAM, &shell.data, 0).spawn().expect("the program starts");
    let mut out = BufReader::new(first.stdout.take().expect("a pipe"));
    let mut line = String::new();
    while !line.contains(" · small/") {
        line.clear();
        assert!(out.read_line(&mut line).expect("text") > 0);
    }
    let second = start(flash(PROGRAM, &shell.data, 0)).wait_with_output().expect("it ends");
    assert_eq!((second.status.code(), second.stdout.as_slice()), (Some(1), &b""[..]));
    assert!(String::from_utf8_lossy(&second.stderr).contains("another `cargo quiz` is writing here"));
    first.stdin.take().expect("a pipe").write_all(b"?\n?\nq\n").expect("it reads");
    out.read_to_string(&mut line).expect("text");
    assert!(first.wait().expect("it ends").success());
    assert_eq!(read(&shell.data).records.len(), 2);
}

/// A disk without room, as far as one process can have it: no file may grow past a limit.
#[test]
fn a_full_disk_keeps_what_was_written_and_says_so() {
    let shell = Shell::new("full-disk");
    let limited = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
    let inner = flash(PROGRAM, &shell.data, 0);
    let mut command = Command::new("sh");
    command.args(["-c", limited, PROGRAM]).args(inner.get_args()).env("WORKBOOK_HOST", "pod-7");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = start(command).wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(
        err.contains("this could not be written") && err.contains("help: all before it is safe"),
        "{err}"
    );
    let told = told(&String::from_utf8_lossy(&output.stdout));
    assert!(!told.is_empty());
    let reviews = read(&shell.data);
    assert_eq!((written(&shell.data, 0), reviews.warnings.len()), (told.clone(), 0));
    let output = start(flash(PROGRAM, &shell.data, 1)).wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    assert!(read(&shell.data).records.len() > told.len());
}
