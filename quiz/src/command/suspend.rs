//! `cargo quiz suspend`: questions that are not asked.

use super::check::counted;
use super::{Run, Stop, keys};
use crate::bank::Banks;
use crate::front::screen::Style;
use crate::log::{Log, Reviews, What};
use clap::Args;
use serde::Serialize;

const HELP: &str = "\
Examples:
  cargo quiz suspend                           what is suspended
  cargo quiz suspend lost-update/two-debits    stop asking this question
  cargo quiz suspend --resume lost-update/two-debits

A suspended question comes in no drill and no quiz. What you know of it is kept, and it comes
back where it was. `cargo quiz undo` takes back the last one.

--json lists what is suspended as one document: `suspended`, each with key, since (a day),
in_bank (whether a bank still has it) and prompt.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Options {
    /// Questions, as bank/id [default: list what is suspended].
    #[arg(value_name = "KEY")]
    keys: Vec<String>,
    /// Ask these again.
    #[arg(long, value_name = "KEY", num_args = 1.., conflicts_with = "keys")]
    resume: Vec<String>,
    /// List as one JSON document.
    #[arg(long, conflicts_with_all = ["keys", "resume"])]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Row<'a> {
    key: &'a str,
    since: Option<String>,
    in_bank: bool,
    prompt: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct Listing<'a> {
    suspended: Vec<Row<'a>>,
}

impl Run<'_, '_> {
    pub(super) fn suspend(mut self, options: Options) -> Result<(), Stop> {
        let banks = Banks::new(self.banks()?);
        if options.keys.is_empty() && options.resume.is_empty() {
            let reviews = self.past(banks.all())?;
            return self.list_suspended(&banks, &reviews, options.json);
        }
        let found = keys::find_all(&banks, &options.keys)?;
        let (mut log, reviews) = Log::open(&self.folder()?, &self.host())?;
        let reviews = reviews.under(&Banks::heirs(banks.all()));
        self.warn(&reviews.warnings)?;
        let mut suspended = reviews.standing().suspended;
        let resumed = keys::known(&banks, &options.resume, |key| suspended.contains(key))?;
        for key in found.into_iter().map(|item| &item.key) {
            if !suspended.insert(key.clone()) {
                self.terminal.line(Style::Plain, &format!("{key} is suspended already."))?;
                continue;
            }
            log.note(self.clock.now(), What::Suspend { key: key.clone() })?;
            let again = format!("Suspended {key}. To have it asked again: cargo quiz suspend --resume {key}");
            self.terminal.line(Style::Plain, &again)?;
        }
        for key in resumed {
            if !suspended.remove(key) {
                self.terminal.line(Style::Plain, &format!("{key} is not suspended."))?;
                continue;
            }
            log.note(self.clock.now(), What::Resume { key: key.to_owned() })?;
            self.terminal.line(Style::Plain, &format!("{key} is asked again."))?;
        }
        Ok(())
    }

    fn list_suspended(self, banks: &Banks, reviews: &Reviews, json: bool) -> Result<(), Stop> {
        let suspended = reviews.standing().suspended;
        let rows = suspended.iter().map(|key| {
            let item = banks.item(key);
            let by = reviews.notes.iter().rev();
            let mut by = by.filter(|note| matches!(&note.what, What::Suspend { key: of } if of == key));
            Row {
                key,
                since: by.next().map(|note| note.day.to_string()),
                in_bank: item.is_some(),
                prompt: item.map(|item| item.prompt.as_str()),
            }
        });
        if json {
            return keys::document(self.terminal, &Listing { suspended: rows.collect() });
        }
        if suspended.is_empty() {
            return Ok(self.terminal.line(Style::Plain, "No question is suspended.")?);
        }
        for row in rows {
            let since = row.since.map_or(String::new(), |day| format!(", since {day}"));
            let gone = if row.in_bank { "" } else { ", in no bank" };
            self.terminal.hanging(Style::Plain, "  ", &format!("{}{since}{gone}", row.key))?;
        }
        let total = format!(
            "{}. To have one asked again: cargo quiz suspend --resume KEY",
            counted(suspended.len(), "question")
        );
        Ok(self.terminal.line(Style::Quiet, &total)?)
    }
}
