//! `cargo quiz list`: which questions there are, and where each stands.

use super::check::counted;
use super::known::{Known, State};
use super::run::is_called;
use super::{Run, Stop, keys};
use crate::bank::{Bank, Item, Kind, Level, text_nearest};
use crate::front::screen::{Style, clean};
use clap::Args;
use clap::builder::PossibleValuesParser;
use serde::Serialize;

const HELP: &str = "\
Examples:
  cargo quiz list --chapter zombies --level interview
  cargo quiz list --concept lost-update --kind trace
  cargo quiz list --due                     what `cargo quiz flash` would ask first
  cargo quiz list --flagged --json          for a script
  cargo quiz show $(cargo quiz list --keys --level staff | head -1)

Filters of different names narrow the list; the same one twice widens it. A question is new,
due, suspended, or comes back on the day that is shown.

--json writes one document: `questions`, each with key, bank, chapter, file, kind, level,
concepts, prompt, see, rev, state (new, due, later, suspended), due (a day, or null) and
flagged; and their `count`.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Options {
    /// Of this chapter.
    #[arg(long, value_name = "NAME")]
    chapter: Vec<String>,
    /// Of this bank.
    #[arg(long, value_name = "ID")]
    bank: Vec<String>,
    /// Of this level.
    #[arg(long, value_name = "LEVEL", value_parser = PossibleValuesParser::new(Level::ALL.map(Level::name)))]
    level: Vec<String>,
    /// Of this kind.
    #[arg(long, value_name = "KIND", value_parser = PossibleValuesParser::new(Kind::ALL.map(Kind::name)))]
    kind: Vec<String>,
    /// About this concept.
    #[arg(long, value_name = "ID")]
    concept: Vec<String>,
    /// Cards that are due today.
    #[arg(long)]
    due: bool,
    /// Questions that you have never drilled.
    #[arg(long)]
    new: bool,
    /// Questions that you have put aside.
    #[arg(long)]
    suspended: bool,
    /// Questions that you have flagged.
    #[arg(long)]
    flagged: bool,
    /// One JSON document.
    #[arg(long, conflicts_with = "keys")]
    json: bool,
    /// Keys alone, one a line.
    #[arg(long)]
    keys: bool,
}

/// A question as JSON has it.
#[derive(Debug, Serialize)]
struct Row<'a> {
    key: &'a str,
    bank: &'a str,
    chapter: &'a str,
    file: &'a str,
    kind: &'static str,
    level: &'static str,
    concepts: &'a [String],
    prompt: &'a str,
    see: String,
    rev: u32,
    state: &'static str,
    due: Option<String>,
    flagged: bool,
}

#[derive(Debug, Serialize)]
struct Document<'a> {
    count: usize,
    questions: Vec<Row<'a>>,
}

/// A question that passed the filters.
struct Listed<'a> {
    bank: &'a Bank,
    item: &'a Item,
    state: State,
    flagged: bool,
}

impl Run<'_, '_> {
    pub(super) fn list(mut self, options: Options) -> Result<(), Stop> {
        let banks = self.banks()?;
        options.names_exist(&banks)?;
        let known = self.known(&banks)?;
        let listed = options.listed(&banks, &known);
        if options.json {
            let questions: Vec<Row> = listed.iter().map(Listed::row).collect();
            return keys::document(self.terminal, &Document { count: questions.len(), questions });
        }
        if options.keys {
            for one in &listed {
                self.terminal.preformatted(&one.item.key)?;
            }
            return Ok(());
        }
        self.table(&listed)?;
        let total = match listed.len() {
            0 => "No question is like that.".to_owned(),
            n => format!("{}.", counted(n, "question")),
        };
        Ok(self.terminal.line(Style::Quiet, &total)?)
    }

