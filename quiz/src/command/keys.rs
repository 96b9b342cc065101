//! Questions by the keys that somebody types, where they stand in their files, and documents for
//! scripts.

use super::Stop;
use crate::bank::{Bank, Banks, Item, text_nearest};
use crate::front::Terminal;
use crate::front::json::escaped;
use serde::Serialize;
use std::io;

/// The question of this key, or of this id if one bank alone has it.
pub(super) fn find<'a>(banks: &'a Banks, key: &str) -> Result<&'a Item, Stop> {
    if let Some(item) = banks.item(key) {
        return Ok(item);
    }
    let same: Vec<&Item> = items(banks).filter(|item| id(item) == key).collect();
    let help = match same.as_slice() {
        [one] => return Ok(one),
        [] if banks.all().iter().any(|bank| bank.retired.iter().any(|retired| retired == key)) => {
            "it is retired: no longer asked".to_owned()
        }
        [] => match nearest(banks, key) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`cargo quiz list` has them all".to_owned(),
        },
        several => {
            let keys: Vec<&str> = several.iter().map(|item| item.key.as_str()).collect();
            format!("which one: {}?", keys.join(", "))
        }
    };
    Err(Stop::Arguments(format!("there is no question `{key}`\n  help: {help}\n")))
}

/// All of them, or what is wrong with each that is none.
pub(super) fn find_all<'a>(banks: &'a Banks, typed: &[String]) -> Result<Vec<&'a Item>, Stop> {
    let (mut found, mut wrong) = (Vec::new(), String::new());
    for key in typed {
        match find(banks, key) {
            Ok(item) => found.push(item),
            Err(Stop::Arguments(text)) => wrong.push_str(&text),
            Err(stop) => return Err(stop),
        }
    }
    if wrong.is_empty() { Ok(found) } else { Err(Stop::Arguments(wrong)) }
}

/// The keys that were typed, of which some may be known though no bank has them any more.
pub(super) fn known<'a>(
    banks: &'a Banks,
    typed: &'a [String],
    is_known: impl Fn(&str) -> bool,
) -> Result<Vec<&'a str>, Stop> {
    let unknown: Vec<String> = typed.iter().filter(|key| !is_known(key)).cloned().collect();
    let found = find_all(banks, &unknown)?.into_iter().map(|item| item.key.as_str());
    Ok(typed.iter().filter(|key| is_known(key)).map(String::as_str).chain(found).collect())
}

fn items(banks: &Banks) -> impl Iterator<Item = &Item> {
    banks.all().iter().flat_map(|bank| &bank.items)
}

fn id(item: &Item) -> &str {
    item.key.split_once('/').map_or(&item.key, |(_, id)| id)
}

/// The key that was probably meant, by its letters or by those of its id; else the only one that has
/// the text in it.
fn nearest<'a>(banks: &'a Banks, key: &str) -> Option<&'a str> {
    let ids: Vec<&str> = items(banks).map(id).collect();
    let by_id = || {
        let near = text_nearest(key, &ids)?;
        items(banks).find(|item| id(item) == near).map(|item| item.key.as_str())
    };
    let within = || {
        let mut found = items(banks).filter(|item| key.len() >= 4 && item.key.contains(key));
        found.next().filter(|_| found.next().is_none()).map(|item| item.key.as_str())
    };
    banks.nearest(key).or_else(by_id).or_else(within)
}

/// One JSON document for a script, and nothing else.
pub(super) fn document(terminal: &mut Terminal<'_>, document: &impl Serialize) -> Result<(), Stop> {
    let text = serde_json::to_string_pretty(document).map_err(io::Error::from)?;
    Ok(writeln!(terminal.out, "{}", escaped(&text))?)
}

/// Where a question stands.
pub(super) struct Place<'a> {
    pub bank: &'a Bank,
    /// From 1; `None` if the file has changed since it was read.
    pub line: Option<usize>,
}

impl<'a> Place<'a> {
    pub(super) fn of(banks: &'a Banks, key: &str) -> Option<Place<'a>> {
        let key = &banks.item(key)?.key;
        let has = |bank: &&Bank| bank.items.iter().any(|item| item.key == *key);
        let bank = banks.all().iter().find(has)?;
        let text = std::fs::read_to_string(&bank.file).unwrap_or_default();
        let id = key.split_once('/').map_or(key.as_str(), |(_, id)| id);
        Some(Place { bank, line: line_of(&text, id) })
    }

    /// `FILE:LINE`, or the file alone.
    pub(super) fn shown(&self) -> String {
        match self.line {
            Some(line) => format!("{}:{line}", self.bank.file),
            None => self.bank.file.clone(),
        }
    }
}

/// The line of a bank that gives a question this id. Steps and points have ids too, further in.
fn line_of(text: &str, id: &str) -> Option<usize> {
    let indent = |line: &str| {
        let rest = line.trim_start().trim_start_matches("- ").trim_start();
        let value = rest.strip_prefix("id:")?;
        let value = value.split(" #").next().unwrap_or(value).trim().trim_matches(['"', '\'']);
        (value == id).then(|| line.len() - rest.len())
    };
    let lines = text.lines().enumerate().filter_map(|(n, line)| Some((indent(line)?, n + 1)));
    lines.min().map(|(_, line)| line)
}

#[cfg(test)]
mod tests {
    use super::line_of;

    #[test]
    fn an_id_is_found_where_its_question_has_it() {
        let text = "items:\n  - kind: order\n    id: one # the first\n    steps:\n      - id: two\n  - id: \"two\"\n";
        assert_eq!(line_of(text, "one"), Some(3));
        assert_eq!(line_of(text, "two"), Some(6));
        assert_eq!(line_of(text, "three"), None);
    }
}
