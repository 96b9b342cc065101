//! What is odd about a learner's state, each with its next step. Pure: all that it looks at was
//! read before.

use crate::bank::{Bank, Item, Problem};
use crate::clock::Day;
use crate::command::check::counted;
use crate::command::undo::shown;
use crate::log::{Access, Note, Reviews, Settings, Survey, Surveyed, What};
use crate::memory::Memory;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A clock is set right now and then. So many times in one file, there were two clocks.
const TWO_CLOCKS: usize = 3;

/// All that is looked at.
pub(super) struct Seen<'a> {
    /// Under the names that questions have now.
    pub survey: &'a Survey,
    pub banks: &'a Result<Vec<Bank>, Vec<Problem>>,
    pub host: &'a str,
    pub today: Day,
}

/// Something odd.
#[derive(Debug, Serialize)]
pub(super) struct Finding {
    /// A name for scripts; it does not change.
    pub about: &'static str,
    pub text: String,
    pub details: Vec<String>,
    pub next: String,
}

impl Finding {
    fn new(about: &'static str, text: String, next: &str) -> Finding {
        Finding { about, text, details: Vec::new(), next: next.to_owned() }
    }

    fn with(mut self, details: Vec<String>) -> Finding {
        self.details = details;
        self
    }
}

pub(super) fn of(seen: &Seen<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &seen.survey.files {
        findings.extend(torn(file, seen.host));
        findings.extend(conflict(file));
        findings.extend(unused(file));
        findings.extend(ahead(file));
        findings.extend(backwards(file, seen.host));
    }
    findings.extend(aimless(seen.survey));
    findings.extend(weights(&seen.survey.reviews));
    match seen.banks {
        Ok(banks) => {
            findings.extend(orphans(&seen.survey.reviews, banks));
            findings.extend(leeches(&Memory::of(&seen.survey.reviews, banks, seen.today), banks));
        }
        Err(problems) => findings.push(broken_banks(problems)),
    }
    findings
}

pub(super) fn of_access(access: &Access) -> Option<Finding> {
    match access {
        Access::Nothing | Access::Free => None,
        Access::InUse => Some(Finding::new(
            "in-use",
            "Another `cargo quiz` is writing to this log now.".to_owned(),
            "Finish that one before you start a sitting here.",
        )),
        Access::Refused(error) => Some(Finding::new(
            "not-writable",
            format!("This log cannot be written: {error}."),
            "Make the folder yours, or name another with --data DIR or WORKBOOK_DATA.",
        )),
    }
}

