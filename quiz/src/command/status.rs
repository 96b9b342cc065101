//! `cargo quiz`: what is due today, and what to do next.

use super::check::counted;
use super::sit::ENOUGH;
use super::{Run, Stop, forecast};
use crate::bank::Bank;
use crate::clock::Day;
use crate::exercises::exercise_of;
use crate::front::screen::{Style, Terminal};
use crate::log::{Reviews, What};
use crate::memory::figures::Pace;
use crate::memory::{Cause, Deck, Memory};
use crate::session::{Queue, drill};
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
    /// Cards that are due because an exercise broke a rule, by exercise.
    missed: BTreeMap<String, usize>,
    /// What comes back on which day.
    coming: BTreeMap<Day, usize>,
}

impl Run<'_, '_> {
    pub(super) fn status(mut self) -> Result<(), Stop> {
        let banks = self.banks()?;
        let reviews = self.past(&banks)?;
        let today = Today::of(&banks, &reviews, self.clock.now().study_day(), self.seed());
        let folder = self.folder()?.display().to_string();
        match self.arguments.json {
            true => writeln!(self.terminal.out, "{:#}", today.json(&folder))?,
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
            done: reviews.records.iter().filter(|record| record.day == day).count(),
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
        for (exercise, due) in &self.missed {
            let are = if *due == 1 { "is" } else { "are" };
            terminal
                .line(Style::Plain, &format!("{due} {are} due because your {exercise} breaks a rule."))?;
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
            (0, _) if self.done >= ENOUGH => None,
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

/// How many cards are due because of which exercise: it counts once, under the one that came last.
fn missed(deck: &Deck<'_>, reviews: &Reviews, memory: &Memory, today: Day) -> BTreeMap<String, usize> {
    let mut exercises: BTreeMap<&str, &str> = BTreeMap::new();
    for note in &reviews.notes {
        if let What::Missed { concept, from } = &note.what {
            exercises.insert(concept, exercise_of(from));
        }
    }
    let mut keys: BTreeSet<&str> = BTreeSet::new();
    let mut missed = BTreeMap::new();
    for (concept, exercise) in exercises {
        for key in deck.about(concept) {
            let due = memory.card(key).filter(|card| card.due <= today && !memory.is_suspended(key));
            if due.is_some_and(|card| card.open == Some(Cause::Exercise)) && keys.insert(key) {
                *missed.entry(exercise.to_owned()).or_default() += 1;
            }
        }
    }
    missed
}
