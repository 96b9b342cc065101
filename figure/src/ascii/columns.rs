//! How many columns of a terminal a text takes.

/// 0 for a combining mark, 2 for the wide letters of East Asia and for emoji, else 1.
pub(super) fn char_columns(c: char) -> usize {
    match u32::from(c) {
        0x300..=0x36f | 0x483..=0x489 | 0x591..=0x5bd | 0x64b..=0x65f | 0x200b..=0x200d | 0x20d0..=0x20ff => {
            0
        }
        0xfe00..=0xfe0f | 0xfe20..=0xfe2f | 0xfeff | 0xe0100..=0xe01ef => 0,
        0x1100..=0x115f | 0x2e80..=0x303e | 0x3041..=0xa4cf | 0xa960..=0xa97f | 0xac00..=0xd7a3 => 2,
        0xf900..=0xfaff | 0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6 => 2,
        0x1f300..=0x1f64f | 0x1f680..=0x1f6ff | 0x1f900..=0x1faff | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

pub(super) fn columns(text: &str) -> usize {
    text.chars().map(char_columns).sum()
}

/// `text` followed by spaces up to `width` columns.
pub(super) fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

/// As [`crate::wrap::wrap`], in columns, but nothing is left out: a word that is too long for a
/// line is broken.
pub(super) fn fold(text: &str, width: usize) -> Vec<String> {
    let width = width.max(2);
    let mut lines = vec![String::new()];
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() && columns(word) <= width {
            line.push_str(word);
        } else if columns(line) + 1 + columns(word) <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            break_word(word, width, &mut lines);
        }
    }
    lines
}

fn break_word(word: &str, width: usize, lines: &mut Vec<String>) {
    if lines.last().is_some_and(|line| !line.is_empty()) {
        lines.push(String::new());
    }
    for c in word.chars() {
        let line = lines.last_mut().expect("there is always a line");
        if columns(line) + char_columns(c) > width {
            lines.push(c.to_string());
        } else {
            line.push(c);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_not_characters() {
        assert_eq!(columns("₹100"), 4);
        assert_eq!(columns("口座 42"), 7);
        assert_eq!(columns("e\u{301}"), 1);
        assert_eq!(columns("│►…"), 3);
    }

    #[test]
    fn long_words_are_broken_and_nothing_is_lost() {
        assert_eq!(fold("a bcdefgh ij", 4), ["a", "bcde", "fgh", "ij"]);
        assert_eq!(fold("", 4), [""]);
        assert_eq!(fold("口座口座", 5), ["口座", "口座"]);
    }
}
