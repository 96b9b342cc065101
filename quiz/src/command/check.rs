//! `cargo quiz check`: every error of every bank, or what the banks hold; and what is mechanical put
//! right.

mod format;
mod mended;

pub(super) use format::listed;

use super::{Run, Stop};
use crate::bank::{Bank, Item, Kind, Level};
use crate::front::screen::Style;
use clap::Args;
use format::Format;
use std::path::PathBuf;

const HELP: &str = "\
Examples:
  cargo quiz check
  cargo quiz check quiz/banks/01-lost-update.yaml
  cargo quiz check --fix --dry-run       what would be put right, and how
  cargo quiz check --format github       marks in a pull request

Every error of every file is shown in one run, each with file:line:column; a name in
[brackets] is a lint's. Whether a question is missing or gone is looked at only when all
banks are checked. Exit code 2 if there is an error. quiz/README.md has the format.

--fix puts right what takes no judgement: tabs, quotes round a text, a misspelt name that can
mean only one, `schema:`, `was:` after a pure renaming, an `allow:` or a concept too many, line
ends and white space. Every change is read again: it must change this one thing and nothing else.

--format: human; short (file:line:column: message); github; json (`errors`, each with file,
line, column, message, lint and help or null; and `banks`, each with bank, chapter, file,
questions, levels, kinds). Only human writes to the standard error, and only human says what
--fix did or would do; with --dry-run the others show the errors that there are now.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Options {
    /// Files to look at [default: all banks].
    files: Vec<PathBuf>,
    /// How to say what is wrong.
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "human")]
    format: Format,
    /// Put right what is mechanical, and say what was done.
    #[arg(long)]
    fix: bool,
    /// With --fix: write nothing. Exit code 2 if something would change.
    #[arg(long, requires = "fix")]
    dry_run: bool,
}

impl Run<'_, '_> {
    pub(super) fn check(mut self, options: Options) -> Result<(), Stop> {
        let mut would_mend = false;
        if options.fix {
            let fixed = self.sources.fixes(&options.files).map_err(Stop::Problems)?;
            match (options.dry_run, options.format) {
                (true, Format::Human) => return self.would_mend(&fixed),
                (true, _) => would_mend = fixed.iter().any(|one| !one.mends.is_empty()),
                (false, _) => self.mend(&fixed, options.format)?,
            }
        }
        let checked = match options.files.as_slice() {
            [] => self.sources.check(),
            files => self.sources.check_files(files),
        };
        if options.format != Format::Human {
            self.formatted(options.format, &checked)?;
            return if would_mend { Err(Stop::Said(2)) } else { Ok(()) };
        }
        if !checked.problems.is_empty() {
            return Err(Stop::Problems(checked.problems));
        }
        self.contents(&checked.banks)
    }

    fn contents(self, banks: &[Bank]) -> Result<(), Stop> {
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
    let (levels, kinds) = (listing(&levels(items)), listing(&kinds(items)));
    format!("{}: {levels}; {kinds}", counted(items.len(), "question"))
}

fn levels(items: &[&Item]) -> Vec<(&'static str, usize)> {
    let of = |level: Level| items.iter().filter(|item| item.level == level).count();
    Level::ALL.map(|level| (level.name(), of(level))).to_vec()
}

fn kinds(items: &[&Item]) -> Vec<(&'static str, usize)> {
    let of = |kind: Kind| items.iter().filter(|item| item.kind() == kind).count();
    Kind::ALL.map(|kind| (kind.name(), of(kind))).to_vec()
}

fn listing(counts: &[(&str, usize)]) -> String {
    let some = counts.iter().filter(|(_, count)| *count > 0);
    some.map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
}

pub(super) fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
