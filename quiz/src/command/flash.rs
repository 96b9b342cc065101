//! `cargo quiz flash`: today's cards, which move the schedule.

use super::look::Look;
use super::run::named;
use super::{Run, Stop};
use crate::bank::Bank;
use crate::log::Mode;
use crate::session::{self, Manner};
use clap::Args;

const HELP: &str = "\
Examples:
  cargo quiz flash                         eight cards, which is enough for a day
  cargo quiz flash --count 20              more of them
  cargo quiz flash --chapter zombies       of one chapter
  cargo quiz flash --full                  on the whole screen, with keys
  cargo quiz flash --grades 4              judge cards as forgot, hard, got it, easy
  WORKBOOK_DATA=~/notes/drill cargo quiz flash    keep the log in a folder of your own

What has been due longest comes first, then what is new. Type `?` for what you do not know, `b?`
for a guess, `! text` to flag a question, `u` to take back your last answer, `q` to leave. Each
answer is on the disk before you see whether it was right.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Options {
    /// At most this many cards.
    #[arg(long, short = 'n', visible_alias = "limit", value_name = "N", default_value = "8", value_parser = super::arguments::at_least_one)]
    count: usize,
    /// A chapter; may be given more than once [default: all].
    #[arg(long = "chapter", value_name = "CHAPTER")]
    chapters: Vec<String>,
    /// How many grades a card is judged by. What can be checked grades itself.
    #[arg(long, value_name = "2|4", default_value = "2", value_parser = ["2", "4"])]
    grades: String,
    #[command(flatten)]
    look: Look,
}

impl Run<'_, '_> {
    pub(super) fn flash(self, options: Options) -> Result<(), Stop> {
        let banks = self.banks()?;
        let chosen: Vec<Bank> = named(&banks, options.chapters.iter())?;
        let manner = Manner { four_grades: options.grades == "4", ..Manner::plain(Mode::Drill) };
        let elsewhere = match options.chapters.as_slice() {
            [] => String::new(),
            chapters => format!("Nothing is due and nothing is new in {}.", chapters.join(", ")),
        };
        self.sitting(manner, options.look, &banks, &elsewhere, |memory, today, seed| {
            session::drill(&chosen, memory, today, options.count, seed).tasks
        })
    }
}
