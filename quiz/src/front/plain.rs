//! The plain face: questions and verdicts as lines, answers as lines.

mod asked;
mod input;
mod steps;
mod told;

use super::Face;
use super::screen::{Style, Terminal};
use crate::session::{Effect, Event, Wants};
use std::io;

/// Lines in, lines out.
#[allow(missing_debug_implementations)] // streams have no Debug
pub(crate) struct Plain<'t, 'io> {
    terminal: &'t mut Terminal<'io>,
}

impl<'t, 'io> Plain<'t, 'io> {
    pub(crate) fn new(terminal: &'t mut Terminal<'io>) -> Plain<'t, 'io> {
        Plain { terminal }
    }
}

impl Face for Plain<'_, '_> {
    fn show(&mut self, effect: &Effect, wants: Option<&Wants>) -> io::Result<()> {
        let terminal = &mut *self.terminal;
        match effect {
            Effect::Ask(question) => asked::question(terminal, question),
            Effect::Then(part) => {
                terminal.blank()?;
                asked::part(terminal, part)
            }
            Effect::Turn { answer, why } => asked::turned(terminal, answer, why.as_deref()),
            Effect::Confidence => terminal.blank(),
            Effect::Near(near) => asked::near(terminal, *near),
            Effect::Note(what) => told::noted(terminal, what),
            Effect::Verdict(verdict) => told::tell(terminal, verdict),
            Effect::Unfit => match wants {
                Some(wants) => terminal.line(Style::Plain, &input::reminder(wants)),
                None => Ok(()),
            },
            Effect::Record(_) | Effect::End(_) => Ok(()),
        }
    }

    fn wait(&mut self, wants: &Wants) -> io::Result<Event> {
        loop {
            let prompt = input::prompt(wants);
            let typed = match wants {
                Wants::Essay => self.terminal.ask_lines(&prompt)?,
                _ => self.terminal.ask(&prompt)?,
            };
            let Some(line) = typed else { return Ok(Event::Quit) };
            match input::event(&line, wants) {
                Some(event) => return Ok(event),
                None => self.terminal.line(Style::Plain, &input::reminder(wants))?,
            }
        }
    }
}
