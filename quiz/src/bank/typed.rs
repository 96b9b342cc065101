//! When a typed answer is the answer.

/// Whether two answers mean the same: `₹70`, `70` and ` 70. ` do, and `In Doubt` and `in-doubt`.
pub fn same(left: &str, right: &str) -> bool {
    let (left, right) = (plain(left), plain(right));
    !left.is_empty() && left == right
}

/// Whether a typed word is one slip of the finger away from the right one. Short words, numbers and
/// words in which a letter makes the difference are not near to anything.
pub fn is_near(given: &str, right: &str) -> bool {
    let (given, right) = (plain(given), plain(right));
    let has_digit = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    let long = right.chars().count() >= 5;
    long && !has_digit(&right) && !has_digit(&given) && given != right && slips(&given, &right) == 1
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
    let text = text.trim().trim_end_matches('.');
    for (n, c) in text.char_indices() {
        // A sign is part of a number, a hyphen is a matter of taste.
        let sign = c == '-' && n == 0;
        if sign || !(c.is_whitespace() || "₹,`\"'-‐‑–_".contains(c)) {
            kept.extend(c.to_lowercase());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::{is_near, is_reserved, same};

    #[test]
    fn one_slip_is_near_and_a_number_never_is() {
        for (given, right) in [("fencng", "fencing"), ("fecning", "fencing"), ("prepard", "prepared")] {
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
        for (left, right) in
            [("₹70", " 70. "), ("1 row", "1  ROW"), ("in doubt", "In-Doubt"), ("1,000", "1000")]
        {
            assert!(same(left, right), "{left} {right}");
        }
        for (left, right) in [("₹70", "₹7"), ("-70", "70"), ("", ""), ("not in doubt", "in doubt")] {
            assert!(!same(left, right), "{left} {right}");
        }
    }
}
