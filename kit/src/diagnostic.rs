//! One way to say where a text is wrong: `file:line:column`, the line itself, and the next step.

use std::fmt;

use crate::lexer::is_hidden;

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

    /// Says what the author can do next, unless that has been said.
    pub fn or_help(self, help: impl FnOnce() -> String) -> Self {
        if self.help.is_some() { self } else { self.help(help()) }
    }

    /// The diagnostic with its line and a caret, as a terminal shows it.
    ///
    /// ```text
    /// scenarios/lost.txt:9:4: expected a name after `run`, found the end of the line
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
            // Tabs stay tabs; what could move the cursor or the caret cannot reach the terminal.
            let shown: String =
                text.chars().map(|c| if is_hidden(c) && c != '\t' { '·' } else { c }).collect();
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

/// The candidate that somebody probably meant by `word`, for "did you mean": a letter or two
/// away (a third of the word at most), the first of the nearest ones.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.chars().take(41).collect();
    let limit = match word.len() {
        0 | 41.. => return None,
        1..=3 => 1,
        4..=6 => 2,
        _ => 3,
    };
    let near = candidates.into_iter().map(|candidate| (distance(&word, candidate), candidate));
    near.filter(|(d, _)| *d <= limit).min_by_key(|(d, _)| *d).map(|(_, candidate)| candidate)
}

/// How many letters to add, remove, replace or swap with their neighbour.
fn distance(a: &[char], b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            let mut d = (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                d = d.min(rows[i - 2][j - 2] + 1);
            }
            row.push(d);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for Diagnostic {}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_is_recognised_and_another_word_is_not() {
        let names = ["run", "restart", "resume", "pod-7", "pod-3"];
        let slips = [
            ("rnu", "run"),
            ("runn", "run"),
            ("resart", "restart"),
            ("resmue", "resume"),
            ("pod-8", "pod-7"),
        ];
        for (slip, meant) in slips {
            assert_eq!(nearest(slip, names), Some(meant), "{slip}");
        }
        for other in ["", "r", "dance", "ledger", &"run".repeat(1000)] {
            assert_eq!(nearest(other, names), None, "{other}");
        }
    }
}
