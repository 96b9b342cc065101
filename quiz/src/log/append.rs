//! Writing: one entry, one write, one sync. No whole line that stands in the file is ever touched.

use super::entry::Entry;
use super::lock;
use super::note::{Note, What};
use super::read::{read_with, regular};
use super::refusal::Refusal;
use super::reviews::Reviews;
use super::torn;
use crate::chance::hash;
use crate::clock::Moment;
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// This host's log, open for appending and locked against a second session.
#[derive(Debug)]
pub struct Log {
    pub(super) file: File,
    _lock: Option<File>,
    pub(super) path: PathBuf,
    pub(super) folder: PathBuf,
    host: String,
    /// Whether a write failed and could not be taken back: the next one starts a new line.
    torn: bool,
    /// Hashes of the ids that are taken.
    ids: HashSet<u64>,
    /// The instant of the latest note of any host.
    latest_note: Option<i64>,
}

/// The file of a host in a folder of logs.
pub(super) fn file_of(folder: &Path, host: &str) -> PathBuf {
    folder.join(format!("reviews-{host}.jsonl"))
}

/// Opens a log for writing, and makes it if it is not there.
fn open(path: &Path) -> io::Result<File> {
    regular(path)?;
    let is_new = !path.exists();
    // Windows cuts no file that is open for appending alone.
    let mut how = OpenOptions::new();
    let file = how.read(true).write(true).append(!cfg!(windows)).create(true).truncate(false).open(path)?;
    if is_new && cfg!(unix) {
        // The file's name is the folder's; not every file system can sync that.
        let _ = path.parent().map(|folder| File::open(folder)?.sync_all());
    }
    Ok(file)
}

/// Whether the file that lies at this path is still the one that is open.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let here = file.metadata()?;
    Ok(std::fs::metadata(path).is_ok_and(|there| (there.dev(), there.ino()) == (here.dev(), here.ino())))
}

/// Elsewhere no file is replaced or taken away while it is open.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

impl Log {
    /// Opens (and if need be creates) the log of `host` in `folder`, and reads what all hosts
    /// have written there. The lock is taken before anything is read, and a torn last line is set
    /// aside.
    pub fn open(folder: &Path, host: &str) -> Result<(Log, Reviews), Refusal> {
        std::fs::create_dir_all(folder).map_err(|error| Refusal::Io(folder.to_owned(), error))?;
        let path = file_of(folder, host);
        let failed = |error| Refusal::Io(path.clone(), error);
        let lock = lock::take(&path)?;
        let mut file = open(&path).map_err(failed)?;
        lock::take_log(&file, &path)?;
        let torn = torn::set_aside(&mut file, &path).map_err(failed)?;
        let reviews = read_with(folder, Some((&path, &file)));
        let mut reviews = reviews.map_err(|error| Refusal::Io(folder.to_owned(), error))?;
        reviews.warnings.extend(torn);
        let log = Log {
            file,
            _lock: lock,
            path,
            folder: folder.to_owned(),
            host: host.to_owned(),
            torn: false,
            ids: reviews.entry_ids().map(|id| hash(&[id])).collect(),
            latest_note: reviews.latest_note(),
        };
        Ok((log, reviews))
    }

    pub fn host(&self) -> &str {
        &self.host
    }

    /// Writes the entry and returns its id when the disk has it. An id that is taken (of an answer
    /// that was taken back and given again at the same instant) is replaced.
    pub fn append(&mut self, entry: impl Into<Entry>) -> Result<String, Refusal> {
        let mut entry = entry.into();
        while self.ids.contains(&hash(&[entry.id()])) {
            entry.take_another_id();
        }
        let start = if self.torn { "\n" } else { "" };
        self.write(&format!("{start}{}\n", entry.to_json()))?;
        self.ids.insert(hash(&[entry.id()]));
        if let Entry::Note(note) = &entry {
            self.latest_note = self.latest_note.max(Some(note.at.utc_ms));
        }
        Ok(entry.id().to_owned())
    }

    /// Writes entries of another log at once and returns when the disk has them all; those whose id is
    /// taken are left out. Cut off in the middle, it leaves the first of them whole.
    pub fn append_all(&mut self, entries: &[Entry]) -> Result<(), Refusal> {
        let mut text = if self.torn { "\n".to_owned() } else { String::new() };
        let mut new = Vec::new();
        for entry in entries.iter().filter(|entry| !self.ids.contains(&hash(&[entry.id()]))) {
            text.push_str(&entry.to_json());
            text.push('\n');
            new.push(entry);
        }
        if new.is_empty() {
            return Ok(());
        }
        self.write(&text)?;
        self.ids.extend(new.iter().map(|entry| hash(&[entry.id()])));
        let notes = new.iter().filter(|entry| matches!(entry, Entry::Note(_)));
        self.latest_note = self.latest_note.max(notes.map(|note| note.at().utc_ms).max());
        Ok(())
    }

    /// Writes that this was done now. A note is later than each that its writer knew of, whatever
    /// the clocks say: so what was done last counts. A miss overrules no note: it stands among the
    /// answers, at its own instant, and the drill after it answers it.
    pub fn note(&mut self, now: Moment, what: What) -> Result<Note, Refusal> {
        let next = match what {
            What::Missed { .. } => now.utc_ms,
            _ => self.latest_note.map_or(now.utc_ms, |latest| latest.saturating_add(1)),
        };
        let at = Moment { utc_ms: now.utc_ms.max(next), ..now };
        let note = Note { day: now.study_day(), ..Note::new(&self.host, at, what) };
        self.append(&note)?;
        Ok(note)
    }

    /// Writes that exercises and predictions showed these misses now, all at once.
    pub fn misses(&mut self, now: Moment, misses: Vec<What>) -> Result<Vec<Note>, Refusal> {
        let notes: Vec<Note> = misses.into_iter().map(|what| Note::new(&self.host, now, what)).collect();
        let entries: Vec<Entry> = notes.iter().map(Entry::from).collect();
        self.append_all(&entries)?;
        Ok(notes)
    }

    /// A checkout, an editor's save or a sync tool may have put another file in the log's place. What
    /// is written to one that has no name any more is lost.
    fn follow(&mut self) -> Result<(), Refusal> {
        let failed = |error| Refusal::NotWritten(self.path.clone(), error);
        if is_at(&self.file, &self.path).map_err(failed)? {
            return Ok(());
        }
        let mut file = open(&self.path).map_err(failed)?;
        lock::take_log(&file, &self.path)?;
        torn::set_aside(&mut file, &self.path).map_err(failed)?;
        self.file = file;
        self.torn = false;
        Ok(())
    }

    fn write(&mut self, text: &str) -> Result<(), Refusal> {
        self.follow()?;
        let failed = |error| Refusal::NotWritten(self.path.clone(), error);
        let end = self.file.seek(SeekFrom::End(0)).map_err(failed)?;
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| {
            // Half an entry is none. If this fails too, the next one begins a line of its own.
            self.torn = self.file.set_len(end).is_err();
            Refusal::NotWritten(self.path.clone(), error)
        })?;
        self.torn = false;
        Ok(())
    }
}