    /// A line each where they fit; else the key, and the rest below it.
    fn table(&mut self, listed: &[Listed]) -> Result<(), Stop> {
        let longest = listed.iter().map(|one| clean(&one.item.key).chars().count()).max().unwrap_or(0);
        // Kind, level and day with what stands between them.
        const REST: usize = 2 + 7 + 2 + 12 + 2 + 10;
        let room = self.terminal.columns().checked_sub(longest + REST);
        for one in listed {
            let (kind, level) = (one.item.kind().name(), one.item.level.name());
            let mut state = one.state.shown();
            if one.flagged {
                state.push_str(" flagged");
            }
            let Some(room) = room else {
                self.terminal.line(Style::Plain, &one.item.key)?;
                self.terminal.hanging(Style::Quiet, "    ", &format!("{kind}, {level}, {state}"))?;
                continue;
            };
            let key = clean(&one.item.key);
            let mut line = format!("{key:longest$}  {kind:7}  {level:12}  {state:10}");
            // A few words of the question say little; none say less than nothing.
            if let Some(room) = room.checked_sub(2).filter(|room| *room >= 16 && !one.flagged) {
                line = format!("{line}  {}", shortened(&one.item.prompt, room));
            }
            self.terminal.preformatted(&line)?;
        }
        Ok(())
    }
}

impl Options {
    /// Refuses a name that nothing has: an empty list would look like an answer.
    fn names_exist(&self, banks: &[Bank]) -> Result<(), Stop> {
        let ids: Vec<&str> = banks.iter().map(|bank| bank.id.as_str()).collect();
        let chapters: Vec<&str> = banks.iter().map(|bank| bank.chapter.as_str()).collect();
        let items = banks.iter().flat_map(|bank| &bank.items);
        let concepts: Vec<&str> = items.flat_map(|item| &item.concepts).map(String::as_str).collect();
        for (what, wanted, known) in [
            ("bank", &self.bank, ids),
            ("chapter", &self.chapter, chapters),
            ("concept", &self.concept, concepts),
        ] {
            let called = |name: &str| what == "chapter" && banks.iter().any(|bank| is_called(bank, name));
            if let Some(name) = wanted.iter().find(|name| !known.contains(&name.as_str()) && !called(name)) {
                let help = match text_nearest(name, &known) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None if what == "concept" => "concepts.yaml lists them".to_owned(),
                    None => format!("there is: {}", known.join(", ")),
                };
                let text = format!("no question has the {what} `{name}`\n  help: {help}\n");
                return Err(Stop::Arguments(text));
            }
        }
        Ok(())
    }

    fn listed<'a>(&self, banks: &'a [Bank], known: &Known) -> Vec<Listed<'a>> {
        let items = banks.iter().flat_map(|bank| bank.items.iter().map(move |item| (bank, item)));
        let listed = items.map(|(bank, item)| Listed {
            bank,
            item,
            state: known.state(item),
            flagged: known.flag(item).is_some(),
        });
        listed.filter(|one| self.wants(one)).collect()
    }

    fn wants(&self, one: &Listed) -> bool {
        let among = |wanted: &[String], name: &str| wanted.is_empty() || wanted.iter().any(|one| one == name);
        let concepts = &one.item.concepts;
        let states = [
            (self.due, one.state == State::Due),
            (self.new, one.state == State::New),
            (self.suspended, one.state == State::Suspended),
        ];
        among(&self.bank, &one.bank.id)
            && (self.chapter.is_empty() || self.chapter.iter().any(|name| is_called(one.bank, name)))
            && among(&self.level, one.item.level.name())
            && among(&self.kind, one.item.kind().name())
            && (self.concept.is_empty() || self.concept.iter().any(|wanted| concepts.contains(wanted)))
            && (states.iter().all(|(wanted, _)| !wanted) || states.iter().any(|(wanted, is)| *wanted && *is))
            && (!self.flagged || one.flagged)
    }
}

impl Listed<'_> {
    fn row(&self) -> Row<'_> {
        Row {
            key: &self.item.key,
            bank: &self.bank.id,
            chapter: &self.bank.chapter,
            file: &self.bank.file,
            kind: self.item.kind().name(),
            level: self.item.level.name(),
            concepts: &self.item.concepts,
            prompt: &self.item.prompt,
            see: self.item.see.slug(),
            rev: self.item.rev,
            state: self.state.name(),
            due: self.state.due().map(|day| day.to_string()),
            flagged: self.flagged,
        }
    }
}

/// A text on one line, cut where it must be.
fn shortened(text: &str, room: usize) -> String {
    let words = text.split_whitespace().filter(|word| !word.starts_with("```")).collect::<Vec<_>>().join(" ");
    let words = clean(&words);
    if words.chars().count() <= room {
        return words;
    }
    let kept: String = words.chars().take(room.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}
