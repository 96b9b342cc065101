//! Text laid out in lines of a given width: words for prose, columns for code.

use super::line::{Line, Style, clean, columns};
use unicode_segmentation::UnicodeSegmentation;

/// Begins a line that goes on with the one above it.
const GOES_ON: &str = "↳ ";

/// A piece of a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(String, Style),
    /// The line ends here, whatever room is left.
    Break,
}

impl Piece {
    /// Cleaned first: what a text is replaced by may be wider than it was.
    pub(crate) fn text(text: &str, style: Style) -> Piece {
        Piece::Text(clean(text), style)
    }
}

/// Words in lines of at most `width` columns (at least 1). Only a longer word is broken.
pub(crate) fn wrapped(pieces: &[Piece], width: usize) -> Vec<Line> {
    let mut wrap = Wrap { width: width.max(1), ..Wrap::default() };
    for piece in pieces {
        match piece {
            Piece::Break => {
                wrap.end_word();
                wrap.end_line();
            }
            Piece::Text(text, style) => {
                for grapheme in text.graphemes(true) {
                    wrap.take(grapheme, *style);
                }
            }
        }
    }
    wrap.end_word();
    wrap.lines.push(wrap.line);
    wrap.lines
}

#[derive(Default)]
struct Wrap<'t> {
    width: usize,
    lines: Vec<Line>,
    line: Line,
    used: usize,
    /// The space before the word, and how it is meant.
    space: Option<Style>,
    word: Vec<(&'t str, Style)>,
    wide: usize,
}

impl<'t> Wrap<'t> {
    fn take(&mut self, grapheme: &'t str, style: Style) {
        // A no-break space does what its name says.
        let blank = grapheme.chars().all(|c| c.is_whitespace() && c != '\u{a0}' && c != '\u{202f}');
        if blank {
            self.end_word();
            self.space = Some(style);
        } else {
            self.word.push((grapheme, style));
            self.wide += columns(grapheme);
        }
    }

    fn end_word(&mut self) {
        let (word, wide) = (std::mem::take(&mut self.word), std::mem::take(&mut self.wide));
        if word.is_empty() {
            return;
        }
        let space = self.space.take().filter(|_| self.used > 0);
        if self.used > 0 && self.used + usize::from(space.is_some()) + wide > self.width {
            self.end_line();
        } else if let Some(style) = space {
            self.put(" ", style);
        }
        for (grapheme, style) in word {
            if self.used > 0 && self.used + columns(grapheme) > self.width {
                self.end_line();
            }
            self.put(fitting(grapheme, self.width), style);
        }
    }

    fn put(&mut self, grapheme: &str, style: Style) {
        self.line.push(style, grapheme);
        self.used += columns(grapheme);
    }

    fn end_line(&mut self) {
        self.lines.push(std::mem::take(&mut self.line));
        self.used = 0;
        self.space = None;
    }
}

/// A line of code in lines of at most `width` columns: at a space if there is one not far from the
/// margin. Lines that go on are marked.
pub(crate) fn broken(text: &str, style: Style, width: usize) -> Vec<Line> {
    let width = width.max(1);
    let text = clean(text);
    let mark = goes_on(&text, width);
    let mut lines = Vec::new();
    let mut rest: Vec<&str> = text.trim_end().graphemes(true).collect();
    loop {
        let head = if lines.is_empty() { "" } else { mark.as_str() };
        let room = width - columns(head);
        let mut used = 0;
        let fits = rest.iter().take_while(|grapheme| {
            used += columns(fitting(grapheme, width));
            used <= room
        });
        let fits = fits.count();
        let space = rest[..fits].iter().rposition(|grapheme| *grapheme == " ").map(|at| at + 1);
        let end = match space.filter(|at| at * 2 > fits) {
            Some(at) if fits < rest.len() && rest[fits] != " " => at,
            _ => fits,
        };
        let tail = rest.split_off(end);
        let text: String = rest.iter().map(|grapheme| fitting(grapheme, width)).collect();
        lines.push(Line::new(style, &text).trimmed().behind(Style::Quiet, head));
        // A space that would begin a line has done its work.
        rest = tail.into_iter().skip_while(|grapheme| *grapheme == " ").collect();
        if rest.is_empty() {
            return lines;
        }
    }
}

/// The mark stands under the beginning of the line, unless that leaves no room.
fn goes_on(text: &str, width: usize) -> String {
    let indent = text.len() - text.trim_start_matches(' ').len();
    match width {
        ..=8 => String::new(),
        _ if indent + 12 > width => GOES_ON.to_owned(),
        _ => " ".repeat(indent) + GOES_ON,
    }
}

/// What does not fit into a whole line is shown as a dot.
fn fitting(grapheme: &str, width: usize) -> &str {
    if columns(grapheme) > width { "·" } else { grapheme }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(lines: Vec<Line>) -> Vec<String> {
        lines.iter().map(Line::text).collect()
    }

    fn plain(text: &str) -> [Piece; 1] {
        [Piece::Text(text.to_owned(), Style::Plain)]
    }

    #[test]
    fn words_go_to_the_next_line_and_only_long_ones_break() {
        assert_eq!(texts(wrapped(&plain("one  two\nthree"), 8)), ["one two", "three"]);
        assert_eq!(texts(wrapped(&plain("a abcdefghij k"), 4)), ["a", "abcd", "efgh", "ij k"]);
        assert_eq!(texts(wrapped(&plain("鎖を取る"), 5)), ["鎖を", "取る"]);
        assert_eq!(texts(wrapped(&plain("10\u{a0}ms each"), 6)), ["10\u{a0}ms", "each"]);
        let pieces = [plain("a"), [Piece::Break], plain("b")].concat();
        assert_eq!(texts(wrapped(&pieces, 9)), ["a", "b"]);
        let pieces = [Piece::Text("a`".into(), Style::Plain), Piece::Text("b".into(), Style::Code)];
        assert_eq!(texts(wrapped(&pieces, 2)), ["a`", "b"]);
    }

    #[test]
    fn code_goes_on_behind_a_mark() {
        let line = "UPDATE accounts SET balance = 7000";
        let expected = ["UPDATE accounts SET", "↳ balance = 7000"];
        assert_eq!(texts(broken(line, Style::Code, 24)), expected);
        assert_eq!(texts(broken("abcdefghijkl", Style::Code, 10)), ["abcdefghij", "↳ kl"]);
        assert_eq!(texts(broken("abcdefghij   ", Style::Code, 10)), ["abcdefghij"]);
        assert_eq!(texts(broken("", Style::Code, 10)), [""]);
        assert_eq!(texts(broken("鎖", Style::Code, 1)), ["·"]);
    }

    proptest! {
        #[test]
        fn no_line_is_too_wide_and_nothing_is_lost(text in "[a-c 鎖é👩‍💻\u{301}\n]{0,80}", width in 8usize..30) {
            let letters = |text: &str| text.replace(['\n', ' '], "");
            for lines in [wrapped(&plain(&text), width), broken(&text.replace('\n', ""), Style::Code, width)] {
                prop_assert!(lines.iter().all(|line| line.columns() <= width), "{lines:?}");
                let all: String = lines.iter().map(|line| letters(&line.text().replace(GOES_ON, ""))).collect();
                prop_assert_eq!(all, letters(&text));
            }
        }
    }
}
