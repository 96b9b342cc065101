//! Right or wrong, and what to say about it: first about the answer that was given, then about
//! the right one.

use super::current::Given;
use super::showing::{Showing, Story};
use crate::bank::{Ask, Body, Choice, Free, Numeric, Order, See, Short, Spot, TraceQuestion, same};
use crate::log::Grade;
use crate::numeric::fill;
use std::sync::Arc;

/// What the reader learns after committing an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    pub right: bool,
    /// What the schedule takes it for.
    pub grade: Grade,
    /// What keeps a right answer from being a good one.
    pub but: Option<But>,
    /// Seconds that the answer took and that it was given, where somebody counts.
    pub took: Option<(u64, u32)>,
    /// Whether an answer was given at all.
    pub answered: bool,
    /// Whether the question comes again in this sitting.
    pub again: bool,
    pub remarks: Vec<Remark>,
    /// Options that were neither given nor right, and why each of them is not.
    pub others: Vec<(String, String)>,
    /// Where to read again, if it was not right.
    pub see: Option<See>,
}

/// Why a right answer is worth less than it could be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum But {
    Guess,
    SecondTry,
    /// The points that count most are there, others are missing.
    NotAll,
}

/// One thing to say, in the order of [`Verdict::remarks`]. Its texts are Markdown, as those of the
/// banks are.
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
    /// Steps in a right order, and whether it is the only one.
    Sequence {
        steps: Vec<String>,
        only: bool,
    },
    /// A point of the rubric that the answer did not make, and whether it cannot do without.
    Missed {
        text: String,
        must: bool,
    },
    /// A follow-up question, what was answered (`None` if nothing was), and what a good answer says.
    Probe {
        ask: String,
        given: Option<String>,
        answer: String,
    },
    /// A belief that the answer may show, and why it is not so.
    Belief {
        when: String,
        why: String,
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
            Body::Multi(options) => several(options, answers.first()),
            Body::Short(short) => word(short, answers.first()),
            Body::Order(order) => self.order(order, answers.first()),
            Body::Spot(spot) => line(spot, answers.first()),
            Body::Flash { answer } => card(answer, answers),
            Body::Cloze(cloze) => card(&cloze.filled(), answers),
            Body::Free(free) => points(free, answers),
            Body::Trace(trace) => self.trace(trace, answers),
        };
        let card = matches!(self.item.body, Body::Flash { .. } | Body::Cloze(_));
        let seen = card && remarks.is_empty();
        if let Some(why) = self.item.why.as_ref().filter(|_| !seen) {
            let mut numbers = self.draw.clone();
            numbers.extend(self.right_number().map(|answer| ("answer".to_owned(), answer)));
            remarks.push(Remark::Why(fill(why, &numbers)));
        }
        let see = (!right).then(|| self.item.see.clone());
        let grade = if right { Grade::Good } else { Grade::Again };
        let answered = !answers.iter().take(self.asked()).any(|given| *given == Given::Nothing);
        let others = self.others(answers);
        Verdict { right, grade, but: None, took: None, answered, again: false, remarks, others, see }
    }

    fn others(&self, answers: &[Given]) -> Vec<(String, String)> {
        let (Body::Choice(options) | Body::Multi(options)) = &self.item.body else { return Vec::new() };
        let given = |place: usize| match answers.first() {
            Some(Given::Option(one)) => *one == place,
            Some(Given::Options(several)) => several.contains(&place),
            _ => false,
        };
        let shown = self.orders.iter().flatten();
        let others = shown.filter(|place| !given(**place)).filter_map(|place| options.get(*place));
        let wrong = others.filter(|option| !option.correct);
        wrong.map(|option| (option.text.clone(), option.why.clone())).collect()
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
            Some(Given::Number(number)) if numeric.is_right(*number, answer) => (true, vec![right]),
            Some(Given::Number(number)) => {
                let mut numbers = self.draw.clone();
                numbers.insert("answer".to_owned(), answer);
                let belief = numeric.wrong.iter().find(|wrong| wrong.number(&self.draw) == Some(*number));
                let why = belief.map(|wrong| fill(&wrong.why, &numbers));
                (false, vec![Remark::Wrong { ask: None, text: unit(*number), why }, right])
            }
            _ => (false, vec![right]),
        }
    }

    fn order(&self, order: &Order, given: Option<&Given>) -> (bool, Vec<Remark>) {
        let steps = order.steps.iter().map(|step| step.text.clone()).collect();
        let right = Remark::Sequence { steps, only: !order.is_partial() };
        let Some(Given::Order(places)) = given else { return (false, vec![right]) };
        let mut remarks: Vec<Remark> = Vec::new();
        for (first, then) in order.broken(places) {
            let text = format!("{} before {}", self.step(then), self.step(first));
            let why = order.steps.get(then).and_then(|step| step.why.clone());
            remarks.push(Remark::Wrong { ask: None, text, why });
        }
        let all = remarks.is_empty();
        // What cannot come first explains more than a long list of the same.
        remarks.truncate(3);
        remarks.push(right);
        (all, remarks)
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

/// What was typed, or a line of code, as Markdown that shows it as it is.
fn literal(text: &str) -> String {
    let mut literal = String::with_capacity(text.len());
    for c in text.trim().chars() {
        if c.is_ascii_punctuation() {
            literal.push('\\');
        }
        literal.push(c);
    }
    literal
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

/// A card that its reader has judged, who has seen the answer and the reason already.
fn card(answer: &str, answers: &[Given]) -> (bool, Vec<Remark>) {
    let knew = matches!(answers.last(), Some(Given::Judged(grade)) if grade.passed());
    let unseen = answers.last() == Some(&Given::Nothing);
    let shown = Remark::Right { ask: None, text: answer.to_owned(), why: None };
    (knew, if unseen { vec![shown] } else { Vec::new() })
}

fn several(options: &[Choice], given: Option<&Given>) -> (bool, Vec<Remark>) {
    let mut remarks = Vec::new();
    let mut all = false;
    if let Some(Given::Options(places)) = given {
        let chosen = options.iter().enumerate().filter(|(n, _)| places.contains(n));
        for (_, option) in chosen.filter(|(_, option)| !option.correct) {
            let (text, why) = (option.text.clone(), Some(option.why.clone()));
            remarks.push(Remark::Wrong { ask: None, text, why });
        }
        all = options.iter().enumerate().all(|(n, option)| places.contains(&n) == option.correct);
    }
    let right = options.iter().filter(|option| option.correct);
    remarks.extend(right.map(|option| {
        let (text, why) = (option.text.clone(), Some(option.why.clone()));
        Remark::Right { ask: None, text, why }
    }));
    (all, remarks)
}

fn word(short: &Short, given: Option<&Given>) -> (bool, Vec<Remark>) {
    let answer = Remark::Right { ask: None, text: short.answer.clone(), why: None };
    match given {
        Some(Given::Text(text)) if short.is_right(text) => (true, vec![answer]),
        Some(Given::Text(text)) => {
            let why = short.why_not(text).map(str::to_owned);
            (false, vec![Remark::Wrong { ask: None, text: literal(text), why }, answer])
        }
        _ => (false, vec![answer]),
    }
}

fn line(spot: &Spot, given: Option<&Given>) -> (bool, Vec<Remark>) {
    let shown = |place: usize| {
        let text = spot.lines.get(place).map_or("", |line| line.trim());
        format!("line {}: {}", place + 1, literal(text))
    };
    let right = spot.right.first().map(|place| Remark::Right { ask: None, text: shown(*place), why: None });
    match given {
        Some(Given::Line(place)) if spot.is_right(*place) => (true, right.into_iter().collect()),
        Some(Given::Line(place)) => {
            let why = spot.why_not(*place).map(str::to_owned);
            let wrong = Remark::Wrong { ask: None, text: shown(*place), why };
            (false, [wrong].into_iter().chain(right).collect())
        }
        _ => (false, right.into_iter().collect()),
    }
}

/// An answer in sentences: the reader has ticked which points it makes.
fn points(free: &Free, answers: &[Given]) -> (bool, Vec<Remark>) {
    let model = || Remark::Right { ask: None, text: free.model.clone(), why: None };
    let made = match (answers.first(), answers.get(1)) {
        (Some(Given::Text(_) | Given::Said), Some(Given::Options(made))) => made,
        // Whoever wrote something has seen the model.
        (Some(Given::Text(_) | Given::Said), _) => return (false, Vec::new()),
        _ => return (false, vec![model()]),
    };
    let good = free.is_good(made);
    let missed = free.rubric.iter().enumerate().filter(|(n, _)| !made.contains(n));
    let mut remarks: Vec<Remark> =
        missed.map(|(_, point)| Remark::Missed { text: point.text.clone(), must: point.must }).collect();
    if !good {
        let beliefs = free.wrong.iter();
        remarks.extend(beliefs.map(|one| Remark::Belief { when: one.when.clone(), why: one.why.clone() }));
    }
    let probes = free.probes.iter().zip(answers.iter().skip(2));
    remarks.extend(probes.map(|(probe, given)| Remark::Probe {
        ask: probe.ask.clone(),
        given: match given {
            Given::Text(text) => Some(literal(text)),
            _ => None,
        },
        answer: probe.answer.clone(),
    }));
    (good, remarks)
}

fn typed(ask: &Ask, label: Option<String>, given: Option<&Given>) -> (bool, Vec<Remark>) {
    let answer = |ask_label| Remark::Right { ask: ask_label, text: ask.answer.clone(), why: None };
    match given {
        Some(Given::Text(text)) if same(text, &ask.answer) => (true, vec![answer(label)]),
        Some(Given::Text(text)) => {
            let wrong = Remark::Wrong { ask: label, text: literal(text), why: None };
            (false, vec![wrong, answer(None)])
        }
        _ => (false, vec![answer(label)]),
    }
}
