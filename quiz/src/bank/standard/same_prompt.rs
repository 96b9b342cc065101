//! Two questions that ask the same: of the two, a reader learns the wording.

use super::lint::Lint;
use crate::bank::load::Loaded;
use crate::bank::locate::{Target, way};
use crate::bank::{Body, Item, Problem};
use std::collections::BTreeMap;

pub(super) fn look(files: &[Loaded], problems: &mut Vec<Problem>) {
    let mut first: BTreeMap<String, (&Loaded, usize, &Item)> = BTreeMap::new();
    for file in files {
        for (item, index) in file.bank.items.iter().zip(&file.indexes) {
            let (other, place, earlier) = match first.entry(asked(item)) {
                std::collections::btree_map::Entry::Vacant(entry) => {
                    entry.insert((file, *index, item));
                    continue;
                }
                std::collections::btree_map::Entry::Occupied(entry) => *entry.get(),
            };
            let line = other.page.place(&way!["items", place, "id"], Target::Value).line;
            let message = format!(
                "this asks the same as `{}` ({}:{line}) [{}]",
                earlier.key,
                other.page.file,
                Lint::SamePrompt.name()
            );
            let help = "ask about another side of the idea; siblings share a concept, not their words";
            let field = if matches!(item.body, Body::Cloze(_)) { "text" } else { "prompt" };
            problems.push(file.page.problem(&way!["items", *index, field], Target::Value, message, help));
        }
    }
}

/// What a reader is asked, in small letters and digits alone.
fn asked(item: &Item) -> String {
    let mut text = letters(&item.prompt);
    match &item.body {
        Body::Trace(trace) => {
            text.push_str(&format!(" {} {}", trace.scenario, trace.until));
            text.extend(trace.asks.iter().map(|ask| letters(&ask.ask)));
        }
        Body::Spot(spot) => text.extend(spot.lines.iter().map(|line| letters(line))),
        _ => {}
    }
    text
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
