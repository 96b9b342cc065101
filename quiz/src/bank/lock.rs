//! `banks.lock`, beside the banks: what each question asked and what its answer was when somebody
//! last looked. A question whose answer changes is another question, and its readers' history is
//! about the old one; so a change of the answer is an error until `rev` is raised, or somebody says
//! that it is the same answer in other words. Explanations are not in it.

mod accept;
mod compare;
mod print;
mod read;

pub use accept::{Accepted, Change, Refused};
pub(super) use compare::check;

use std::collections::BTreeMap;

/// The file's name in the banks' folder.
pub(super) const FILE: &str = "banks.lock";

/// What is known of one key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    Asked { rev: u32, print: Print },
    Retired,
}

/// Hashes of what a reader is asked and of the answer key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Print {
    asked: u64,
    answer: u64,
}

/// The file: entries with their lines (from 1).
#[derive(Debug, Default)]
struct Lock {
    entries: BTreeMap<String, (Entry, u32)>,
}
