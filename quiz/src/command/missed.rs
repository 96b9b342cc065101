//! `cargo quiz missed`: what the reader found out that they do not know, outside of a drill.

use super::check::counted;
use super::{Run, Stop, keys};
use crate::bank::{Banks, text_nearest};
use crate::chance::hash;
use crate::clock::Day;
use crate::front::screen::Style;
use crate::log::{Log, What};
use crate::memory::{Deck, Memory};
use crate::misses::{BY_READER, Shown, Source};
use crate::predictions::Predictions;
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;

const HELP: &str = "\
Examples:
  cargo quiz missed                        what is open, and what showed it
  cargo quiz missed lost-update/silence    a prediction that its run refuted
  cargo quiz missed fencing-token          an idea that you could not explain

The questions about it come first in your next drill. A page that `cargo book` serves notes its
predictions by itself, and an exercise its broken rules; a page read elsewhere offers the command.
`cargo quiz undo` takes back what you said here.

--json lists what is open as one document: `missed`, each with concept, day, from, due and new
(how many of its questions are due, and how many new ones come first).";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Options {
    /// A prediction as chapter/name, or an idea [default: list what is open].
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// List as one JSON document.
    #[arg(long, conflicts_with = "names")]
    json: bool,
}

/// The questions that a miss of an idea brings up.
#[derive(Debug, Default)]
pub(super) struct Open<'a> {
    pub due: Vec<&'a str>,
    pub new: Vec<&'a str>,
}

#[derive(Debug, Serialize)]
struct Row<'a> {
    concept: &'a str,
    day: String,
    from: &'a str,
    due: usize,
    new: usize,
}

#[derive(Debug, Serialize)]
struct Listing<'a> {
    missed: Vec<Row<'a>>,
}

impl Run<'_, '_> {
    pub(super) fn missed(self, options: Options) -> Result<(), Stop> {
        match options.names.as_slice() {
            [] => self.list_missed(options.json),
            names => self.take_down(names),
        }
    }

    fn take_down(mut self, names: &[String]) -> Result<(), Stop> {
        let banks = Banks::new(self.banks()?);
        let deck = Deck::of(banks.all());
        let now = self.clock.now();
        let occasion = hash(&[&now.utc()]) as u32;
        let shown = found(&deck, &Predictions::of_book(&self.sources.book), names, occasion)?;
        let (mut log, reviews) = Log::open(&self.folder()?, &self.host())?;
        let mut reviews = reviews.under(&Banks::heirs(banks.all()));
        self.warn(&reviews.warnings)?;
        for (concept, from) in &shown {
            let what = What::Missed { concept: concept.clone(), from: from.clone() };
            reviews.notes.push(log.note(now, what)?);
        }
        let memory = Memory::from(&reviews, &deck, now.study_day());
        for concept in shown.keys() {
            let open = open(&deck, &memory, concept, now.study_day());
            self.terminal.line(Style::Plain, &format!("{concept}: {}", open.told()))?;
        }
        let each = if shown.len() > 1 { ", once for each of them" } else { "" };
        let next = format!("Next: cargo quiz flash. To take it back: cargo quiz undo{each}");
        Ok(self.terminal.line(Style::Quiet, &next)?)
    }