fn name(file: &Surveyed) -> String {
    file.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn torn(file: &Surveyed, host: &str) -> Option<Finding> {
    let next = match file.host == host {
        true => "Your next sitting sets it aside. That answer is lost; all before it are safe.".to_owned(),
        false => format!("The next sitting on {} sets it aside. All lines before it are safe.", file.host),
    };
    let text = format!("The last line of {} was cut off while it was written.", name(file));
    file.torn.then(|| Finding::new("torn", text, &next))
}

fn conflict(file: &Surveyed) -> Option<Finding> {
    let text = format!("{} has the marks of a merge that was not finished.", name(file));
    let next = "Keep the lines of both sides and delete the marks. Two machines that wrote one file need two \
                names: set WORKBOOK_HOST on one of them.";
    file.conflict.then(|| Finding::new("conflict", text, next))
}

fn unused(file: &Surveyed) -> Option<Finding> {
    // The torn line has a finding of its own; it is the last.
    let unused = &file.unused[..file.unused.len() - usize::from(file.torn)];
    if unused.is_empty() {
        return None;
    }
    let detail =
        |problem: &Problem| format!("line {}: {}", problem.diagnostic.place, problem.diagnostic.message);
    let text = format!("{} of {} cannot be used.", counted(unused.len(), "line"), name(file));
    let next = "They are left as they are. Mend them by hand, or leave them: all others count.";
    Some(Finding::new("unusable", text, next).with(unused.iter().map(detail).collect()))
}

fn ahead(file: &Surveyed) -> Option<Finding> {
    let furthest = shown(file.furthest?);
    let entries = match file.ahead {
        1 => "1 entry is".to_owned(),
        n => format!("{n} entries are"),
    };
    let text = format!("In {}, {entries} later than now, up to {furthest}.", name(file));
    let next = "If your clock is right now, it was wrong then. Answers of another day count when it has come; \
                `cargo quiz undo ID` takes one back.";
    Some(Finding::new("clock-ahead", text, next))
}

fn backwards(file: &Surveyed, host: &str) -> Option<Finding> {
    let (before, after) = file.first_backwards?;
    let whose = if file.host == host { "this machine" } else { &file.host };
    let (before, after) = (shown(before), shown(after));
    if file.backwards < TWO_CLOCKS {
        let text = format!("The clock of {whose} went back, from {before} to {after}.");
        let next = "Answers keep the day that it showed, and a day before 2026 moves no card. If that day is \
                    wrong, `cargo quiz undo ID` takes the answer back.";
        return Some(Finding::new("clock-back", text, next));
    }
    let text = format!(
        "The clock of {whose} went back {} times, first from {before} to {after}: two machines may have its name.",
        file.backwards
    );
    let next = "Nothing is lost. Set WORKBOOK_HOST on one of them, so that each has a file of its own.";
    Some(Finding::new("same-name", text, next))
}

fn aimless(survey: &Survey) -> Option<Finding> {
    let count = match survey.aimless.len() {
        0 => return None,
        1 => "1 undo takes".to_owned(),
        n => format!("{n} undos take"),
    };
    let text = format!("{count} back what is not in this folder.");
    let next = "It may lie in a file of another machine that has not come yet. Until then it does nothing.";
    let details = survey.aimless.iter().map(|(id, of)| format!("{id} takes back {of}")).collect();
    Some(Finding::new("undo-without-target", text, next).with(details))
}

fn weights(reviews: &Reviews) -> Option<Finding> {
    let refused = |note: &&Note| match &note.what {
        What::Tune { weights: Some(weights), .. } => !Settings::takes(weights),
        _ => false,
    };
    let last = reviews.notes.iter().rev().find(refused)?;
    let text = format!("The weights that were set on {} are none that the model takes.", last.day);
    Some(Finding::new(
        "weights",
        text,
        "Those from before stay in force. `cargo quiz tune --fit` fits new ones.",
    ))
}

fn orphans(reviews: &Reviews, banks: &[Bank]) -> Option<Finding> {
    let items = banks.iter().flat_map(|bank| bank.items.iter().map(|item| &item.key));
    let known: BTreeSet<&String> = items.chain(banks.iter().flat_map(|bank| &bank.retired)).collect();
    let mut gone: BTreeMap<&str, (usize, Day)> = BTreeMap::new();
    for record in reviews.records.iter().filter(|record| !known.contains(&record.key)) {
        let (count, last) = gone.entry(&record.key).or_insert((0, record.day));
        *count += 1;
        *last = record.day.max(*last);
    }
    if gone.is_empty() {
        return None;
    }
    let detail = |(key, (count, last)): (&&str, &(usize, Day))| {
        format!("{key}: {}, the last on {last}", counted(*count, "answer"))
    };
    let text = format!("You answered {} that no bank has.", counted(gone.len(), "question"));
    let next = "Your answers are kept. If a question has another name now, `was: [old-id]` in its bank brings \
                them back to it.";
    Some(Finding::new("orphans", text, next).with(gone.iter().map(detail).collect()))
}

fn leeches(memory: &Memory, banks: &[Bank]) -> Option<Finding> {
    let items = banks.iter().flat_map(|bank| &bank.items);
    let detail = |item: &Item| {
        let card = memory.card(&item.key).filter(|card| card.is_leech())?;
        (!memory.is_suspended(&item.key))
            .then(|| format!("{}: forgotten {} times; read again: {}", item.key, card.lapses, item.see))
    };
    let details: Vec<String> = items.filter_map(detail).collect();
    if details.is_empty() {
        return None;
    }
    let text = format!("You keep forgetting {}.", counted(details.len(), "card"));
    let next = "Seeing it once more will not help. Read its section, then say it in your own words; if it is the \
                question that is bad, `cargo quiz flag KEY` or `cargo quiz suspend KEY`.";
    Some(Finding::new("leeches", text, next).with(details))
}

fn broken_banks(problems: &[Problem]) -> Finding {
    let files: BTreeSet<&str> = problems.iter().map(|problem| problem.file.as_str()).collect();
    let (errors, files) = (counted(problems.len(), "error"), counted(files.len(), "file"));
    let detail = |problem: &Problem| {
        format!("{}:{}: {}", problem.file, problem.diagnostic.place, problem.diagnostic.message)
    };
    let text = format!("The banks do not load: {errors} in {files}.");
    let next = "`cargo quiz check` shows each. Until they are mended, nothing can be asked.";
    Finding::new("banks", text, next).with(problems.iter().map(detail).collect())
}
