//! A sitting of any command, from the first question to the end screen.

use super::check::counted;
use super::look::Look;
use super::status::done_on;
use super::{Run, Stop, forecast, interview};
use crate::bank::{Bank, Banks};
use crate::clock::Clock;
use crate::front::Face;
use crate::front::screen::{Style, Terminal};
use crate::log::{Log, Mode, Record, Reviews, What};
use crate::memory::figures::Pace;
use crate::memory::{Deck, Memory};
use crate::session::{Effect, Event, Manner, Session, Tally, Task};
use std::io;

/// So many cards are enough for one day.
pub(super) const ENOUGH: usize = 8;

impl Run<'_, '_> {
    pub(super) fn sitting<'a>(
        mut self,
        mut manner: Manner,
        look: Look,
        banks: &[Bank],
        nothing: &str,
        tasks: impl Fn(&Memory, crate::clock::Day, u64) -> Vec<Task<'a>>,
    ) -> Result<(), Stop> {
        let (mut log, reviews) = Log::open(&self.folder()?, &self.host())?;
        let mut reviews = reviews.under(&Banks::heirs(banks));
        self.warn(&reviews.warnings)?;
        self.warn_of_the_future(&reviews)?;
        self.take_down_misses(&mut log, &mut reviews, banks)?;
        let today = self.clock.now().study_day();
        let memory = Memory::of(&reviews, banks, today);
        let tasks = tasks(&memory, today, self.seed());
        if tasks.is_empty() && manner.mode == Mode::Quiz {
            let text = "every question of that is suspended\n  help: `cargo quiz suspend` lists them; --resume KEY asks one again\n";
            return Err(Stop::Arguments(text.to_owned()));
        }
        if tasks.is_empty() {
            drop(log);
            if !nothing.is_empty() {
                self.terminal.line(Style::Strong, nothing)?;
            }
            return self.status();
        }
        if let Some(seconds) = manner.seconds {
            self.terminal.line(Style::Plain, &interview::announced(tasks.len(), seconds))?;
        }
        if reviews.standing().settings.easy {
            manner.quick_ms = Pace::of(&reviews, &Deck::of(banks)).medians().clone();
        }
        let mode = manner.mode;
        let mut session = Session::new(log.host(), manner, tasks);
        let mut face = look.face(self.terminal, &*self.clock)?;
        let mut sitting = Sitting { face: &mut *face, clock: &*self.clock, log: &mut log, new: Vec::new() };
        let tally = sitting.through(&mut session)?;
        reviews.records.extend(sitting.new.into_iter().map(|(_, record)| record));
        // A painted screen goes; the end of the sitting stays in the terminal.
        drop(face);
        end_screen(self.terminal, &tally, mode, banks, &reviews, &*self.clock)?;
        Ok(())
    }
}

/// The loop between the machine and a face. What is recorded is synced before its verdict is shown.
struct Sitting<'s> {
    face: &'s mut dyn Face,
    clock: &'s dyn Clock,
    log: &'s mut Log,
    /// What was recorded in this sitting, with the ids under which the log has it.
    new: Vec<(String, Record)>,
}

impl Sitting<'_> {
    fn through(&mut self, session: &mut Session<'_>) -> Result<Tally, Stop> {
        let mut effects = session.step(self.clock.now(), Event::Begin);
        loop {
            let wants = session.wants();
            for effect in effects {
                self.write_down(&effect)?;
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

    /// What belongs into the log is there, on the disk, before anything else happens.
    fn write_down(&mut self, effect: &Effect) -> Result<(), Stop> {
        match effect {
            Effect::Record(record) => {
                let id = self.log.append(record)?;
                self.new.push((id, record.clone()));
            }
            Effect::Note(What::Undo { of }) => {
                // The log may have given the entry another id than the machine.
                let taken_back = self.new.iter().rposition(|(_, record)| record.id == *of);
                let of = match taken_back.map(|place| self.new.remove(place)) {
                    Some((id, _)) => id,
                    None => of.clone(),
                };
                self.log.note(self.clock.now(), What::Undo { of })?;
            }
            Effect::Note(what) => {
                self.log.note(self.clock.now(), what.clone())?;
            }
            _ => {}
        }
        Ok(())
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
    let memory = Memory::of(reviews, banks, today);
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
    let next = forecast::told(&days, today);
    if let Some(next) = &next {
        terminal.line(Style::Plain, next)?;
    }
    let left = days.get(&today).copied().unwrap_or(0);
    let done = done_on(reviews, today);
    let last = match left {
        0 if next.is_none() => "Next: cargo quiz".to_owned(),
        0 if done >= ENOUGH => format!("{} today: enough. See you tomorrow.", counted(done, "question")),
        0 => return Ok(()),
        _ if done >= ENOUGH => {
            let due = if left == 1 { "1 card is still due" } else { &format!("{left} cards are still due") };
            format!("{due}. They can wait for tomorrow; or: cargo quiz flash")
        }
        _ => format!("{} still due today: cargo quiz flash", counted(left, "card")),
    };
    terminal.line(Style::Plain, &last)?;
    Ok(())
}
