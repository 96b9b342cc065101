//! Numeric questions: exact arithmetic over the numbers drawn for one showing.

mod draw;
mod expression;
mod rational;

pub use draw::{Draw, Instances, Range, seed_of};
pub use expression::{Expression, Fault, Slip};
pub use rational::Rational;

/// The names in braces: `k` and `start` of `{k} workers, ₹{start}`.
pub fn placeholders(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for piece in text.split('{').skip(1) {
        if let Some((name, _)) = piece.split_once('}') {
            found.extend(is_name(name).then_some(name));
        }
    }
    found
}

/// `text` with each `{name}` replaced by its number.
pub fn fill(text: &str, numbers: &Draw) -> String {
    let mut pieces = text.split('{');
    let mut out = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        match piece.split_once('}').and_then(|(name, rest)| Some((numbers.get(name)?, rest))) {
            Some((number, rest)) => {
                out.push_str(&number.to_string());
                out.push_str(rest);
            }
            None => {
                out.push('{');
                out.push_str(piece);
            }
        }
    }
    out
}

/// A small letter, then small letters, digits and `_`.
pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_that_name_a_number_are_filled_and_others_stay() {
        let numbers = Draw::from([("k".to_owned(), 3), ("start".to_owned(), 100)]);
        let text = "{k} of {start}: {} {a b} {other} {k";
        assert_eq!(fill(text, &numbers), "3 of 100: {} {a b} {other} {k");
        assert_eq!(placeholders(text), ["k", "start", "other"]);
    }
}
