//! `cargo quiz tune`: how soon cards come back, and whether the model is fitted to its reader. Settings
//! are notes of the log: `undo` takes them back.

mod fitting;
mod standing;

use super::{Run, Stop, keys};
use crate::bank::Banks;
use crate::log::{Log, Reviews, What};
use crate::memory::RETENTIONS;
use clap::{Args, ValueEnum};

const HELP: &str = "\
Examples:
  cargo quiz tune                       what is in force
  cargo quiz tune --retention 0.95      know more of what comes back; it comes more often
  cargo quiz tune --easy on             a quick right answer counts as easy
  cargo quiz tune --fit                 fit the model to your answers, look, decide
  cargo quiz tune --fit --yes           the same without being asked
  cargo quiz tune --reset               everything as it was on the first day
  cargo quiz tune --json                for a script

Retention is how likely you shall still know a card when it comes back: 0.70 to 0.97. Each
step towards 1 costs more days; 0.90 is a good bargain. A fit needs 400 answers to cards that
you had drilled on an earlier day. `cargo quiz undo` takes any of it back.

JSON: retention, easy, fitted, weights, answers, needed, cards_30_days; with --fit also
fit {before, after, cards_30_days, kept}, where before and after have log_loss and rmse.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Options {
    /// How likely you shall still know a card when it comes back: 0.70 to 0.97.
    #[arg(long, value_name = "R", value_parser = retention)]
    retention: Option<u32>,
    /// Whether a quick right answer counts as easy.
    #[arg(long, value_name = "WHEN")]
    easy: Option<Easy>,
    /// Fit the model's parameters to your answers.
    #[arg(long)]
    fit: bool,
    /// Keep what was fitted, without being asked.
    #[arg(long, requires = "fit")]
    yes: bool,
    /// The model's own parameters, a retention of 0.90, and nothing easy.
    #[arg(long, conflicts_with_all = ["retention", "easy", "fit"])]
    reset: bool,
    /// One JSON document.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Easy {
    On,
    Off,
}

/// In thousandths, as the log has it.
fn retention(text: &str) -> Result<u32, String> {
    let (least, most) = RETENTIONS;
    match text.trim().parse::<f32>() {
        Ok(wanted) if (least..=most).contains(&wanted) => Ok((wanted * 1000.0).round() as u32),
        _ => Err(format!("a number from {least:.2} to {most:.2}, such as 0.90")),
    }
}

impl Run<'_, '_> {
    pub(super) fn tune(mut self, options: Options) -> Result<(), Stop> {
        let change = options.change();
        let writes = change.is_some() || options.fit;
        let banks = self.banks()?;
        let (mut log, mut reviews) = match writes {
            true => {
                let (log, reviews) = Log::open(&self.folder()?, &self.host())?;
                let reviews = reviews.under(&Banks::heirs(&banks));
                self.warn(&reviews.warnings)?;
                (Some(log), reviews)
            }
            false => (None, self.past(&banks)?),
        };
        let before = self.standing(&banks, &reviews);
        if let (Some(log), Some(what)) = (&mut log, change.filter(|what| before.is_changed_by(what))) {
            self.keep(log, &mut reviews, what)?;
        }
        let now = self.standing(&banks, &reviews);
        if options.fit {
            return self.fit(log, &banks, reviews, &options);
        }
        match options.json {
            true => keys::document(self.terminal, &now.json())?,
            false => now.tell(self.terminal, writes.then_some(&before))?,
        }
        Ok(())
    }

    /// Writes a setting down, and lets it count.
    fn keep(&self, log: &mut Log, reviews: &mut Reviews, what: What) -> Result<(), Stop> {
        let note = log.note(self.clock.now(), what)?;
        reviews.notes.push(note);
        Ok(())
    }
}

impl Options {
    /// The settings that are asked for.
    fn change(&self) -> Option<What> {
        if self.reset {
            return Some(What::Tune { retention: Some(900), weights: Some(Vec::new()), easy: Some(false) });
        }
        let easy = self.easy.map(|easy| easy == Easy::On);
        let some = self.retention.is_some() || easy.is_some();
        some.then_some(What::Tune { retention: self.retention, weights: None, easy })
    }
}
