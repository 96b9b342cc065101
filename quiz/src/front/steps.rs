//! A recorded run as lines: the one place that knows how a reader sees steps.

use super::line::Style;
use super::page::Page;
use crate::session::Story;
use kit::trace::Trace;

/// Shows the cast, then the steps of the story as far as they go.
pub(crate) fn show(page: &mut Page, story: &Story) {
    for line in &story.cast {
        page.hanging(Style::Quiet, "  ", line);
    }
    if !story.cast.is_empty() && story.until > 0 {
        page.blank();
    }
    if story.until > 0 {
        let text = figure::ascii_steps(&told(story), page.width());
        page.preformatted(&text);
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
