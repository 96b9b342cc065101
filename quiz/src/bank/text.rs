//! The parser's messages in the words of somebody who writes questions, each with a next step.

use kit::diagnostic::Place;

/// A text that is no YAML: the message, and what to do (empty when there is no telling).
pub(super) fn of_syntax(error: &str) -> (String, &'static str) {
    let message = without_place(error).replace(
        "deserializing from YAML containing more than one document is not supported",
        "another document begins here",
    );
    let help = if message.contains("mapping values are not allowed") {
        "a text with `: ` or ` #` in it needs quotes round it; or this line is indented too far"
    } else if message.contains("tab character") {
        "indent with spaces, not with tabs"
    } else if message.contains("cannot start any token") {
        "a text that starts with one of ` @ % & * needs quotes round it"
    } else if message.contains("did not find expected key") || message.contains("could not find expected") {
        "all keys of one question stand in the same column; is a quote or a `:` missing above?"
    } else if message.contains("expected '-' indicator") {
        "each question begins with `- ` in the column of the first; its keys stand deeper than the `-`"
    } else if message.contains("quoted scalar") {
        "the quote that opens here is never closed"
    } else if message.contains("another document") {
        "a file holds one bank: delete the line `---`"
    } else if message.contains("repetition limit") || message.contains("anchor") {
        "banks need no anchors (`&`, `*`): write the text out"
    } else {
        ""
    };
    (message, help)
}

/// Where an unclosed quote was opened: the error itself stands at the end of the file.
pub(super) fn opened_at(error: &str) -> Option<Place> {
    let (_, context) = error.split_once("while scanning a quoted scalar at line ")?;
    let (line, column) = context.split_once(" column ")?;
    Some(Place { line: line.parse().ok()?, column: column.parse().ok()? })
}

/// A value that is not what belongs there.
pub(super) fn of_misfit(error: &str) -> (String, String) {
    let message = without_place(error);
    let (path, message) = split_path(&message);
    let field = path.rsplit('.').next().filter(|field| !field.is_empty() && !field.contains("items["));
    if let Some((name, rest)) = quoted(message, "unknown field ") {
        let known = fields(rest);
        let help = match nearest(name, &known) {
            Some(meant) => format!("did you mean `{meant}`?"),
            // `{why: It came last, as it should.}`
            None if name.contains(' ') => {
                "inside `{ }` a comma ends a text: put quotes round the whole text".to_owned()
            }
            None => format!("it can have: {}", known.join(", ")),
        };
        return (format!("unknown field `{name}`"), help);
    }
    if let Some((name, _)) = quoted(message, "duplicate field ") {
        return (format!("`{name}` stands here for the second time"), "keep one of the two".into());
    }
    let message = plain_types(message);
    let help = if message.ends_with("expected a text") {
        "write one text; if it looks like a list or a map, put quotes round it"
    } else if message.contains("expected a whole number") {
        "write digits alone, without quotes"
    } else if message.ends_with("expected a list") {
        "write `[a, b]`, or one `- …` a line"
    } else if message.ends_with("true or false") {
        "write `true` or `false`"
    } else if message.contains("expected a question") {
        "a question begins with `- id: …`"
    } else if message.contains("expected a bank") {
        "a bank is a map; see the others in this folder"
    } else {
        ""
    };
    match field {
        Some(field) => (format!("`{field}`: {message}"), help.into()),
        None => (message, help.into()),
    }
}

/// The field that the author probably meant, when the error is about an unknown one.
pub(super) fn meant(error: &str) -> Option<String> {
    let message = without_place(error);
    let (_, message) = split_path(&message);
    let (name, rest) = quoted(message, "unknown field ")?;
    nearest(name, &fields(rest)).map(str::to_owned)
}

/// The name written and the field that it must mean: no other comes near.
pub(super) fn must_mean(error: &str) -> Option<(String, String)> {
    let message = without_place(error);
    let (_, message) = split_path(&message);
    let (name, rest) = quoted(message, "unknown field ")?;
    only_near(name, &fields(rest)).map(|meant| (name.to_owned(), meant.to_owned()))
}

