//! What a reader is told about an answer.

use super::line::Style;
use super::page::Page;
use super::steps;
use crate::session::{Remark, Verdict};

pub(crate) fn tell(page: &mut Page, verdict: &Verdict) {
    match (verdict.right, verdict.answered) {
        (true, _) => page.line(Style::Good, "Right."),
        (false, answered) => {
            let first = if answered { "Not this time." } else { "Then look." };
            let then = if verdict.again { " It comes again." } else { "" };
            page.line(Style::Bad, &format!("{first}{then}"));
        }
    }
    for each in &verdict.remarks {
        remark(page, each);
    }
    if let Some(see) = &verdict.see {
        page.blank();
        page.hanging(Style::Quiet, "  ", &format!("Read again: {see}"));
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
            let label = if *only { "  The order:" } else { "  One right order:" };
            page.line(Style::Plain, label);
            for (n, step) in steps.iter().enumerate() {
                page.text(&format!("    {} ", n + 1), step);
            }
        }
        Remark::Missed { text, must } => {
            page.text("  Missing: ", text);
            let needed = "Without it the answer does not hold.";
            because(page, must.then_some(needed));
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
