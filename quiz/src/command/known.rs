//! What a reader's log says of questions: for commands that show it and write nothing.

use super::{Run, Stop};
use crate::bank::{Bank, Item};
use crate::clock::Day;
use crate::log::{Flag, Record, Standing};
use crate::memory::{Card, Memory};

/// The log, read once.
pub(super) struct Known {
    pub today: Day,
    records: Vec<Record>,
    memory: Memory,
    standing: Standing,
}

/// Where a question stands in the schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// Never drilled.
    New,
    Due,
    /// Comes back on this day.
    Later(Day),
    Suspended,
}

impl Run<'_, '_> {
    pub(super) fn known(&mut self, banks: &[Bank]) -> Result<Known, Stop> {
        let today = self.clock.now().study_day();
        let reviews = self.past(banks)?;
        let memory = Memory::of(&reviews, banks, today);
        Ok(Known { today, memory, standing: reviews.standing(), records: reviews.records })
    }
}

impl Known {
    pub(super) fn state(&self, item: &Item) -> State {
        if self.standing.suspended.contains(&item.key) {
            return State::Suspended;
        }
        match self.card(item) {
            None => State::New,
            Some(card) if card.due <= self.today => State::Due,
            Some(card) => State::Later(card.due),
        }
    }

    pub(super) fn card(&self, item: &Item) -> Option<&Card> {
        self.memory.card(&item.key)
    }

    pub(super) fn flag(&self, item: &Item) -> Option<&Flag> {
        self.standing.flags.get(&item.key)
    }

    /// Its answers, the oldest first.
    pub(super) fn answers(&self, item: &Item) -> Vec<&Record> {
        self.records.iter().filter(|record| record.key == item.key).collect()
    }
}

impl State {
    /// As JSON has it.
    pub(super) fn name(self) -> &'static str {
        match self {
            State::New => "new",
            State::Due => "due",
            State::Later(_) => "later",
            State::Suspended => "suspended",
        }
    }

    /// As a column has it.
    pub(super) fn shown(self) -> String {
        match self {
            State::Later(day) => day.to_string(),
            other => other.name().to_owned(),
        }
    }

    pub(super) fn due(self) -> Option<Day> {
        if let State::Later(day) = self { Some(day) } else { None }
    }
}
