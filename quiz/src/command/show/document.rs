//! The same as JSON. Its fields are part of the command's help and do not change their names.

use super::super::known::Known;
use super::{grade, keys, mode, siblings};
use crate::bank::{Banks, Body, Choice, Item, WrongText};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Debug, Serialize)]
pub(super) struct Document<'a> {
    key: &'a str,
    bank: &'a str,
    chapter: &'a str,
    file: &'a str,
    line: Option<usize>,
    kind: &'static str,
    level: &'static str,
    concepts: &'a [String],
    rev: u32,
    was: &'a [String],
    prompt: &'a str,
    why: Option<&'a str>,
    see: String,
    heading: String,
    source: Option<&'a str>,
    body: Value,
    siblings: Vec<&'a str>,
    state: &'static str,
    flag: Option<&'a str>,
    card: Option<CardShown>,
    answers: Vec<Answer<'a>>,
}

#[derive(Debug, Serialize)]
struct CardShown {
    stability: f32,
    last: String,
    due: String,
    lapses: u32,
}

#[derive(Debug, Serialize)]
struct Answer<'a> {
    at: String,
    day: String,
    mode: &'static str,
    grade: &'static str,
    ms: u64,
    answer: &'a str,
}

pub(super) fn of<'a>(
    banks: &'a Banks,
    place: &keys::Place<'a>,
    item: &'a Item,
    known: &'a Known,
) -> Document<'a> {
    let card = known.card(item).map(|card| CardShown {
        stability: card.stability,
        last: card.last.to_string(),
        due: card.due.to_string(),
        lapses: card.lapses,
    });
    let answers = known.answers(item).into_iter().map(|record| Answer {
        at: record.at.utc(),
        day: record.day.to_string(),
        mode: mode(record.mode),
        grade: grade(record.grade),
        ms: record.ms,
        answer: &record.answer,
    });
    Document {
        key: &item.key,
        bank: &place.bank.id,
        chapter: &place.bank.chapter,
        file: &place.bank.file,
        line: place.line,
        kind: item.kind().name(),
        level: item.level.name(),
        concepts: &item.concepts,
        rev: item.rev,
        was: &item.was,
        prompt: &item.prompt,
        why: item.why.as_deref(),
        see: item.see.slug(),
        heading: item.see.to_string(),
        source: item.source.as_deref(),
        body: body(&item.body),
        siblings: siblings(banks, item),
        state: known.state(item).name(),
        flag: known.flag(item).map(|flag| flag.text.as_str()),
        card,
        answers: answers.collect(),
    }
}

/// The names are those of the bank's file.
fn body(body: &Body) -> Value {
    match body {
        Body::Choice(options) | Body::Multi(options) => json!({ "options": choices(options) }),
        Body::Short(short) => {
            json!({ "answer": short.answer, "accept": short.accept, "wrong": wrong(&short.wrong) })
        }
        Body::Numeric(numeric) => {
            let wrong = numeric.wrong.iter().map(|case| json!({ "when": case.when.text(), "why": case.why }));
            json!({
                "answer": numeric.answer.text(), "unit": numeric.unit, "tolerance": numeric.tolerance,
                "vars": numeric.instances.ranges.keys().collect::<Vec<_>>(), "wrong": wrong.collect::<Vec<_>>(),
            })
        }
        Body::Order(order) => {
            let steps = order.steps.iter();
            let steps = steps.map(|step| json!({ "text": step.text, "after": step.after, "why": step.why }));
            json!({ "steps": steps.collect::<Vec<_>>() })
        }
        Body::Trace(trace) => {
            let asks = trace.asks.iter().map(|ask| {
                json!({ "ask": ask.ask, "answer": ask.answer, "fact": ask.fact, "options": choices(&ask.options) })
            });
            json!({ "scenario": trace.scenario, "until": trace.until, "asks": asks.collect::<Vec<_>>() })
        }
        Body::Cloze(cloze) => json!({ "text": cloze.filled(), "gaps": cloze.gaps().collect::<Vec<_>>() }),
        Body::Flash { answer } => json!({ "answer": answer }),
        Body::Free(free) => {
            let points = free.rubric.iter();
            let points = points.map(|p| json!({ "text": p.text, "points": p.points, "must": p.must }));
            let probes = free.probes.iter().map(|probe| json!({ "ask": probe.ask, "answer": probe.answer }));
            json!({
                "model": free.model, "rubric": points.collect::<Vec<_>>(), "wrong": wrong(&free.wrong),
                "probes": probes.collect::<Vec<_>>(),
            })
        }
        Body::Spot(spot) => {
            let wrong = spot.wrong.iter().map(|case| json!({ "line": case.line + 1, "why": case.why }));
            let right: Vec<usize> = spot.right.iter().map(|line| line + 1).collect();
            json!({ "code": spot.lines, "right": right, "wrong": wrong.collect::<Vec<_>>() })
        }
    }
}

fn choices(options: &[Choice]) -> Vec<Value> {
    let each = options.iter();
    each.map(|option| json!({ "text": option.text, "correct": option.correct, "why": option.why })).collect()
}

fn wrong(cases: &[WrongText]) -> Vec<Value> {
    cases.iter().map(|case| json!({ "when": case.when, "why": case.why })).collect()
}
