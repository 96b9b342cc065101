//! One way to say where a text is wrong: `file:line:column`, the line itself, and the next step.

use std::fmt;

/// A position in a text; both count from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub line: u32,
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// What is wrong with a text, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    pub place: Place,
    /// What was found and what was expected, without a full stop.
    pub message: String,
    /// What the author can do next.
    pub help: Option<String>,
}

impl Diagnostic {
    pub fn new(place: Place, message: impl Into<String>) -> Self {
        Diagnostic { place, message: message.into(), help: None }
    }

    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The diagnostic with its line and a caret, as a terminal shows it.
    ///
    /// ```text
    /// scenarios/lost.txt:9:5: expected a name after `run`, found the end of the line
    ///   9 | run
    ///     |    ^
    ///   help: …
    /// ```
    pub fn render(&self, file: &str, source: &str) -> String {
        let Place { line, column } = self.place;
        let mut out = format!("{file}:{line}:{column}: {}\n", self.message);
        if let Some(text) = source.lines().nth(line.saturating_sub(1) as usize) {
            let number = line.to_string();
            let gutter = " ".repeat(number.len());
            // Tabs stay tabs and other control characters cannot reach the terminal.
            let shown: String =
                text.chars().map(|c| if c.is_control() && c != '\t' { '·' } else { c }).collect();
            let before: String = shown
                .chars()
                .take(column.saturating_sub(1) as usize)
                .map(|c| if c == '\t' { '\t' } else { ' ' })
                .collect();
            out.push_str(&format!("  {number} | {shown}\n  {gutter} | {before}^\n"));
        }
        if let Some(help) = &self.help {
            out.push_str(&format!("  help: {help}\n"));
        }
        out
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for Diagnostic {}
