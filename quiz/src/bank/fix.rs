//! `cargo quiz check --fix`: puts right what is mechanical, one thing after the other.
//!
//! Every change is read again before it counts: it must have done what it set out to do, and
//! nothing else. What it would take judgement to put right is left alone.

mod same;
mod tidy;

use super::load::{Drafts, Loaded, shown};
use super::mend::Mend;
use super::{Problem, Sources, read};
use kit::diagnostic::Place;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Changes of a run: whoever needs more runs it again.
const CHANGES: usize = 500;

/// A file and what it would be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixed {
    /// As messages name it.
    pub file: String,
    pub path: PathBuf,
    pub before: String,
    pub after: String,
    /// In the order in which they were done. Empty: the file stays as it is.
    pub mends: Vec<Mended>,
}

/// One thing that was put right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mended {
    /// Its line, as the file was just before; `None` where it is about the whole file.
    pub line: Option<u32>,
    pub what: String,
    /// The lines before and after.
    pub from: Vec<String>,
    pub to: Vec<String>,
}

impl Sources {
    /// What a fix would make of all banks, or of these files. Nothing is written.
    ///
    /// # Errors
    /// There are no banks.
    pub fn fixes(&self, files: &[PathBuf]) -> Result<Vec<Fixed>, Vec<Problem>> {
        let all = files.is_empty();
        let files = if all { self.files()? } else { files.to_vec() };
        let mut fixed: Vec<Fixed> = files.iter().filter_map(|path| Fixed::untouched(path)).collect();
        // Until nothing is left to do: what one change makes readable shows the next.
        loop {
            fixed.iter_mut().for_each(tidy::tidy);
            if !self.mend(&mut fixed, &files, all) {
                break;
            }
        }
        fixed.retain(|one| !one.mends.is_empty());
        Ok(fixed)
    }

    /// Puts right what can be, one thing after the other, and says whether anything was.
    fn mend(&self, fixed: &mut [Fixed], files: &[PathBuf], all: bool) -> bool {
        let mut drafts: Drafts = fixed.iter().map(|one| (one.path.clone(), one.after.clone())).collect();
        let mut refused: BTreeSet<(String, Place, String)> = BTreeSet::new();
        let mut mended = false;
        for _ in 0..CHANGES {
            let problems = self.checked(files, all, &drafts).problems;
            let name = |problem: &Problem| {
                (problem.file.clone(), problem.diagnostic.place, problem.diagnostic.message.clone())
            };
            let known = problems.iter().filter(|problem| !refused.contains(&name(problem)));
            let mut known = known.filter_map(|problem| Some((problem, problem.mend.as_deref()?)));
            let Some((problem, mend)) = known.next() else { break };
            let place = problem.diagnostic.place;
            let one = fixed.iter_mut().find(|one| one.file == problem.file);
            let after = one.as_ref().and_then(|one| self.mended(one, mend, place));
            match one.zip(after) {
                Some((one, after)) => {
                    let (from, to) = changed_lines(&one.after, &after);
                    one.mends.push(Mended { line: Some(place.line), what: mend.told(), from, to });
                    drafts.insert(one.path.clone(), after.clone());
                    one.after = after;
                    mended = true;
                }
                None => {
                    refused.insert(name(problem));
                }
            }
        }
        mended
    }

    /// The text after this mend, if it does what it should and nothing else.
    fn mended(&self, fixed: &Fixed, mend: &Mend, place: Place) -> Option<String> {
        let before = &fixed.after;
        let texts = mend.edits(before, place).into_iter().filter_map(|edit| edit.apply(before));
        let mut texts: Vec<String> = texts.filter(|after| after != before).collect();
        match mend {
            Mend::Indent => {
                texts.retain(|after| same::is_readable_beyond(after, place.line));
                // Two widths that mean two things: nobody can say which was meant.
                let clear = texts.len() == 1 || same::document(texts.first()?).is_some();
                let agree = texts.windows(2).all(|two| same::document(&two[0]) == same::document(&two[1]));
                (clear && agree).then_some(())?;
            }
            Mend::QuoteLine => texts.retain(|after| same::is_readable_beyond(after, place.line)),
            Mend::Quote(_) => texts.retain(|after| {
                // To a reader of YAML 1.2 `yes` is a text with quotes and without.
                same::differences_of(before, after).is_some_and(|count| count <= 1)
                    && self.bank(fixed, before) == self.bank(fixed, after)
            }),
            Mend::Write { .. } | Mend::TakeOut(_) | Mend::Head(_) | Mend::Was(_) => {
                texts.retain(|after| same::differences_of(before, after) == Some(1));
            }
        }
        texts.into_iter().next()
    }

    /// The bank that this text would be.
    fn bank(&self, fixed: &Fixed, text: &str) -> Option<super::Bank> {
        let drafts = Drafts::from([(fixed.path.clone(), text.to_owned())]);
        let loading = self.read_files(std::slice::from_ref(&fixed.path), &drafts);
        loading.files.into_iter().next().map(|Loaded { bank, .. }| bank)
    }
}

impl Fixed {
    /// What cannot be read, or is no text, `check` reports.
    fn untouched(path: &Path) -> Option<Fixed> {
        let before = String::from_utf8(std::fs::read(path).ok()?).ok()?;
        let (file, after) = (shown(path), before.clone());
        Some(Fixed { file, path: path.to_owned(), before, after, mends: Vec::new() })
    }

    /// Writes the file, whole or not at all.
    ///
    /// # Errors
    /// It cannot be written, or somebody has changed it in the meantime.
    pub fn write(&self) -> io::Result<()> {
        // A link stays a link.
        let path = self.path.canonicalize()?;
        if std::fs::read(&path)? != self.before.as_bytes() {
            return Err(io::Error::other("somebody has changed it in the meantime"));
        }
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let new = path.with_file_name(format!(".{name}.new"));
        let written = write_new(&new, &path, &self.after);
        if written.is_err() {
            let _ = std::fs::remove_file(&new);
        }
        written
    }
}

fn write_new(new: &Path, path: &Path, text: &str) -> io::Result<()> {
    let mut file = std::fs::File::create(new)?;
    file.write_all(text.as_bytes())?;
    file.set_permissions(std::fs::metadata(path)?.permissions())?;
    file.sync_all()?;
    std::fs::rename(new, path)
}

/// The lines that differ, where one text became the other.
fn changed_lines(before: &str, after: &str) -> (Vec<String>, Vec<String>) {
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let same = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    let (before, after) = (&before[same..], &after[same..]);
    let tail = before.iter().rev().zip(after.iter().rev()).take_while(|(a, b)| a == b).count();
    let kept = |lines: &[&str]| lines[..lines.len() - tail].iter().map(|line| (*line).to_owned()).collect();
    (kept(before), kept(after))
}

/// Whether a text is YAML at all, or where it stops being it.
fn broken_at(text: &str) -> Option<u32> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (reading, found) = read::read(text);
    if reading.is_some() || same::document(text).is_some() {
        return None;
    }
    found.first().map(|(diagnostic, _)| diagnostic.place.line)
}
