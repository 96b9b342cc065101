//! A recorded run as lines: the one place that knows how a reader sees steps.

use super::line::Style;
use super::page::Page;
use crate::session::Story;
use kit::trace::Trace;

/// The narrowest window that a table of steps fits into.
const NARROW: usize = 40;

/// Shows the cast, then the steps of the story as far as they go.
pub(crate) fn show(page: &mut Page, story: &Story) {
    for line in &story.cast {
        page.hanging(Style::Quiet, "  ", line);
    }
    if !story.cast.is_empty() && story.until > 0 {
        page.blank();
    }
    if story.until > 0 {
        match page.width() {
            NARROW.. => page.preformatted(&figure::ascii_steps(&told(story), page.width())),
            _ => stacked(page, &told(story)),
        }
    }
}

/// The same without columns, which a narrow window has no room for.
fn stacked(page: &mut Page, trace: &Trace) {
    for (n, step) in trace.steps.iter().enumerate() {
        let violation = trace.violation.as_ref().filter(|violation| violation.step as usize == n + 1);
        let sign = if violation.is_some() { '►' } else { ' ' };
        let who = if step.who.is_empty() { String::new() } else { format!("{}: ", step.who) };
        page.hanging(Style::Plain, &format!("{sign} {} ", n + 1), &format!("{who}{}", step.act));
        let is = violation.map(|violation| format!("is: {}", violation.observed));
        let must = violation.map(|violation| format!("must be: {}", violation.required));
        for line in
            [Some(step.result.clone()), is, must].into_iter().flatten().filter(|line| !line.is_empty())
        {
            page.hanging(Style::Plain, "      ", &line);
        }
    }
}

/// The run up to the last step that may be seen. What came after is not in it at all, so that no
/// way of drawing it can give it away.
fn told(story: &Story) -> Trace {
    let until = story.until as usize;
    let whole = until >= story.trace.steps.len();
    Trace {
        lanes: story.trace.lanes.clone(),
        clock: story.trace.clock,
        steps: story.trace.steps.iter().take(until).cloned().collect(),
        facts: if whole { story.trace.facts.clone() } else { Vec::new() },
        violation: story.trace.violation.clone().filter(|_| whole),
    }
}
