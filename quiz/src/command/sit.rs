//! `cargo quiz flash` and `cargo quiz run`: a sitting, from the first question to the end screen.

use super::check::counted;
use super::{Run, Stop, forecast};
use crate::bank::{Bank, Banks, text_nearest};
use crate::clock::Clock;
use crate::front::input::{self, letter};
use crate::front::screen::{Style, Terminal};
use crate::front::{steps, told};
use crate::log::{Log, Mode, Record, Reviews};
use crate::memory::{Memory, RETENTION};
use crate::session::{self, Effect, Event, Manner, Near, Part, Question, Session, Tally, Task, Wants};
use std::collections::BTreeMap;
use std::io;

/// So many cards are enough for one day.
pub(super) const ENOUGH: usize = 8;
/// Questions of a quiz over all banks.
const MIXED: usize = 10;

/// The present revision of each question.
pub(super) fn revisions(banks: &[Bank]) -> impl Fn(&str) -> Option<u32> {
    let items = banks.iter().flat_map(|bank| &bank.items);
    let revisions: BTreeMap<String, u32> = items.map(|item| (item.key.clone(), item.rev)).collect();
    move |key| revisions.get(key).copied()
}

impl Run<'_, '_> {
    pub(super) fn flash(self, limit: usize) -> Result<(), Stop> {
        let banks = self.banks()?;
        self.sitting(Mode::Drill, &banks, |memory, today, seed| {
            session::drill(&banks, memory, today, limit, seed).tasks
        })
    }

    pub(super) fn quiz(self, bank: Option<String>, limit: Option<usize>) -> Result<(), Stop> {
        let banks = self.banks()?;
        let chosen: Vec<&Bank> = match &bank {
            None => banks.iter().collect(),
            Some(id) => vec![named(&banks, id)?],
        };
        let limit = limit.unwrap_or(if bank.is_some() { usize::MAX } else { MIXED });
        self.sitting(Mode::Quiz, &banks, |memory, _, seed| session::quiz(&chosen, memory, limit, seed))
    }

    fn sitting<'a>(
        mut self,
        mode: Mode,
        banks: &'a [Bank],
        tasks: impl Fn(&Memory, crate::clock::Day, u64) -> Vec<Task<'a>>,
    ) -> Result<(), Stop> {
        let (mut log, reviews) = Log::open(&self.folder()?, &self.host())?;
        let mut reviews = reviews.under(&Banks::heirs(banks));
        self.warn(&reviews.warnings)?;
        let memory = Memory::replay(&reviews.records, RETENTION, revisions(banks));
        let tasks = tasks(&memory, self.clock.now().study_day(), self.seed());
        if tasks.is_empty() {
            drop(log);
            return self.status();
        }
        let mut session = Session::new(log.host(), Manner::plain(mode), tasks);
        let mut sitting =
            Sitting { terminal: self.terminal, clock: &*self.clock, log: &mut log, new: Vec::new() };
        let tally = sitting.through(&mut session)?;
        reviews.records.append(&mut sitting.new);
        let terminal = sitting.terminal;
        end_screen(terminal, &tally, mode, banks, &reviews, &*self.clock)?;
        Ok(())
    }
}

fn named<'a>(banks: &'a [Bank], id: &str) -> Result<&'a Bank, Stop> {
    banks.iter().find(|bank| bank.id == id).ok_or_else(|| {
        let ids: Vec<&str> = banks.iter().map(|bank| bank.id.as_str()).collect();
        let help = match text_nearest(id, &ids) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are: {}", ids.join(", ")),
        };
        Stop::Arguments(format!("there is no bank `{id}`\n  help: {help}\n"))
    })
}

struct Sitting<'s, 'io> {
    terminal: &'s mut Terminal<'io>,
    clock: &'s dyn Clock,
    log: &'s mut Log,
    /// What was recorded in this sitting.
    new: Vec<Record>,
}

impl Sitting<'_, '_> {
    fn through(&mut self, session: &mut Session<'_>) -> Result<Tally, Stop> {
        let mut effects = session.step(self.clock.now(), Event::Begin);
        loop {
            for effect in effects {
                if let Some(tally) = self.carry_out(effect, session.wants().as_ref())? {
                    return Ok(tally);
                }
            }
            // Without an end and without a wish there is nothing left to do.
            let Some(wants) = session.wants() else { return Ok(session.tally().clone()) };
            let typed = match wants {
                Wants::Essay => self.terminal.ask_lines(&input::prompt(&wants))?,
                _ => self.terminal.ask(&input::prompt(&wants))?,
            };
            let event = match typed {
                None => Some(Event::Quit),
                Some(line) => input::event(&line, &wants),
            };
            effects = match event {
                Some(event) => session.step(self.clock.now(), event),
                None => vec![Effect::Unfit],
            };
        }
    }

