//! From a folder of files to banks, or to every problem in them.

#[cfg(feature = "drill")]
use super::Remembered;
use super::book::Book;
use super::check::{Checker, Scenarios, unique_names};
use super::concepts::Concepts;
use super::problem::{Page, place_of};
use super::{Bank, Problem, read};
use kit::diagnostic::{Diagnostic, Place};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where banks and what they refer to are found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sources {
    /// A folder of `*.yaml` files, one bank each.
    pub banks: PathBuf,
    /// What `scenario:` is relative to.
    pub scenarios: PathBuf,
    /// The list of concepts.
    pub concepts: PathBuf,
    /// The book's text: the folder of SUMMARY.md.
    pub book: PathBuf,
}

/// Texts that stand in for files on the disk.
pub(super) type Drafts = BTreeMap<PathBuf, String>;

/// All banks of a folder, in the order of their file names.
///
/// The concepts are those of `concepts.yaml` beside the scenarios' folder, and the book lies there
/// too. If anything is wrong
/// with any file, the answer is all that is wrong with all of them.
pub fn load(banks: &Path, scenarios: &Path) -> Result<Vec<Bank>, Vec<Problem>> {
    Sources {
        banks: banks.to_owned(),
        scenarios: scenarios.to_owned(),
        concepts: scenarios.with_file_name("concepts.yaml"),
        book: scenarios.with_file_name("book").join("text"),
    }
    .load()
}

impl Sources {
    /// The folders of a clone of the workbook.
    pub fn of_workspace(root: &Path) -> Sources {
        Sources {
            banks: root.join("quiz").join("banks"),
            scenarios: root.join("scenarios"),
            concepts: root.join("concepts.yaml"),
            book: root.join("book").join("text"),
        }
    }

    /// See [`load`].
    pub fn load(&self) -> Result<Vec<Bank>, Vec<Problem>> {
        self.load_files(&self.files()?)
    }

    /// The same, faster for texts that were read before.
    #[cfg(feature = "drill")]
    pub fn load_remembered(&self, remembered: &Remembered) -> Result<Vec<Bank>, Vec<Problem>> {
        let read = |source: &str| match remembered.reading(source) {
            Some(reading) => (Some(reading), Vec::new()),
            None => match read::read(source) {
                (Some(reading), found) if found.is_empty() => (Some(remembered.keep(source, reading)), found),
                other => other,
            },
        };
        banks_of(self.read_files_by(&self.files()?, &Drafts::new(), &read))
    }

    /// The banks in these files alone.
    pub fn load_files(&self, files: &[PathBuf]) -> Result<Vec<Bank>, Vec<Problem>> {
        banks_of(self.read_files(&distinct(files), &Drafts::new()))
    }

    /// The bank files of the folder, by name.
    pub(super) fn files(&self) -> Result<Vec<PathBuf>, Vec<Problem>> {
        let name = shown(&self.banks);
        let help = "`--banks DIR` names the folder";
        let entries = std::fs::read_dir(&self.banks)
            .map_err(|error| vec![Problem::of_file(&name, format!("cannot be read: {error}"), help)])?;
        let mut files: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|end| end == "yaml" || end == "yml"))
            .collect();
        files.sort();
        if files.is_empty() {
            return Err(vec![Problem::of_file(&name, "there is no *.yaml here", help)]);
        }
        Ok(files)
    }

    /// What could be read, and everything that is wrong with the rest.
    pub(super) fn read_files(&self, files: &[PathBuf], drafts: &Drafts) -> Loading {
        self.read_files_by(files, drafts, &read::read)
    }

    fn read_files_by(&self, files: &[PathBuf], drafts: &Drafts, first_pass: FirstPass<'_>) -> Loading {
        let mut problems = Vec::new();
        let concepts = Concepts::read(&self.concepts, &shown(&self.concepts), &mut problems);
        // Only a check needs the book; a reader gets names in place of titles.
        let (book, no_book) = match Book::read(&self.book, &shown(&self.book)) {
            Ok(book) => (book, None),
            Err(problem) => (Book::default(), Some(problem)),
        };
        let scenarios = Scenarios::new(&self.scenarios, &shown(&self.scenarios));
        let mut reader = Reader { first_pass, concepts, book, scenarios, problems };
        let mut read = Vec::new();
        for file in files {
            let name = shown(file);
            let draft = drafts.get(file).map(|text| Ok(text.clone().into_bytes()));
            match draft.unwrap_or_else(|| std::fs::read(file)) {
                Ok(bytes) => read.extend(reader.bank(&name, bytes)),
                Err(error) => {
                    let message = format!("cannot be read: {error}");
                    reader.problems.push(Problem::of_file(&name, message, "is it there?"));
                }
            }
        }
        let Reader { concepts, book, mut problems, .. } = reader;
        unique_names(&read, &mut problems);
        Loading { files: read, concepts, book, no_book, problems }
    }
}

