//! The face that takes the whole screen, for who asks for it: the terminal's keys go to a
//! [`screen::Screen`], which holds all that there is to know.

mod draw;
mod editor;
mod guard;
mod keys;
mod list;
mod presence;
mod screen;
mod sheet;
#[cfg(test)]
mod tests;

use super::Face;
use crate::clock::{Clock, Moment};
use crate::session::{Effect, Event, Wants};
use guard::{Guard, Stop};
use presence::Presence;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event as Input};
use screen::Screen;
use std::io::{self, Write};
use std::time::Duration;

/// How long to wait for a key before the time is looked at again.
const BEAT: Duration = Duration::from_millis(500);
/// How long to look for a key that is there: in no time at all crossterm looks at nothing.
const GLANCE: Duration = Duration::from_millis(1);

/// A painted terminal.
#[allow(missing_debug_implementations)] // streams have no Debug
pub(crate) struct Full<'t> {
    terminal: ratatui::Terminal<CrosstermBackend<&'t mut dyn Write>>,
    screen: Screen,
    clock: &'t dyn Clock,
    stop: Stop,
    presence: Presence,
    begun: Moment,
    asked: Moment,
    // Last, so that nothing is painted once it has put the terminal back.
    _guard: Guard,
}

impl<'t> Full<'t> {
    pub(crate) fn new(out: &'t mut dyn Write, colour: bool, clock: &'t dyn Clock) -> io::Result<Full<'t>> {
        let guard = Guard::new()?;
        let terminal = ratatui::Terminal::new(CrosstermBackend::new(out))?;
        let now = clock.now();
        Ok(Full {
            terminal,
            screen: Screen::new(colour),
            clock,
            stop: Stop::listen()?,
            presence: Presence::of_input()?,
            begun: now,
            asked: now,
            _guard: guard,
        })
    }

    fn draw(&mut self) -> io::Result<()> {
        self.terminal.draw(|frame| self.screen.draw(frame))?;
        Ok(())
    }

    fn tick(&mut self) -> bool {
        let now = self.clock.now().utc_ms;
        let since = |then: Moment| u64::try_from(now.saturating_sub(then.utc_ms)).unwrap_or(0) / 1000;
        self.screen.tick(since(self.begun) / 60, since(self.asked))
    }

    /// Paints and waits until a key means something to the machine, or all has been read.
    fn until(&mut self) -> io::Result<Option<Event>> {
        self.tick();
        self.draw()?;
        while !self.screen.is_done() {
            if self.stop.is_wanted() {
                return Err(io::Error::other("told to stop; every answer given is in the log"));
            }
            if !self.presence.wait(Duration::ZERO)? {
                self.screen.leave();
                return Ok(Some(Event::Quit));
            }
            if !event::poll(GLANCE)? {
                if self.tick() {
                    self.draw()?;
                }
                self.presence.wait(BEAT)?;
                continue;
            }
            match event::read()? {
                Input::Key(key) => {
                    if let Some(event) = self.screen.key(key) {
                        return Ok(Some(event));
                    }
                }
                Input::Paste(text) => self.screen.paste(&text),
                // A window that was smaller for a moment has lost what stood there, though it may have
                // its old size now.
                Input::Resize(..) => self.terminal.resize(self.terminal.size()?.into())?,
                _ => {}
            }
            self.tick();
            self.draw()?;
        }
        Ok(None)
    }
}

impl Face for Full<'_> {
    fn show(&mut self, effect: &Effect, wants: Option<&Wants>) -> io::Result<()> {
        self.screen.show(effect, wants);
        match effect {
            Effect::Ask(_) => self.asked = self.clock.now(),
            Effect::End(_) => {
                // What the last answer was told is read before the screen goes.
                while !self.screen.is_done() {
                    self.until()?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn wait(&mut self, wants: &Wants) -> io::Result<Event> {
        self.screen.expect(wants);
        let event = self.until()?.unwrap_or(Event::Quit);
        if event == Event::Ready {
            self.asked = self.clock.now();
        }
        Ok(event)
    }
}
