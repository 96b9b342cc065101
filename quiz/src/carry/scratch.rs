//! A file that nobody else needs to see: SQLite reads and writes files, not memory.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// So many names are tried before giving up: what an earlier process left lies there.
const TRIES: u32 = 10_000;

/// An empty file of a name of its own in a folder; it goes when this goes.
#[derive(Debug)]
pub(super) struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// In the folder that the system has for such files.
    pub(super) fn anywhere() -> io::Result<(Scratch, File)> {
        Scratch::within(&std::env::temp_dir(), "quiz")
    }

    /// In `folder`, with a name that begins with `.NAME`.
    pub(super) fn within(folder: &Path, name: &str) -> io::Result<(Scratch, File)> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        for _ in 0..TRIES {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!(".{name}.{}.{number}.tmp", std::process::id()));
            match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
                Ok(file) => return Ok((Scratch { path }, file)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::new(io::ErrorKind::AlreadyExists, "too many left-over temporary files"))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // It may have been renamed, and what cannot be deleted is not worth an error.
        let _ = std::fs::remove_file(&self.path);
    }
}
