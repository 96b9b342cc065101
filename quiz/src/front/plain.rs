//! The plain face: questions and verdicts as lines, answers as lines.

use super::screen::{Style, Terminal};
use super::{Face, asked, input, told};
use crate::session::{Effect, Event, Question, Wants};
use std::io;

/// Lines in, lines out.
#[allow(missing_debug_implementations)] // streams have no Debug
pub(crate) struct Plain<'t, 'io> {
    terminal: &'t mut Terminal<'io>,
    /// What the reader did last.
    last: Event,
    /// A verdict stands right above.
    told: bool,
    /// Whether questions are shown with the names of their chapters.
    named: bool,
    /// What the reader did before the question was shown.
    early: Option<Event>,
}

impl<'t, 'io> Plain<'t, 'io> {
    pub(crate) fn new(terminal: &'t mut Terminal<'io>) -> Plain<'t, 'io> {
        Plain { terminal, last: Event::Begin, told: false, named: false, early: None }
    }

    /// Nobody reads a verdict on the time of the next question. A script does not need the break.
    fn pause(&mut self, question: &Question) -> io::Result<()> {
        if self.told && question.seconds.is_some() && !self.terminal.echo {
            self.terminal.blank()?;
            let line = self.terminal.ask("Press Enter for the next question (q to leave):")?;
            let leaves = line.is_none_or(|line| ["q", "quit"].contains(&line.to_lowercase().as_str()));
            self.early = Some(if leaves { Event::Quit } else { Event::Ready });
        }
        Ok(())
    }
}

impl Face for Plain<'_, '_> {
    fn show(&mut self, effect: &Effect, wants: Option<&Wants>) -> io::Result<()> {
        if let Effect::Ask(question) = effect {
            self.pause(question)?;
            if self.early == Some(Event::Quit) {
                return Ok(());
            }
        }
        self.told = matches!(effect, Effect::Verdict(_));
        let mut page = self.terminal.page();
        match effect {
            Effect::Ask(question) => {
                self.named = question.named;
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
            Effect::Note(what) => told::noted(&mut page, what, self.named),
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
        if let Some(event) = self.early.take() {
            return Ok(event);
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bank::{Kind, Level};
    use crate::log::Grade;
    use crate::session::{Part, Verdict};

    /// What is shown when a verdict and a timed question come together, and what the reader did.
    fn shown(typed: &str, echo: bool) -> (String, Event) {
        let (mut input, mut out, mut err) = (typed.as_bytes(), Vec::new(), Vec::new());
        let mut terminal = Terminal {
            input: &mut input,
            out: &mut out,
            err: &mut err,
            width: 80,
            colour: false,
            echo,
            paints: false,
            wraps_errors: false,
        };
        let mut plain = Plain::new(&mut terminal);
        let verdict = Verdict {
            right: true,
            grade: Grade::Good,
            but: None,
            took: Some((12, 90)),
            answered: true,
            again: false,
            remarks: Vec::new(),
            others: Vec::new(),
            see: None,
        };
        let wants = Wants::Essay;
        let question = Question {
            key: "bank/why".to_owned(),
            kind: Kind::Free,
            level: Level::Interview,
            number: Some(2),
            of: 2,
            named: true,
            seconds: Some(90),
            prompt: "Why?".to_owned(),
            story: None,
            part: Part { ask: None, wants: wants.clone() },
        };
        plain.show(&Effect::Verdict(Box::new(verdict)), Some(&wants)).expect("a Vec takes everything");
        plain.show(&Effect::Ask(Box::new(question)), Some(&wants)).expect("a Vec takes everything");
        let event = plain.wait(&wants).expect("a Vec takes everything");
        (String::from_utf8(out).expect("text stays text"), event)
    }

    #[test]
    fn nobody_reads_a_verdict_on_the_time_of_the_next_question() {
        let (text, event) = shown("\n", false);
        assert!(text.contains("Press Enter") && text.contains("Why?"), "{text}");
        assert_eq!(event, Event::Ready);
        let (text, event) = shown("q\n", false);
        assert!(!text.contains("Why?"), "{text}");
        assert_eq!(event, Event::Quit);
        assert_eq!(shown("", false).1, Event::Quit);
        // A script is asked nothing that is no question.
        let (text, event) = shown("Because.\n\n", true);
        assert!(!text.contains("Press Enter"), "{text}");
        assert_eq!(event, Event::Text("Because.".to_owned()));
    }

    /// What is no answer does not go on in the next line.
    #[test]
    fn a_command_at_an_answer_in_sentences_is_obeyed_at_once() {
        let flag = Event::Flag { before: false, text: "two are right".to_owned() };
        for (line, expected) in [
            ("undo", Event::Undo),
            ("Quit", Event::Quit),
            ("! two are right", flag),
            ("skip", Event::DontKnow),
        ] {
            let (text, event) = shown(&format!("{line}\nThe next question's answer.\n"), true);
            assert_eq!(event, expected);
            assert!(!text.contains('>'), "{text}");
        }
        let (_, event) = shown("undo logs are read\n! backwards\n\n", true);
        assert_eq!(event, Event::Text("undo logs are read\n! backwards".to_owned()));
    }
}