/// A file that could be read, as far as it has no errors.
#[derive(Debug)]
pub(super) struct Loaded {
    pub page: Page,
    pub bank: Bank,
    /// Where in the file's `items` each question of the bank stands.
    pub indexes: Vec<usize>,
}

impl Loaded {
    pub(super) fn nothing(page: &Page) -> Loaded {
        Loaded { page: page.clone(), bank: Bank::default(), indexes: Vec::new() }
    }
}

/// All files, what they were read beside, and all that is wrong with them.
#[derive(Debug)]
pub(super) struct Loading {
    pub files: Vec<Loaded>,
    pub concepts: Concepts,
    pub book: Book,
    /// Why there is no book.
    pub no_book: Option<Problem>,
    pub problems: Vec<Problem>,
}

/// From text to flat structs; see [`read::read`].
type FirstPass<'r> = &'r dyn Fn(&str) -> (Option<read::Reading>, Vec<read::Found>);

/// All banks, or all that is wrong with them.
fn banks_of(all: Loading) -> Result<Vec<Bank>, Vec<Problem>> {
    let banks = all.files.into_iter().map(|loaded| loaded.bank).collect();
    if all.problems.is_empty() { Ok(banks) } else { Err(all.problems) }
}

struct Reader<'r> {
    first_pass: FirstPass<'r>,
    concepts: Concepts,
    book: Book,
    scenarios: Scenarios,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn bank(&mut self, file: &str, bytes: Vec<u8>) -> Option<Loaded> {
        let source: Arc<str> = match String::from_utf8(bytes) {
            // Some editors begin a file with a mark that is no text; YAML takes it for a document.
            Ok(text) => Arc::from(text.strip_prefix('\u{feff}').unwrap_or(&text)),
            Err(error) => {
                self.problems.push(no_text(file, error.as_bytes(), error.utf8_error().valid_up_to()));
                return None;
            }
        };
        let own = self.problems.len();
        let (reading, found) = (self.first_pass)(&source);
        self.problems.extend(found.into_iter().map(|(diagnostic, mend)| Problem {
            mend: mend.map(Box::new),
            ..Problem::new(file, &source, diagnostic)
        }));
        let page = Page { file: file.to_owned(), source };
        let mut checker = Checker {
            page: &page,
            concepts: &self.concepts,
            book: &self.book,
            scenarios: &mut self.scenarios,
            problems: &mut self.problems,
        };
        let loaded = checker.bank(reading?);
        // In the order of the file, whichever pass found it.
        self.problems[own..].sort_by(|a, b| {
            let key = |problem: &Problem| (problem.file != file, problem.diagnostic.place);
            key(a).cmp(&key(b))
        });
        Some(loaded)
    }
}

/// A file that is not UTF-8, at its first wrong byte.
fn no_text(file: &str, bytes: &[u8], valid: usize) -> Problem {
    let source: Arc<str> = Arc::from(String::from_utf8_lossy(bytes));
    let before = String::from_utf8_lossy(&bytes[..valid]).chars().count();
    let place: Place = place_of(before, &source);
    let diagnostic = Diagnostic::new(place, "this file is not UTF-8 text").help("save it as UTF-8");
    Problem::new(file, &source, diagnostic)
}

/// Each file once, under the first of its names: nothing in a file contradicts that file.
pub(super) fn distinct(files: &[PathBuf]) -> Vec<PathBuf> {
    let mut seen = BTreeSet::new();
    // What is not there is reported by the name that it was given.
    let place = |file: &PathBuf| file.canonicalize().unwrap_or_else(|_| file.clone());
    files.iter().filter(|file| seen.insert(place(file))).cloned().collect()
}

/// A path as messages show it: from the current folder, if it lies there.
pub(super) fn shown(path: &Path) -> String {
    let short =
        std::env::current_dir().ok().and_then(|here| path.strip_prefix(here).ok().map(Path::to_owned));
    let name = short.as_deref().filter(|short| !short.as_os_str().is_empty()).unwrap_or(path);
    name.display().to_string().replace('\\', "/")
}
