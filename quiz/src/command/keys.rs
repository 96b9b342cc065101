//! Questions by the keys that somebody types.

use super::Stop;
use crate::bank::{Bank, Banks, Item, text_nearest};

/// The question of this key, or of this id if one bank alone has it.
pub(super) fn find<'a>(banks: &'a Banks, key: &str) -> Result<(&'a Bank, &'a Item), Stop> {
    if let Some(found) = of_key(banks, key) {
        return Ok(found);
    }
    let same: Vec<(&Bank, &Item)> = items(banks).filter(|(_, item)| item.id() == key).collect();
    let help = match same.as_slice() {
        [one] => return Ok(*one),
        [] if banks.all().iter().any(|bank| bank.retired.iter().any(|retired| retired == key)) => {
            "it is retired: no longer asked".to_owned()
        }
        [] => match nearest(banks, key) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`cargo quiz list` has them all".to_owned(),
        },
        several => {
            let keys: Vec<&str> = several.iter().map(|(_, item)| item.key.as_str()).collect();
            format!("which one: {}?", keys.join(", "))
        }
    };
    Err(Stop::Arguments(format!("there is no question `{key}`\n  help: {help}\n")))
}

/// The question that has this key, or had it before.
pub(super) fn of_key<'a>(banks: &'a Banks, key: &str) -> Option<(&'a Bank, &'a Item)> {
    let key = &banks.item(key)?.key;
    items(banks).find(|(_, item)| item.key == *key)
}

/// The keys that these are, or what is wrong with each that is none. One that is in no bank any
/// more passes if `is_known` says so.
pub(super) fn find_all<'a>(
    banks: &'a Banks,
    typed: &'a [String],
    is_known: impl Fn(&str) -> bool,
) -> Result<Vec<&'a str>, Stop> {
    let (mut found, mut wrong) = (Vec::new(), String::new());
    for key in typed {
        match find(banks, key) {
            _ if is_known(key) => found.push(key.as_str()),
            Ok((_, item)) => found.push(&item.key),
            Err(Stop::Arguments(text)) => wrong.push_str(&text),
            Err(stop) => return Err(stop),
        }
    }
    if wrong.is_empty() { Ok(found) } else { Err(Stop::Arguments(wrong)) }
}

fn items(banks: &Banks) -> impl Iterator<Item = (&Bank, &Item)> {
    banks.all().iter().flat_map(|bank| bank.items.iter().map(move |item| (bank, item)))
}

/// The key that was probably meant: by its letters, else the only one that has the text in it.
fn nearest<'a>(banks: &'a Banks, key: &str) -> Option<&'a str> {
    let ids: Vec<&str> = items(banks).map(|(_, item)| item.id()).collect();
    let by_id = || {
        let id = text_nearest(key, &ids)?;
        items(banks).find(|(_, item)| item.id() == id).map(|(_, item)| item.key.as_str())
    };
    let within = || {
        let mut found = items(banks).filter(|(_, item)| key.len() >= 4 && item.key.contains(key));
        found.next().filter(|_| found.next().is_none()).map(|(_, item)| item.key.as_str())
    };
    banks.nearest(key).or_else(by_id).or_else(within)
}
