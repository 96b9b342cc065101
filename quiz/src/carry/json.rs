//! Everything in one JSON document: the questions, what is known of them, and the log behind it.
//!
//! The log's entries stand in it exactly as they stand in the log, taken-back ones too, so that
//! importing the document into an empty folder gives the same history.

mod question;

use super::freight::Freight;
use crate::front::json::escaped;
use crate::log::{Entry, Reviews, read_text};
use question::question;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What the document says it is.
const FORMAT: &str = "who-holds-the-lock";
const VERSION: u32 = 1;

/// One question, one card and one entry a line; lists in the order of banks and of time.
pub fn json(freight: &Freight<'_>) -> String {
    let banks = freight.banks().map(|bank| {
        json!({"bank": bank.id, "title": bank.title, "chapter": bank.chapter, "retired": bank.retired})
    });
    let lists = [
        ("banks", banks.map(|bank| bank.to_string()).collect()),
        ("questions", freight.items().map(|item| question(item).to_string()).collect()),
        ("memory", freight.items().filter_map(|item| memory(freight, &item.key)).collect()),
        ("log", log(freight)),
    ];
    let mut text = format!(
        "{{\n\"format\": \"{FORMAT}\",\n\"version\": {VERSION},\n\"exported\": \"{}\"",
        freight.now.utc()
    );
    for (name, lines) in lists {
        let lines: Vec<String> = lines;
        let open = if lines.is_empty() { "" } else { "\n" };
        text.push_str(&format!(",\n\"{name}\": [{open}{}{open}]", lines.join(",\n")));
    }
    escaped(&(text + "\n}\n"))
}

fn memory(freight: &Freight<'_>, key: &str) -> Option<String> {
    let suspended = freight.standing.suspended.contains(key);
    let known = match freight.memory.card(key) {
        None if !suspended => return None,
        None => json!({"key": key}),
        Some(card) => json!({
            "key": key, "stability": number(card.stability), "difficulty": number(card.difficulty),
            "last": card.last.to_string(), "due": card.due.to_string(), "reviews": card.reviews,
            "lapses": card.lapses,
        }),
    };
    let mut known = known;
    known["suspended"] = json!(suspended);
    Some(known.to_string())
}

/// By its shortest digits.
fn number(value: f32) -> Value {
    json!(value.to_string().parse::<f64>().unwrap_or_default())
}

/// The wanted entries as they stand in the log, in the order of time; with each, what takes it back.
fn log(freight: &Freight<'_>) -> Vec<String> {
    let reviews = freight.reviews;
    let answers = reviews.records.iter().map(Entry::from);
    let notes = reviews.notes.iter().map(Entry::from);
    let mut all: Vec<Entry> = answers.chain(notes).chain(reviews.undone.iter().cloned()).collect();
    all.sort_by(|a, b| (a.at().utc_ms, a.id()).cmp(&(b.at().utc_ms, b.id())));
    let mut wanted: BTreeSet<String> = BTreeSet::new();
    for entry in &all {
        let about = match (entry.key(), entry.takes_back()) {
            (Some(key), _) => freight.wants_key(key),
            (None, Some(of)) => wanted.contains(of),
            // Settings and exercises belong to no bank.
            (None, None) => false,
        };
        if freight.only.is_all() || about {
            wanted.insert(entry.id().to_owned());
        }
    }
    all.iter().filter(|entry| wanted.contains(entry.id())).map(Entry::to_json).collect()
}

/// The log in such a document. `None` if the text is none; a line of `warnings` of the answer names
/// the entry's place in the list, not its line in the file.
pub fn log_of_json(file: &str, text: &str) -> Option<Reviews> {
    #[derive(Deserialize)]
    struct Document {
        format: String,
        log: Vec<Value>,
    }
    let document: Document = serde_json::from_str(text).ok()?;
    if document.format != FORMAT {
        return None;
    }
    let lines: Vec<String> = document.log.iter().map(Value::to_string).collect();
    Some(read_text(file, (lines.join("\n") + "\n").as_bytes()))
}
