//! What a child writes while it works: which run it is at, and what came of each property.

use std::fs::File;
use std::io::Write;
use std::sync::Mutex;

use super::letter::{Letter, Verdictlet};

/// The child's end of the file through which it reports. Each letter is one `write`, so that a
/// child that dies leaves whole letters behind.
#[derive(Debug, Default)]
pub struct Beacon {
    file: Option<Mutex<File>>,
}

impl Beacon {
    /// A beacon that nobody watches, for exploring in the same process.
    pub fn dark() -> Beacon {
        Beacon::default()
    }

    pub(super) fn new(file: File) -> Beacon {
        Beacon { file: Some(Mutex::new(file)) }
    }

    pub fn run_begins(&self, number: u32) {
        kit::pulse::beat();
        super::child::begins(number);
        self.send(&Letter::Run(number));
    }

    pub fn verdict(&self, verdict: Verdictlet) {
        self.send(&Letter::Verdict(verdict));
    }

    pub(super) fn send(&self, letter: &Letter) {
        if let Some(file) = &self.file {
            // A child that cannot report ends; its parent says so.
            let mut file = file.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            if file.write_all(letter.encode().as_bytes()).is_err() {
                std::process::abort();
            }
        }
    }
}
