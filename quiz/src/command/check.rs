//! `cargo quiz check`: every error of every bank, or what the banks hold.

use super::{Run, Stop};
use crate::bank::{Item, Kind, Level, Problem};
use crate::front::screen::Style;
use std::collections::BTreeSet;
use std::path::PathBuf;

impl Run<'_, '_> {
    pub(super) fn check(self, files: &[PathBuf]) -> Result<(), Stop> {
        let checked = match files {
            [] => self.sources.check(),
            files => self.sources.check_files(files),
        };
        if !checked.problems.is_empty() {
            return Err(Stop::Problems(checked.problems));
        }
        let banks = &checked.banks;
        for bank in banks {
            self.terminal.line(Style::Plain, &format!("{}, {}", bank.chapter, bank.file))?;
            self.terminal.hanging(Style::Quiet, "    ", &contents(&bank.items.iter().collect::<Vec<_>>()))?;
        }
        let items: Vec<&Item> = banks.iter().flat_map(|bank| &bank.items).collect();
        if banks.len() > 1 {
            self.terminal.line(Style::Plain, "all")?;
            self.terminal.hanging(Style::Quiet, "    ", &contents(&items))?;
        }
        let (items, banks) = (counted(items.len(), "question"), counted(banks.len(), "bank"));
        Ok(self.terminal.line(Style::Good, &format!("{items} in {banks}: no errors."))?)
    }
}

/// `29 questions: 12 foundational, 17 applied; 14 choice, 6 flash, …`
fn contents(items: &[&Item]) -> String {
    let of_level = |level: Level| items.iter().filter(|item| item.level == level).count();
    let of_kind = |kind: Kind| items.iter().filter(|item| item.kind() == kind).count();
    let levels = listing(Level::ALL.map(|level| (of_level(level), level.name())).to_vec());
    let kinds = listing(Kind::ALL.map(|kind| (of_kind(kind), kind.name())).to_vec());
    format!("{}: {levels}; {kinds}", counted(items.len(), "question"))
}

fn listing(counts: Vec<(usize, &str)>) -> String {
    let some = counts.into_iter().filter(|(count, _)| *count > 0);
    some.map(|(count, name)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
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
