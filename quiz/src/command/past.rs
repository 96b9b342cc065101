//! The log as commands read it, together with what exercises and predictions have shown since.

use super::{Run, Stop};
use crate::bank::{Bank, Banks};
use crate::clock::Day;
use crate::log::{Log, Mode, Note, Record, Refusal, Reviews, What, read_folder};
use crate::memory::Deck;
use crate::misses::{self, Shown};
use crate::{exercises, predictions};

impl Run<'_, '_> {
    /// All that counts, under the keys that questions have now. What exercises and predictions showed
    /// and the log does not have yet counts as shown now. Nothing is written.
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

    /// Writes down what exercises and predictions have shown since.
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
        let shown = exercises::shown(&self.root).into_iter();
        let shown = shown.chain(predictions::refuted(&self.root, &self.sources.book));
        news(shown, reviews, banks, self.clock.now().study_day())
    }
}

/// What of all this is new to the log.
fn news(shown: impl IntoIterator<Item = Shown>, reviews: &Reviews, banks: &[Bank], today: Day) -> Vec<What> {
    let deck = Deck::of(banks);
    // An answer of a day to come was given by a clock that was wrong.
    let counts = |record: &&Record| record.mode == Mode::Drill && record.day <= today.plus(1);
    let drilled = |concept: &str, since: i64| {
        let drills = reviews.records.iter().rev().filter(counts);
        let mut drills = drills.take_while(|record| record.at.utc_ms >= since);
        drills.any(|record| deck.about(concept).contains(&record.key.as_str()))
    };
    // What was taken back is known too: it does not come again by itself.
    misses::news(shown, reviews.all_notes(), drilled)
}
