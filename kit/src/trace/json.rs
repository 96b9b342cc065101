//! Traces as JSON, for pages and other programs. One line, no spaces, fields in this order:
//!
//! | field | what |
//! |---|---|
//! | `v` | version of this schema: 1. It grows when a field changes its meaning or goes away |
//! | `clock` | `"instants"` or `"milliseconds"`: what all times below count |
//! | `lanes` | array, left to right, of `{"id", "title"}` |
//! | `steps` | array of `{"at", "who", "act", "result", "events", "marks"}`; step N is element N-1 |
//! | `facts` | array of `{"name", "value"}`, in order; both are strings |
//! | `violation` | `null`, or `{"step", "observed", "required"}`; `step` counts from 1 |
//!
//! In a step, `at` is an instant, `who` the id of a lane or `""` when nobody acts, `act` and
//! `result` are text for people, and `events` is the number of events folded into it.
//!
//! A mark has a `mark` that says what it is, and then
//!
//! | `mark` | further fields |
//! |---|---|
//! | `"arrow"` | `from`, `to` (lanes), `kind` (`"request"`, `"reply"`), `label`, `sent`, `arrives`, `fate` (`"arrives"`, `"refused"`, `"lost"`) |
//! | `"pill"`, `"note"` | `lane`, `text`, `at` |
//! | `"bar-begins"` | `lane`, `span`, `text`, `at` |
//! | `"bar-ends"` | `span`, `text`, `at` |
//! | `"belief-begins"` | `lane`, `span`, `at` |
//! | `"belief-ends"` | `span`, `at` |
//! | `"pause-begins"`, `"pause-ends"`, `"crash"`, `"restart"` | `lane`, `at` |
//! | `"cut-begins"` | `left`, `right` (lanes), `span`, `at` |
//! | `"cut-ends"` | `span`, `at` |
//!
//! Times are whole numbers up to 2^64-1; a reader in JavaScript sees those above 2^53 rounded.
//! `<` is written `\u003c`, so that the text may stand inside a `<script>` element.

use std::fmt::{Display, Write};

use super::text::{arrow_fate, arrow_kind, clock_word};
use super::{Mark, Step, Trace, Violation};

const VERSION: u32 = 1;

impl Trace {
    /// The trace as one line of JSON, without a line end. Equal traces give equal bytes.
    pub fn to_json(&self) -> String {
        let lanes =
            array(&self.lanes, |lane| Object::new().text("id", &lane.id).text("title", &lane.title).end());
        let facts =
            array(&self.facts, |(name, value)| Object::new().text("name", name).text("value", value).end());
        Object::new()
            .raw("v", VERSION)
            .text("clock", clock_word(self.clock))
            .raw("lanes", lanes)
            .raw("steps", array(&self.steps, step))
            .raw("facts", facts)
            .raw("violation", self.violation.as_ref().map_or("null".to_owned(), violation))
            .end()
    }
}

fn step(step: &Step) -> String {
    Object::new()
        .raw("at", step.at)
        .text("who", &step.who)
        .text("act", &step.act)
        .text("result", &step.result)
        .raw("events", step.events)
        .raw("marks", array(&step.marks, mark))
        .end()
}

fn violation(violation: &Violation) -> String {
    let Violation { step, observed, required } = violation;
    Object::new().raw("step", step).text("observed", observed).text("required", required).end()
}

fn mark(mark: &Mark) -> String {
    let is = |name: &str| Object::new().text("mark", name);
    match mark {
        Mark::Arrow { from, to, kind, label, sent, arrives, fate } => is("arrow")
            .text("from", from)
            .text("to", to)
            .text("kind", arrow_kind(*kind))
            .text("label", label)
            .raw("sent", sent)
            .raw("arrives", arrives)
            .text("fate", arrow_fate(*fate)),
        Mark::Pill { lane, text, at } => is("pill").text("lane", lane).text("text", text).raw("at", at),
        Mark::Note { lane, text, at } => is("note").text("lane", lane).text("text", text).raw("at", at),
        Mark::BarBegins { lane, span, text, at } => {
            is("bar-begins").text("lane", lane).text("span", span).text("text", text).raw("at", at)
        }
        Mark::BarEnds { span, at, text } => {
            is("bar-ends").text("span", span).text("text", text).raw("at", at)
        }
        Mark::BeliefBegins { lane, span, at } => {
            is("belief-begins").text("lane", lane).text("span", span).raw("at", at)
        }
        Mark::BeliefEnds { span, at } => is("belief-ends").text("span", span).raw("at", at),
        Mark::PauseBegins { lane, at } => is("pause-begins").text("lane", lane).raw("at", at),
        Mark::PauseEnds { lane, at } => is("pause-ends").text("lane", lane).raw("at", at),
        Mark::Crash { lane, at } => is("crash").text("lane", lane).raw("at", at),
        Mark::Restart { lane, at } => is("restart").text("lane", lane).raw("at", at),
        Mark::CutBegins { left, right, span, at } => {
            is("cut-begins").text("left", left).text("right", right).text("span", span).raw("at", at)
        }
        Mark::CutEnds { span, at } => is("cut-ends").text("span", span).raw("at", at),
    }
    .end()
}

/// An object being written, field by field.
struct Object(String);

impl Object {
    fn new() -> Object {
        Object("{".to_owned())
    }

    fn text(self, key: &str, value: &str) -> Object {
        self.raw(key, string(value))
    }

    /// A value that is JSON already.
    fn raw(mut self, key: &str, value: impl Display) -> Object {
        let comma = if self.0.len() > 1 { "," } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(self.0, "{comma}{}:{value}", string(key));
        self
    }

    fn end(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

fn array<T>(items: &[T], json: impl Fn(&T) -> String) -> String {
    let items: Vec<String> = items.iter().map(json).collect();
    format!("[{}]", items.join(","))
}

fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // The two line separators end a line in older JavaScript.
            c if c.is_control() || matches!(c, '<' | '\u{2028}' | '\u{2029}') => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
