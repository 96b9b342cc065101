//! What a sitting looks like. The machine ([`crate::session`]) says what is to be shown and what it
//! waits for; a [`Face`] shows it and brings back what the reader did. It knows no log and no
//! memory: the loop between the two (`command::sit`) records an answer before a face sees its
//! verdict.
//!
//! * [`plain`]: lines in and lines out. It works in a pipe, in a dumb terminal and with a screen
//!   reader; nothing is repainted and nothing needs a key other than Enter.
//! * [`full`]: the whole screen, for who asks for it.
//! * [`page`]: what any face shows, as lines of a width: questions, verdicts, Markdown.
//! * [`json`]: documents for scripts that are safe to show.
//! * [`screen`]: the terminal as a place for lines, for every command.

mod asked;
mod complaint;
pub(crate) mod full;
mod input;
pub(crate) mod json;
mod line;
mod markdown;
mod page;
pub(crate) mod plain;
pub(crate) mod screen;
pub(crate) mod steps;
mod told;
mod wrap;

pub use screen::Terminal;

use crate::session::{Effect, Event, Wants};
use std::io;

/// One way to show a sitting.
pub(crate) trait Face {
    /// Shows an effect. `wants` is what is waited for once all effects have been shown.
    fn show(&mut self, effect: &Effect, wants: Option<&Wants>) -> io::Result<()>;

    /// Waits until the reader has done something that fits `wants`. Input that has ended is
    /// [`Event::Quit`].
    fn wait(&mut self, wants: &Wants) -> io::Result<Event>;
}
