//! `cargo quiz accept`: somebody has looked, so write down what is asked now.

use super::compare::{About, complaints};
use super::{Entry, FILE, Lock, print};
use crate::bank::load::{Drafts, Loaded, Loading, shown};
use crate::bank::problem::Page;
use crate::bank::{Problem, Sources};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// As messages name the file.
    pub file: String,
    /// By key. Empty: nothing was written, for nothing has changed.
    pub changes: Vec<(String, Change)>,
}

/// How a key's line differs from the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    New,
    /// Asked in other words.
    Asked,
    /// Answered otherwise under the same `rev`.
    Reworded,
    /// Another question since this `rev`.
    Raised(u32),
    Retired,
    /// It has another key now.
    Renamed,
}

/// Why nothing was written.
#[derive(Debug)]
pub enum Refused {
    /// The banks or the file have errors; or answers changed under the same `rev`.
    Problems(Vec<Problem>),
    Io(String, std::io::Error),
}

impl Sources {
    /// Rewrites `banks.lock`. `reworded`: every changed answer means what it meant before.
    ///
    /// # Errors
    /// Banks with errors, a lock that nobody can read, and what a check says of the lock that this
    /// cannot settle: a `rev` that went back, a question that is gone, an answer that changed.
    pub fn accept(&self, reworded: bool) -> Result<Accepted, Refused> {
        let files = self.files().map_err(Refused::Problems)?;
        let Loading { files, problems, .. } = self.read_files(&files, &Drafts::new());
        if !problems.is_empty() {
            return Err(Refused::Problems(problems));
        }
        let path = self.banks.join(FILE);
        let name = shown(&path);
        let source = match std::fs::read_to_string(&path) {
            Ok(source) => source,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(Refused::Io(name, error)),
        };
        let mut problems = Vec::new();
        let page = Page { file: name.clone(), source: Arc::from(source) };
        let lock = Lock::read(&page, &mut problems);
        let settled = |about: About| match about {
            About::Forbidden => false,
            About::Answer => reworded,
            About::New | About::Asked | About::Raised | About::Retired => true,
        };
        let found = complaints(&files, &lock, &page, Some(&BTreeSet::new()));
        problems.extend(found.into_iter().filter(|one| !settled(one.about)).map(|one| one.problem));
        if !problems.is_empty() {
            return Err(Refused::Problems(problems));
        }
        let (entries, changes) = now(&files, &lock);
        let text = Lock::text(&entries);
        if text != *page.source {
            replace(&path, &text).map_err(|error| Refused::Io(name.clone(), error))?;
        }
        Ok(Accepted { file: name, changes: changes.into_iter().collect() })
    }
}

/// The lines as they have to be, and how they differ from those that are there.
fn now(files: &[Loaded], lock: &Lock) -> (BTreeMap<String, Entry>, BTreeMap<String, Change>) {
    let mut entries = BTreeMap::new();
    let mut changes = BTreeMap::new();
    for file in files {
        for item in &file.bank.items {
            let entry = Entry::Asked { rev: item.rev, print: print::of(item) };
            changes.extend(change(lock.find(item), entry).map(|change| (item.key.clone(), change)));
            for old in item.was.iter().filter(|old| lock.entries.contains_key(*old)) {
                changes.insert(old.clone(), Change::Renamed);
            }
            entries.insert(item.key.clone(), entry);
        }
        for key in &file.bank.retired {
            if lock.entries.get(key).is_none_or(|(entry, _)| *entry != Entry::Retired) {
                changes.insert(key.clone(), Change::Retired);
            }
            entries.insert(key.clone(), Entry::Retired);
        }
    }
    (entries, changes)
}

fn change(known: Option<Entry>, now: Entry) -> Option<Change> {
    match (known, now) {
        (None, _) => Some(Change::New),
        (Some(Entry::Asked { rev: old, print: known }), Entry::Asked { rev, print }) => match () {
            () if rev > old => Some(Change::Raised(rev)),
            () if known.answer != print.answer => Some(Change::Reworded),
            () if known.asked != print.asked => Some(Change::Asked),
            () => None,
        },
        _ => None,
    }
}

/// Whole or not at all: a file that is half written would be the next error.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let new = path.with_extension("lock.new");
    let mut file = std::fs::File::create(&new)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    std::fs::rename(&new, path)
}
