//! When a typed answer is the answer.

/// Whether two answers mean the same: `₹70`, `70` and ` 70. ` do, and `In Doubt` and `in-doubt`.
pub fn same(left: &str, right: &str) -> bool {
    let (left, right) = (plain(left), plain(right));
    !left.is_empty() && left == right
}

/// Whether a typed answer is one slip of the finger away from the right one, within one longer word.
/// Numbers are not near to anything, and neither is a word that begins otherwise: `blocking` is no
/// slip for `locking`, and `client b` none for `client a`.
pub fn is_near(given: &str, right: &str) -> bool {
    let words = |text: &str| text.split_whitespace().map(plain).collect::<Vec<String>>();
    let (given, right) = (words(given), words(right));
    if given.len() != right.len() {
        return false;
    }
    let apart: Vec<(&String, &String)> = given.iter().zip(&right).filter(|(a, b)| a != b).collect();
    let [(given, right)] = apart[..] else { return false };
    let has_digit = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    let begins_alike = given.chars().next() == right.chars().next();
    let long = right.chars().count() >= 5 && given.chars().count() >= 4;
    long && begins_alike && !has_digit(right) && !has_digit(given) && slips(given, right) == 1
}

/// Lines that never are an answer in a sitting, whatever is asked: they stand for something else.
pub const RESERVED: [&str; 6] = ["?", "skip", "q", "quit", "u", "undo"];

/// Whether a typed line cannot be the answer that it says: it stands for something else, is a note
/// (`! …`), or a guess (`…?`).
pub fn is_reserved(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    RESERVED.contains(&line.as_str()) || line.starts_with('!') || line.ends_with('?')
}

fn slips(left: &str, right: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let swapped = a.len() == b.len() && {
        let apart: Vec<usize> = (0..a.len()).filter(|n| a[*n] != b[*n]).collect();
        matches!(apart[..], [n, m] if m == n + 1 && a[n] == b[m] && a[m] == b[n])
    };
    if swapped { 1 } else { super::text::distance(left, right) }
}

fn plain(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let text = composed(text.trim().trim_end_matches('.'));
    for (n, c) in text.char_indices() {
        // A sign is part of a number, a hyphen is a matter of taste.
        let sign = c == '-' && n == 0;
        if sign || !(c.is_whitespace() || "₹,`\"'-‐‑–_".contains(c)) {
            kept.extend(c.to_lowercase());
        }
    }
    kept
}

/// `é` as one character, however the keyboard made it.
#[cfg(feature = "drill")]
fn composed(text: &str) -> std::borrow::Cow<'_, str> {
    use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => text.into(),
        _ => text.nfc().collect::<String>().into(),
    }
}

/// Whoever only reads banks compares what authors typed, with what authors typed.
#[cfg(not(feature = "drill"))]
fn composed(text: &str) -> &str {
    text
}

#[cfg(test)]
mod tests {
    use super::{is_near, is_reserved, same};

    #[test]
    fn one_slip_is_near_and_a_number_never_is() {
        for (given, right) in
            [("fencng", "fencing"), ("fecning", "fencing"), ("prepard", "prepared"), ("in dobut", "in doubt")]
        {
            assert!(is_near(given, right), "{given} {right}");
        }
        for (given, right) in [
            ("fencing", "fencing"),
            ("fence", "fencing"),
            ("1 row", "0 rows"),
            ("yes", "yet"),
            ("", "aborted"),
        ] {
            assert!(!is_near(given, right), "{given} {right}");
        }
    }

    #[test]
    fn what_stands_for_something_else_is_no_answer() {
        for line in ["?", " Q ", "quit", "SKIP", "u", "Undo", "! wrong", "!", "really?"] {
            assert!(is_reserved(line), "{line}");
        }
        for line in ["undo log", "quitting", "skip it", "0", "in doubt", "a!"] {
            assert!(!is_reserved(line), "{line}");
        }
    }

    #[test]
    fn typed_answers_are_compared_by_meaning() {
        for (left, right) in [
            ("₹70", " 70. "),
            ("1 row", "1  ROW"),
            ("in doubt", "In-Doubt"),
            ("1,000", "1000"),
            ("cafe\u{301}", "café"),
        ] {
            assert!(same(left, right), "{left} {right}");
        }
        for (left, right) in [("₹70", "₹7"), ("-70", "70"), ("", ""), ("not in doubt", "in doubt")] {
            assert!(!same(left, right), "{left} {right}");
        }
    }
}
