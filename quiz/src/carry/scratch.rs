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
    /// In the folder that the system has for such files. Others may look into that folder, and what is
    /// unpacked there may be all that its reader has in Anki.
    pub(super) fn anywhere() -> io::Result<(Scratch, File)> {
        Scratch::open(&std::env::temp_dir(), "quiz", &owners_alone())
    }

    /// In `folder`, with a name that begins with `.NAME`. It becomes a file like any other there.
    pub(super) fn within(folder: &Path, name: &str) -> io::Result<(Scratch, File)> {
        Scratch::open(folder, name, &OpenOptions::new())
    }

    fn open(folder: &Path, name: &str, options: &OpenOptions) -> io::Result<(Scratch, File)> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        for _ in 0..TRIES {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!(".{name}.{}.{number}.tmp", std::process::id()));
            match options.clone().read(true).write(true).create_new(true).open(&path) {
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

/// For files that nobody but their owner may read.
#[cfg(unix)]
fn owners_alone() -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    options.mode(0o600);
    options
}

/// Where the system gives each user a folder for such files.
#[cfg(not(unix))]
fn owners_alone() -> OpenOptions {
    OpenOptions::new()
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // It may have been renamed, and what cannot be deleted is not worth an error.
        let _ = std::fs::remove_file(&self.path);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn nobody_else_reads_what_is_unpacked() {
        let (_scratch, file) = Scratch::anywhere().expect("a temporary file");
        let mode = file.metadata().expect("it is open").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
