//! From one line of a file to an entry, or to what is wrong with it. A line is parsed once: the
//! fields of all entries stand in one struct, and `op` decides which of them count.

use super::entry::Entry;
use super::note::{Note, What};
use super::record::{Grade, Mode, Record, Sure, VERSION};
use crate::clock::{Day, Moment};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::borrow::Cow;

/// All that any entry may have. What an entry must have is looked at afterwards.
#[derive(Deserialize)]
struct Raw<'a> {
    v: Option<u32>,
    id: Option<String>,
    /// Empty if it is missing, as no instant is.
    #[serde(borrow, default)]
    t: Cow<'a, str>,
    off: Option<i32>,
    #[serde(borrow, default)]
    day: Cow<'a, str>,
    key: Option<String>,
    rev: Option<u32>,
    mode: Option<Mode>,
    grade: Option<u32>,
    ms: Option<u64>,
    ans: Option<String>,
    seed: Option<u32>,
    sure: Option<Sure>,
    #[serde(borrow, default)]
    op: Cow<'a, str>,
    of: Option<String>,
    text: Option<String>,
    retention: Option<u32>,
    weights: Option<Vec<f32>>,
    easy: Option<bool>,
    concept: Option<String>,
    from: Option<String>,
}

/// What is wrong with a line, and at which byte of it.
#[derive(Debug)]
pub(super) struct Slip {
    pub at: usize,
    pub message: String,
    pub help: &'static str,
}

const SKIPPED: &str = "this line is left as it is and not used; all others are";
const NEWER: &str = "it is kept; a newer program will use it";

/// Why a parsed line is no entry.
enum Lack {
    /// A field that is not there.
    Missing(&'static str),
    /// A field whose value is out of its range, which serde cannot see.
    Value(&'static str),
    /// An `op` of which this program does not know.
    Op(String),
}

pub(super) fn entry(line: &[u8]) -> Result<Entry, Slip> {
    // Looked at once as a whole, a text need not be looked at again string by string.
    let raw: Result<Raw<'_>, _> = match std::str::from_utf8(line) {
        Ok(text) => serde_json::from_str(text),
        Err(_) => serde_json::from_slice(line),
    };
    let raw = raw.map_err(|error| unparsed(line, &error))?;
    let version = raw.v;
    raw.into_entry().map_err(|lack| unfit(line, version, lack))
}

/// Whether the line is all of a JSON text. What a crash cut off is not.
pub(super) fn is_whole(line: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(line).is_ok()
}

impl Raw<'_> {
    fn into_entry(self) -> Result<Entry, Lack> {
        self.v.ok_or(Lack::Missing("v"))?;
        if self.op.is_empty() {
            self.into_record().map(Entry::Answer)
        } else {
            self.into_note().map(Entry::Note)
        }
    }

    fn when(&self) -> Result<(Moment, Day), Lack> {
        if self.t.is_empty() {
            return Err(Lack::Missing("t"));
        }
        let at = Moment::parse(&self.t).ok_or(Lack::Value("t"))?;
        let offset_min = self.off.ok_or(Lack::Missing("off"))?;
        if !(-24 * 60..=24 * 60).contains(&offset_min) {
            return Err(Lack::Value("off"));
        }
        if self.day.is_empty() {
            return Err(Lack::Missing("day"));
        }
        let day = Day::parse(&self.day).ok_or(Lack::Value("day"))?;
        Ok((Moment { offset_min, ..at }, day))
    }

    fn into_record(self) -> Result<Record, Lack> {
        let (at, day) = self.when()?;
        let grade = match self.grade.ok_or(Lack::Missing("grade"))? {
            1 => Grade::Again,
            2 => Grade::Hard,
            3 => Grade::Good,
            4 => Grade::Easy,
            _ => return Err(Lack::Value("grade")),
        };
        Ok(Record {
            id: self.id.ok_or(Lack::Missing("id"))?,
            key: self.key.ok_or(Lack::Missing("key"))?,
            rev: self.rev.ok_or(Lack::Missing("rev"))?,
            at,
            day,
            mode: self.mode.ok_or(Lack::Missing("mode"))?,
            grade,
            ms: self.ms.ok_or(Lack::Missing("ms"))?,
            answer: self.ans.ok_or(Lack::Missing("ans"))?,
            seed: self.seed.ok_or(Lack::Missing("seed"))?,
            sure: self.sure,
        })
    }

    fn into_note(self) -> Result<Note, Lack> {
        let (at, day) = self.when()?;
        let key = self.key.ok_or(Lack::Missing("key"));
        let what = match &*self.op {
            "undo" => What::Undo { of: self.of.ok_or(Lack::Missing("of"))? },
            "suspend" => What::Suspend { key: key? },
            "resume" => What::Resume { key: key? },
            "flag" => What::Flag { key: key?, text: self.text.ok_or(Lack::Missing("text"))? },
            "unflag" => What::Unflag { key: key? },
            "tune" => {
                if self.weights.iter().flatten().any(|weight| !weight.is_finite()) {
                    return Err(Lack::Value("weights"));
                }
                What::Tune { retention: self.retention, weights: self.weights, easy: self.easy }
            }
            "missed" => What::Missed {
                concept: self.concept.ok_or(Lack::Missing("concept"))?,
                from: self.from.ok_or(Lack::Missing("from"))?,
            },
            other => return Err(Lack::Op(other.to_owned())),
        };
        Ok(Note { id: self.id.ok_or(Lack::Missing("id"))?, at, day, what })
    }
}

fn newer(version: u32) -> Slip {
    Slip { at: 0, message: format!("an entry of version {version}, newer than this program"), help: NEWER }
}

fn unknown(line: &[u8], op: &str) -> Slip {
    Slip {
        at: place(line, "op"),
        message: format!("`{op}` is an entry that this program does not know"),
        help: NEWER,
    }
}

fn place(line: &[u8], field: &str) -> usize {
    String::from_utf8_lossy(line).find(&format!("\"{field}\"")).unwrap_or(0)
}

fn unfit(line: &[u8], version: Option<u32>, lack: Lack) -> Slip {
    match (lack, version) {
        (_, Some(version)) if version > VERSION => newer(version),
        (Lack::Op(op), _) => unknown(line, &op),
        (Lack::Missing(field), _) => {
            let at = line.trim_ascii_end().len().saturating_sub(1);
            Slip { at, message: format!("no entry: `{field}` is missing"), help: SKIPPED }
        }
        (Lack::Value(field), _) => {
            let message = format!("`{field}` has a value that no entry can have");
            Slip { at: place(line, field), message, help: SKIPPED }
        }
    }
}

/// A line that does not even have the shape of an entry. A newer program may have written it.
fn unparsed(line: &[u8], error: &serde_json::Error) -> Slip {
    #[derive(Deserialize)]
    struct Head {
        v: u32,
        op: Option<String>,
    }
    if let Ok(head) = serde_json::from_slice::<Head>(line) {
        match head.op {
            _ if head.v > VERSION => return newer(head.v),
            Some(op) if !What::OPS.contains(&op.as_str()) => return unknown(line, &op),
            _ => {}
        }
    }
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or("no JSON");
    // Serde names our own types, which nobody who reads this knows.
    let message = if message.contains("expected struct") { "the line is no JSON object" } else { message };
    Slip { at: error.column().saturating_sub(1), message: format!("no entry: {message}"), help: SKIPPED }
}
