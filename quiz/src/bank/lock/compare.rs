//! The banks against the lock.

use super::{Entry, FILE, Lock, print};
use crate::bank::load::{Loaded, shown};
use crate::bank::locate::{Target, way};
use crate::bank::mend::Mend;
use crate::bank::problem::Page;
use crate::bank::{Item, Problem, Sources};
use kit::diagnostic::Place;
use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::sync::Arc;

const ACCEPT: &str = "`cargo quiz accept` writes it down";

/// One thing in which banks and lock differ.
pub(super) struct Complaint {
    pub about: About,
    pub problem: Problem,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    New,
    Asked,
    Answer,
    Raised,
    Retired,
    /// Nothing that accepting could settle.
    Forbidden,
}

/// `all`: these are all banks, so a key that none has is gone.
pub(in crate::bank) fn check(sources: &Sources, files: &[Loaded], all: bool, problems: &mut Vec<Problem>) {
    let path = sources.banks.join(FILE);
    let name = shown(&path);
    let source = match std::fs::read(&path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => {
            let message = match error.kind() {
                ErrorKind::NotFound => "is missing".to_owned(),
                _ => format!("cannot be read: {error}"),
            };
            problems.push(Problem::of_file(&name, format!("{message} [lock]"), ACCEPT));
            return;
        }
    };
    let page = Page { file: name, source: Arc::from(source) };
    let lock = Lock::read(&page, problems);
    // A question with an error is in its file all the same: it is not gone.
    let broken = problems.iter().map(|problem| problem.file.clone()).collect();
    let found = complaints(files, &lock, &page, all.then_some(&broken));
    problems.extend(found.into_iter().map(|complaint| complaint.problem));
}

/// Keys that are gone are looked for unless `broken` is `None`: the files that may hold more
/// questions than could be read.
pub(super) fn complaints(
    files: &[Loaded],
    lock: &Lock,
    page: &Page,
    broken: Option<&BTreeSet<String>>,
) -> Vec<Complaint> {
    let mut found = Vec::new();
    let mut gone = broken.map(|broken| gone(files, lock, page, broken)).unwrap_or_default();
    for file in files {
        let mut new = Vec::new();
        for (item, index) in file.bank.items.iter().zip(&file.indexes) {
            if let Some(entry) = lock.find(item) {
                found.extend(changed(file, item, *index, entry));
            } else if let Some(old) = renamed(item, lock, &gone) {
                found.push(another_id(file, item, *index, &old));
                gone.retain(|(key, _)| *key != old);
            } else {
                new.push((item.id(), *index));
            }
        }
        found.extend(unlisted(file, &new));
    }
    found.extend(gone.into_iter().map(|(_, complaint)| complaint));
    found
}

/// The key that is in no bank any more and asked exactly this, if only one did.
fn renamed(item: &Item, lock: &Lock, gone: &[(String, Complaint)]) -> Option<String> {
    let now = Entry::Asked { rev: item.rev, print: print::of(item) };
    let mut same =
        gone.iter().filter(|(key, _)| lock.entries.get(key).is_some_and(|(entry, _)| *entry == now));
    same.next().filter(|_| same.next().is_none()).map(|(key, _)| key.clone())
}

fn another_id(file: &Loaded, item: &Item, index: usize, old: &str) -> Complaint {
    let message = format!("this is what `{old}` asked, which is in no bank any more [lock]");
    let bank = format!("{}/", file.bank.id);
    let old = old.strip_prefix(&bank).unwrap_or(old);
    let help = format!("write `was: [{old}]`: `{}` keeps its history then", item.id());
    let problem = file.page.problem(&way!["items", index, "id"], Target::Value, message, help);
    let problem = if item.was.is_empty() { problem.mended_by(Mend::Was(old.to_owned())) } else { problem };
    Complaint { about: About::Forbidden, problem }
}

impl Lock {
    /// What is known of a question, by its key or one that it had before.
    pub(super) fn find(&self, item: &Item) -> Option<Entry> {
        [&item.key].into_iter().chain(&item.was).find_map(|key| Some(self.entries.get(key)?.0))
    }
}