/// The names in `` expected one of `schema`, `bank` ``. `items` is read apart from the other fields
/// of a bank's head, so serde does not know of it.
fn fields(expected: &str) -> Vec<&str> {
    let mut known: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
    if known.first() == Some(&"schema") {
        known.push("items");
    }
    known
}

/// The one of `known` that differs by at most two letters, if there is one.
pub(crate) fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let near = |other: &&str| {
        let distance = distance(word, other);
        (distance <= 2 && distance < other.len()).then_some(distance)
    };
    known.iter().filter_map(|other| near(other).map(|d| (d, *other))).min().map(|(_, other)| other)
}

/// The one of `known` that differs by at most two letters, if no other does.
pub(super) fn only_near<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let mut near = known.iter().filter(|other| {
        let distance = distance(word, other);
        distance <= 2 && distance < other.len()
    });
    near.next().filter(|_| near.next().is_none()).copied()
}

/// Levenshtein's distance, in characters; words longer than 64 are not looked at.
pub(super) fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    if left.chars().count() > 64 || right.len() > 64 {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[right.len()]
}

/// Without ` at line 3 column 5`: the place stands before the message already.
fn without_place(error: &str) -> String {
    let mut text = error.to_owned();
    while let Some(at) = text.rfind(" at line ") {
        let rest = &text[at + " at line ".len()..];
        let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
        let line = digits(rest);
        let Some(after) = rest[line..].strip_prefix(" column ") else { break };
        let tail = after[digits(after)..].to_owned();
        text.truncate(at);
        text.push_str(&tail);
    }
    text
}

/// `items[3].options[0].why: invalid type …` as the path and the message.
fn split_path(message: &str) -> (&str, &str) {
    let path = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "_[].?".contains(c))
    };
    match message.split_once(": ") {
        Some((head, rest)) if path(head) && !head.starts_with("invalid") => (head, rest),
        _ => ("", message),
    }
}

/// `` unknown field `x`, expected … `` as `x` and what follows.
fn quoted<'a>(message: &'a str, start: &str) -> Option<(&'a str, &'a str)> {
    message.strip_prefix(start)?.strip_prefix('`')?.split_once('`')
}

/// Serde's names of types, as an author calls them.
fn plain_types(message: &str) -> String {
    let mut text = message.replace("invalid type: ", "found ").replace("invalid value: ", "found ");
    for (serde, plain) in [
        ("found map", "found a map"),
        ("found sequence", "found a list"),
        ("found unit value", "found nothing"),
        ("found string ", "found the text "),
        ("found integer ", "found the number "),
        ("found floating point ", "found the number "),
        ("found boolean ", "found "),
        ("expected a string", "expected a text"),
        ("expected a sequence", "expected a list"),
        ("expected a boolean", "expected true or false"),
        ("expected u32", "expected a whole number, not negative"),
        ("expected u64", "expected a whole number, not negative"),
        ("expected i64", "expected a whole number"),
    ] {
        text = text.replace(serde, plain);
    }
    for name in ["Choice", "Wrong", "Ask", "OrderStep", "Point", "Range"] {
        let plain = match name {
            "Choice" => "an option with `text` and `why`",
            "Wrong" => "a wrong answer with `when` and `why`",
            "OrderStep" => "a step with `text`",
            "Point" => "a point with `text`",
            "Ask" => "a map with `ask`, `answer` and `fact`",
            _ => "a range: `{from: 1, to: 9, step: 1}` or `{pick: [1, 2]}`",
        };
        text = text.replace(&format!("expected struct {name}"), &format!("expected {plain}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_near() {
        let known = ["prompt", "why", "see", "id"];
        assert_eq!(nearest("promt", &known), Some("prompt"));
        assert_eq!(nearest("propmt", &known), Some("prompt"));
        assert_eq!(nearest("hint", &known), None);
        assert_eq!(nearest("", &known), None, "two letters away from `id`, but that is all of it");
    }

    #[test]
    fn places_inside_a_message_go() {
        let text = "mapping values are not allowed at line 5 column 17, while parsing at line 3 column 1";
        assert_eq!(without_place(text), "mapping values are not allowed, while parsing");
        assert_eq!(without_place("look at line noise"), "look at line noise");
    }
}
