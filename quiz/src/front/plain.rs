//! The plain face: questions and verdicts as lines, answers as lines.

use super::screen::{Style, Terminal};
use super::{Face, asked, input, told};
use crate::session::{Effect, Event, Wants};
use std::io;

/// Lines in, lines out.
#[allow(missing_debug_implementations)] // streams have no Debug
pub(crate) struct Plain<'t, 'io> {
    terminal: &'t mut Terminal<'io>,
    /// What the reader did last.
    last: Event,
}

impl<'t, 'io> Plain<'t, 'io> {
    pub(crate) fn new(terminal: &'t mut Terminal<'io>) -> Plain<'t, 'io> {
        Plain { terminal, last: Event::Begin }
    }
}

impl Face for Plain<'_, '_> {
    fn show(&mut self, effect: &Effect, wants: Option<&Wants>) -> io::Result<()> {
        let mut page = self.terminal.page();
        match effect {
            Effect::Ask(question) => {
                page.blank();
                page.line(Style::Quiet, &asked::head(question));
                asked::prompt(&mut page, question);
                asked::part(&mut page, &question.part);
            }
            Effect::Then(part) => {
                page.blank();
                asked::part(&mut page, part);
            }
            Effect::Turn { answer, why } => {
                page.blank();
                asked::turned(&mut page, answer, why.as_deref());
                page.blank();
            }
            Effect::Confidence => page.blank(),
            Effect::Near(near) => told::close(&mut page, *near),
            Effect::Note(what) => told::noted(&mut page, what),
            Effect::Verdict(verdict) => {
                page.blank();
                told::tell(&mut page, verdict);
            }
            Effect::Unfit => {
                if let Some(wants) = wants {
                    page.line(Style::Plain, &input::refused(&self.last, wants));
                }
            }
            Effect::Record(_) | Effect::End(_) => {}
        }
        self.terminal.print(&page)
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
                Some(event) => {
                    self.last = event.clone();
                    return Ok(event);
                }
                None => self.terminal.line(Style::Plain, &input::reminder(wants))?,
            }
        }
    }
}
