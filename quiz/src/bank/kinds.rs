//! What each kind of question has of its own, and what counts as right.

use super::typed::same;
use crate::numeric::{Draw, Expression, Instances, Rational, fill};
use kit::trace::Trace;
use std::sync::Arc;

/// One possible answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    pub text: String,
    pub correct: bool,
    /// What to tell a reader who picked this one.
    pub why: String,
}

/// A question whose answer is a word or two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Short {
    /// The answer as it is shown.
    pub answer: String,
    /// Other ways to say it.
    pub accept: Vec<String>,
    pub wrong: Vec<WrongText>,
}

/// A wrong answer in words that a known belief leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongText {
    pub when: String,
    pub why: String,
}

/// A question whose numbers change with each showing; the answer is a whole number.
#[derive(Debug, Clone, PartialEq)]
pub struct Numeric {
    pub instances: Instances,
    pub answer: Expression,
    pub unit: Option<String>,
    /// How far from the answer still counts as right.
    pub tolerance: u64,
    pub wrong: Vec<WrongNumber>,
}

/// A wrong number that a known belief leads to.
#[derive(Debug, Clone, PartialEq)]
pub struct WrongNumber {
    pub when: Expression,
    pub why: String,
}

/// A numeric question with its numbers filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    pub numbers: Draw,
    pub prompt: String,
    pub answer: i64,
    pub why: Option<String>,
    /// Wrong numbers and what to tell who gave them; only whole ones can be given.
    pub wrong: Vec<(i64, String)>,
}

/// Steps in an order. As the bank lists them is one right order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    pub steps: Vec<OrderStep>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderStep {
    /// Its name in the bank, for `after`; empty if it has none.
    pub id: String,
    pub text: String,
    /// Places (from 0) of the steps that must come before it.
    pub after: Vec<usize>,
    /// What to tell a reader who puts it before one of those.
    pub why: Option<String>,
}

/// A recorded run, shown up to some step, and what is asked about the rest.
#[derive(Debug, Clone, PartialEq)]
pub struct TraceQuestion {
    /// Its file below the scenarios' folder.
    pub scenario: String,
    /// What the scenario sets up, one line each: `account 42: ₹100`.
    pub cast: Vec<String>,
    pub trace: Arc<Trace>,
    /// The last step that the reader sees before answering; 0 for none.
    pub until: u32,
    pub asks: Vec<Ask>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    pub ask: String,
    /// Equal to what the trace recorded for `fact`: checked when the bank is loaded.
    pub answer: String,
    /// `step 4 result`, or the name of a fact that holds at the end.
    pub fact: String,
    /// Empty when the answer is typed.
    pub options: Vec<Choice>,
}

/// A sentence with gaps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cloze {
    pub pieces: Vec<Piece>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    Text(String),
    /// What stands in a gap, and what the reader sees in its place.
    Gap {
        answer: String,
        hint: Option<String>,
    },
}

/// A question to answer in sentences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Free {
    /// An answer that makes every point.
    pub model: String,
    pub rubric: Vec<Point>,
    /// Beliefs that the answer may show.
    pub wrong: Vec<WrongText>,
    /// What an interviewer asks next.
    pub probes: Vec<Probe>,
}

/// A question that follows the answer, and what a good answer to it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    pub ask: String,
    pub answer: String,
}

/// One point of a rubric, which the reader ticks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Point {
    pub text: String,
    pub points: u32,
    /// Without this point the answer is wrong, whatever else it has.
    pub must: bool,
}

/// Numbered lines, one of which is at fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    pub lines: Vec<String>,
    /// Places (from 0) of the lines that count as right; the first is the answer.
    pub right: Vec<usize>,
    /// Lines that people suspect.
    pub wrong: Vec<WrongLine>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongLine {
    /// Its place, from 0.
    pub line: usize,
    pub why: String,
}

impl Short {
    pub fn is_right(&self, given: &str) -> bool {
        same(given, &self.answer) || self.accept.iter().any(|other| same(given, other))
    }

    /// What to tell who gave this.
    pub fn why_not(&self, given: &str) -> Option<&str> {
        self.wrong.iter().find(|wrong| same(given, &wrong.when)).map(|wrong| wrong.why.as_str())
    }
}

impl Numeric {
    pub fn is_right(&self, given: i64, answer: i64) -> bool {
        given.abs_diff(answer) <= self.tolerance
    }

    /// `None` for numbers without a whole answer, which no checked bank can draw.
    pub(super) fn instance(&self, prompt: &str, why: Option<&str>, seed: u32) -> Option<Instance> {
        let numbers = self.instances.draw(seed);
        let answer = self.answer.value(&numbers).ok().and_then(Rational::whole)?;
        let mut told = numbers.clone();
        told.insert("answer".to_owned(), answer);
        let wrong = self.wrong.iter().filter_map(|wrong| {
            let number = wrong.when.value(&numbers).ok().and_then(Rational::whole)?;
            Some((number, fill(&wrong.why, &told)))
        });
        Some(Instance {
            prompt: fill(prompt, &numbers),
            answer,
            why: why.map(|why| fill(why, &told)),
            wrong: wrong.collect(),
            numbers,
        })
    }
}

