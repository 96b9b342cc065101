//! When a typed answer is the answer.

/// Whether two answers mean the same: `₹70`, `70` and ` 70. ` do, and `In Doubt` and `in-doubt`.
pub fn same(left: &str, right: &str) -> bool {
    let (left, right) = (plain(left), plain(right));
    !left.is_empty() && left == right
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
    use super::same;

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
