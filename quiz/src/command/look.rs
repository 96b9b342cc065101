//! Which face a sitting wears: lines by default, the whole screen for who asks for it.

use super::Stop;
use crate::clock::Clock;
use crate::front::full::Full;
use crate::front::plain::Plain;
use crate::front::{Face, Terminal};
use clap::Args;

/// How a sitting looks.
#[derive(Debug, Clone, Copy, Default, Args)]
pub(super) struct Look {
    /// Take the whole screen, in place of lines; WORKBOOK_SCREEN=full makes it the default.
    #[arg(long, conflicts_with = "plain")]
    full: bool,
    /// Lines, which is the default: for pipes, screen readers and scrollback.
    #[arg(long)]
    plain: bool,
}

impl Look {
    pub(super) fn face<'t>(
        self,
        terminal: &'t mut Terminal<'_>,
        clock: &'t dyn Clock,
    ) -> Result<Box<dyn Face + 't>, Stop> {
        if self.full && !terminal.paints {
            let text = "--full needs a terminal for keys and screen, and TERM other than `dumb`\n  \
                        help: leave it out; plain lines work everywhere\n";
            return Err(Stop::Arguments(text.to_owned()));
        }
        // A wish that stands in the environment gives way where it cannot be fulfilled.
        if self.full || (!self.plain && wants_screen()? && terminal.paints) {
            return Ok(Box::new(Full::new(&mut *terminal.out, terminal.colour, clock)?));
        }
        Ok(Box::new(Plain::new(terminal)))
    }
}

fn wants_screen() -> Result<bool, Stop> {
    match std::env::var("WORKBOOK_SCREEN").unwrap_or_default().as_str() {
        "full" => Ok(true),
        "" | "plain" => Ok(false),
        other => Err(Stop::Arguments(format!("WORKBOOK_SCREEN is `{other}`\n  help: `full` or `plain`\n"))),
    }
}
