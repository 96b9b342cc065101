//! Why there is no log to write to, or to read.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why the log could not be opened, read or written.
#[derive(Debug)]
pub enum Refusal {
    /// Another session on this machine has it.
    InUse(PathBuf),
    /// It cannot be opened or read.
    Io(PathBuf, io::Error),
    /// It was open, and an entry could not be written. What was written before is safe.
    NotWritten(PathBuf, io::Error),
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
            Refusal::NotWritten(path, error) => write!(
                f,
                "{}: this could not be written: {error}\n  help: all before it is safe; when there is room \
                 again, the same command goes on from here\n",
                path.display()
            ),
        }
    }
}
