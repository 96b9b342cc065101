//! The log as commands read it, together with what exercises have shown since.

use super::{Run, Stop};
use crate::bank::{Bank, Banks};
use crate::exercises::{self, Map};
use crate::log::{Log, Mode, Note, Refusal, Reviews, What, read_folder};
use crate::memory::Deck;

impl Run<'_, '_> {
    /// All that counts, under the keys that questions have now. Rules that exercises broke and that
    /// the log does not have yet count as broken now. Nothing is written.
    pub(super) fn past(&mut self, banks: &[Bank]) -> Result<Reviews, Stop> {
        let folder = self.folder()?;
        let reviews = read_folder(&folder).map_err(|error| Stop::Log(Refusal::Io(folder, error)))?;
        let mut reviews = reviews.under(&Banks::heirs(banks));
        self.warn(&reviews.warnings)?;
        self.warn_of_the_future(&reviews)?;
        let (now, host) = (self.clock.now(), self.host());
        let misses = self.misses(&reviews, banks);
        reviews.notes.extend(misses.into_iter().map(|what| Note::new(&host, now, what)));
        Ok(reviews)
    }

    /// A clock that was set back looks as if all had been forgotten: answers of days that are still to
    /// come count for nothing until then.
    pub(super) fn warn_of_the_future(&mut self, reviews: &Reviews) -> Result<(), Stop> {
        let tomorrow = self.clock.now().study_day().plus(1);
        let ahead = reviews.records.iter().filter(|record| record.day > tomorrow).count();
        if ahead > 0 {
            let text = format!(
                "warning: {} later than today. They count from their day on; is the clock right?\n  help: cargo quiz doctor\n",
                if ahead == 1 {
                    "1 answer is dated".to_owned()
                } else {
                    format!("{ahead} answers are dated")
                }
            );
            self.terminal.complain(&text)?;
        }
        Ok(())
    }

    /// Writes down which rules exercises have broken since.
    pub(super) fn take_down_misses(
        &self,
        log: &mut Log,
        reviews: &mut Reviews,
        banks: &[Bank],
    ) -> Result<(), Stop> {
        let misses = self.misses(reviews, banks);
        reviews.notes.extend(log.misses(self.clock.now(), misses)?);
        Ok(())
    }

    fn misses(&self, reviews: &Reviews, banks: &[Bank]) -> Vec<What> {
        let map = Map::of_workspace(&self.root);
        let broken = exercises::broken(&exercises::target_folder(&self.root), map.exercises());
        // What was taken back is known too: it does not come again by itself.
        let undone = reviews.undone.iter().filter_map(|entry| match entry {
            crate::log::Entry::Note(note) => Some(note),
            crate::log::Entry::Answer(_) => None,
        });
        let deck = Deck::of(banks);
        let drilled = |concept: &str, since: i64| {
            let drills = reviews.records.iter().rev().filter(|record| record.mode == Mode::Drill);
            let mut drills = drills.take_while(|record| record.at.utc_ms > since);
            drills.any(|record| deck.about(concept).contains(&record.key.as_str()))
        };
        exercises::news(&map, &broken, reviews.notes.iter().chain(undone), drilled)
    }
}