fn unlisted(file: &Loaded, new: &[(&str, usize)]) -> Option<Complaint> {
    let (_, first) = new.first()?;
    let ids: Vec<&str> = new.iter().take(5).map(|(id, _)| *id).collect();
    let more = new.len().saturating_sub(ids.len());
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let message = format!("not in {FILE}: {}{more} [lock]", ids.join(", "));
    let problem = file.page.problem(&way!["items", *first, "id"], Target::Value, message, ACCEPT);
    Some(Complaint { about: About::New, problem })
}

fn changed(file: &Loaded, item: &Item, index: usize, entry: Entry) -> Option<Complaint> {
    let (about, field, message, help) = difference(item, entry)?;
    let at = way!["items", index, field];
    let problem = file.page.problem(&at, Target::Value, format!("{message} [lock]"), help);
    Some(Complaint { about, problem })
}

fn difference(item: &Item, entry: Entry) -> Option<(About, &'static str, String, String)> {
    let Entry::Asked { rev, print: known } = entry else {
        let message = format!("`{}` was retired, and is asked again", item.key);
        let help = "give it a new id: the history of the old one is over".to_owned();
        return Some((About::Forbidden, "id", message, help));
    };
    let now = print::of(item);
    let next = rev.saturating_add(1);
    if item.rev < rev {
        let message = format!("`rev` went back from {rev} to {}", item.rev);
        let help = format!("readers' logs have {rev} already: write `rev: {rev}` or more");
        return Some((About::Forbidden, "rev", message, help));
    }
    if item.rev > rev {
        let message = format!("`rev` is {}, and {FILE} has {rev}", item.rev);
        return Some((About::Raised, "rev", message, ACCEPT.to_owned()));
    }
    if now.answer != known.answer {
        let message = "the answer has changed, and `rev` has not".to_owned();
        let help = format!(
            "another answer: write `rev: {next}`, then `cargo quiz accept`; the same in other words: `cargo quiz accept --reworded`"
        );
        return Some((About::Answer, "id", message, help));
    }
    if now.asked != known.asked {
        let message = "what is asked has changed since it was accepted".to_owned();
        let help = format!(
            "the same question in other words: `cargo quiz accept`; another question: write `rev: {next}` first"
        );
        return Some((About::Asked, "id", message, help));
    }
    None
}

/// By the key that is gone.
fn gone(files: &[Loaded], lock: &Lock, page: &Page, broken: &BTreeSet<String>) -> Vec<(String, Complaint)> {
    let half_read = files.iter().filter(|file| broken.contains(&file.page.file));
    let half_read: BTreeSet<&str> = half_read.map(|file| file.bank.id.as_str()).collect();
    let unread = broken
        .iter()
        .any(|name| !files.iter().any(|file| file.page.file == *name && !file.bank.id.is_empty()));
    let items = files.iter().flat_map(|file| &file.bank.items);
    let asked: BTreeSet<&str> =
        items.flat_map(|item| item.was.iter().chain([&item.key])).map(String::as_str).collect();
    let retired: BTreeSet<&str> =
        files.iter().flat_map(|file| &file.bank.retired).map(String::as_str).collect();
    let mut found = Vec::new();
    for (key, (entry, line)) in &lock.entries {
        let (bank, id) = key.split_once('/').unwrap_or(("", key));
        let retires = retired.contains(key.as_str());
        let (about, message, help) = if retires && *entry != Entry::Retired {
            (About::Retired, format!("`{key}` is retired now"), ACCEPT.to_owned())
        } else if retires || asked.contains(key.as_str()) || unread || half_read.contains(bank) {
            continue;
        } else {
            let help = format!(
                "keep it as `- {{id: {id}, retired: true}}`, or name it in the `was:` of the question that it became; if no reader can have seen it, delete this line"
            );
            (About::Forbidden, format!("`{key}` is in no bank any more"), help)
        };
        let place = Place { line: *line, column: 1 };
        let problem = page.problem_at(place, format!("{message} [lock]"), help);
        found.push((key.clone(), Complaint { about, problem }));
    }
    found
}
