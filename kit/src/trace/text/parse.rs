//! Traces from text.

use std::str::FromStr;

use super::check::{Lanes, Spans};
use super::fields::{events, fields, value};
use super::marks;
use crate::diagnostic::{Diagnostic, Place};
use crate::lexer::{Kind, Line, NotWhole, Tokens, lines, shortened, string, whole};
use crate::trace::{Clock, Lane, Step, Trace, Violation};

const HELP_HEAD: &str =
    "a trace begins with two lines such as `lanes: pod-7, ledger \"account 42\"` and `clock: instants`";
const HELP_STEP: &str = "a step is written NUMBER | INSTANT | LANE | ACT | RESULT | N events";
const HELP_FACT: &str = "a fact is written = balance: ₹70";
const HELP_VIOLATION: &str = "a violation is written ! step 4 | observed | required";

impl FromStr for Trace {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Trace, Diagnostic> {
        let end = lines(text).last().map_or(Place { line: 1, column: 1 }, |line| line.start());
        trace(lines(text), end)
    }
}

/// The trace on these lines; a text that stops too early is wrong at `end`.
pub(crate) fn trace<'a>(lines: impl Iterator<Item = Line<'a>>, end: Place) -> Result<Trace, Diagnostic> {
    let mut lines = lines.filter(|line| !line.is_blank() && !line.is_comment());
    let mut head = |key: &str| match lines.next() {
        Some(line) => head_value(&line, key),
        None => Err(Diagnostic::new(end, format!("expected `{key}`, found the end of the text"))),
    };
    let help = |error: Diagnostic| error.or_help(|| HELP_HEAD.to_owned());
    let lanes = head("lanes:").and_then(|mut tokens| lane_list(&mut tokens)).map_err(help)?;
    let clock = head("clock:").and_then(|mut tokens| clock(&mut tokens)).map_err(help)?;
    let trace = Trace { clock, ..Trace::default() };
    let mut body = Body { lanes: Lanes { lanes }, spans: Spans::default(), trace };
    lines.try_for_each(|line| body.line(&line))?;
    Ok(Trace { lanes: body.lanes.lanes, ..body.trace })
}

/// What follows `lanes:` or `clock:`, which begins the line.
fn head_value(line: &Line<'_>, key: &str) -> Result<Tokens, Diagnostic> {
    let indent = line.text.len() - line.text.trim_start().len();
    if line.text[indent..].starts_with(key) {
        return Tokens::of(line, indent + key.len());
    }
    let found = shortened(line.text.trim());
    Err(Diagnostic::new(line.start(), format!("expected `{key}`, found `{found}`")))
}

fn lane_list(tokens: &mut Tokens) -> Result<Vec<Lane>, Diagnostic> {
    let mut lanes: Vec<Lane> = Vec::new();
    while !tokens.is_done() {
        if !lanes.is_empty() {
            tokens.words(",")?;
        }
        let place = tokens.place();
        let id = tokens.name("the id of a lane")?;
        if lanes.iter().any(|lane| lane.id == id) {
            return Err(Diagnostic::new(place, format!("the lane `{}` is named twice", shortened(&id))));
        }
        let titled = matches!(tokens.peek(), Some(Kind::Quoted(_)));
        let title = if titled { tokens.quoted("a title")? } else { id.clone() };
        lanes.push(Lane { id, title });
    }
    Ok(lanes)
}

fn clock(tokens: &mut Tokens) -> Result<Clock, Diagnostic> {
    let clock = if tokens.take_word("instants") {
        Clock::Instants
    } else if tokens.take_word("milliseconds") {
        Clock::Milliseconds
    } else {
        return Err(tokens.expected("`instants` or `milliseconds`"));
    };
    if tokens.is_done() { Ok(clock) } else { Err(tokens.expected("the end of the line")) }
}

/// What has been read below the head.
struct Body {
    lanes: Lanes,
    spans: Spans,
    trace: Trace,
}

impl Body {
    fn line(&mut self, line: &Line<'_>) -> Result<(), Diagnostic> {
        let facts_began = !self.trace.facts.is_empty() || self.trace.violation.is_some();
        let first = line.text.chars().next();
        match first {
            Some('=') => self.fact(line).map_err(|error| error.or_help(|| HELP_FACT.to_owned())),
            Some('!') => self.violation(line).map_err(|error| error.or_help(|| HELP_VIOLATION.to_owned())),
            _ if facts_began => {
                let found = shortened(line.text.trim());
                Err(Diagnostic::new(
                    line.start(),
                    format!("expected a fact or the violation, found `{found}`"),
                )
                .help("steps and their marks stand above the facts and the violation"))
            }
            Some(c) if c.is_whitespace() => self.mark(line),
            _ => self.step(line).map_err(|error| error.or_help(|| HELP_STEP.to_owned())),
        }
    }

