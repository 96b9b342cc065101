//! Texts that look like a number or a truth value and stand without quotes: this program reads
//! them as texts, other readers of YAML do not, and `null` is nothing at all.

use super::lint::Lint;
use crate::bank::load::Loaded;
use crate::bank::locate::{Step, Target, locate, way};
use crate::bank::mend::Mend;
use crate::bank::{Body, Choice, Item, Problem};
use std::collections::BTreeSet;

pub(super) fn look(file: &Loaded, problems: &mut Vec<Problem>) {
    let bare = candidates(&file.page.source);
    if bare.is_empty() {
        return;
    }
    for (item, index) in file.bank.items.iter().zip(&file.indexes) {
        for (at, text) in texts(item) {
            if !bare.contains(text) {
                continue;
            }
            let path = [&way!["items", *index][..], &at].concat();
            let Some(place) = locate(&file.page.source, &path, Target::Value) else { continue };
            let line = file.page.source.lines().nth(place.line as usize - 1).unwrap_or("");
            let first = line.chars().nth(place.column as usize - 1);
            if first.is_some_and(|c| !"\"'|>".contains(c)) {
                let message = format!(
                    "`{text}` is a text here, and looks like something else [{}]",
                    Lint::BareText.name()
                );
                let problem = file.page.problem_at(place, message, format!("write \"{text}\""));
                problems.push(problem.mended_by(Mend::Quote(text.to_owned())));
            }
        }
    }
}

/// Values in the text, quoted or not, that would be worth a closer look: where none of them stands
/// bare, nothing has to be located.
fn candidates(source: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for line in source.lines() {
        // `key: value`, `- value`, `{text: 4, why: …}`, `[yes, no]`
        for piece in line.split([',', '[', ']', '{', '}']) {
            let value = value(piece);
            if looks_like_another(value) {
                found.insert(value);
            }
        }
    }
    found
}

/// What stands behind the last `: ` of a piece, or the piece, without a comment.
fn value(piece: &str) -> &str {
    // By pairs of bytes, which is cheaper than any search: this is done for every piece of every line.
    let place = |text: &str, pair: &[u8; 2]| text.as_bytes().windows(2).position(|two| two == pair);
    let value = place(piece, b" #").map_or(piece, |comment| &piece[..comment]);
    let colon = value.as_bytes().windows(2).rposition(|two| two == b": ");
    let value = colon.map_or(value, |colon| &value[colon + 2..]);
    value.trim().trim_start_matches("- ").trim()
}

fn looks_like_another(text: &str) -> bool {
    const WORDS: [&str; 10] = ["true", "false", "yes", "no", "on", "off", "y", "n", "null", "~"];
    // Most texts of a bank end here, at their first byte.
    let longest = match text.as_bytes().first() {
        Some(b't' | b'f' | b'y' | b'n' | b'o' | b'T' | b'F' | b'Y' | b'N' | b'O' | b'~') => 5,
        Some(b'0'..=b'9' | b'+' | b'-' | b'.') => 32,
        _ => 0,
    };
    if text.len() > longest {
        return false;
    }
    let lower = text.to_ascii_lowercase();
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    let unsigned = lower.strip_prefix(['-', '+']).unwrap_or(&lower);
    let number = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && unsigned.replace('_', "").parse::<f64>().is_ok();
    let hex = unsigned.strip_prefix("0x").or(unsigned.strip_prefix("0o"));
    let hex = hex.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_hexdigit()));
    // 12:30 is 750 to a reader of YAML 1.1.
    let clock = unsigned.contains(':') && unsigned.split(':').all(digits);
    WORDS.contains(&lower.as_str()) || number || hex || clock
}

/// Texts of a question that can be as short as that.
fn texts(item: &Item) -> Vec<(Vec<Step>, &str)> {
    let mut found: Vec<(Vec<Step>, &str)> = Vec::new();
    let field = |field: &str| vec![Step::from(field)];
    match &item.body {
        Body::Choice(choices) | Body::Multi(choices) => options(&mut found, &way!["options"], choices),
        Body::Trace(trace) => {
            for (n, ask) in trace.asks.iter().enumerate() {
                found.push((way!["asks", n, "answer"].to_vec(), &ask.answer));
                options(&mut found, &way!["asks", n, "options"], &ask.options);
            }
        }
        Body::Short(short) => {
            found.push((field("answer"), &short.answer));
            let accept = short.accept.iter().enumerate();
            found.extend(accept.map(|(n, text)| (way!["accept", n].to_vec(), text.as_str())));
            let wrong = short.wrong.iter().enumerate();
            found.extend(wrong.map(|(n, case)| (way!["wrong", n, "when"].to_vec(), case.when.as_str())));
        }
        Body::Flash { answer } => found.push((field("answer"), answer)),
        Body::Order(order) => {
            let steps = order.steps.iter().enumerate();
            found.extend(steps.map(|(n, step)| (way!["steps", n, "text"].to_vec(), step.text.as_str())));
        }
        Body::Numeric(_) | Body::Cloze(_) | Body::Free(_) | Body::Spot(_) => {}
    }
    found
}

fn options<'a>(found: &mut Vec<(Vec<Step>, &'a str)>, at: &[Step], choices: &'a [Choice]) {
    for (n, choice) in choices.iter().enumerate() {
        found.push(([at, &way![n, "text"]].concat(), &choice.text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_truth_values_are_known_by_their_looks() {
        for text in ["70", "-3", "1_000", "1e3", "0x1F", "yes", "No", "null", "~", "12:30", ".5"] {
            assert!(looks_like_another(text), "{text}");
        }
        for text in ["", "₹70", "1 row", "2pc", "nobody", "a:b", "-", "inf", "nan", "1.2.3"] {
            assert!(!looks_like_another(text), "{text}");
        }
        let text =
            "  - {text: 4, why: \"5\"}\n  answer: yes # or no\n  accept: [no, x]\n  until: 3\n  at: 12:30\n";
        let found: Vec<&str> = candidates(text).into_iter().collect();
        assert_eq!(found, ["12:30", "3", "4", "no", "yes"]);
    }
}
