//! The settings in force, and what they amount to.

use crate::bank::Bank;
use crate::command::Run;
use crate::command::check::counted;
use crate::front::screen::{Style, Terminal};
use crate::log::{Reviews, Settings, What};
use crate::memory::Deck;
use crate::memory::fit::{ENOUGH, Past, workload};
use serde_json::{Value, json};
use std::io;

/// Days over which the work is counted.
const DAYS: u32 = 30;

#[derive(Debug, Clone)]
pub(super) struct Standing {
    pub settings: Settings,
    /// Answers that a fit could learn from.
    pub answers: usize,
    /// Cards that come back within a month, if each is known each time.
    pub cards: usize,
}

impl Run<'_, '_> {
    pub(super) fn standing(&self, banks: &[Bank], reviews: &Reviews) -> Standing {
        let settings = reviews.standing().settings;
        let answers = Past::of(reviews, &Deck::of(banks), self.clock.now().study_day()).len();
        let cards = self.work(banks, reviews, &settings);
        Standing { settings, answers, cards }
    }

    /// How many cards come back within a month, under these settings.
    pub(super) fn work(&self, banks: &[Bank], reviews: &Reviews, settings: &Settings) -> usize {
        let today = self.clock.now().study_day();
        workload(reviews, &Deck::of(banks), settings, today, DAYS).iter().sum()
    }
}

impl Standing {
    /// Whether the note says anything that is not so already.
    pub(super) fn is_changed_by(&self, what: &What) -> bool {
        let What::Tune { retention, weights, easy } = what else { return false };
        let settings = &self.settings;
        retention.is_some_and(|new| new != thousandths(settings.retention))
            || weights.as_ref().is_some_and(|new| *new != settings.weights)
            || easy.is_some_and(|new| new != settings.easy)
    }

    /// What is in force; after a change, what it was before.
    pub(super) fn tell(&self, terminal: &mut Terminal<'_>, before: Option<&Standing>) -> io::Result<()> {
        let settings = &self.settings;
        let same = before.is_some_and(|before| before.settings == *settings);
        if same {
            terminal.line(Style::Plain, "It is so already. Nothing was written.")?;
            terminal.blank()?;
        }
        let retention = f64::from(thousandths(settings.retention)) / 10.0;
        let text =
            format!("{retention} %: of a hundred cards that come back, you shall know {retention:.0}.");
        terminal.hanging(Style::Plain, "retention   ", &text)?;
        let easy = if settings.easy {
            "on: a quick right answer counts as easy."
        } else {
            "off: a right answer counts as good, however quick."
        };
        terminal.hanging(Style::Plain, "easy        ", easy)?;
        terminal.hanging(Style::Plain, "parameters  ", &self.parameters())?;
        let cards = counted(self.cards, "card");
        let work = match before.filter(|_| !same) {
            Some(before) => {
                format!("{cards} in the next {DAYS} days, {} before, if you know each of them.", before.cards)
            }
            None => format!("{cards} in the next {DAYS} days, if you know each of them."),
        };
        terminal.hanging(Style::Plain, "work        ", &work)?;
        if before.is_some() && !same {
            terminal.blank()?;
            terminal.line(Style::Quiet, "To take it back: cargo quiz undo")?;
        }
        Ok(())
    }

    fn parameters(&self) -> String {
        let whose = if self.settings.weights.is_empty() { "the model's own." } else { "fitted to you." };
        match self.missing() {
            0 => format!("{whose} To fit them to your {} answers: cargo quiz tune --fit", self.answers),
            missing => format!(
                "{whose} A fit needs {ENOUGH} answers to cards drilled before; {missing} are missing."
            ),
        }
    }

    /// Answers that a fit still needs.
    pub(super) fn missing(&self) -> usize {
        ENOUGH.saturating_sub(self.answers)
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "retention": f64::from(thousandths(self.settings.retention)) / 1000.0,
            "easy": self.settings.easy,
            "fitted": !self.settings.weights.is_empty(),
            "weights": self.settings.weights,
            "answers": self.answers,
            "needed": ENOUGH,
            "cards_30_days": self.cards,
        })
    }
}

fn thousandths(retention: f32) -> u32 {
    (retention * 1000.0).round() as u32
}
