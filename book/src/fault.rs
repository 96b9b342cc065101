//! What is wrong with the book's sources, as the terminal shows it.

use kit::diagnostic::Diagnostic;
use std::fmt;

/// One mistake in one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// From the root of the workspace.
    pub file: String,
    /// The whole text of the file, for the snippet.
    pub source: String,
    pub diagnostic: Diagnostic,
    /// The place that asked for `file`, when that is another file: `book/text/a.md:3:1`.
    pub needed_at: Option<String>,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagnostic.render(&self.file, &self.source))?;
        match &self.needed_at {
            Some(place) => writeln!(f, "  needed at {place}"),
            None => Ok(()),
        }
    }
}

/// Everything that was found wrong; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault(pub Vec<Problem>);

impl Fault {
    pub fn one(file: impl Into<String>, source: impl Into<String>, diagnostic: Diagnostic) -> Fault {
        Fault(vec![Problem { file: file.into(), source: source.into(), diagnostic, needed_at: None }])
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}
