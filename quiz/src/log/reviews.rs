//! All that the log says, as one history. Which file or host an entry comes from, and in which
//! order files are read, makes no difference to it.

use super::entry::Entry;
use super::note::Note;
use super::record::{DRIFT, Record};
use super::undo::taken_back;
use crate::bank::Problem;
use std::collections::{BTreeMap, HashSet};

/// All entries of all hosts, in the order in which they happened.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reviews {
    /// The answers that count.
    pub records: Vec<Record>,
    /// All else that was done and counts. [`Reviews::standing`] says what comes of it.
    pub notes: Vec<Note>,
    /// What was taken back, and copies. It counts for nothing; what was taken back comes back if its
    /// undo is taken back.
    pub undone: Vec<Entry>,
    /// Lines that could not be used. Nothing was lost: they are still in their files.
    pub warnings: Vec<Problem>,
}

impl Reviews {
    /// The same history under the keys that questions have now; the files stay as they are.
    pub fn under(mut self, heirs: &BTreeMap<&str, &str>) -> Reviews {
        if heirs.is_empty() {
            return self;
        }
        let records = self.records.iter_mut().map(|record| &mut record.key);
        let notes = self.notes.iter_mut().filter_map(|note| note.what.key_mut());
        let undone = self.undone.iter_mut().filter_map(Entry::key_mut);
        for key in records.chain(notes).chain(undone) {
            if let Some(now) = heirs.get(key.as_str()) {
                *key = (*now).to_owned();
            }
        }
        self
    }

    /// Both as one: each entry once, and an undo takes back its entry wherever that was. It
    /// commutes, is associative, and a copy of what is there changes nothing.
    pub fn merge(mut self, other: Reviews) -> Reviews {
        self.records.extend(other.records);
        self.notes.extend(other.notes);
        self.undone.extend(other.undone);
        self.warnings.extend(other.warnings);
        self.settled()
    }

    /// The ids of all entries, whether or not they count.
    pub(super) fn entry_ids(&self) -> impl Iterator<Item = &str> {
        let records = self.records.iter().map(|record| record.id.as_str());
        let notes = self.notes.iter().map(|note| note.id.as_str());
        records.chain(notes).chain(self.undone.iter().map(Entry::id))
    }

    /// All notes, whether or not they count; those that do come first.
    pub fn all_notes(&self) -> impl Iterator<Item = &Note> {
        let undone = self.undone.iter().filter_map(|entry| match entry {
            Entry::Note(note) => Some(note),
            Entry::Answer(_) => None,
        });
        self.notes.iter().chain(undone)
    }

    /// The instant of the latest note, whether or not it counts.
    pub(super) fn latest_note(&self) -> Option<i64> {
        self.all_notes().map(|note| note.at.utc_ms).max()
    }

    /// The history that these entries make, in whatever order they come and whether or not some
    /// were parted off as taken back before.
    pub(super) fn settled(mut self) -> Reviews {
        for entry in std::mem::take(&mut self.undone) {
            match entry {
                Entry::Answer(record) => self.records.push(record),
                Entry::Note(note) => self.notes.push(note),
            }
        }
        self.in_order();
        let mut gone = taken_back(&self.notes);
        gone.extend(copies(&self.records));
        if !gone.is_empty() {
            self.part_off(&gone);
        }
        self
    }

    /// By time, then by id; an entry that was copied counts once.
    fn in_order(&mut self) {
        // Only entries of one id at one instant are looked at whole: copies, as a rule.
        self.records.sort_by(|a, b| {
            let by_id = (a.at.utc_ms, &a.id).cmp(&(b.at.utc_ms, &b.id));
            by_id.then_with(|| a.to_json().cmp(&b.to_json()))
        });
        self.records.dedup_by(|a, b| a.at.utc_ms == b.at.utc_ms && a.id == b.id);
        self.notes.sort_by(|a, b| {
            let by_id = (a.at.utc_ms, &a.id).cmp(&(b.at.utc_ms, &b.id));
            by_id.then_with(|| a.to_json().cmp(&b.to_json()))
        });
        self.notes.dedup_by(|a, b| a.at.utc_ms == b.at.utc_ms && a.id == b.id);
        let place = |problem: &Problem| (problem.file.clone(), problem.diagnostic.place);
        self.warnings.sort_by_cached_key(place);
        self.warnings.dedup();
    }

    fn part_off(&mut self, gone: &HashSet<String>) {
        let records = self.records.extract_if(.., |record| gone.contains(&record.id)).map(Entry::Answer);
        self.undone.extend(records);
        let notes = self.notes.extract_if(.., |note| gone.contains(&note.id)).map(Entry::Note);
        self.undone.extend(notes);
        self.undone.sort_by(|a, b| (a.at().utc_ms, a.id()).cmp(&(b.at().utc_ms, b.id())));
    }
}

/// The ids of answers out of Anki that went there from a log which is here too: under a number close
/// behind an answer to the same question with the same grade. These are in the order of time.
fn copies(records: &[Record]) -> impl Iterator<Item = String> {
    let is_copy = |copy: &&Record| {
        let from = copy.at.utc_ms.saturating_sub(DRIFT);
        let first = records.partition_point(|record| record.at.utc_ms < from);
        let near = records[first..].iter().take_while(|record| record.at.utc_ms <= copy.at.utc_ms);
        let mut ours = near.filter(|record| !record.is_from_anki());
        ours.any(|record| record.key == copy.key && record.grade == copy.grade)
    };
    let copies = records.iter().filter(|record| record.is_from_anki()).filter(is_copy);
    copies.map(|record| record.id.clone())
}