impl WrongNumber {
    /// The number that the belief leads to with these numbers, if it is a whole one.
    pub fn number(&self, draw: &Draw) -> Option<i64> {
        self.when.value(draw).ok().and_then(Rational::whole)
    }
}

impl Order {
    /// The pairs (first, then) of places that this order of places has the wrong way round.
    pub fn broken(&self, order: &[usize]) -> Vec<(usize, usize)> {
        let place = |step: usize| order.iter().position(|given| *given == step).unwrap_or(usize::MAX);
        let pairs = self.steps.iter().enumerate();
        let pairs = pairs.flat_map(|(then, step)| step.after.iter().map(move |first| (*first, then)));
        pairs.filter(|(first, then)| place(*first) > place(*then)).collect()
    }

    /// Whether more than one order is right.
    pub fn is_partial(&self) -> bool {
        // The listed order is the only one exactly if each step must follow the one above it.
        self.steps.iter().enumerate().skip(1).any(|(n, step)| !step.after.contains(&(n - 1)))
    }
}

impl Cloze {
    /// The sentence as it is asked: `[…]` or `[… hint]` for each gap.
    pub fn asked(&self) -> String {
        self.with(|_, hint| match hint {
            Some(hint) => format!("[… {hint}]"),
            None => "[…]".to_owned(),
        })
    }

    /// The whole sentence.
    pub fn filled(&self) -> String {
        self.with(|answer, _| answer.to_owned())
    }

    /// What stands in the gaps, in order.
    pub fn gaps(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Gap { answer, .. } => Some(answer.as_str()),
            Piece::Text(_) => None,
        })
    }

    fn with(&self, gap: impl Fn(&str, Option<&str>) -> String) -> String {
        let shown = self.pieces.iter().map(|piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Gap { answer, hint } => gap(answer, hint.as_deref()),
        });
        shown.collect()
    }
}

impl Free {
    /// Whether an answer that makes these points (places in the rubric) is good: no `must` missed,
    /// and 60 of 100 points.
    pub fn is_good(&self, made: &[usize]) -> bool {
        let musts = (0..self.rubric.len()).filter(|n| self.rubric[*n].must).all(|n| made.contains(&n));
        musts && self.hundredths(made) >= 60
    }

    /// How much of the rubric these points (places in it) make up, in hundredths, rounded down.
    pub fn hundredths(&self, made: &[usize]) -> u64 {
        let total: u64 = self.rubric.iter().map(|point| u64::from(point.points)).sum();
        let has = |n: &usize| made.contains(n);
        let got: u64 = (0..self.rubric.len()).filter(has).map(|n| u64::from(self.rubric[n].points)).sum();
        (got * 100).checked_div(total).unwrap_or(0)
    }
}

impl Spot {
    pub fn is_right(&self, line: usize) -> bool {
        self.right.contains(&line)
    }

    /// What to tell who chose this line (from 0).
    pub fn why_not(&self, line: usize) -> Option<&str> {
        self.wrong.iter().find(|wrong| wrong.line == line).map(|wrong| wrong.why.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(after: &[usize]) -> OrderStep {
        OrderStep { id: String::new(), text: String::new(), after: after.to_vec(), why: None }
    }

    #[test]
    fn an_order_is_judged_by_what_must_come_first() {
        let partial = Order { steps: vec![step(&[]), step(&[0]), step(&[0]), step(&[1, 2])] };
        assert!(partial.is_partial());
        assert_eq!(partial.broken(&[0, 2, 1, 3]), []);
        assert_eq!(partial.broken(&[1, 0, 2, 3]), [(0, 1)]);
        assert_eq!(partial.broken(&[3, 2, 1, 0]), [(0, 1), (0, 2), (1, 3), (2, 3)]);
        let total = Order { steps: vec![step(&[]), step(&[0]), step(&[1])] };
        assert!(!total.is_partial());
    }

    #[test]
    fn a_free_answer_needs_every_must_and_most_points() {
        let point = |points, must| Point { text: String::new(), points, must };
        let rubric = vec![point(1, true), point(2, false), point(2, false)];
        let free = Free { model: String::new(), rubric, wrong: Vec::new(), probes: Vec::new() };
        assert!(free.is_good(&[0, 1]));
        assert!(!free.is_good(&[1, 2]), "the must is missing");
        assert!(!free.is_good(&[0]), "one of five points");
    }

    #[test]
    fn a_cloze_is_asked_with_its_gaps() {
        let gap = |answer: &str, hint: Option<&str>| Piece::Gap {
            answer: answer.into(),
            hint: hint.map(str::to_owned),
        };
        let text = |text: &str| Piece::Text(text.into());
        let pieces = vec![text("Take it "), gap("before", Some("when?")), text(" the "), gap("read", None)];
        let cloze = Cloze { pieces };
        assert_eq!(cloze.asked(), "Take it [… when?] the […]");
        assert_eq!(cloze.filled(), "Take it before the read");
        assert_eq!(cloze.gaps().collect::<Vec<_>>(), ["before", "read"]);
    }
}
