//! A line of text that is safe to show: pieces with a style each, cleaned when they are put in.
//! Widths are columns of a terminal, counted over graphemes.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// How a piece of text is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    Strong,
    Emphasis,
    Code,
    Good,
    Bad,
    Quiet,
}

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Span {
    text: String,
    style: Style,
}

impl Span {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn style(&self) -> Style {
        self.style
    }
}

/// One line. It holds no control character and no end of line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Line {
    spans: Vec<Span>,
}

impl Line {
    pub(crate) fn new(style: Style, text: &str) -> Line {
        let mut line = Line::default();
        line.push(style, text);
        line
    }

    /// Adds text at the end, cleaned.
    pub(crate) fn push(&mut self, style: Style, text: &str) {
        let text = clean(text).replace('\n', " ");
        match self.spans.last_mut() {
            _ if text.is_empty() => {}
            Some(last) if last.style == style => last.text.push_str(&text),
            _ => self.spans.push(Span { text, style }),
        }
    }

    pub(crate) fn spans(&self) -> &[Span] {
        &self.spans
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    pub(crate) fn columns(&self) -> usize {
        self.spans.iter().map(|span| columns(&span.text)).sum()
    }

    /// The text alone.
    pub(crate) fn text(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }

    /// The same line behind `label`.
    pub(crate) fn behind(self, style: Style, label: &str) -> Line {
        let mut line = Line::new(style, label);
        for span in self.spans {
            line.push(span.style, &span.text);
        }
        line
    }

    /// Without spaces at the end.
    pub(crate) fn trimmed(mut self) -> Line {
        while let Some(last) = self.spans.last_mut() {
            last.text.truncate(last.text.trim_end().len());
            if !last.text.is_empty() {
                break;
            }
            self.spans.pop();
        }
        self
    }
}

/// How many columns a text takes.
pub(crate) fn columns(text: &str) -> usize {
    text.graphemes(true).map(UnicodeWidthStr::width).sum()
}

/// Without control characters, and without those that turn the direction of text or hide in it: a
/// bank or a log must not be able to move the cursor, or make one text look like another.
pub(crate) fn clean(text: &str) -> String {
    let text = text.replace('\t', "    ");
    text.chars().map(|c| if harmful(c) { '·' } else { c }).collect()
}

/// Whether a character could move the cursor or deceive the eye.
pub(crate) fn harmful(c: char) -> bool {
    (c.is_control() && c != '\n')
        // Ends of lines and paragraphs, marks and turns of direction, annotations, tags.
        || matches!(c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_a_terminal() {
        for (text, expected) in [("abc", 3), ("鎖を取る", 8), ("e\u{301}", 1), ("₹70", 3), ("👩‍💻", 2), ("", 0)]
        {
            assert_eq!(columns(text), expected, "{text}");
        }
    }

    #[test]
    fn what_could_deceive_is_a_dot() {
        let text = "a\u{1b}[2J\u{9b}1m\u{202e}b\u{2066}c\u{61c}\u{2028}\u{e0041}\u{7f}\t|\r";
        assert_eq!(clean(text), "a·[2J·1m·b·c····    |·");
        // What joins letters and emoji stays.
        assert_eq!(clean("क\u{94d}\u{200d}ष 👩\u{200d}💻"), "क\u{94d}\u{200d}ष 👩\u{200d}💻");
    }

    #[test]
    fn a_line_holds_no_end_of_line() {
        let mut line = Line::new(Style::Plain, "a\nb");
        line.push(Style::Plain, "c");
        line.push(Style::Code, "d  ");
        assert_eq!((line.text().as_str(), line.spans().len(), line.columns()), ("a bcd  ", 2, 7));
        assert_eq!(line.trimmed().text(), "a bcd");
    }
}
