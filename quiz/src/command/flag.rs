//! `cargo quiz flag`: questions that their reader found wrong or unclear, and where they stand.

use super::check::counted;
use super::{Run, Stop, keys};
use crate::bank::Banks;
use crate::front::screen::Style;
use crate::log::{Flag, Log, Reviews, What};
use clap::Args;
use serde::Serialize;

const HELP: &str = "\
Examples:
  cargo quiz flag                              what you flagged, with file and line
  cargo quiz flag lost-update/two-debits both a and b are right
  cargo quiz flag --done lost-update/two-debits

In a sitting, ! and a note flags the question that is asked. A flag changes nothing else: the
question still comes (`cargo quiz suspend` stops it). Flagging it again replaces the note.

--json lists flags as one document: `flags`, each with key, text, day, file and line (null if
no bank has the question any more) and prompt.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Options {
    /// A question, as bank/id [default: list what is flagged].
    key: Option<String>,
    /// What is wrong with it.
    #[arg(value_name = "NOTE")]
    text: Vec<String>,
    /// These were seen to.
    #[arg(long, value_name = "KEY", num_args = 1.., conflicts_with = "key")]
    done: Vec<String>,
    /// List as one JSON document.
    #[arg(long, conflicts_with_all = ["key", "done"])]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Row<'a> {
    key: &'a str,
    text: &'a str,
    day: String,
    file: Option<&'a str>,
    line: Option<usize>,
    prompt: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct Listing<'a> {
    flags: Vec<Row<'a>>,
}

impl Run<'_, '_> {
    pub(super) fn flag(mut self, options: Options) -> Result<(), Stop> {
        let banks = Banks::new(self.banks()?);
        match &options.key {
            Some(key) => {
                let key = &keys::find(&banks, key)?.key;
                self.set_flag(key, options.text.join(" ").trim())
            }
            None if options.done.is_empty() => {
                let reviews = self.past(banks.all())?;
                self.list_flags(&banks, &reviews, options.json)
            }
            None => self.done_with(&banks, &options.done),
        }
    }

    fn set_flag(mut self, key: &str, text: &str) -> Result<(), Stop> {
        let (mut log, reviews) = Log::open(&self.folder()?, &self.host())?;
        self.warn(&reviews.warnings)?;
        log.note(self.clock.now(), What::Flag { key: key.to_owned(), text: text.to_owned() })?;
        let said = if text.is_empty() { String::new() } else { format!(": {text}") };
        self.terminal.line(Style::Plain, &format!("Flagged {key}{said}"))?;
        let next = format!("When it is mended: cargo quiz flag --done {key}");
        Ok(self.terminal.line(Style::Quiet, &next)?)
    }

    fn done_with(mut self, banks: &Banks, typed: &[String]) -> Result<(), Stop> {
        let (mut log, reviews) = Log::open(&self.folder()?, &self.host())?;
        let reviews = reviews.under(&Banks::heirs(banks.all()));
        self.warn(&reviews.warnings)?;
        let mut flags = reviews.standing().flags;
        let found = keys::known(banks, typed, |key| flags.contains_key(key))?;
        for key in found {
            if flags.remove(key).is_none() {
                self.terminal.line(Style::Plain, &format!("{key} is not flagged."))?;
                continue;
            }
            log.note(self.clock.now(), What::Unflag { key: key.to_owned() })?;
            self.terminal.line(Style::Plain, &format!("{key} is flagged no more."))?;
        }
        Ok(())
    }

    fn list_flags(self, banks: &Banks, reviews: &Reviews, json: bool) -> Result<(), Stop> {
        let flags = reviews.standing().flags;
        if json {
            let flags = flags.iter().map(|(key, flag)| row(banks, key, flag)).collect();
            return keys::document(self.terminal, &Listing { flags });
        }
        for (key, Flag { text, day }) in &flags {
            let place = keys::Place::of(banks, key);
            let place = place.map_or("in no bank".to_owned(), |place| place.shown());
            self.terminal.line(Style::Strong, &format!("{place}: {key}"))?;
            let text = if text.is_empty() { "no note" } else { text };
            self.terminal.hanging(Style::Plain, "    ", &format!("{day}: {text}"))?;
        }
        let total = match flags.len() {
            0 => "No question is flagged.".to_owned(),
            n => format!("{}. When one is mended: cargo quiz flag --done KEY", counted(n, "question")),
        };
        Ok(self.terminal.line(Style::Quiet, &total)?)
    }
}

fn row<'a>(banks: &'a Banks, key: &'a str, flag: &'a Flag) -> Row<'a> {
    let place = keys::Place::of(banks, key);
    Row {
        key,
        text: &flag.text,
        day: flag.day.to_string(),
        line: place.as_ref().and_then(|place| place.line),
        file: place.map(|place| place.bank.file.as_str()),
        prompt: banks.item(key).map(|item| item.prompt.as_str()),
    }
}
