//! The same as JSON. Its fields are part of the command's help and do not change their names.

use super::super::known::Known;
use super::{grade, keys, mode, siblings};
use crate::bank::{Banks, Item};
use crate::carry::body;
use serde::Serialize;
use serde_json::Value;

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
    allow: &'a [String],
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
        allow: &item.allow,
        body: body(&item.body),
        siblings: siblings(banks, item),
        state: known.state(item).name(),
        flag: known.flag(item).map(|flag| flag.text.as_str()),
        card,
        answers: answers.collect(),
    }
}
