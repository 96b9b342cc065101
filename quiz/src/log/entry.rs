//! What a line of the log holds: an answer, or a note of something else that was done.

use super::note::{Note, What};
use super::record::Record;
use crate::chance::hash;
use crate::clock::{Day, Moment};

/// One line of the log, and one action of its reader.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    Answer(Record),
    Note(Note),
}

impl Entry {
    /// Unique among all entries of all hosts.
    pub fn id(&self) -> &str {
        match self {
            Entry::Answer(record) => &record.id,
            Entry::Note(note) => &note.id,
        }
    }

    pub fn at(&self) -> Moment {
        match self {
            Entry::Answer(record) => record.at,
            Entry::Note(note) => note.at,
        }
    }

    /// The study day, as it was reckoned then.
    pub fn day(&self) -> Day {
        match self {
            Entry::Answer(record) => record.day,
            Entry::Note(note) => note.day,
        }
    }

    /// The question that it is about, if it is about one.
    pub fn key(&self) -> Option<&str> {
        match self {
            Entry::Answer(record) => Some(&record.key),
            Entry::Note(note) => note.what.key(),
        }
    }

    /// The id of the entry that it takes back, if it does that.
    pub fn takes_back(&self) -> Option<&str> {
        match self {
            Entry::Note(Note { what: What::Undo { of }, .. }) => Some(of),
            _ => None,
        }
    }

    /// The line, without its end.
    pub fn to_json(&self) -> String {
        match self {
            Entry::Answer(record) => record.to_json(),
            Entry::Note(note) => note.to_json(),
        }
    }

    /// Another id, since this one is taken.
    pub(super) fn take_another_id(&mut self) {
        let id = match self {
            Entry::Answer(record) => &mut record.id,
            Entry::Note(note) => &mut note.id,
        };
        *id = format!("{:016x}", hash(&[id, "taken"]));
    }

    pub(super) fn key_mut(&mut self) -> Option<&mut String> {
        match self {
            Entry::Answer(record) => Some(&mut record.key),
            Entry::Note(note) => note.what.key_mut(),
        }
    }
}

impl From<Record> for Entry {
    fn from(record: Record) -> Entry {
        Entry::Answer(record)
    }
}

impl From<&Record> for Entry {
    fn from(record: &Record) -> Entry {
        Entry::Answer(record.clone())
    }
}

impl From<Note> for Entry {
    fn from(note: Note) -> Entry {
        Entry::Note(note)
    }
}

impl From<&Note> for Entry {
    fn from(note: &Note) -> Entry {
        Entry::Note(note.clone())
    }
}
