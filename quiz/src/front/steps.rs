//! A recorded run as lines: the one place that knows how a terminal shows steps.

use super::screen::{Style, Terminal};
use crate::session::Story;
use kit::trace::{Clock, Step};
use std::io;

/// Shows the cast, then the steps of the story with their numbers.
pub(super) fn show(terminal: &mut Terminal<'_>, story: &Story) -> io::Result<()> {
    for line in &story.cast {
        terminal.hanging(Style::Quiet, "      ", line)?;
    }
    if !story.cast.is_empty() && story.until > 0 {
        terminal.blank()?;
    }
    let lanes = story.trace.lanes.iter().map(|lane| lane.id.chars().count()).max().unwrap_or(0);
    let range = story.from.saturating_sub(1) as usize..story.until as usize;
    for (n, step) in story.trace.steps.iter().enumerate().take(range.end).skip(range.start) {
        let label = format!("  {:>3}  {:lanes$}  ", n + 1, step.who);
        terminal.hanging(Style::Plain, &label, &told(step, story.trace.clock))?;
    }
    Ok(())
}

fn told(step: &Step, clock: Clock) -> String {
    let at = match clock {
        Clock::Instants => String::new(),
        Clock::Milliseconds => format!("at {} ms: ", step.at),
    };
    let result = if step.result.is_empty() { String::new() } else { format!("  →  {}", step.result) };
    format!("{at}{}{result}", step.act)
}
