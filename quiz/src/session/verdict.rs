//! Right or wrong, and what to say about it: first about the answer that was given, then about
//! the right one.

use super::Given;
use super::showing::{Showing, Story};
use crate::bank::{Ask, Body, Choice, Numeric, See, TraceQuestion, same};
use crate::numeric::{Rational, fill};
use std::sync::Arc;

/// What the reader learns after committing an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    pub right: bool,
    /// Whether an answer was given at all.
    pub answered: bool,
    /// Whether the question comes again in this sitting.
    pub again: bool,
    pub remarks: Vec<Remark>,
    /// Where to read again, if it was not right.
    pub see: Option<See>,
}

/// One thing to say, in the order of [`Verdict::remarks`].
#[derive(Debug, Clone, PartialEq)]
pub enum Remark {
    /// The answer that was given, why it is not right (if anybody knows), and to which of
    /// several things it was the answer. The right one follows.
    Wrong {
        ask: Option<String>,
        text: String,
        why: Option<String>,
    },
    Right {
        ask: Option<String>,
        text: String,
        why: Option<String>,
    },
    /// The recorded run, with what was hidden.
    Whole(Story),
    Why(String),
}

impl Showing<'_> {
    pub(super) fn verdict(&self, answers: &[Given]) -> Verdict {
        let (right, mut remarks) = match &self.item.body {
            Body::Choice(options) => pick(options, None, answers.first()),
            Body::Numeric(numeric) => self.number(numeric, answers.first()),
            // Its reader has seen the answer and the reason already.
            Body::Flash { answer } => {
                let knew = answers.last() == Some(&Given::Judged(true));
                let unseen = answers.last() == Some(&Given::Nothing);
                let shown = Remark::Right { ask: None, text: answer.clone(), why: None };
                (knew, if unseen { vec![shown] } else { Vec::new() })
            }
            Body::Trace(trace) => self.trace(trace, answers),
            _ => (false, Vec::new()),
        };
        let seen = matches!(self.item.body, Body::Flash { .. }) && remarks.is_empty();
        if let Some(why) = self.item.why.as_ref().filter(|_| !seen) {
            let mut numbers = self.draw.clone();
            numbers.extend(self.right_number().map(|answer| ("answer".to_owned(), answer)));
            remarks.push(Remark::Why(fill(why, &numbers)));
        }
        let see = (!right).then(|| self.item.see.clone());
        Verdict { right, answered: !answers.contains(&Given::Nothing), again: false, remarks, see }
    }

    fn right_number(&self) -> Option<i64> {
        match &self.item.body {
            Body::Numeric(numeric) => numeric.answer.value(&self.draw).ok().and_then(Rational::whole),
            _ => None,
        }
    }

    fn number(&self, numeric: &Numeric, given: Option<&Given>) -> (bool, Vec<Remark>) {
        // The bank was checked on a sample; an instance without an answer counts for nobody.
        let Some(answer) = self.right_number() else { return (false, Vec::new()) };
        let unit = |number: i64| match numeric.unit.as_deref() {
            Some("₹") => format!("₹{number}"),
            Some(unit) => format!("{number} {unit}"),
            None => number.to_string(),
        };
        let right = Remark::Right { ask: None, text: unit(answer), why: None };
        match given {
            Some(Given::Number(number)) if number.abs_diff(answer) <= numeric.tolerance => {
                (true, vec![right])
            }
            Some(Given::Number(number)) => {
                let mut numbers = self.draw.clone();
                numbers.insert("answer".to_owned(), answer);
                let belief = numeric.wrong.iter().find(|wrong| {
                    wrong.when.value(&self.draw).ok().and_then(Rational::whole) == Some(*number)
                });
                let why = belief.map(|wrong| fill(&wrong.why, &numbers));
                (false, vec![Remark::Wrong { ask: None, text: unit(*number), why }, right])
            }
            _ => (false, vec![right]),
        }
    }

    fn trace(&self, trace: &TraceQuestion, answers: &[Given]) -> (bool, Vec<Remark>) {
        let mut all = true;
        let mut remarks = Vec::new();
        for (n, ask) in trace.asks.iter().enumerate() {
            let given = answers.get(n).filter(|given| **given != Given::Nothing);
            // With a single part, the reader has its question before the eyes.
            let label = (trace.asks.len() > 1).then(|| ask.ask.clone());
            let (right, said) = match ask.options.is_empty() {
                true => typed(ask, label, given),
                false => pick(&ask.options, label, given),
            };
            all &= right;
            remarks.extend(said);
        }
        let steps = trace.trace.steps.len() as u32;
        if trace.until < steps {
            remarks.push(Remark::Whole(Story {
                cast: Vec::new(),
                trace: Arc::clone(&trace.trace),
                until: steps,
            }));
        }
        (all, remarks)
    }
}

fn pick(options: &[Choice], ask: Option<String>, given: Option<&Given>) -> (bool, Vec<Remark>) {
    let Some(right) = options.iter().find(|option| option.correct) else { return (false, Vec::new()) };
    let why = Some(right.why.clone());
    let answer = |ask| Remark::Right { ask, text: right.text.clone(), why };
    match given {
        Some(Given::Option(place)) => match options.get(*place) {
            Some(chosen) if chosen.correct => (true, vec![answer(ask)]),
            Some(chosen) => {
                let why = Some(chosen.why.clone());
                (false, vec![Remark::Wrong { ask, text: chosen.text.clone(), why }, answer(None)])
            }
            None => (false, vec![answer(ask)]),
        },
        _ => (false, vec![answer(ask)]),
    }
}

fn typed(ask: &Ask, label: Option<String>, given: Option<&Given>) -> (bool, Vec<Remark>) {
    let answer = |ask_label| Remark::Right { ask: ask_label, text: ask.answer.clone(), why: None };
    match given {
        Some(Given::Text(text)) if same(text, &ask.answer) => (true, vec![answer(label)]),
        Some(Given::Text(text)) => {
            let wrong = Remark::Wrong { ask: label, text: text.trim().to_owned(), why: None };
            (false, vec![wrong, answer(None)])
        }
        _ => (false, vec![answer(label)]),
    }
}
