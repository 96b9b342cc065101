//! Lines as they are put together for a reader, whoever shows them: a terminal line by line, or a
//! screen that scrolls.

use super::line::{Line, Style, clean, columns};
use super::markdown;
use super::wrap::{Piece, broken, wrapped};

/// Text does not stand beside a label in less room than this.
const NARROW: usize = 10;

/// Lines of at most so many columns.
#[derive(Debug, Clone, Default)]
pub(crate) struct Page {
    width: usize,
    /// Whether emphasis keeps its asterisks, because there are no styles.
    marks: bool,
    lines: Vec<Line>,
}

impl Page {
    pub(crate) fn new(width: usize, marks: bool) -> Page {
        Page { width: width.max(1), marks, lines: Vec::new() }
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines
    }

    pub(crate) fn blank(&mut self) {
        self.lines.push(Line::default());
    }

    /// One paragraph, wrapped; what it says is taken literally.
    pub(crate) fn line(&mut self, style: Style, text: &str) {
        self.hanging(style, "", text);
    }

    /// A paragraph whose first line begins with `label`, and the others below its text.
    pub(crate) fn hanging(&mut self, style: Style, label: &str, text: &str) {
        let piece = [Piece::text(text, style)];
        self.labelled(style, label, |width| wrapped(&piece, width));
    }

    /// Text with Markdown, beside `label`.
    pub(crate) fn text(&mut self, label: &str, text: &str) {
        let marks = self.marks;
        self.labelled(Style::Plain, label, |width| markdown::lines(text, width, marks));
    }

    /// One line of code, beside `label`.
    pub(crate) fn code(&mut self, label: &str, text: &str) {
        self.labelled(Style::Plain, label, |width| broken(text, Style::Plain, width));
    }

    /// Lines that are laid out already: cleaned, and broken where they are too wide.
    pub(crate) fn preformatted(&mut self, text: &str) {
        self.lines.extend(text.lines().flat_map(|line| broken(line, Style::Plain, self.width)));
    }

    /// A row of an editor: as it is, spaces at its end too.
    pub(crate) fn typed(&mut self, row: &str) {
        self.lines.push(Line::new(Style::Plain, row));
    }

    fn labelled(&mut self, style: Style, label: &str, content: impl Fn(usize) -> Vec<Line>) {
        let label = &clean(label);
        let taken = columns(label);
        if taken > 0 && self.width < taken + NARROW {
            if !label.trim().is_empty() {
                self.lines.extend(wrapped(&[Piece::text(label.trim(), style)], self.width));
            }
            self.lines.extend(content(self.width));
            return;
        }
        let indent = " ".repeat(taken);
        let mut lines = content(self.width - taken);
        if lines.is_empty() {
            lines.push(Line::default());
        }
        for (n, line) in lines.into_iter().enumerate() {
            let head = if n == 0 { label } else { &indent };
            self.lines.push(line.behind(style, head).trimmed());
        }
    }
}
