//! Traces from text.

use std::str::FromStr;

use super::check::{Lanes, Spans};
use super::marks;
use crate::diagnostic::{Diagnostic, Place};
use crate::lexer::{Line, NotWhole, Tokens, lines, shortened, string, whole};
use crate::trace::{Clock, Lane, Step, Trace, Violation};

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
    let head = |key: &str, line: Option<Line<'_>>| match line {
        Some(line) => head_value(&line, key).map(|tokens| (tokens, line.number)),
        None => {
            Err(Diagnostic::new(end, format!("expected `{key}`, found the end of the text")).help(HELP_HEAD))
        }
    };
    let (mut tokens, _) = head("lanes:", lines.next())?;
    let lanes = Lanes { lanes: lane_list(&mut tokens)? };
    let (mut tokens, _) = head("clock:", lines.next())?;
    let clock = clock(&mut tokens)?;
    let mut body = Body { lanes, spans: Spans::default(), trace: Trace { clock, ..Trace::default() } };
    lines.try_for_each(|line| body.line(&line))?;
    Ok(Trace { lanes: body.lanes.lanes, ..body.trace })
}

const HELP_HEAD: &str =
    "a trace begins with two lines such as `lanes: pod-7, ledger \"account 42\"` and `clock: instants`";

/// What follows `lanes:` or `clock:`, which begins the line.
fn head_value(line: &Line<'_>, key: &str) -> Result<Tokens, Diagnostic> {
    let indent = line.text.len() - line.text.trim_start().len();
    if line.text[indent..].starts_with(key) {
        return Tokens::of(line, indent + key.len());
    }
    let found = shortened(line.text.trim());
    Err(Diagnostic::new(line.start(), format!("expected `{key}`, found `{found}`")).help(HELP_HEAD))
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
        let titled = matches!(tokens.peek(), Some(crate::lexer::Kind::Quoted(_)));
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
            Some('=') => self.fact(line).map_err(|error| or_help(error, HELP_FACT)),
            Some('!') => self.violation(line).map_err(|error| or_help(error, HELP_VIOLATION)),
            _ if facts_began => {
                let found = shortened(line.text.trim());
                Err(Diagnostic::new(
                    line.start(),
                    format!("expected a fact or the violation, found `{found}`"),
                )
                .help("steps and their marks stand above the facts and the violation"))
            }
            Some(c) if c.is_whitespace() => self.mark(line),
            _ => self.step(line).map_err(|error| or_help(error, HELP_STEP)),
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

fn or_help(error: Diagnostic, help: &str) -> Diagnostic {
    if error.help.is_some() { error } else { error.help(help) }
}

/// What stands between two `|`.
struct Field {
    text: String,
    place: Place,
}

impl Field {
    fn number(&self, what: &str, max: u64) -> Result<u64, Diagnostic> {
        whole(&self.text, max).map_err(|error| {
            let found = shortened(&self.text);
            Diagnostic::new(
                self.place,
                match error {
                    NotWhole::NotANumber => format!("expected {what}, found `{found}`"),
                    NotWhole::TooLarge => format!("`{found}` is too large; the largest number here is {max}"),
                },
            )
        })
    }
}

/// `3 events`
fn events(field: &Field) -> Result<u32, Diagnostic> {
    let digits = field.text.strip_suffix("events").or_else(|| field.text.strip_suffix("event"));
    let count = digits.and_then(|digits| whole(digits.trim_end(), u32::MAX.into()).ok());
    match count.and_then(|count| u32::try_from(count).ok()) {
        Some(count) if count > 0 => Ok(count),
        _ => {
            let found = shortened(&field.text);
            Err(Diagnostic::new(field.place, format!("expected a count such as `3 events`, found `{found}`"))
                .help("a step has at least 1 event"))
        }
    }
}

/// The fields from byte `from` on. There is at least one.
fn fields(line: &Line<'_>, from: usize) -> Result<Vec<Field>, Diagnostic> {
    let mut fields = Vec::new();
    let mut at = from;
    loop {
        let (field, end) = field(line, at, |c| c == '|')?;
        fields.push(field);
        if end >= line.text.len() {
            return Ok(fields);
        }
        at = end + 1;
    }
}

/// A field up to the end of the line.
fn value(line: &Line<'_>, from: usize) -> Result<String, Diagnostic> {
    field(line, from, |_| false).map(|(field, _)| field.text)
}

/// The field at this byte, and the byte of what ends it.
fn field(line: &Line<'_>, from: usize, ends: fn(char) -> bool) -> Result<(Field, usize), Diagnostic> {
    let rest = &line.text[from..];
    let start = from + rest.len() - rest.trim_start().len();
    let place = line.place(start);
    if !line.text[start..].starts_with('"') {
        let end = line.text[start..].find(ends).map_or(line.text.len(), |byte| start + byte);
        return Ok((Field { text: line.text[start..end].trim().to_owned(), place }, end));
    }
    let (text, length) = string(line, start)?;
    let after = &line.text[start + length..];
    let end = start + length + after.len() - after.trim_start().len();
    if line.text[end..].chars().next().is_none_or(ends) {
        return Ok((Field { text, place }, end));
    }
    Err(Diagnostic::new(line.place(end), "expected the end of the field after its closing quote")
        .help("inside a field in quotes, a quote is written \\\""))
}
