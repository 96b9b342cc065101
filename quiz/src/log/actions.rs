//! What was done on one host, in the order in which it was done there, for whoever takes it back.

use super::append::{Log, file_of};
use super::entry::Entry;
use super::note::What;
use super::read::{entries, open, read_folder, read_with};
use super::refusal::Refusal;
use super::reviews::Reviews;
use crate::clock::Moment;
use crate::misses::Source;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, Seek, SeekFrom};
use std::path::Path;

/// One entry of a host's own file.
#[derive(Debug, Clone, PartialEq)]
pub struct Action {
    pub entry: Entry,
    /// Whether it counts: it was not taken back, or that was taken back.
    pub counts: bool,
}

impl Action {
    /// Whether a bare `undo` takes it back: what the reader did and did not mean. What the
    /// grader and the book noted is no action of theirs.
    fn is_theirs(&self) -> bool {
        match &self.entry {
            Entry::Answer(_) => true,
            Entry::Note(note) => match &note.what {
                What::Undo { .. } => false,
                What::Missed { from, .. } => Source::of(from) == Source::Reader,
                _ => true,
            },
        }
    }
}

/// All actions of this host, the first one first. The order is that of its file, so that a clock
/// that went back changes nothing here.
///
/// # Errors
/// When the folder or a file of it cannot be read.
pub fn actions(folder: &Path, host: &str) -> io::Result<Vec<Action>> {
    let reviews = read_folder(folder)?;
    match open(&file_of(folder, host)) {
        Ok(own) => Ok(judged(entries(BufReader::new(own))?, &reviews)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

fn judged(own: Vec<Entry>, reviews: &Reviews) -> Vec<Action> {
    let gone: HashSet<&str> = reviews.undone.iter().map(Entry::id).collect();
    let mut seen = HashSet::new();
    let first = own.into_iter().filter(|entry| seen.insert((entry.id().to_owned(), entry.at().utc_ms)));
    let action = |entry: Entry| Action { counts: !gone.contains(entry.id()), entry };
    first.map(action).collect()
}

/// The last action that counts and that a bare `undo` takes back.
pub fn last_done(actions: &[Action]) -> Option<&Entry> {
    let theirs = actions.iter().rev().filter(|action| action.counts && action.is_theirs());
    theirs.map(|action| &action.entry).next()
}

/// What `undo --redo` brings back: the undo that was made last, counts, and is none of an undo;
/// and the entry that it took back.
pub fn last_undone(actions: &[Action]) -> Option<(&Entry, &Entry)> {
    let by_id = |id: &str| actions.iter().map(|action| &action.entry).find(|entry| entry.id() == id);
    actions.iter().rev().filter(|action| action.counts).find_map(|action| {
        let target = by_id(action.entry.takes_back()?)?;
        target.takes_back().is_none().then_some((&action.entry, target))
    })
}

impl Log {
    /// As [`actions`], of this log's own host.
    pub fn actions(&mut self) -> Result<Vec<Action>, Refusal> {
        let read = |file: &mut File| {
            let reviews = read_with(&self.folder, Some((&self.path, file)))?;
            file.seek(SeekFrom::Start(0))?;
            Ok(judged(entries(BufReader::new(file))?, &reviews))
        };
        read(&mut self.file).map_err(|error| Refusal::Io(self.path.clone(), error))
    }

    /// Takes back what was done last on this host and still counts, in this sitting or before it.
    /// `None` if there is nothing.
    pub fn undo_last(&mut self, now: Moment) -> Result<Option<Entry>, Refusal> {
        let Some(entry) = last_done(&self.actions()?).cloned() else { return Ok(None) };
        self.note(now, What::Undo { of: entry.id().to_owned() })?;
        Ok(Some(entry))
    }
}
