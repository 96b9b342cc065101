//! What the checks found, one line a check.

use std::fmt;

/// One thing that a reader would trip over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The file to open, with line and column where they are known.
    pub file: String,
    pub message: String,
    /// What the author can do.
    pub next: String,
}

impl Finding {
    pub(super) fn new(
        file: impl Into<String>,
        message: impl Into<String>,
        next: impl Into<String>,
    ) -> Finding {
        Finding { file: file.into(), message: message.into(), next: next.into() }
    }
}

/// One check, how many things it looked at, and what is wrong with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    pub name: &'static str,
    /// The rule, about what was looked at: "links lead somewhere".
    pub of: &'static str,
    pub looked_at: usize,
    pub findings: Vec<Finding>,
}

impl Check {
    pub(super) fn new(name: &'static str, of: &'static str) -> Check {
        Check { name, of, looked_at: 0, findings: Vec::new() }
    }

    /// Counts one thing; `wrong` says what is wrong with it, if anything.
    pub(super) fn look(&mut self, wrong: Option<Finding>) {
        self.looked_at += 1;
        self.findings.extend(wrong);
    }
}

/// All checks of one run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    pub checks: Vec<Check>,
    /// What this run does not check, and who does.
    pub elsewhere: Vec<(&'static str, String)>,
}

impl Report {
    pub fn passed(&self) -> bool {
        self.checks.iter().all(|check| check.findings.is_empty())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for check in &self.checks {
            let verdict = if check.findings.is_empty() { "ok    " } else { "FAILED" };
            write!(f, "{verdict}  {:<12}{:>4}  {}", check.name, check.looked_at, check.of)?;
            match check.findings.len() {
                0 => writeln!(f)?,
                1 => writeln!(f, ", 1 mistake")?,
                n => writeln!(f, ", {n} mistakes")?,
            }
            for Finding { file, message, next } in &check.findings {
                writeln!(f, "        {file}: {message}\n          next: {next}")?;
            }
        }
        for (name, why) in &self.elsewhere {
            writeln!(f, "-       {name:<12}   -  {why}")?;
        }
        Ok(())
    }
}