    fn step(&mut self, line: &Line<'_>) -> Result<(), Diagnostic> {
        let fields = fields(line, 0)?;
        let expected = self.trace.steps.len() as u64 + 1;
        let number = fields[0].number("a number", u64::MAX)?;
        if number != expected {
            let message = format!("expected step {expected}, found step {number}");
            return Err(Diagnostic::new(fields[0].place, message).help("steps count from 1, without a gap"));
        }
        if !(4..=6).contains(&fields.len()) {
            let place =
                fields.get(6).map_or_else(|| line.place(line.text.trim_end().len()), |field| field.place);
            return Err(Diagnostic::new(place, format!("expected 4 to 6 fields, found {}", fields.len())));
        }
        if !fields[2].text.is_empty() {
            self.lanes.known(&fields[2].text, fields[2].place)?;
        }
        let events = fields.get(5).map_or(Ok(1), events)?;
        self.trace.steps.push(Step {
            at: fields[1].number("an instant", u64::MAX)?,
            who: fields[2].text.clone(),
            act: fields[3].text.clone(),
            result: fields.get(4).map(|field| field.text.clone()).unwrap_or_default(),
            marks: Vec::new(),
            events,
        });
        Ok(())
    }

    fn mark(&mut self, line: &Line<'_>) -> Result<(), Diagnostic> {
        let Some(step) = self.trace.steps.last_mut() else {
            return Err(Diagnostic::new(
                line.start(),
                "an indented line is a mark, and no step stands above it",
            )
            .help("steps begin at the first column"));
        };
        let mark = marks::mark(&mut Tokens::of(line, 0)?, &self.lanes)?;
        self.spans.mark(&mark, line.start())?;
        step.marks.push(mark);
        Ok(())
    }

    fn fact(&mut self, line: &Line<'_>) -> Result<(), Diagnostic> {
        let start = line.text.len() - line.text[1..].trim_start().len();
        let (name, rest) = if line.text[start..].starts_with('"') {
            let (name, length) = string(line, start)?;
            (name, start + length)
        } else {
            let colon = line.text[start..].char_indices().find(|&(byte, c)| {
                c == ':' && line.text[start + byte + 1..].chars().next().is_none_or(char::is_whitespace)
            });
            let end = colon.map_or(line.text.len(), |(byte, _)| start + byte);
            (line.text[start..end].trim().to_owned(), end)
        };
        if !line.text[rest..].starts_with(':') {
            return Err(Diagnostic::new(
                line.place(rest),
                "expected `:` and a space after the name of the fact",
            ));
        }
        let value = value(line, rest + 1)?;
        self.trace.facts.push((name, value));
        Ok(())
    }

    fn violation(&mut self, line: &Line<'_>) -> Result<(), Diagnostic> {
        if self.trace.violation.is_some() {
            return Err(Diagnostic::new(line.start(), "a second violation; a run ends at the first"));
        }
        let fields = fields(line, 1)?;
        let [step, observed, required] = fields.as_slice() else {
            let place = line.place(line.text.trim_end().len());
            return Err(Diagnostic::new(place, format!("expected 3 fields, found {}", fields.len())));
        };
        let number = step.text.strip_prefix("step").map(|digits| whole(digits.trim(), u32::MAX.into()));
        let steps = self.trace.steps.len();
        let number = match number {
            Some(Ok(number)) if (1..=steps as u64).contains(&number) => number,
            Some(Ok(_) | Err(NotWhole::TooLarge)) => {
                let found = shortened(&step.text);
                return Err(Diagnostic::new(
                    step.place,
                    format!("there is no `{found}`; the trace has {steps}"),
                ));
            }
            _ => {
                let found = shortened(&step.text);
                return Err(Diagnostic::new(
                    step.place,
                    format!("expected `step` and its number, found `{found}`"),
                ));
            }
        };
        self.trace.violation = Some(Violation {
            step: u32::try_from(number).unwrap_or(u32::MAX),
            observed: observed.text.clone(),
            required: required.text.clone(),
        });
        Ok(())
    }
}