    fn list_missed(mut self, json: bool) -> Result<(), Stop> {
        let banks = self.banks()?;
        let reviews = self.past(&banks)?;
        let today = self.clock.now().study_day();
        let deck = Deck::of(&banks);
        let memory = Memory::from(&reviews, &deck, today);
        // Of several misses of an idea, the last.
        let missed = reviews.standing().missed;
        let last: BTreeMap<&str, _> = missed.iter().map(|miss| (miss.concept.as_str(), miss)).collect();
        let opened = last.into_iter().map(|(concept, miss)| (miss, open(&deck, &memory, concept, today)));
        let opened: Vec<_> = opened.filter(|(_, open)| !open.is_empty()).collect();
        if json {
            let rows = opened.iter().map(|(miss, open)| Row {
                concept: &miss.concept,
                day: miss.day.to_string(),
                from: &miss.from,
                due: open.due.len(),
                new: open.new.len(),
            });
            return keys::document(self.terminal, &Listing { missed: rows.collect() });
        }
        if opened.is_empty() {
            return Ok(self.terminal.line(Style::Plain, "Nothing is open.")?);
        }
        for (miss, open) in opened {
            self.terminal.hanging(Style::Plain, "  ", &format!("{}: {}", miss.concept, open.told()))?;
            let why = format!("last on {}, {}", miss.day, because(&miss.from));
            self.terminal.hanging(Style::Quiet, "      ", &why)?;
        }
        Ok(self.terminal.line(Style::Quiet, "Next: cargo quiz flash")?)
    }
}

/// The ideas of these names, each with what the log shall have of it; or what is wrong with each that
/// is none.
fn found(
    deck: &Deck<'_>,
    predictions: &Predictions,
    names: &[String],
    occasion: u32,
) -> Result<BTreeMap<String, String>, Stop> {
    let (mut found, mut wrong) = (BTreeMap::new(), String::new());
    for name in names {
        let shown = predictions.shown(name, BY_READER, occasion);
        if let Some(Shown { from, concepts, .. }) = shown.filter(|shown| !shown.concepts.is_empty()) {
            found.extend(concepts.into_iter().map(|concept| (concept, from.clone())));
        } else if !deck.about(name).is_empty() {
            found.insert(name.clone(), format!("{BY_READER}{name}#{occasion:08x}"));
        } else {
            let all: Vec<&str> = predictions.names().chain(deck.concepts()).collect();
            let help = match text_nearest(name, &all) {
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    "the page of a prediction says its name; `cargo quiz stats --concepts` lists ideas".into()
                }
            };
            wrong.push_str(&format!("there is no prediction and no idea `{name}`\n  help: {help}\n"));
        }
    }
    if wrong.is_empty() { Ok(found) } else { Err(Stop::Arguments(wrong)) }
}

/// What misses of this idea bring up today, which has been missed; of questions that are not suspended.
pub(super) fn open<'a>(deck: &Deck<'a>, memory: &Memory, concept: &str, today: Day) -> Open<'a> {
    let mut open = Open::default();
    for key in deck.about(concept).iter().copied().filter(|key| !memory.is_suspended(key)) {
        if memory.card(key).is_some_and(|card| card.due <= today && card.elsewhere) {
            open.due.push(key);
        } else if memory.wanted(key).is_some() {
            open.new.push(key);
        }
    }
    open
}

impl Open<'_> {
    fn is_empty(&self) -> bool {
        self.due.is_empty() && self.new.is_empty()
    }

    fn told(&self) -> String {
        let come = |n: usize| if n == 1 { "comes" } else { "come" };
        match (self.due.len(), self.new.len()) {
            (0, 0) => "no question about it is left to ask".to_owned(),
            (due, 0) => format!("{} {} again", counted(due, "question"), come(due)),
            (0, new) => format!("{} {} first", counted(new, "new question"), come(new)),
            (due, new) => format!(
                "{} {} again, and {} {} first",
                counted(due, "question"),
                come(due),
                counted(new, "new one"),
                come(new)
            ),
        }
    }
}

/// What showed a miss, in words.
pub(super) fn because(from: &str) -> String {
    let what = from.rsplit_once('#').map_or(from, |(what, _)| what);
    let rest = |by: &str| what.strip_prefix(by).unwrap_or(what).to_owned();
    match Source::of(from) {
        Source::Exercise(_) => format!("by {what}"),
        Source::Chapter(_) => format!("by the run of {}", rest(crate::misses::BY_BOOK)),
        Source::Reader => format!("as you said of {}", rest(BY_READER)),
    }
}
