//! `explanations.txt`: rules that reject no wrong variant, and why they are kept; parts that the stub
//! gives complete, and why.
//!
//! ```text
//! # part::rule: why it is kept
//! repairs::locked::balance_stays_above_zero: A learner looks for it here; no_debit_is_lost is sharper.
//! # given part: why nothing is left to write
//! given lease::worked: It is the worked example.
//! ```

use std::collections::BTreeMap;

use kit::diagnostic::{Diagnostic, Place};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Explanations {
    /// By part and rule.
    pub(crate) kept: BTreeMap<(String, String), Kept>,
    /// Parts that the stub passes.
    pub(crate) given: BTreeMap<String, Kept>,
    /// Where they were read from, and what was read, for diagnostics.
    pub(crate) file: String,
    pub(crate) source: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) why: String,
    pub(crate) at: Place,
}

pub(crate) fn parse(file: &str, source: &str) -> Result<Explanations, Diagnostic> {
    let mut kept: BTreeMap<(String, String), Kept> = BTreeMap::new();
    let mut given: BTreeMap<String, Kept> = BTreeMap::new();
    for (index, line) in source.lines().enumerate() {
        let place = |column: usize| Place { line: index as u32 + 1, column: column as u32 };
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some((part, why)) = line.strip_prefix("given ").and_then(|rest| rest.split_once(": ")) {
            let here = Kept { why: why.trim().to_owned(), at: place(1) };
            if let Some(first) = given.insert(part.to_owned(), here) {
                let message = format!("this part is explained already, on line {}", first.at.line);
                return Err(Diagnostic::new(place(1), message).help("take one of the two out"));
            }
            continue;
        }
        let read = line.split_once(": ").and_then(|(name, why)| Some((name.rsplit_once("::")?, why.trim())));
        let Some(((part, rule), why)) = read.filter(|(_, why)| !why.is_empty()) else {
            let message = "expected `part::rule: why it is kept`";
            return Err(Diagnostic::new(place(1), message).help("`#` begins a comment"));
        };
        let here = Kept { why: why.to_owned(), at: place(1) };
        if let Some(first) = kept.insert((part.to_owned(), rule.to_owned()), here) {
            let message = format!("this rule is explained already, on line {}", first.at.line);
            return Err(Diagnostic::new(place(1), message).help("take one of the two out"));
        }
    }
    Ok(Explanations { kept, given, file: file.to_owned(), source: source.to_owned() })
}
