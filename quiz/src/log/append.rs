//! Writing: one entry, one write, one sync. No whole line that stands in the file is ever touched.

use super::entry::Entry;
use super::note::{Note, What};
use super::read::read_with;
use super::refusal::Refusal;
use super::reviews::Reviews;
use super::torn;
use crate::chance::hash;
use crate::clock::Moment;
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// This host's log, open for appending and locked against a second session.
#[derive(Debug)]
pub struct Log {
    pub(super) file: File,
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

/// How often, and how long apart, a lock is tried: a sitting that is just ending, or a process that
/// was just forked off, has it for a moment.
const TRIES: u32 = 10;
const PAUSE: Duration = Duration::from_millis(10);

/// Takes the lock of a log.
pub(super) fn lock(file: &File, path: &Path) -> Result<(), Refusal> {
    let mut taken = file.try_lock();
    for _ in 1..TRIES {
        if !matches!(taken, Err(TryLockError::WouldBlock)) {
            break;
        }
        std::thread::sleep(PAUSE);
        taken = file.try_lock();
    }
    match taken {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(Refusal::InUse(path.to_owned())),
        // A file system without locks: one learner, one session; go on.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(Refusal::Io(path.to_owned(), error)),
    }
}

impl Log {
    /// Opens (and if need be creates) the log of `host` in `folder`, and reads what all hosts
    /// have written there. The lock is taken before anything is read, and a torn last line is set
    /// aside.
    pub fn open(folder: &Path, host: &str) -> Result<(Log, Reviews), Refusal> {
        std::fs::create_dir_all(folder).map_err(|error| Refusal::Io(folder.to_owned(), error))?;
        let path = file_of(folder, host);
        let failed = |error| Refusal::Io(path.clone(), error);
        // Windows cuts no file that is open for appending alone.
        let mut how = OpenOptions::new();
        let how = how.read(true).write(true).append(!cfg!(windows)).create(true).truncate(false);
        let mut file = how.open(&path).map_err(failed)?;
        lock(&file, &path)?;
        let torn = torn::set_aside(&mut file, &path).map_err(failed)?;
        let mut reviews = read_with(folder, Some((&path, &file))).map_err(failed)?;
        reviews.warnings.extend(torn);
        let log = Log {
            file,
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

    /// Writes that exercises showed these misses now, all at once.
    pub fn misses(&mut self, now: Moment, misses: Vec<What>) -> Result<Vec<Note>, Refusal> {
        let notes: Vec<Note> = misses.into_iter().map(|what| Note::new(&self.host, now, what)).collect();
        let entries: Vec<Entry> = notes.iter().map(Entry::from).collect();
        self.append_all(&entries)?;
        Ok(notes)
    }

    fn write(&mut self, text: &str) -> Result<(), Refusal> {
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
