//! `cargo quiz check`: every error of every bank, or what the banks hold.

use super::screen::Style;
use super::{Run, Stop};
use crate::bank::{Bank, Kind, Problem};
use std::collections::BTreeSet;
use std::path::PathBuf;

impl Run<'_, '_> {
    pub(super) fn check(self, files: &[PathBuf]) -> Result<(), Stop> {
        let banks = match files {
            [] => self.sources.load(),
            files => self.sources.load_files(files),
        };
        let banks = banks.map_err(Stop::Problems)?;
        for bank in &banks {
            self.terminal.line(Style::Plain, &bank.file)?;
            self.terminal.hanging(Style::Quiet, "    ", &contents(bank))?;
        }
        let items: usize = banks.iter().map(|bank| bank.items.len()).sum();
        let total = format!("{} in {}: no errors.", counted(items, "question"), counted(banks.len(), "bank"));
        Ok(self.terminal.line(Style::Good, &total)?)
    }
}

fn contents(bank: &Bank) -> String {
    let of_kind = |kind: Kind| bank.items.iter().filter(|item| item.kind() == kind).count();
    let kinds: Vec<String> = Kind::ALL
        .into_iter()
        .filter(|kind| of_kind(*kind) > 0)
        .map(|kind| format!("{} {}", of_kind(kind), kind.name()))
        .collect();
    format!("{} ({})", counted(bank.items.len(), "question"), kinds.join(", "))
}

/// All problems, and how many there are.
pub(super) fn listed(problems: &[Problem]) -> String {
    let files: BTreeSet<&str> = problems.iter().map(|problem| problem.file.as_str()).collect();
    let each: Vec<String> = problems.iter().map(Problem::to_string).collect();
    let total = format!("{} in {}.", counted(problems.len(), "error"), counted(files.len(), "file"));
    format!("{}\n{total}\n", each.join("\n"))
}

pub(super) fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
