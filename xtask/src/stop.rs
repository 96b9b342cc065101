//! Why a command ends without success, and the exit code that says so.

use std::fmt;
use std::path::Path;

/// Exit code 1: a check failed. Exit code 2: what was asked for, or a file, is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The text is for people, and complete; empty when all has been said already.
    Red(String),
    Input(String),
}

impl Stop {
    pub(crate) fn code(&self) -> u8 {
        match self {
            Stop::Red(_) => 1,
            Stop::Input(_) => 2,
        }
    }

    /// A file could not be read or written.
    pub(crate) fn file(doing: &str, path: &Path, error: &std::io::Error) -> Stop {
        Stop::Input(format!("cannot {doing} {}: {error}\n", path.display()))
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Red(text) | Stop::Input(text) => f.write_str(text),
        }
    }
}
