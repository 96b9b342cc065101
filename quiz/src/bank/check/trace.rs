//! Trace questions: what the author says must be what the run recorded.

use super::Question;
use super::scenarios::Recorded;
use crate::bank::locate::way;
use crate::bank::{Ask, Choice, TraceQuestion, is_reserved, raw};
use kit::trace::Trace;
use std::sync::Arc;

impl Question<'_, '_> {
    pub(super) fn trace(&mut self, raw: raw::Item) -> Option<TraceQuestion> {
        let help = "a file below scenarios/, such as `lost-update/two-debits.txt`";
        let scenario = self.required(raw.scenario, "scenario", help)?;
        let Recorded { cast, trace } = self.recorded(&scenario)?;
        let steps = trace.steps.len() as u32;
        let until = raw.until.unwrap_or(0);
        if until > steps {
            let message = format!("`until: {until}`, but the recorded run has {steps} steps");
            self.say(&way!["until"], message, "the last step that the reader sees before answering");
            return None;
        }
        let raw_asks = raw.asks.unwrap_or_default();
        if raw_asks.is_empty() && !self.skipped.has(Some(self.index), "asks") {
            let help = "each has `ask`, `answer`, and the `fact` of the trace that decides it";
            self.say(&[], "`asks` is missing from this question", help);
        }
        let count = raw_asks.len();
        let asks: Vec<Ask> = raw_asks
            .into_iter()
            .enumerate()
            .filter_map(|(n, ask)| self.ask(n, ask, &trace, &scenario, until))
            .collect();
        (asks.len() == count).then_some(TraceQuestion { scenario, cast, trace, until, asks })
    }

    fn recorded(&mut self, scenario: &str) -> Option<Recorded> {
        let found = self.checker.scenarios.get(scenario, self.checker.problems);
        match found {
            Ok(recorded) => recorded,
            Err((message, help)) => {
                self.say(&way!["scenario"], message, help);
                None
            }
        }
    }

    fn ask(
        &mut self,
        n: usize,
        raw: raw::Ask,
        trace: &Arc<Trace>,
        scenario: &str,
        until: u32,
    ) -> Option<Ask> {
        let (Some(ask), Some(answer), Some(fact)) = (raw.ask, raw.answer, raw.fact) else {
            let help = "`fact` is `step 4 result`, or the name of a fact that holds at the end";
            self.say(&way!["asks", n], "a part of a trace question has `ask`, `answer` and `fact`", help);
            return None;
        };
        let answer = answer.trim().to_owned();
        self.fact(n, &fact, &answer, trace, scenario, until);
        let options = self.ask_options(n, raw.options, &answer)?;
        if options.is_empty() && is_reserved(&answer) {
            let message = format!("`{answer}` cannot be typed as an answer");
            self.say(
                &way!["asks", n, "answer"],
                message,
                "it stands for something else in a sitting; give `options`",
            );
        }
        Some(Ask { ask: ask.trim_end().to_owned(), answer, fact, options })
    }

    fn fact(&mut self, n: usize, fact: &str, answer: &str, trace: &Trace, scenario: &str, until: u32) {
        let step = step_of(fact);
        if let Some(step) = step.filter(|step| (1..=until).contains(step)) {
            let message = format!("the reader sees step {step} before being asked about it");
            self.say(&way!["asks", n, "fact"], message, format!("show less: `until: {}`", step - 1));
            return;
        }
        match recorded(trace, fact) {
            None => {
                let message = format!("the trace of {scenario} records no `{fact}`");
                self.say(&way!["asks", n, "fact"], message, facts(trace));
            }
            Some(value) if value.trim() != answer => {
                let message = format!("`{fact}` was recorded as `{value}`, not as `{answer}`");
                let help = format!("change the answer to `{value}`, or name the fact that decides it");
                self.say(&way!["asks", n, "answer"], message, help);
            }
            Some(_) => {}
        }
    }

    fn ask_options(
        &mut self,
        n: usize,
        options: Option<Vec<raw::Choice>>,
        answer: &str,
    ) -> Option<Vec<Choice>> {
        let Some(options) = options else { return Some(Vec::new()) };
        if let Some(marked) = options.iter().position(|option| option.correct.is_some()) {
            let help = "delete it: the option that equals `answer` is the right one";
            let at = way!["asks", n, "options", marked, "correct"];
            self.say_at_key(&at, "in a trace question the recorded fact decides", help);
        }
        let mut choices = self.options(options, &way!["asks", n, "options"])?;
        for choice in &mut choices {
            choice.correct = choice.text == answer;
        }
        if !choices.iter().any(|choice| choice.correct) {
            let help = format!("add an option whose text is `{answer}`");
            self.say_at_key(&way!["asks", n, "options"], "no option equals the answer", help);
        }
        Some(choices)
    }
}

/// 4, of `step 4 result`.
fn step_of(fact: &str) -> Option<u32> {
    fact.strip_prefix("step ")?.strip_suffix(" result")?.trim().parse().ok()
}

/// What the trace says about a fact.
pub(in crate::bank) fn recorded<'a>(trace: &'a Trace, fact: &str) -> Option<&'a str> {
    if let Some(step) = step_of(fact) {
        return Some(trace.steps.get(step.checked_sub(1)? as usize)?.result.as_str());
    }
    trace.facts.iter().find(|(name, _)| name == fact).map(|(_, value)| value.as_str())
}

fn facts(trace: &Trace) -> String {
    let names: Vec<String> = trace.facts.iter().map(|(name, _)| format!("`{name}`")).collect();
    let steps = format!("`step 1 result` to `step {} result`", trace.steps.len());
    if names.is_empty() { format!("it has {steps}") } else { format!("it has {}, {steps}", names.join(", ")) }
}
