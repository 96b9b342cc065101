//! A trace question whose answer is on the screen. (That a shown step is not asked about, the
//! loading of the bank sees to.)

use super::Asked;
use super::lint::Lint;
use crate::bank::locate::way;
use crate::bank::{Ask, Body, TraceQuestion, same};
use kit::trace::Mark;

pub(super) fn look(asked: &mut Asked<'_>) {
    let item = asked.item;
    let Body::Trace(trace) = &item.body else { return };
    let whole = trace.until as usize >= trace.trace.steps.len();
    for (n, ask) in trace.asks.iter().enumerate() {
        let (message, help) = if whole && !ask.fact.starts_with("step ") {
            let message = format!("the whole run is shown, and with it `{}`", ask.fact);
            (message, "show less: a smaller `until`".to_owned())
        } else if let Some(step) = told_by(trace, ask) {
            let message = format!("step {step} is shown, and tells that {} is {}", ask.fact, ask.answer);
            (message, format!("show less: `until: {}`", step - 1))
        } else if ask.options.is_empty() && names(&item.prompt, &ask.answer) {
            let message = format!("the answer `{}` stands in the prompt", ask.answer);
            (message, "leave it out, or offer options".to_owned())
        } else {
            continue;
        };
        asked.say(Lint::GivenAway, &way!["asks", n, "fact"], message, help);
    }
}

/// The shown step whose note says of a party what is asked about it: `note pod-7 "accepted"`.
fn told_by(trace: &TraceQuestion, ask: &Ask) -> Option<usize> {
    let shown = trace.trace.steps.iter().take(trace.until as usize);
    let tells = |mark: &Mark| match mark {
        Mark::Note { lane, text, .. } => *lane == ask.fact && same(text, &ask.answer),
        _ => false,
    };
    shown.enumerate().find(|(_, step)| step.marks.iter().any(tells)).map(|(n, _)| n + 1)
}

/// Whether a text has the answer as words of its own.
fn names(text: &str, answer: &str) -> bool {
    let ends = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    text.match_indices(answer)
        .any(|(at, _)| ends(text[..at].chars().next_back()) && ends(text[at + answer.len()..].chars().next()))
}
