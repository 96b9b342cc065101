//! `cargo quiz`: what is due today, and what to do next.

use super::check::counted;
use super::sit::ENOUGH;
use super::{Run, Stop, forecast, keys, missed};
use crate::bank::Bank;
use crate::clock::Day;
use crate::front::screen::{Style, Terminal};
use crate::log::{Mode, Reviews, What};
use crate::memory::figures::Pace;
use crate::memory::{Deck, Memory};
use crate::misses::Source;
use crate::session::{Queue, drill};
use serde::Serialize;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::io;

/// All that is to be said.
struct Today {
    day: Day,
    due: usize,
    new: usize,
    suspended: usize,
    /// Of the next sitting: its questions, and the minutes that they take.
    sitting: usize,
    minutes: u64,
    /// Answered today.
    done: usize,
    /// Nothing was ever answered here.
    first: bool,
    /// What comes because of what an exercise, a prediction or the reader showed: cards that are due,
    /// and new questions.
    missed: BTreeMap<String, Missed>,
    /// What comes back on which day.
    coming: BTreeMap<Day, usize>,
}

/// What one exercise, chapter or word of the reader brings up.
#[derive(Debug, Default, Serialize)]
struct Missed {
    due: usize,
    new: usize,
    /// What showed it, on the line that tells of it.
    #[serde(skip)]
    because: String,
}

impl Run<'_, '_> {
    pub(super) fn status(mut self) -> Result<(), Stop> {
        let banks = self.banks()?;
        let reviews = self.past(&banks)?;
        let today = Today::of(&banks, &reviews, self.clock.now().study_day(), self.seed());
        let folder = self.folder()?.display().to_string();
        match self.arguments.json {
            true => keys::document(self.terminal, &today.json(&folder))?,
            false => today.tell(self.terminal, &folder)?,
        }
        Ok(())
    }
}

impl Today {
    fn of(banks: &[Bank], reviews: &Reviews, day: Day, seed: u64) -> Today {
        let deck = Deck::of(banks);
        let memory = Memory::from(reviews, &deck, day);
        let Queue { tasks, due, new } = drill(banks, &memory, day, ENOUGH, seed);
        let items = banks.iter().flat_map(|bank| &bank.items);
        Today {
            day,
            due,
            new,
            suspended: items.filter(|item| memory.is_suspended(&item.key)).count(),
            sitting: tasks.len(),
            minutes: Pace::of(reviews, &deck).minutes(tasks.iter().map(|task| task.item().kind())),
            done: done_on(reviews, day),
            first: reviews.records.is_empty(),
            missed: missed(&deck, reviews, &memory, day),
            coming: forecast::forecast(banks, &memory, day),
        }
    }

    fn tell(&self, terminal: &mut Terminal<'_>, folder: &str) -> io::Result<()> {
        let minutes = counted(self.minutes as usize, "minute");
        if self.first && self.new > 0 {
            let begin = format!("Begin with `cargo quiz flash`: {}, about {minutes}.", self.questions());
            terminal.line(Style::Strong, &begin)?;
            let how =
                "What you miss comes back tomorrow, what you know comes later. Ten minutes a day are enough.";
            terminal.line(Style::Plain, how)?;
        }
        let counts = format!("{} due today, {} new.", self.due, self.new);
        terminal.line(if self.first { Style::Plain } else { Style::Strong }, &counts)?;
        for missed in self.missed.values() {
            terminal.line(Style::Plain, &missed.told())?;
        }
        match self.next() {
            _ if self.first => {}
            Some(next) if self.sitting > 0 && next.ends_with("flash") => {
                let text = format!("Next: {next} ({}, about {minutes})", self.questions());
                terminal.line(Style::Plain, &text)?;
            }
            Some(next) => {
                if let Some(coming) = forecast::told(&self.coming, self.day) {
                    terminal.line(Style::Plain, &coming)?;
                }
                terminal.line(Style::Plain, &format!("Until then: {next}"))?;
            }
            None => {
                terminal.line(Style::Plain, "You have done enough for today. The new ones can wait.")?;
            }
        }
        if self.first {
            terminal.line(Style::Quiet, &format!("Your answers will be kept in {folder}"))?;
        }
        Ok(())
    }

    fn questions(&self) -> String {
        counted(self.sitting, "question")
    }

    /// The command to type next; none if the day is done.
    fn next(&self) -> Option<&'static str> {
        match (self.due, self.new) {
            (0, 0) => Some("cargo quiz run"),
            (0, _) if self.done >= ENOUGH && self.missed.is_empty() => None,
            _ => Some("cargo quiz flash"),
        }
    }

    fn json(&self, folder: &str) -> serde_json::Value {
        let coming = self.coming.iter().filter(|(day, _)| **day > self.day);
        let days: Vec<_> =
            coming.map(|(day, cards)| json!({"day": day.to_string(), "cards": cards})).collect();
        json!({
            "day": self.day.to_string(),
            "due": self.due,
            "new": self.new,
            "suspended": self.suspended,
            "answered_today": self.done,
            "sitting": self.sitting,
            "minutes": self.minutes,
            "next": self.next(),
            "missed": self.missed,
            "coming": days,
            "data": folder,
        })
    }
}

impl Missed {
    fn told(&self) -> String {
        let many =
            |n: usize, one: &str, more: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {more}") };
        let due = many(self.due, "is due", "are due");
        let new = many(self.new, "new one comes first", "new ones come first");
        let what = match (self.due, self.new) {
            (0, _) => new,
            (_, 0) => due,
            _ => format!("{due} and {new}"),
        };
        format!("{what} because {}.", self.because)
    }
}

/// Questions answered on that day. What came again in the same sitting is no other one.
pub(super) fn done_on(reviews: &Reviews, day: Day) -> usize {
    reviews.records.iter().filter(|record| record.day == day && record.mode != Mode::Relearn).count()
}

/// What comes because of what. A question counts once.
fn missed<'d>(deck: &Deck<'d>, reviews: &Reviews, memory: &Memory, today: Day) -> BTreeMap<String, Missed> {
    let mut sources: BTreeMap<&str, Source<'_>> = BTreeMap::new();
    for note in &reviews.notes {
        if let What::Missed { concept, from } = &note.what {
            sources.insert(concept, Source::of(from));
        }
    }
    let mut met: BTreeSet<&'d str> = BTreeSet::new();
    let mut missed: BTreeMap<String, Missed> = BTreeMap::new();
    for (concept, source) in sources {
        let missed::Open { due, new } = missed::open(deck, memory, concept, today);
        let mut first = |keys: Vec<&'d str>| keys.into_iter().filter(|key| met.insert(key)).count();
        let (due, new) = (first(due), first(new));
        if due + new > 0 {
            let (name, because) = named(source);
            let of = missed.entry(name).or_insert_with(|| Missed { because, ..Missed::default() });
            of.due += due;
            of.new += new;
        }
    }
    missed
}

/// How JSON names a source, and what it showed.
fn named(source: Source<'_>) -> (String, String) {
    match source {
        Source::Exercise(name) => (name.to_owned(), format!("your {name} broke a rule")),
        Source::Chapter(name) => (format!("book/{name}"), format!("a run in {name} refuted your prediction")),
        Source::Reader => ("reader".to_owned(), "you said that you missed it".to_owned()),
    }
}
