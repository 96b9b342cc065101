//! What a reader is told about an answer.

use super::steps;
use crate::front::screen::{Style, Terminal};
use crate::log::What;
use crate::session::{But, Remark, Verdict};
use std::io;

pub(super) fn tell(terminal: &mut Terminal<'_>, verdict: &Verdict) -> io::Result<()> {
    terminal.blank()?;
    match (verdict.right, verdict.answered) {
        (true, _) => {
            let right = match verdict.but {
                None => "Right.",
                Some(But::Guess) => "Right, by a guess.",
                Some(But::SecondTry) => "Right, at the second try.",
                Some(But::NotAll) => "Right, and there is more to say.",
            };
            terminal.line(Style::Good, right)?;
        }
        (false, answered) => {
            let first = if answered { "Not this time." } else { "Then look." };
            let then = if verdict.again { " It comes again." } else { "" };
            terminal.line(Style::Bad, &format!("{first}{then}"))?;
        }
    }
    if let Some((took, given)) = verdict.took {
        let over = if took > u64::from(given) { ", too long for an interview" } else { "" };
        terminal.line(Style::Quiet, &format!("{took} s of {given}{over}."))?;
    }
    for each in &verdict.remarks {
        remark(terminal, each)?;
    }
    if let Some(see) = &verdict.see {
        terminal.blank()?;
        terminal.hanging(Style::Quiet, "  ", &format!("Read again: {see}"))?;
    }
    Ok(())
}

/// What was written down besides an answer.
pub(super) fn noted(terminal: &mut Terminal<'_>, what: &What) -> io::Result<()> {
    match what {
        What::Undo { .. } => terminal.line(Style::Plain, "Taken back. Here it is again."),
        What::Flag { key, .. } => {
            terminal.line(Style::Plain, &format!("Flagged {key}. See: cargo quiz flag"))
        }
        _ => Ok(()),
    }
}

fn remark(terminal: &mut Terminal<'_>, remark: &Remark) -> io::Result<()> {
    match remark {
        Remark::Wrong { ask, text, why } => {
            heading(terminal, ask.as_deref())?;
            terminal.text("  You said: ", text)?;
            because(terminal, why.as_deref())?;
        }
        Remark::Right { ask, text, why } => {
            heading(terminal, ask.as_deref())?;
            terminal.text("  The answer: ", text)?;
            because(terminal, why.as_deref())?;
        }
        Remark::Sequence { steps, only } => {
            let label = if *only { "  The order:" } else { "  One right order:" };
            terminal.line(Style::Plain, label)?;
            for (n, step) in steps.iter().enumerate() {
                terminal.text(&format!("    {} ", n + 1), step)?;
            }
        }
        Remark::Missed { text, must } => {
            terminal.text("  Missing: ", text)?;
            let needed = "Without it the answer does not hold.";
            because(terminal, must.then_some(needed))?;
        }
        Remark::Probe { ask, given, answer } => {
            heading(terminal, Some(ask))?;
            if let Some(given) = given {
                terminal.text("  You said: ", given)?;
            }
            terminal.text("  A good answer: ", answer)?;
        }
        Remark::Belief { when, why } => {
            terminal.text("  If you wrote: ", when)?;
            because(terminal, Some(why))?;
        }
        Remark::Whole(story) => {
            terminal.blank()?;
            terminal.hanging(Style::Plain, "  ", "The whole run:")?;
            steps::show(terminal, story)?;
        }
        Remark::Why(why) => {
            terminal.blank()?;
            terminal.text("  ", why)?;
        }
    }
    Ok(())
}

fn heading(terminal: &mut Terminal<'_>, ask: Option<&str>) -> io::Result<()> {
    match ask {
        Some(ask) => {
            terminal.blank()?;
            terminal.text("  ", ask)
        }
        None => Ok(()),
    }
}

fn because(terminal: &mut Terminal<'_>, why: Option<&str>) -> io::Result<()> {
    why.map_or(Ok(()), |why| terminal.text("    ", why))
}
