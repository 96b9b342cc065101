//! Writing: one answer, one write, one sync. Nothing that stands in the file is ever touched.

use super::entry::Entry;
use super::read::read_folder;
use super::reviews::Reviews;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// This host's log, open for appending and locked against a second session.
#[derive(Debug)]
pub struct Log {
    file: File,
    path: PathBuf,
    host: String,
    /// Whether the file ends inside a line: a write was cut off. The next one starts a new line.
    torn: bool,
}

/// Why there is no log to write to.
#[derive(Debug)]
pub enum Refusal {
    /// Another session on this machine has it.
    InUse(PathBuf),
    Io(PathBuf, io::Error),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::InUse(path) => write!(
                f,
                "{}: another `cargo quiz` is writing here\n  help: finish that one first, or give this \
                 one a folder of its own with --data DIR\n",
                path.display()
            ),
            Refusal::Io(path, error) => write!(
                f,
                "{}: {error}\n  help: --data DIR or WORKBOOK_DATA names another folder\n",
                path.display()
            ),
        }
    }
}

impl Log {
    /// Opens (and if need be creates) the log of `host` in `folder`, and reads what all hosts
    /// have written there. The lock is taken before anything is read.
    pub fn open(folder: &Path, host: &str) -> Result<(Log, Reviews), Refusal> {
        let path = folder.join(format!("reviews-{host}.jsonl"));
        let failed = |error| Refusal::Io(path.clone(), error);
        std::fs::create_dir_all(folder).map_err(failed)?;
        let mut file = OpenOptions::new().append(true).create(true).read(true).open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Refusal::InUse(path)),
            // A file system without locks: one learner, one session; go on.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let torn = ends_inside_a_line(&mut file).map_err(failed)?;
        let reviews = read_folder(folder).map_err(failed)?;
        Ok((Log { file, path, host: host.to_owned(), torn }, reviews))
    }

    pub fn host(&self) -> &str {
        &self.host
    }

    /// Writes the entry and returns when the disk has it.
    pub fn append(&mut self, entry: impl Into<Entry>) -> Result<(), Refusal> {
        let start = if self.torn { "\n" } else { "" };
        let line = format!("{start}{}\n", entry.into().to_json());
        // Until the write is known to be whole, the file may end inside a line.
        self.torn = true;
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| Refusal::Io(self.path.clone(), error))?;
        self.torn = false;
        Ok(())
    }
}

fn ends_inside_a_line(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(false);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last != [b'\n'])
}
