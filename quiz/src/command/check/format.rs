//! Problems for people, for editors, for scripts and for GitHub.

use super::super::{Run, Stop, keys};
use super::{counted, kinds, levels};
use crate::bank::{Bank, Checked, Item, Problem};
use crate::front::screen::clean;
use clap::ValueEnum;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::command) enum Format {
    /// The line, a caret below it, and the next step.
    Human,
    /// One line each: file:line:column: message.
    Short,
    /// One JSON document.
    Json,
    /// Commands that make GitHub mark the lines.
    Github,
}

/// What a check found, as JSON has it.
#[derive(Debug, Serialize)]
struct Document<'a> {
    errors: Vec<Fault<'a>>,
    banks: Vec<Summary<'a>>,
}

#[derive(Debug, Serialize)]
struct Fault<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    message: &'a str,
    lint: Option<&'a str>,
    help: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct Summary<'a> {
    bank: &'a str,
    chapter: &'a str,
    file: &'a str,
    questions: usize,
    levels: BTreeMap<&'static str, usize>,
    kinds: BTreeMap<&'static str, usize>,
}

impl Run<'_, '_> {
    /// Everything goes to the standard output: it was asked for.
    pub(super) fn formatted(self, format: Format, checked: &Checked) -> Result<(), Stop> {
        match format {
            Format::Json => {
                let errors = checked.problems.iter().map(fault).collect();
                let banks = checked.banks.iter().map(summary).collect();
                keys::document(self.terminal, &Document { errors, banks })?;
            }
            Format::Github => {
                for problem in &checked.problems {
                    writeln!(self.terminal.out, "{}", github(problem))?;
                }
            }
            Format::Short | Format::Human => {
                for problem in &checked.problems {
                    writeln!(self.terminal.out, "{}", clean(&short(problem)))?;
                }
            }
        }
        if checked.problems.is_empty() { Ok(()) } else { Err(Stop::Said(2)) }
    }
}

/// All problems, and how many there are.
pub(in crate::command) fn listed(problems: &[Problem]) -> String {
    let files: BTreeSet<&str> = problems.iter().map(|problem| problem.file.as_str()).collect();
    let each: Vec<String> = problems.iter().map(Problem::to_string).collect();
    let total = format!("{} in {}.", counted(problems.len(), "error"), counted(files.len(), "file"));
    format!("{}\n{total}\n", each.join("\n"))
}

fn short(problem: &Problem) -> String {
    format!("{}:{}: {}", problem.file, problem.diagnostic.place, problem.diagnostic.message)
}

/// A workflow command. What would end it is written as it wants it.
fn github(problem: &Problem) -> String {
    let data = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let place = problem.diagnostic.place;
    let help = problem.diagnostic.help.as_ref().map_or(String::new(), |help| format!("\nhelp: {help}"));
    let message = clean(&format!("{}{help}", problem.diagnostic.message));
    let file = property(&clean(&problem.file));
    format!(
        "::error file={file},line={},col={},title=question bank::{}",
        place.line,
        place.column,
        data(&message)
    )
}

fn fault(problem: &Problem) -> Fault<'_> {
    let (message, lint) = lint_of(&problem.diagnostic.message);
    let place = problem.diagnostic.place;
    let help = problem.diagnostic.help.as_deref();
    Fault { file: &problem.file, line: place.line, column: place.column, message, lint, help }
}

/// `the question turns on `not` [negation]`: the message, and the name of its lint.
fn lint_of(message: &str) -> (&str, Option<&str>) {
    let parts = message.strip_suffix(']').and_then(|rest| rest.rsplit_once(" ["));
    let name = |lint: &str| !lint.is_empty() && lint.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    match parts {
        Some((message, lint)) if name(lint) => (message, Some(lint)),
        _ => (message, None),
    }
}

fn summary(bank: &Bank) -> Summary<'_> {
    let items: Vec<&Item> = bank.items.iter().collect();
    Summary {
        bank: &bank.id,
        chapter: &bank.chapter,
        file: &bank.file,
        questions: items.len(),
        levels: levels(&items).into_iter().collect(),
        kinds: kinds(&items).into_iter().collect(),
    }
}
