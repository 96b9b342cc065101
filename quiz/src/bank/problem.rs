//! What is wrong with a file: a diagnostic together with the text that it points into.

use super::locate::{Step, Target, locate};
use super::mend::Mend;
use kit::diagnostic::{Diagnostic, Place};
use std::fmt;
use std::sync::Arc;

/// The longest piece of a line that a message shows.
const WINDOW: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// As messages name it.
    pub file: String,
    pub source: Arc<str>,
    pub diagnostic: Diagnostic,
    /// How `check --fix` puts it right, where that is mechanical.
    pub(crate) mend: Option<Box<Mend>>,
}

/// A file that was read, for messages that point into it.
#[derive(Debug, Clone)]
pub(super) struct Page {
    /// As messages name it.
    pub file: String,
    pub source: Arc<str>,
}

impl Page {
    /// A problem at what `path` leads to, or at the nearest thing above it that is there.
    pub(super) fn problem(
        &self,
        path: &[Step],
        target: Target,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Problem {
        self.problem_at(self.place(path, target), message, help)
    }

    pub(super) fn problem_at(
        &self,
        place: Place,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Problem {
        let help = help.into();
        let diagnostic = Diagnostic::new(inside(place, &self.source), message);
        let diagnostic = if help.is_empty() { diagnostic } else { diagnostic.help(help) };
        Problem::new(&self.file, &self.source, diagnostic)
    }

    pub(super) fn place(&self, path: &[Step], target: Target) -> Place {
        let found = locate(&self.source, path, target)
            .or_else(|| (0..path.len()).rev().find_map(|n| locate(&self.source, &path[..n], Target::Value)));
        found.unwrap_or(Place { line: 1, column: 1 })
    }
}

impl Problem {
    pub fn new(file: &str, source: &Arc<str>, diagnostic: Diagnostic) -> Problem {
        Problem { file: file.to_owned(), source: Arc::clone(source), diagnostic, mend: None }
    }

    /// The same, with a way to put it right.
    pub(crate) fn mended_by(self, mend: Mend) -> Problem {
        Problem { mend: Some(Box::new(mend)), ..self }
    }

    /// A problem with a file that has no text to show.
    pub fn of_file(file: &str, message: impl Into<String>, help: &str) -> Problem {
        let diagnostic = Diagnostic::new(Place { line: 1, column: 1 }, message).help(help);
        Problem::new(file, &Arc::from(""), diagnostic)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&render(&self.file, &self.source, &self.diagnostic))
    }
}

/// Like [`Diagnostic::render`], but of a very long line it shows only what surrounds the place.
pub(crate) fn render(file: &str, source: &str, diagnostic: &Diagnostic) -> String {
    let Place { line, column } = diagnostic.place;
    let text = source.split('\n').nth(line.saturating_sub(1) as usize).unwrap_or("");
    if text.chars().count() <= WINDOW {
        return diagnostic.render(file, source);
    }
    let at = column.saturating_sub(1) as usize;
    let skipped = at.saturating_sub(WINDOW / 2);
    let shown: String = text.chars().skip(skipped).take(WINDOW).collect();
    // The cut piece stands alone on the right line of an otherwise empty text.
    let cut = format!("{}{shown}", "\n".repeat(line.saturating_sub(1) as usize));
    let place = Place { line, column: (at - skipped) as u32 + 1 };
    let moved = Diagnostic { place, ..diagnostic.clone() };
    let rendered = moved.render(file, &cut);
    let body = rendered.split_once('\n').map_or("", |(_, body)| body);
    format!("{file}:{line}:{column}: {}\n{body}", diagnostic.message)
}

/// The nearest place that lies inside the text: a parser may point just behind its end.
pub(crate) fn inside(place: Place, source: &str) -> Place {
    let last = source.lines().count().max(1);
    let line = (place.line.max(1) as usize).min(last);
    let width = source.lines().nth(line - 1).map_or(0, |text| text.chars().count());
    let column = if place.line as usize > last { width + 1 } else { place.column.max(1) as usize };
    Place { line: line as u32, column: column.min(width + 1) as u32 }
}

/// The place of the character number `index`, counted from 0.
pub(crate) fn place_of(index: usize, source: &str) -> Place {
    let mut place = Place { line: 1, column: 1 };
    for letter in source.chars().take(index) {
        if letter == '\n' {
            place = Place { line: place.line + 1, column: 1 };
        } else {
            place.column += 1;
        }
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_round_the_place() {
        let source = format!("short\n{}X{}", "a".repeat(5_000), "b".repeat(5_000));
        let diagnostic = Diagnostic::new(Place { line: 2, column: 5_001 }, "an X");
        let shown = render("f", &source, &diagnostic);
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[0], "f:2:5001: an X");
        assert_eq!(lines[1].find('X'), lines[2].find('^'), "{shown}");
        assert!(lines.iter().all(|line| line.len() < 120));
    }

    #[test]
    fn a_place_behind_the_end_moves_to_the_end() {
        let at = |line, column| inside(Place { line, column }, "ab\ncd\n");
        assert_eq!(at(9, 9), Place { line: 2, column: 3 });
        assert_eq!(at(1, 9), Place { line: 1, column: 3 });
        assert_eq!(at(0, 0), Place { line: 1, column: 1 });
        assert_eq!(inside(Place { line: 3, column: 3 }, ""), Place { line: 1, column: 1 });
    }
}
