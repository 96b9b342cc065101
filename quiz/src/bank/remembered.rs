//! Banks as YAML gave them the last time. To parse half a megabyte of YAML is most of what a reader
//! would wait for before the first question; the same as JSON takes a tenth of that.
//!
//! Only what had no error is kept, under a hash of the text that it was read from and of the form
//! that it was read into. So there is nothing that could be out of date, and whoever deletes the
//! folder loses nothing. Whatever goes wrong here, the bank is read as if nothing had been kept.

use super::raw::{Header, Item};
use super::read::{Reading, Skips};
use crate::chance::hash;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Another form of what is kept needs other names.
const FORM: &str = include_str!("raw.rs");
/// More files than this are those of banks that were changed since.
const FILES: usize = 100;

/// A folder in which readings are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remembered {
    folder: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    header: Header,
    items: Vec<Option<Item>>,
}

impl Remembered {
    /// In the platform's folder for what can be made again.
    pub fn of_platform() -> Option<Remembered> {
        let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let base = if cfg!(windows) {
            named("LOCALAPPDATA")?
        } else if cfg!(target_os = "macos") {
            named("HOME")?.join("Library").join("Caches")
        } else {
            let cache = named("XDG_CACHE_HOME").filter(|folder| folder.is_absolute());
            cache.or_else(|| Some(named("HOME")?.join(".cache")))?
        };
        Some(Remembered::at(&base.join("who-holds-the-lock").join("banks")))
    }

    pub fn at(folder: &Path) -> Remembered {
        Remembered { folder: folder.to_owned() }
    }

    /// What this text was read as, if it was kept.
    pub(super) fn reading(&self, source: &str) -> Option<Reading> {
        let bytes = std::fs::read(self.file(source)).ok()?;
        let Kept { header, items } = serde_json::from_slice(&bytes).ok()?;
        Some(Reading { header, items, skipped: Skips::default() })
    }

    /// Keeps a reading without errors. Written beside and renamed, so that nobody reads half of it.
    pub(super) fn keep(&self, source: &str, reading: Reading) -> Reading {
        let kept = Kept { header: reading.header, items: reading.items };
        if let Ok(mut value) = serde_json::to_value(&kept) {
            without_nothing(&mut value);
            // A drill does not wait for this, and does not care whether it succeeds.
            let _ = self.write(&self.file(source), value.to_string().as_bytes());
        }
        Reading { header: kept.header, items: kept.items, skipped: reading.skipped }
    }

    fn write(&self, file: &Path, bytes: &[u8]) -> std::io::Result<()> {
        std::fs::create_dir_all(&self.folder)?;
        if std::fs::read_dir(&self.folder)?.count() > FILES {
            for entry in std::fs::read_dir(&self.folder)?.flatten() {
                std::fs::remove_file(entry.path())?;
            }
        }
        let beside = file.with_extension(format!("{}.part", std::process::id()));
        std::fs::write(&beside, bytes)?;
        std::fs::rename(&beside, file)
    }

    fn file(&self, source: &str) -> PathBuf {
        let length = source.len();
        self.folder.join(format!("{:016x}-{length}.json", hash(&[source, FORM])))
    }
}

/// Most fields of most questions are not there.
fn without_nothing(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(without_nothing);
        }
        Value::Array(list) => list.iter_mut().for_each(without_nothing),
        _ => {}
    }
}
