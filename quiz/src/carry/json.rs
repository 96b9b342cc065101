//! Everything in one JSON document: the questions, what is known of them, and the log behind it.
//!
//! The log's entries stand in it, taken-back ones too, so that importing the document into an empty
//! folder gives the same history. They are written anew: under the key that a question has now, and
//! with the version of this program.

mod question;

pub(crate) use question::body;

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

/// The wanted entries in the order of time; with each, what takes it back.
fn log(freight: &Freight<'_>) -> Vec<String> {
    let reviews = freight.reviews;
    let answers = reviews.records.iter().map(Entry::from);
    let notes = reviews.notes.iter().map(Entry::from);
    let mut all: Vec<Entry> = answers.chain(notes).chain(reviews.undone.iter().cloned()).collect();
    all.sort_by(|a, b| (a.at().utc_ms, a.id()).cmp(&(b.at().utc_ms, b.id())));
    if freight.only.is_all() {
        return all.iter().map(Entry::to_json).collect();
    }
    let wanted = wanted(freight, &all);
    all.iter().filter(|entry| wanted.contains(entry.id())).map(Entry::to_json).collect()
}

/// The ids of what is about wanted questions, and of what takes any of that back. Settings and
/// exercises belong to no bank.
fn wanted<'e>(freight: &Freight<'_>, all: &'e [Entry]) -> BTreeSet<&'e str> {
    let about = |entry: &&Entry| entry.key().is_some_and(|key| freight.wants_key(key));
    let mut wanted: BTreeSet<&str> = all.iter().filter(about).map(Entry::id).collect();
    // A clock that was set back dates an undo before what it takes back, so time says nothing of
    // which comes first.
    loop {
        let takes_back = |entry: &&Entry| entry.takes_back().is_some_and(|of| wanted.contains(of));
        let undos = all.iter().filter(takes_back).map(Entry::id);
        let more: Vec<&str> = undos.filter(|id| !wanted.contains(id)).collect();
        if more.is_empty() {
            return wanted;
        }
        wanted.extend(more);
    }
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
