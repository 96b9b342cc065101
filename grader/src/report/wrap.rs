//! Breaks text into lines for a terminal.

/// Words of `text` in lines of at most `width` columns, each indented by `indent` spaces. A word
/// that is longer than a line stands alone on one. Ends with a line break unless empty.
pub fn wrap(text: &str, indent: usize, width: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            out.push('\n');
            column = 0;
        }
        if column == 0 {
            out.push_str(&" ".repeat(indent));
            column = indent;
        } else {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    if column > 0 {
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_end_before_the_width() {
        assert_eq!(wrap("one two three", 2, 9), "  one two\n  three\n");
        assert_eq!(wrap("", 2, 9), "");
        assert_eq!(wrap("immeasurable word", 0, 5), "immeasurable\nword\n");
    }
}
