//! `cargo quiz stats`: what you know, what you forget, and when it comes back.

mod charts;
mod gathered;
mod ideas;
mod json;
mod page;

use super::run::named;
use super::{Run, Stop, keys};
use crate::front::screen::Style;
use crate::log::Reviews;
use clap::Args;
use gathered::Gathered;
use ideas::Ideas;
use std::io;

const HELP: &str = "\
Examples:
  cargo quiz stats                          all of it
  cargo quiz stats --chapter lost-update    one chapter alone
  cargo quiz stats --concepts               each idea: how well it sits, and for how long
  cargo quiz stats --json                   one JSON document, for a script

Retention: of the cards that you had drilled on an earlier day, how many you knew when they
came back. What comes again within a sitting is left out.

An idea is solid when two of its questions hold (of one that has a single question, that one), one
of them not answered by picking, and none
that you drilled is lost. A question holds that you knew on two study days in a row. The days
beside an idea are those of its weakest question: after so many, you would know it nine times
in ten.

JSON: day, answers, days_answered, days_in_a_row, retention {wanted, week, month, ever},
coming [14 numbers, today first], later, activity {day: answers}, chapters, concepts,
sure, levels, kinds, leeches. A share is {right, of}.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Options {
    /// Only this chapter, by its name or by its bank's; may be given more than once.
    #[arg(long = "chapter", value_name = "CHAPTER")]
    chapters: Vec<String>,
    /// List each idea.
    #[arg(long)]
    concepts: bool,
    /// One JSON document.
    #[arg(long)]
    json: bool,
}

impl Run<'_, '_> {
    pub(super) fn stats(mut self, options: Options) -> Result<(), Stop> {
        let banks = self.banks()?;
        let chosen = named(&banks, options.chapters.iter())?;
        let reviews = self.past(&banks)?;
        let ideas = Ideas::read(&self.sources.concepts);
        let gathered = Gathered::of(&banks, &chosen, &reviews, self.clock.now().study_day());
        match options {
            Options { json: true, .. } => {
                keys::document(self.terminal, &json::document(&gathered, &ideas))?;
            }
            Options { concepts: true, .. } => page::concepts(self.terminal, &gathered, &ideas)?,
            _ if gathered.figures.days.is_empty() => self.no_answer_yet(&reviews, &options.chapters)?,
            _ => page::all(self.terminal, &gathered)?,
        }
        Ok(())
    }

    fn no_answer_yet(&mut self, reviews: &Reviews, chapters: &[String]) -> io::Result<()> {
        let text = match chapters {
            [_, ..] if !reviews.records.is_empty() => {
                let names = chapters.join(", ");
                let first = chapters.first().map_or("", String::as_str);
                format!("Nothing answered yet in {names}. Begin with: cargo quiz flash --chapter {first}")
            }
            _ => "Nothing answered yet. Begin with: cargo quiz flash".to_owned(),
        };
        self.terminal.line(Style::Plain, &text)
    }
}
