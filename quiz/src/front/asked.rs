//! A question and its parts.

use super::page::Page;
use super::steps;
use crate::session::{Part, Question, Wants};
use std::ops::Range;

/// The line above a question: which one it is, of what kind, how hard.
pub(crate) fn head(question: &Question) -> String {
    head_parts(question).join(" · ")
}

/// The parts of that line, the most needed first.
pub(crate) fn head_parts(question: &Question) -> Vec<String> {
    let number = match question.number {
        Some(number) => format!("{number} of {}", question.of),
        None => "Again".to_owned(),
    };
    let kind = format!("{}, {}", question.kind.name(), question.level.name());
    let key = question.named.then(|| question.key.clone());
    let time = question.seconds.map(|seconds| format!("{seconds} s"));
    [Some(number), Some(kind), key, time].into_iter().flatten().collect()
}

/// What is asked, without its first part.
pub(crate) fn prompt(page: &mut Page, question: &Question) {
    page.text("", &question.prompt);
    page.blank();
    if let Some(story) = &question.story {
        steps::show(page, story);
        page.blank();
    }
}

/// A part, with what there is to choose from.
pub(crate) fn part(page: &mut Page, part: &Part) {
    asks(page, part);
    if !choices(page, &part.wants, |n| label(&part.wants, n)).is_empty() {
        page.blank();
    }
}

/// What a part asks beside the prompt.
pub(crate) fn asks(page: &mut Page, part: &Part) {
    if let Some(ask) = &part.ask {
        page.text("", ask);
        page.blank();
    }
}

/// What there is to choose from, each behind its label. The answer: which lines of the page each
/// of them has.
pub(crate) fn choices(page: &mut Page, wants: &Wants, label: impl Fn(usize) -> String) -> Vec<Range<usize>> {
    let (texts, code) = match wants {
        Wants::Option(texts) | Wants::Options(texts) | Wants::Order(texts) | Wants::Points(texts) => {
            (texts, false)
        }
        Wants::Line(texts) => (texts, true),
        Wants::Number(_) | Wants::Text | Wants::Essay | Wants::Reveal => return Vec::new(),
        Wants::Judgement { .. } | Wants::Confidence => return Vec::new(),
    };
    let mut places = Vec::new();
    for (n, text) in texts.iter().enumerate() {
        let from = page.lines().len();
        match code {
            true => page.code(&label(n), text),
            false => page.text(&label(n), text),
        }
        places.push(from..page.lines().len());
    }
    places
}

/// How the choice in this place is called.
pub(crate) fn label(wants: &Wants, place: usize) -> String {
    match wants {
        Wants::Option(_) | Wants::Options(_) => format!("  {}) ", letter(place)),
        Wants::Line(_) => format!("  {:>2}  ", place + 1),
        _ => format!("  {} ", place + 1),
    }
}

/// The letter of an option: 0 is `a`.
pub(crate) fn letter(place: usize) -> char {
    char::from(b'a'.saturating_add(u8::try_from(place).unwrap_or(25).min(25)))
}

/// The other side of a card.
pub(crate) fn turned(page: &mut Page, answer: &str, why: Option<&str>) {
    page.text("  ", answer);
    if let Some(why) = why {
        page.blank();
        page.text("  ", why);
    }
}
