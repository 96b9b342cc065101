//! What a reader is told about an answer.

use super::line::Style;
use super::page::Page;
use super::steps;
use crate::log::What;
use crate::session::{But, Near, Remark, Verdict};

pub(crate) fn tell(page: &mut Page, verdict: &Verdict) {
    match (verdict.right, verdict.answered) {
        (true, _) => {
            let right = match verdict.but {
                None => "Right.",
                Some(But::Guess) => "Right, by a guess.",
                Some(But::SecondTry) => "Right, at the second try.",
                Some(But::NotAll) => "Right, and there is more to say.",
            };
            page.line(Style::Good, right);
        }
        (false, answered) => {
            let first = if answered { "Not this time." } else { "Then look." };
            let then = if verdict.again { " It comes again." } else { "" };
            page.line(Style::Bad, &format!("{first}{then}"));
        }
    }
    if let Some((took, given)) = verdict.took {
        let over = if took > u64::from(given) { ", too long for an interview" } else { "" };
        page.line(Style::Quiet, &format!("{took} s of {given}{over}."));
    }
    for each in &verdict.remarks {
        remark(page, each);
    }
    if let Some(see) = &verdict.see {
        page.blank();
        page.hanging(Style::Quiet, "  ", &format!("Read again: {see}"));
    }
}

/// Why the options are wrong that the reader did not pick.
pub(crate) fn others(page: &mut Page, verdict: &Verdict) {
    if !verdict.others.is_empty() {
        page.blank();
    }
    for (text, why) in &verdict.others {
        page.text("  Not right: ", text);
        page.text("    ", why);
    }
}

/// What is close but not right.
pub(crate) fn close(page: &mut Page, near: Near) {
    let where_to_look = match near {
        Near::Spelling => "spelling",
        Near::Unit => "unit",
    };
    page.line(Style::Plain, &format!("Close: look at the {where_to_look}, and try once more."));
}

/// What was written down besides an answer. A question whose chapter is not `named` is not named here
/// either: a mixture has to be told apart.
pub(crate) fn noted(page: &mut Page, what: &What, named: bool) {
    match what {
        What::Undo { .. } => page.line(Style::Plain, "Taken back. Here it is again."),
        What::Flag { .. } if !named => page.line(Style::Plain, "Flagged. See: cargo quiz flag"),
        What::Flag { key, .. } => {
            page.line(Style::Plain, &format!("Flagged {key}. See: cargo quiz flag"));
        }
        _ => {}
    }
}

fn remark(page: &mut Page, remark: &Remark) {
    match remark {
        Remark::Wrong { ask, text, why } => {
            heading(page, ask.as_deref());
            page.text("  You said: ", text);
            because(page, why.as_deref());
        }
        Remark::Right { ask, text, why } => {
            heading(page, ask.as_deref());
            page.text("  The answer: ", text);
            because(page, why.as_deref());
        }
        Remark::Sequence { steps, only } => {
            let label = if *only { "The order:" } else { "One right order:" };
            page.hanging(Style::Plain, "  ", label);
            for (n, step) in steps.iter().enumerate() {
                page.text(&format!("    {} ", n + 1), step);
            }
        }
        Remark::Missed { text, must } => {
            page.text("  Missing: ", text);
            let needed = "Without it the answer does not hold.";
            because(page, must.then_some(needed));
        }
        Remark::Probe { ask, given, answer } => {
            heading(page, Some(ask));
            if let Some(given) = given {
                page.text("  You said: ", given);
            }
            page.text("  A good answer: ", answer);
        }
        Remark::Belief { when, why } => {
            page.text("  If you wrote: ", when);
            because(page, Some(why));
        }
        Remark::Whole(story) => {
            page.blank();
            page.hanging(Style::Plain, "  ", "The whole run:");
            steps::show(page, story);
        }
        Remark::Why(why) => {
            page.blank();
            page.text("  ", why);
        }
    }
}

fn heading(page: &mut Page, ask: Option<&str>) {
    if let Some(ask) = ask {
        page.blank();
        page.text("  ", ask);
    }
}

fn because(page: &mut Page, why: Option<&str>) {
    if let Some(why) = why {
        page.text("    ", why);
    }
}
