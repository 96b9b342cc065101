//! `cargo quiz check --fix`: puts right what is mechanical, one thing after the other.
//!
//! Every change is read again before it counts: it must have done what it set out to do, and
//! nothing else. What it would take judgement to put right is left alone.

mod same;
mod tidy;

use super::load::{Drafts, Loaded, distinct, shown};
use super::mend::Mend;
use super::{Problem, Sources, read};
use kit::diagnostic::Place;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Changes of a run, white space aside: whoever needs more runs it again.
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
        self.fixes_within(files, CHANGES)
    }

    fn fixes_within(&self, files: &[PathBuf], mut left: usize) -> Result<Vec<Fixed>, Vec<Problem>> {
        let all = files.is_empty();
        let files = if all { self.files()? } else { distinct(files) };
        let mut fixed: Vec<Fixed> = files.iter().filter_map(|path| Fixed::untouched(path)).collect();
        // Until nothing is left to do: what one change makes readable shows the next.
        loop {
            fixed.iter_mut().for_each(tidy::tidy);
            if !self.mend(&mut fixed, &files, all, &mut left) {
                break;
            }
        }
        fixed.retain(|one| !one.mends.is_empty());
        Ok(fixed)
    }

    /// Puts right what can be, one thing after the other, while changes are left, and says whether
    /// anything was.
    fn mend(&self, fixed: &mut [Fixed], files: &[PathBuf], all: bool, left: &mut usize) -> bool {
        let mut drafts: Drafts = fixed.iter().map(|one| (one.path.clone(), one.after.clone())).collect();
        let mut refused: BTreeSet<(String, Place, String)> = BTreeSet::new();
        let mut mended = false;
        while *left > 0 {
            let problems = self.checked(files, all, &drafts).problems;
            if !problems.iter().any(|problem| self.mend_one(problem, fixed, &mut drafts, &mut refused)) {
                break;
            }
            mended = true;
            *left -= 1;
        }
        mended
    }

    /// Puts this right, if it can be and was not tried before.
    fn mend_one(
        &self,
        problem: &Problem,
        fixed: &mut [Fixed],
        drafts: &mut Drafts,
        refused: &mut BTreeSet<(String, Place, String)>,
    ) -> bool {
        let Some(mend) = problem.mend.as_deref() else { return false };
        let place = problem.diagnostic.place;
        let name = (problem.file.clone(), place, problem.diagnostic.message.clone());
        if refused.contains(&name) {
            return false;
        }
        let one = fixed.iter_mut().find(|one| one.file == problem.file);
        let after = one.as_ref().and_then(|one| self.mended(one, mend, place));
        let Some((one, after)) = one.zip(after) else {
            refused.insert(name);
            return false;
        };
        let (from, to) = changed_lines(&one.after, &after);
        one.mends.push(Mended { line: Some(place.line), what: mend.told(), from, to });
        drafts.insert(one.path.clone(), after.clone());
        one.after = after;
        true
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever one change makes readable, and however many rounds that takes.
    #[test]
    fn a_run_makes_no_more_changes_than_it_may() {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
        let sources = Sources {
            banks: fixtures.join("banks"),
            scenarios: fixtures.join("scenarios"),
            concepts: fixtures.join("concepts.yaml"),
            book: fixtures.join("book/text"),
        };
        let slips = [fixtures.join("broken/quote-it.yaml"), fixtures.join("broken/unknown-field.yaml")];
        let changes = |left: usize| {
            let fixed = sources.fixes_within(&slips, left).expect("the files are there");
            let mends = fixed.iter().flat_map(|one| &one.mends);
            mends.filter(|mend| mend.line.is_some()).count()
        };
        let all = changes(CHANGES);
        assert!(all > 2, "{all}");
        for left in 0..all {
            assert_eq!(changes(left), left);
        }
    }
}
