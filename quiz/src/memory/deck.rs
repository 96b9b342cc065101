//! What memory has to know of the questions.

use crate::bank::{Bank, Body, Kind, Level};
use std::collections::BTreeMap;

/// The questions of all banks, by key.
#[derive(Debug, Clone, Default)]
pub struct Deck<'a> {
    faces: BTreeMap<&'a str, Face<'a>>,
    about: BTreeMap<&'a str, Vec<&'a str>>,
}

/// One question, as memory sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Face<'a> {
    /// Answers to an earlier revision say nothing about this one.
    pub rev: u32,
    /// Never empty in a checked bank.
    pub concepts: &'a [String],
    pub kind: Kind,
    pub level: Level,
    /// It is answered by picking, so that it may be known by sight, or by luck.
    pub picked: bool,
}

impl<'a> Deck<'a> {
    pub fn of(banks: &'a [Bank]) -> Deck<'a> {
        let mut deck = Deck::default();
        for item in banks.iter().flat_map(|bank| &bank.items) {
            let face = Face {
                rev: item.rev,
                concepts: &item.concepts,
                kind: item.kind(),
                level: item.level,
                picked: is_picked(&item.body),
            };
            deck.faces.insert(&item.key, face);
            for concept in &item.concepts {
                deck.about.entry(concept).or_default().push(&item.key);
            }
        }
        deck
    }

    /// `None` for a question that is in no bank any more: what was known of it stays known.
    pub fn face(&self, key: &str) -> Option<&Face<'a>> {
        self.faces.get(key)
    }

    /// Every concept that some question names.
    pub fn concepts(&self) -> impl Iterator<Item = &'a str> {
        self.about.keys().copied()
    }

    /// The keys of all questions that name this concept, in the order of the banks.
    pub fn about(&self, concept: &str) -> &[&'a str] {
        self.about.get(concept).map_or(&[], Vec::as_slice)
    }
}

impl<'a> Face<'a> {
    /// The concept that makes siblings of two questions.
    pub fn concept(&self) -> &'a str {
        self.concepts.first().map_or("", String::as_str)
    }
}

fn is_picked(body: &Body) -> bool {
    match body {
        Body::Choice(_) | Body::Multi(_) => true,
        Body::Trace(trace) => trace.asks.iter().all(|ask| !ask.options.is_empty()),
        _ => false,
    }
}
