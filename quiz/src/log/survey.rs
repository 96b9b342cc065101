//! The log's files one by one, for `doctor`: what lies in them, and what looks wrong. It writes
//! nothing and makes nothing.

use super::append::file_of;
use super::entry::Entry;
use super::folder::holds_imports;
use super::line;
use super::lock;
use super::note::{Note, What};
use super::read::{Unused, files, lines, open, read_folder, regular, warnings};
use super::refusal::Refusal;
use super::reviews::Reviews;
use crate::bank::Problem;
use crate::clock::Moment;
use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

/// Clocks are set right by so much without anybody noticing.
const NOTICED_MS: i64 = 60_000;

/// All files of a folder, and what they say together.
#[derive(Debug, Default)]
pub struct Survey {
    pub files: Vec<Surveyed>,
    /// Files of last lines that were cut off.
    pub aside: Vec<PathBuf>,
    pub reviews: Reviews,
    /// Undos whose entry lies in no file: their ids, and the ids that they name.
    pub aimless: Vec<(String, String)>,
}

/// One file.
#[derive(Debug)]
pub struct Surveyed {
    pub path: PathBuf,
    pub host: String,
    pub answers: usize,
    pub notes: usize,
    /// Lines that are no entry.
    pub unused: Vec<Problem>,
    /// Whether the last one was cut off.
    pub torn: bool,
    /// Whether lines look like those that a merge leaves where both sides differ.
    pub conflict: bool,
    /// How often an entry is earlier than the one before it, by more than a minute; and the first
    /// such pair.
    pub backwards: usize,
    pub first_backwards: Option<(Moment, Moment)>,
    /// How many entries are later than now, by more than a minute; and the last of them.
    pub ahead: usize,
    pub furthest: Option<Moment>,
}

/// Whether somebody can write to the log of a host.
#[derive(Debug)]
pub enum Access {
    /// Nothing is there yet.
    Nothing,
    Free,
    /// A sitting has the lock.
    InUse,
    Refused(io::Error),
}

/// Looks at every file of a folder. One that is not there is an empty one.
///
/// # Errors
/// When the folder or a file of it cannot be read at all.
pub fn survey(folder: &Path, now: Moment) -> io::Result<Survey> {
    let mut surveyed = Vec::new();
    for path in files(folder)? {
        surveyed.push(look(&path, BufReader::new(open(&path)?), now)?);
    }
    let reviews = read_folder(folder)?;
    let aimless = aimless(&reviews);
    Ok(Survey { files: surveyed, aside: aside(folder), reviews, aimless })
}

/// Tries whether the log of this host could be written, without changing anything.
pub fn access(folder: &Path, host: &str) -> Access {
    let path = file_of(folder, host);
    if let Err(error) = regular(&path) {
        return Access::Refused(error);
    }
    let opened = match OpenOptions::new().append(true).open(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return may_create(folder),
        opened => opened,
    };
    let file = match opened {
        Ok(file) => file,
        Err(error) => return Access::Refused(error),
    };
    match lock::try_both(&file, &path) {
        Ok(()) => Access::Free,
        Err(Refusal::Io(_, error) | Refusal::NotWritten(_, error)) => Access::Refused(error),
        Err(Refusal::InUse(_)) => Access::InUse,
    }
}

/// Whether the folder, or the nearest one above it that is there, takes new files.
fn may_create(folder: &Path) -> Access {
    for above in folder.ancestors() {
        let above = if above.as_os_str().is_empty() { Path::new(".") } else { above };
        match std::fs::metadata(above) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Access::Refused(error),
            Ok(about) if !about.is_dir() => return Access::Refused(io::ErrorKind::NotADirectory.into()),
            Ok(about) if about.permissions().readonly() => {
                return Access::Refused(io::ErrorKind::PermissionDenied.into());
            }
            Ok(_) => return Access::Nothing,
        }
    }
    Access::Nothing
}

fn look(path: &Path, from: impl io::BufRead, now: Moment) -> io::Result<Surveyed> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
    let host = name.trim_start_matches("reviews-").trim_end_matches(".jsonl");
    let mut file = Surveyed {
        path: path.to_owned(),
        host: host.to_owned(),
        answers: 0,
        notes: 0,
        unused: Vec::new(),
        torn: false,
        conflict: false,
        backwards: 0,
        first_backwards: None,
        ahead: 0,
        furthest: None,
    };
    let mut before: Option<Moment> = None;
    let unused = lines(from, |entry| file.count(&entry, &mut before, now))?;
    file.torn = unused.iter().any(|line| line.torn);
    file.conflict = unused.iter().any(is_conflict);
    file.unused = warnings(&path.display().to_string(), &unused);
    Ok(file)
}

impl Surveyed {
    fn count(&mut self, entry: &Entry, before: &mut Option<Moment>, now: Moment) {
        // A note stands behind the latest note of any clock, so only answers tell of this one.
        let at = match entry {
            Entry::Answer(record) => record.at,
            Entry::Note(_) => {
                self.notes += 1;
                return;
            }
        };
        self.answers += 1;
        let whole = !holds_imports(&self.host);
        if let Some(earlier) =
            before.filter(|before| whole && at.utc_ms < before.utc_ms.saturating_sub(NOTICED_MS))
        {
            self.backwards += 1;
            self.first_backwards.get_or_insert((earlier, at));
        }
        if at.utc_ms > now.utc_ms.saturating_add(NOTICED_MS) {
            self.ahead += 1;
            self.furthest = self.furthest.max(Some(at));
        }
        *before = Some(at);
    }
}

fn is_conflict(line: &Unused) -> bool {
    let marks: [&[u8]; 3] = [b"<<<<<<< ", b"=======", b">>>>>>> "];
    !line::is_whole(&line.text) && marks.iter().any(|mark| line.text.starts_with(mark))
}

fn aside(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut aside: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "torn")).collect();
    aside.sort();
    aside
}

fn aimless(reviews: &Reviews) -> Vec<(String, String)> {
    let ids: HashSet<&str> = reviews.entry_ids().collect();
    let target = |note: &Note| match &note.what {
        What::Undo { of } if !ids.contains(of.as_str()) => Some((note.id.clone(), of.clone())),
        _ => None,
    };
    reviews.all_notes().filter_map(target).collect()
}