    fn carry_out(&mut self, effect: Effect, wants: Option<&Wants>) -> Result<Option<Tally>, Stop> {
        match effect {
            Effect::Record(record) => {
                self.log.append(&record)?;
                self.new.push(record);
            }
            Effect::Ask(question) => ask(self.terminal, &question)?,
            Effect::Then(part) => {
                self.terminal.blank()?;
                ask_part(self.terminal, &part)?;
            }
            Effect::Turn { answer, why } => {
                self.terminal.blank()?;
                self.terminal.text("  ", &answer)?;
                if let Some(why) = why {
                    self.terminal.blank()?;
                    self.terminal.text("  ", &why)?;
                }
                self.terminal.blank()?;
            }
            Effect::Confidence => self.terminal.blank()?,
            Effect::Near(near) => self.terminal.line(Style::Plain, near_miss(near))?,
            Effect::Note(_) => {}
            Effect::Verdict(verdict) => told::tell(self.terminal, &verdict)?,
            Effect::Unfit => {
                if let Some(wants) = wants {
                    self.terminal.line(Style::Plain, &input::reminder(wants))?;
                }
            }
            Effect::End(tally) => return Ok(Some(tally)),
        }
        Ok(None)
    }
}

fn ask(terminal: &mut Terminal<'_>, question: &Question) -> io::Result<()> {
    let number = match question.number {
        Some(number) => format!("{number} of {}", question.of),
        None => "Again".to_owned(),
    };
    let (kind, level) = (question.kind.name(), question.level.name());
    terminal.blank()?;
    let key = if question.named { format!(" · {}", question.key) } else { String::new() };
    let time = question.seconds.map_or(String::new(), |seconds| format!(" · {seconds} s"));
    terminal.line(Style::Quiet, &format!("{number} · {kind}, {level}{key}{time}"))?;
    terminal.text("", &question.prompt)?;
    terminal.blank()?;
    if let Some(story) = &question.story {
        steps::show(terminal, story)?;
        terminal.blank()?;
    }
    ask_part(terminal, &question.part)
}

fn near_miss(near: Near) -> &'static str {
    match near {
        Near::Spelling => "Close: look at the spelling, and try once more.",
        Near::Unit => "Close: look at the unit, and try once more.",
    }
}

fn ask_part(terminal: &mut Terminal<'_>, part: &Part) -> io::Result<()> {
    if let Some(ask) = &part.ask {
        terminal.text("", ask)?;
        terminal.blank()?;
    }
    match &part.wants {
        Wants::Option(options) | Wants::Options(options) => {
            for (n, option) in options.iter().enumerate() {
                terminal.text(&format!("  {}) ", letter(n)), option)?;
            }
        }
        Wants::Order(texts) | Wants::Points(texts) => {
            for (n, text) in texts.iter().enumerate() {
                terminal.text(&format!("  {} ", n + 1), text)?;
            }
        }
        Wants::Line(lines) => {
            let numbered: Vec<String> =
                lines.iter().enumerate().map(|(n, line)| format!("  {:>2}  {line}", n + 1)).collect();
            terminal.preformatted(&numbered.join("\n"))?;
        }
        Wants::Number(_) | Wants::Text | Wants::Essay | Wants::Reveal => return Ok(()),
        Wants::Judgement { .. } | Wants::Confidence => return Ok(()),
    }
    terminal.blank()
}

fn end_screen(
    terminal: &mut Terminal<'_>,
    tally: &Tally,
    mode: Mode,
    banks: &[Bank],
    reviews: &Reviews,
    clock: &dyn Clock,
) -> io::Result<()> {
    let today = clock.now().study_day();
    let memory = Memory::replay(&reviews.records, RETENTION, revisions(banks));
    let days = forecast::forecast(banks, &memory, today);
    terminal.blank()?;
    let right = match mode {
        _ if tally.answered == 0 => "Nothing answered.".to_owned(),
        Mode::Quiz => format!("{} of {} right.", tally.right, tally.answered),
        _ => format!("{} answered, {} right the first time.", tally.answered, tally.right),
    };
    terminal.line(Style::Strong, &right)?;
    match tally.read_again.as_slice() {
        [] => {}
        [place] => terminal.line(Style::Plain, &format!("Read again: {place}"))?,
        places => {
            terminal.line(Style::Plain, "Read again:")?;
            for place in places {
                terminal.hanging(Style::Plain, "  ", &place.to_string())?;
            }
        }
    }
    if let Some(next) = forecast::told(&days, today) {
        terminal.line(Style::Plain, &next)?;
    }
    let left = days.get(&today).copied().unwrap_or(0);
    if left > 0 {
        terminal
            .line(Style::Plain, &format!("{} still due today: cargo quiz flash", counted(left, "card")))?;
    }
    let drilled = reviews.records.iter().filter(|r| r.day == today && r.mode == Mode::Drill).count();
    if drilled >= ENOUGH {
        terminal.line(Style::Plain, &format!("{ENOUGH} cards today is enough. See you tomorrow."))?;
    }
    Ok(())
}
