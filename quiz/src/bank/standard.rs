//! The bank standard: what `cargo quiz check` asks beyond a bank that can be read. A drill works
//! without it; a bank that is published does not.
//!
//! Each lint has a short name, which stands in brackets behind its message. Lints that judge
//! wording can be wrong about a sentence: an item's `allow:` names those that do not apply to it.

mod bare;
mod chance;
mod chapters;
mod coverage;
mod given_away;
mod links;
mod lint;
mod same_prompt;
mod wording;

use super::load::{Drafts, Loaded, Loading, distinct};
use super::locate::{Step, Target, way};
use super::lock;
use super::mend::Mend;
use super::{Bank, Body, Choice, Item, Problem, Sources};
use lint::Lint;
use std::path::PathBuf;

/// The names of the lints that a question can allow.
#[cfg(feature = "drill")]
pub(super) fn allowable() -> Vec<&'static str> {
    Lint::ALL.into_iter().filter(|lint| lint.can_be_allowed()).map(Lint::name).collect()
}

/// What a check found.
#[derive(Debug)]
pub struct Checked {
    /// What could be read of the banks.
    pub banks: Vec<Bank>,
    /// In the order of the files, and in each in the order of its lines. Empty: all is well.
    pub problems: Vec<Problem>,
}

impl Sources {
    /// Everything that is wrong with all banks: with their form, their wording, their links into
    /// the book, `banks.lock`, and what they leave out.
    pub fn check(&self) -> Checked {
        match self.files() {
            Ok(files) => self.checked(&files, true, &Drafts::new()),
            Err(problems) => Checked { banks: Vec::new(), problems },
        }
    }

    /// The same of some files. Whether anything is missing cannot be told from these.
    pub fn check_files(&self, files: &[PathBuf]) -> Checked {
        self.checked(&distinct(files), false, &Drafts::new())
    }

    /// `all`: these are all banks. A draft stands in for what is in its file.
    pub(super) fn checked(&self, files: &[PathBuf], all: bool, drafts: &Drafts) -> Checked {
        let Loading { files, concepts, book, no_book, mut problems } = self.read_files(files, drafts);
        // A question that cannot be read may be the one that would be missed.
        let readable = problems.is_empty();
        let introductions = chapters::Introductions::new(&concepts, &book);
        for file in &files {
            for (item, index) in file.bank.items.iter().zip(&file.indexes) {
                let mut asked = Asked { file, item, index: *index, found: Vec::new() };
                wording::look(&mut asked);
                given_away::look(&mut asked);
                if no_book.is_none() {
                    introductions.look(&mut asked);
                    links::look(&mut asked, &book);
                }
                asked.settle(&mut problems);
            }
            chance::look(file, &mut problems);
            bare::look(file, &mut problems);
            if no_book.is_none() {
                links::of_bank(file, &book, &mut problems);
            }
        }
        same_prompt::look(&files, &mut problems);
        lock::check(self, &files, all, &mut problems);
        if all && readable && no_book.is_none() {
            coverage::look(&files, &concepts, &book, &mut problems);
        }
        problems.extend(no_book);
        in_order(&mut problems);
        Checked { banks: files.into_iter().map(|file| file.bank).collect(), problems }
    }
}

/// By file, in the order in which files first came up; then by place.
fn in_order(problems: &mut Vec<Problem>) {
    let mut files: Vec<String> = Vec::new();
    for problem in problems.iter() {
        if !files.contains(&problem.file) {
            files.push(problem.file.clone());
        }
    }
    let rank = |problem: &Problem| files.iter().position(|file| *file == problem.file);
    problems.sort_by_key(|problem| (rank(problem), problem.diagnostic.place));
    problems.dedup();
}

/// One question under the lints.
struct Asked<'a> {
    file: &'a Loaded,
    item: &'a Item,
    /// Where in the file's `items` it stands.
    index: usize,
    found: Vec<Found>,
}

struct Found {
    lint: Lint,
    at: Vec<Step>,
    message: String,
    help: String,
}

impl<'a> Asked<'a> {
    /// `at` leads down from the question.
    fn say(&mut self, lint: Lint, at: &[Step], message: impl Into<String>, help: impl Into<String>) {
        self.found.push(Found { lint, at: at.to_vec(), message: message.into(), help: help.into() });
    }

    /// Hands over what was found, but for what the question allows.
    fn settle(self, problems: &mut Vec<Problem>) {
        let path = |rest: &[Step]| [&way!["items", self.index][..], rest].concat();
        let allows = |lint: Lint| lint.can_be_allowed() && self.item.allow.iter().any(|n| n == lint.name());
        for found in self.found.iter().filter(|found| !allows(found.lint)) {
            let message = format!("{} [{}]", found.message, found.lint.name());
            problems.push(self.file.page.problem(&path(&found.at), Target::Value, message, &found.help));
        }
        for (n, name) in self.item.allow.iter().enumerate() {
            let needed = self.found.iter().any(|found| found.lint.name() == name);
            if let Some((message, help)) = lint::useless(name, needed) {
                let at = path(&way!["allow", n]);
                let mut problem = self.file.page.problem(&at, Target::Value, message, help);
                // A name that is no lint may be a slip of the pen; one that finds nothing can go.
                problem.mend = lint::is_name(name).then(|| Box::new(Mend::TakeOut(name.clone())));
                problems.push(problem);
            }
        }
    }

    /// What the reader is asked, and where it stands.
    fn prompts(&self) -> Vec<(Vec<Step>, &'a str)> {
        let field = if matches!(self.item.body, Body::Cloze(_)) { "text" } else { "prompt" };
        let mut prompts = vec![(way![field].to_vec(), self.item.prompt.as_str())];
        if let Body::Trace(trace) = &self.item.body {
            let asks = trace.asks.iter().enumerate();
            prompts.extend(asks.map(|(n, ask)| (way!["asks", n, "ask"].to_vec(), ask.ask.as_str())));
        }
        prompts
    }

    /// Lists of options that are shuffled, and where they stand.
    fn option_lists(&self) -> Vec<(Vec<Step>, &'a [Choice])> {
        match &self.item.body {
            Body::Choice(options) | Body::Multi(options) => vec![(way!["options"].to_vec(), options)],
            Body::Trace(trace) => {
                let asks = trace.asks.iter().enumerate();
                asks.map(|(n, ask)| (way!["asks", n, "options"].to_vec(), ask.options.as_slice())).collect()
            }
            _ => Vec::new(),
        }
    }
}
