//! The file as text: one key a line, so that two branches merge.

use super::{Entry, Lock, Print};
use crate::bank::Problem;
use crate::bank::problem::Page;
use kit::diagnostic::Place;
use std::collections::BTreeMap;

const HEAD: &str = "\
# What each question asked and what its answer was: key, rev, two hashes.
# Written by `cargo quiz accept`.
";

const HELP: &str = "undo the edit, or delete the line and run `cargo quiz accept`";

impl Lock {
    /// Everything that is wrong goes to `problems`; such lines count as not there.
    pub(super) fn read(page: &Page, problems: &mut Vec<Problem>) -> Lock {
        let mut lock = Lock::default();
        for (n, line) in page.source.lines().enumerate() {
            let number = n as u32 + 1;
            let place = Place { line: number, column: 1 };
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            if ["<<<<<<<", "=======", ">>>>>>>"].iter().any(|mark| line.starts_with(mark)) {
                let help = "keep the lines of both sides, delete the marks, then run `cargo quiz accept`";
                problems.push(page.problem_at(place, "a merge was not finished here", help));
                continue;
            }
            let Some((key, entry)) = entry(line) else {
                problems.push(page.problem_at(place, "this line is no `key rev hash hash`", HELP));
                continue;
            };
            if let Some((_, first)) = lock.entries.insert(key.to_owned(), (entry, number)) {
                let message = format!("`{key}` stands on line {first} already");
                problems.push(page.problem_at(place, message, HELP));
            }
        }
        lock
    }

    pub(super) fn text(entries: &BTreeMap<String, Entry>) -> String {
        let lines = entries.iter().map(|(key, entry)| match entry {
            Entry::Asked { rev, print: Print { asked, answer } } => {
                format!("{key} {rev} {asked:016x} {answer:016x}\n")
            }
            Entry::Retired => format!("{key} retired\n"),
        });
        HEAD.to_owned() + &lines.collect::<String>()
    }
}

fn entry(line: &str) -> Option<(&str, Entry)> {
    let hash = |text: &str| u64::from_str_radix(text, 16).ok().filter(|_| text.len() == 16);
    let words: Vec<&str> = line.split(' ').collect();
    match words.as_slice() {
        [key, "retired"] if key.contains('/') => Some((key, Entry::Retired)),
        [key, rev, asked, answer] if key.contains('/') => {
            let print = Print { asked: hash(asked)?, answer: hash(answer)? };
            Some((key, Entry::Asked { rev: rev.parse().ok()?, print }))
        }
        _ => None,
    }
}
