//! `cargo quiz export`: the questions, what is known of them, and the answers, for other programs.

use super::check::counted;
use super::run::is_called;
use super::{Run, Stop};
use crate::bank::{Bank, Banks, text_nearest};
use crate::carry::{Freight, Only, anki_text, apkg, csv, json, write_whole};
use crate::front::screen::Style;
use crate::log::{Refusal, read_folder};
use crate::memory::Memory;
use clap::{Args, ValueEnum};
use std::collections::BTreeSet;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

const HELP: &str = "\
Examples:
  cargo quiz export apkg --out quiz.apkg         for Anki: cards, schedule and history
  cargo quiz export anki-text --out quiz.txt     for Anki: text alone
  cargo quiz export json > quiz.json             everything, for a backup or a script
  cargo quiz export csv --bank lost-update       one bank's answers, for a spreadsheet

apkg: a note a question, in decks below `Who Holds the Lock?`. In Anki: File, Import; tick
  `Import any learning progress`, and `Import any deck presets` for your retention. Turn FSRS on,
  and Anki goes on where you are. After the questions changed, export and import again: text is
  updated in place, and no note comes twice. A card that Anki has already keeps Anki's schedule
  and history; `cargo quiz import` brings what you answered there back. Suspended questions come
  suspended; retired ones do not come.
anki-text: the same notes for File, Import, without schedule. Choose a type of note whose first
  two fields are front and back. Suspended questions have the tag `suspended`.
json: one document. `banks`: bank, title, chapter, retired (keys); `questions`: key, and the fields
  of quiz/README.md, but for these: `vars` always with from, to and step, or pick; `text` of a
  cloze in pieces, a gap as {gap, hint}, beside `gaps` and its `prompt`, which is the sentence with
  […]; `code` of a spot in lines, the right ones in `right` and each wrong one in `line`, by
  number. `memory`: key, stability in days, difficulty 1 to 10, last and due as study days,
  reviews, lapses, suspended; `log`: all entries of your log, taken-back ones too, with the key
  that a question has now and the version of this program. `cargo quiz import` reads it back.
csv: one row an answer, in the order of time: time,day,bank,question,rev,mode,grade,passed,
  seconds,answer,sure,id. grade is 1 again, 2 hard, 3 good, 4 easy. A cell that a spreadsheet
  could take for a formula begins with an apostrophe.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Options {
    /// For which program.
    format: Format,
    /// Write to this file, whole or not at all [default: what is printed].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file if there is one.
    #[arg(long, requires = "out")]
    force: bool,
    /// Only this bank; may be repeated [default: all].
    #[arg(long, value_name = "ID")]
    bank: Vec<String>,
    /// Only the banks of this chapter, by its name or its number; may be repeated [default: all].
    #[arg(long, value_name = "NAME")]
    chapter: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// An Anki package.
    Apkg,
    /// A text file for Anki's import.
    AnkiText,
    /// Questions, memory and log.
    Json,
    /// The answers.
    Csv,
}

impl Run<'_, '_> {
    pub(super) fn export(mut self, options: Options) -> Result<(), Stop> {
        if options.format == Format::Apkg && options.out.is_none() && self.on_a_screen() {
            let text = "an Anki package is no text\n  help: --out quiz.apkg writes it to a file\n";
            return Err(Stop::Arguments(text.to_owned()));
        }
        let banks = self.banks()?;
        let only = only(&banks, &options)?;
        let folder = self.folder()?;
        let reviews = read_folder(&folder).map_err(|error| Stop::Log(Refusal::Io(folder, error)))?;
        let reviews = reviews.under(&Banks::heirs(&banks));
        self.warn(&reviews.warnings)?;
        let now = self.clock.now();
        let memory = Memory::of(&reviews, &banks, now.study_day());
        let standing = reviews.standing();
        let freight = Freight {
            banks: &banks,
            memory: &memory,
            reviews: &reviews,
            standing: &standing,
            only: &only,
            now,
        };
        let bytes = match options.format {
            Format::Apkg => apkg(&freight)?,
            Format::AnkiText => anki_text(&freight).into_bytes(),
            Format::Json => json(&freight).into_bytes(),
            Format::Csv => csv(&freight).into_bytes(),
        };
        let Some(path) = &options.out else { return Ok(self.terminal.out.write_all(&bytes)?) };
        write_whole(path, &bytes, options.force)
            .map_err(|unwritten| Stop::Arguments(unwritten.to_string()))?;
        let told = told(options.format, &freight);
        Ok(self.terminal.line(Style::Good, &format!("{}: {told}.", path.display()))?)
    }

    /// Whether what is printed would be looked at: not in a file, not in a pipe.
    fn on_a_screen(&self) -> bool {
        self.terminal.paints || io::stdout().is_terminal()
    }
}

fn told(format: Format, freight: &Freight<'_>) -> String {
    let questions = counted(freight.items().count(), "question");
    let answers = counted(freight.answers().count(), "answer");
    match format {
        Format::Apkg | Format::Json => format!("{questions}, {answers}"),
        Format::AnkiText => questions,
        Format::Csv => answers,
    }
}

/// The selection, once each name in it is one that there is.
fn only(banks: &[Bank], options: &Options) -> Result<Only, Stop> {
    let ids: Vec<&str> = banks.iter().map(|bank| bank.id.as_str()).collect();
    let chapters: Vec<&str> = banks.iter().map(|bank| bank.chapter.as_str()).collect();
    let is_bank = |bank: &Bank, name: &str| bank.id == name;
    let named = banks_of("bank", banks, &options.bank, &ids, is_bank)?;
    let of_chapters = banks_of("bank of the chapter", banks, &options.chapter, &chapters, is_called)?;
    Ok(Only::new(match (named, of_chapters) {
        (Some(named), Some(of_chapters)) => Some(named.intersection(&of_chapters).cloned().collect()),
        (named, of_chapters) => named.or(of_chapters),
    }))
}

/// The ids of the banks that are called so; `None` if no name is given.
fn banks_of(
    what: &str,
    banks: &[Bank],
    names: &[String],
    known: &[&str],
    is_called: impl Fn(&Bank, &str) -> bool,
) -> Result<Option<BTreeSet<String>>, Stop> {
    let mut found = BTreeSet::new();
    for name in names {
        let called: Vec<&Bank> = banks.iter().filter(|bank| is_called(bank, name)).collect();
        if called.is_empty() {
            let help = match text_nearest(name, known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are: {}", known.join(", ")),
            };
            return Err(Stop::Arguments(format!("there is no {what} `{name}`\n  help: {help}\n")));
        }
        found.extend(called.into_iter().map(|bank| bank.id.clone()));
    }
    Ok((!names.is_empty()).then_some(found))
}
