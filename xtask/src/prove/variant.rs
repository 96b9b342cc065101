//! A variant of a solution, wrong or right on purpose: a head and exact find-and-replace hunks.
//!
//! ```text
//! name: relative-without-floor
//! part: repairs::relative
//! breaks: balance_stays_above_zero
//! says: Subtracts in the statement, and lets the balance fall below zero.
//!
//! file: src/relative.rs
//! --- find
//!  WHERE id = $2 AND balance >= $1"
//! --- with
//!  WHERE id = $2"
//! --- end
//! ```
//!
//! `breaks` is for wrong variants alone. `bug: https://…` and `standing: yes` may follow. The
//! text of a hunk is the lines between the marks, without the last line break.

mod parse;

use kit::diagnostic::Place;

pub(crate) use parse::parse;

/// The most lines that a wrong variant may change, so that it is wrong in one place only.
pub(crate) const MOST_LINES: usize = 15;

/// The part of a variant that is wrong (or different) in all of them.
pub(crate) const ALL: &str = "all";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Variant {
    pub(crate) name: String,
    /// A part of the exercise, or `all`.
    pub(crate) part: Word,
    pub(crate) nature: Nature,
    pub(crate) hunks: Vec<Hunk>,
    /// Where it was read from, and what was read, for diagnostics.
    pub(crate) file: String,
    pub(crate) source: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Nature {
    /// Passes all.
    Right,
    /// Fails the rule that it breaks. A standing one is wrong on purpose in all ways: it may
    /// fail the examples and change any number of lines.
    Wrong { breaks: Word, standing: bool },
}

/// Which folder a variant was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Right,
    Wrong,
}

impl Kind {
    pub(crate) fn folder(self) -> &'static str {
        match self {
            Kind::Right => "right",
            Kind::Wrong => "wrong",
        }
    }
}

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) at: Place,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hunk {
    /// `src/relative.rs`
    pub(crate) file: Word,
    /// Never empty; `at` is where its first line begins.
    pub(crate) find: Word,
    pub(crate) with: String,
}

impl Variant {
    /// The name as a module of Rust.
    pub(crate) fn module(&self) -> String {
        self.name.replace('-', "_")
    }

    pub(crate) fn breaks(&self) -> Option<&Word> {
        match &self.nature {
            Nature::Wrong { breaks, .. } => Some(breaks),
            Nature::Right => None,
        }
    }

    pub(crate) fn is_standing(&self) -> bool {
        matches!(self.nature, Nature::Wrong { standing: true, .. })
    }

    /// The part in which it differs, if it is one.
    pub(crate) fn only_part(&self) -> Option<&str> {
        (self.part.text != ALL).then_some(self.part.text.as_str())
    }

    /// Whether it is meant to differ in this part.
    pub(crate) fn is_of(&self, part: &str) -> bool {
        self.part.text == ALL || self.part.text == part
    }
}

/// Whether it can name a variant: a kebab-case word that is a module's name with `_` for `-`.
pub(crate) fn is_name(name: &str) -> bool {
    let letters = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    let dashes = name.ends_with('-') || name.contains("--");
    letters && !dashes && name.starts_with(|first: char| first.is_ascii_lowercase()) && !is_keyword(name)
}

/// Words that Rust keeps for itself, this edition or the next.
fn is_keyword(word: &str) -> bool {
    const WORDS: &str = " abstract as async await become box break const continue crate do dyn else enum extern \
        false final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self \
        static struct super trait true try type typeof unsafe unsized use virtual where while yield ";
    WORDS.contains(&format!(" {word} "))
}

#[cfg(test)]
mod tests;
