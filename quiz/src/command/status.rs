//! `cargo quiz`: what is due today, and what to do next.

use super::{Run, Stop, forecast};
use crate::bank::Banks;
use crate::front::screen::Style;
use crate::log::read_folder;
use crate::memory::Memory;
use crate::session::drill;

impl Run<'_, '_> {
    pub(super) fn status(mut self) -> Result<(), Stop> {
        let banks = self.banks()?;
        let folder = self.folder()?;
        let reviews = read_folder(&folder)
            .map_err(|error| Stop::Log(crate::log::Refusal::Io(folder.clone(), error)))?;
        let reviews = reviews.under(&Banks::heirs(&banks));
        self.warn(&reviews.warnings)?;
        let today = self.clock.now().study_day();
        let memory = Memory::of(&reviews, &banks, today);
        let queue = drill(&banks, &memory, today, 1, self.seed());
        let terminal = self.terminal;
        terminal.line(Style::Strong, &format!("{} due today, {} new.", queue.due, queue.new))?;
        let done = reviews.records.iter().filter(|record| record.day == today).count();
        match (queue.due, queue.new) {
            (0, 0) => {
                if let Some(next) = forecast::told(&forecast::forecast(&banks, &memory, today), today) {
                    terminal.line(Style::Plain, &next)?;
                }
                terminal.line(Style::Plain, "Until then: cargo quiz run")?;
            }
            (0, _) if done >= super::sit::ENOUGH => {
                terminal.line(Style::Plain, "You have done enough for today. The new ones can wait.")?;
            }
            _ => terminal.line(Style::Plain, "Next: cargo quiz flash")?,
        }
        if reviews.records.is_empty() {
            terminal.line(Style::Quiet, &format!("Your answers will be kept in {}", folder.display()))?;
        }
        Ok(())
    }
}
