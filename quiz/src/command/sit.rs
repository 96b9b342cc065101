//! `cargo quiz flash` and `cargo quiz run`: a sitting, from the first question to the end screen.

use super::check::counted;
use super::{Run, Stop, forecast};
use crate::bank::{Bank, Banks, text_nearest};
use crate::clock::Clock;
use crate::front::Face;
use crate::front::plain::Plain;
use crate::front::screen::{Style, Terminal};
use crate::log::{Log, Mode, Record, Reviews};
use crate::memory::{Memory, RETENTION};
use crate::session::{self, Effect, Event, Manner, Session, Tally, Task};
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
        let mut face = Plain::new(self.terminal);
        let mut sitting = Sitting { face: &mut face, clock: &*self.clock, log: &mut log, new: Vec::new() };
        let tally = sitting.through(&mut session)?;
        reviews.records.append(&mut sitting.new);
        end_screen(self.terminal, &tally, mode, banks, &reviews, &*self.clock)?;
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

/// The loop between the machine and a face. What is recorded is synced before its verdict is shown.
struct Sitting<'s> {
    face: &'s mut dyn Face,
    clock: &'s dyn Clock,
    log: &'s mut Log,
    /// What was recorded in this sitting.
    new: Vec<Record>,
}

impl Sitting<'_> {
    fn through(&mut self, session: &mut Session<'_>) -> Result<Tally, Stop> {
        let mut effects = session.step(self.clock.now(), Event::Begin);
        loop {
            let wants = session.wants();
            for effect in effects {
                if let Effect::Record(record) = &effect {
                    self.log.append(record)?;
                    self.new.push(record.clone());
                }
                self.face.show(&effect, wants.as_ref())?;
                if let Effect::End(tally) = effect {
                    return Ok(tally);
                }
            }
            // Without an end and without a wish there is nothing left to do.
            let Some(wants) = wants else { return Ok(session.tally().clone()) };
            let event = self.face.wait(&wants)?;
            effects = session.step(self.clock.now(), event);
        }
    }
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
