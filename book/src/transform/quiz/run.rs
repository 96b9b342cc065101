//! Questions about a recorded run, which is shown up to the asked step and not beyond.

use super::{Asked, Shown, options, part, prose, typed, why};
use crate::html::escape;
use crate::transform::trace::Recorded;
use crate::transform::{Chapter, Wrong};
use figure::Options;
use kit::trace::Trace;
use quiz::bank::{Ask, TraceQuestion};

pub(super) fn trace(
    chapter: &Chapter<'_>,
    asked: &Asked<'_>,
    question: &TraceQuestion,
) -> Result<Shown, Wrong> {
    let mut prompt = prose::html(&asked.item.prompt);
    if !question.cast.is_empty() {
        let line = |line: &String| format!("<li>{}</li>\n", escape(line));
        let cast: String = question.cast.iter().map(line).collect();
        prompt.push_str(&format!("<ul class=\"quiz-cast\">\n{cast}</ul>\n"));
    }
    if question.until > 0 {
        let recorded = Recorded::read(chapter, &question.scenario, asked.name_at, asked.at)?;
        let options = Options {
            id: format!("{}-run", asked.id),
            title: recorded.title.clone(),
            caption: match question.until {
                1 => "The run up to step 1".to_owned(),
                until => format!("The run up to step {until}"),
            },
            still: true,
            ..Options::default()
        };
        prompt.push_str(&recorded.draw(chapter, &told(&question.trace, question.until), &options)?);
        prompt.push('\n');
    }
    let (mut parts, mut key) = (String::new(), String::new());
    for (number, ask) in question.asks.iter().enumerate() {
        let order = options::shuffled(&asked.item.key, &ask.options);
        parts.push_str(&field(asked, number, ask, &order));
        if question.asks.len() > 1 {
            key.push_str(&format!("<p class=\"quiz-asked\">{}</p>\n", prose::inline(&ask.ask)));
        }
        if ask.options.is_empty() {
            key.push_str(&format!("<p class=\"quiz-right\"><strong>{}</strong></p>\n", escape(&ask.answer)));
        } else {
            key.push_str(&options::reasons(&ask.options, &order));
        }
    }
    key.push_str(&why(asked.item));
    let whole = figure::steps_html(&question.trace);
    let shown = format!("{key}<div class=\"quiz-run trace\">\n<p>The whole run:</p>\n{whole}\n</div>\n");
    Ok(Shown { prompt, parts, key: shown, paper: key })
}

fn field(asked: &Asked<'_>, number: usize, ask: &Ask, order: &[usize]) -> String {
    if ask.options.is_empty() {
        let input = typed::numbered_text_input(asked, number, "Your answer");
        return part(asked, Some(&ask.ask), "text", &ask.answer, &input);
    }
    let inside = options::inputs(asked, number, &ask.options, order, "radio");
    part(asked, Some(&ask.ask), "one", &options::right(&ask.options), &inside)
}

/// The run up to a step. What came after is not in it at all, so that no way of drawing it can give
/// it away.
fn told(trace: &Trace, until: u32) -> Trace {
    let until = until as usize;
    let whole = until >= trace.steps.len();
    Trace {
        lanes: trace.lanes.clone(),
        clock: trace.clock,
        steps: trace.steps.iter().take(until).cloned().collect(),
        facts: if whole { trace.facts.clone() } else { Vec::new() },
        violation: trace.violation.clone().filter(|_| whole),
    }
}
