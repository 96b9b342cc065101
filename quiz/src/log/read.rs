//! Reading the log back: every whole record counts, and every line that is none is a warning.

use super::record::{Line, Record, VERSION};
use crate::bank::Problem;
use kit::diagnostic::{Diagnostic, Place};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// All reviews of all hosts, in the order in which they happened.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reviews {
    pub records: Vec<Record>,
    /// Lines that could not be used. Nothing was lost: they are still in their files.
    pub warnings: Vec<Problem>,
}

impl Reviews {
    /// The same history under the keys that questions have now; the files stay as they are.
    pub fn under(mut self, heirs: &BTreeMap<&str, &str>) -> Reviews {
        for record in &mut self.records {
            if let Some(now) = heirs.get(record.key.as_str()) {
                record.key = (*now).to_owned();
            }
        }
        self
    }
}

/// Reads every `reviews-*.jsonl` of a folder. A folder that is not there holds no reviews.
///
/// # Errors
/// When the folder or a file of it cannot be read at all.
pub fn read_folder(folder: &Path) -> std::io::Result<Reviews> {
    let mut all = Reviews::default();
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(all),
        Err(error) => return Err(error),
    };
    let mut files: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
            name.starts_with("reviews-") && name.ends_with(".jsonl")
        })
        .collect();
    files.sort();
    for file in files {
        let bytes = std::fs::read(&file)?;
        let one = read_text(&file.display().to_string(), &bytes);
        all.records.extend(one.records);
        all.warnings.extend(one.warnings);
    }
    Ok(all.in_order())
}

/// Reads one file's contents.
pub fn read_text(file: &str, bytes: &[u8]) -> Reviews {
    let mut reviews = Reviews::default();
    let ended = bytes.last().is_none_or(|byte| *byte == b'\n');
    let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    let last = lines.len() - 1;
    let mut source: Option<Arc<str>> = None;
    for (index, line) in lines.into_iter().enumerate() {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        match record(line) {
            Ok(record) => reviews.records.push(record),
            Err(slip) => {
                let torn = index == last && !ended;
                let source = source.get_or_insert_with(|| Arc::from(String::from_utf8_lossy(bytes)));
                reviews.warnings.push(warning(file, index + 1, line, slip, torn, source));
            }
        }
    }
    reviews.in_order()
}

impl Reviews {
    /// By time, then by id; a record that was copied counts once. So it does not matter which
    /// file or host a record comes from.
    fn in_order(mut self) -> Reviews {
        self.records.sort_by(|a, b| {
            let by_id = (a.at.utc_ms, &a.id).cmp(&(b.at.utc_ms, &b.id));
            by_id.then_with(|| a.to_json().cmp(&b.to_json()))
        });
        self.records.dedup_by(|a, b| a.id == b.id && a.at.utc_ms == b.at.utc_ms);
        self
    }

    /// Both as one.
    pub fn merge(mut self, other: Reviews) -> Reviews {
        self.records.extend(other.records);
        self.warnings.extend(other.warnings);
        self.in_order()
    }
}

/// What is wrong with a line, and at which byte of it.
struct Slip {
    at: usize,
    message: String,
    help: &'static str,
}

const SKIPPED: &str = "this line is left as it is and not used; all others are";

fn record(line: &[u8]) -> Result<Record, Slip> {
    let parsed: Line = match serde_json::from_slice(line) {
        Ok(parsed) => parsed,
        Err(error) => return Err(slip(line, &error)),
    };
    parsed.into_record().map_err(|field| {
        let text = String::from_utf8_lossy(line);
        let at = text.find(&format!("\"{field}\"")).unwrap_or(0);
        Slip { at, message: format!("`{field}` has a value that no record can have"), help: SKIPPED }
    })
}

fn slip(line: &[u8], error: &serde_json::Error) -> Slip {
    #[derive(Deserialize)]
    struct Version {
        v: u32,
    }
    if let Ok(Version { v }) = serde_json::from_slice(line)
        && v > VERSION
    {
        let help = "it is kept; a newer program will use it";
        return Slip { at: 0, message: format!("a record of version {v}, newer than this program"), help };
    }
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or("no record").to_owned();
    Slip { at: error.column().saturating_sub(1), message: format!("no record: {message}"), help: SKIPPED }
}

fn warning(file: &str, number: usize, line: &[u8], slip: Slip, torn: bool, source: &Arc<str>) -> Problem {
    let before = String::from_utf8_lossy(&line[..slip.at.min(line.len())]).chars().count();
    let place = Place { line: number as u32, column: before as u32 + 1 };
    let diagnostic = if torn {
        let message = "the last line was cut off while it was written";
        Diagnostic::new(place, message).help("that answer is lost; all before it are safe")
    } else {
        Diagnostic::new(place, slip.message).help(slip.help)
    };
    Problem { file: file.to_owned(), source: Arc::clone(source), diagnostic }
}
