//! Help as wide as the window. The paragraphs that the commands' files break by hand are joined again,
//! so that they flow; examples stay as they are.

use super::arguments::Arguments;
use clap::{Command, CommandFactory};
use std::ffi::OsString;

/// Lines longer than this are hard to read, however wide the window is.
const WIDEST: usize = 100;

/// What these arguments ask to be shown, laid out for this width.
pub(super) fn of(typed: &[OsString], width: usize) -> Option<clap::Error> {
    let command = flowing(Arguments::command()).term_width(width.min(WIDEST));
    command.try_get_matches_from(typed).err()
}

fn flowing(command: Command) -> Command {
    let text = command.get_after_help().map(|text| joined(&text.to_string()));
    let command = match text {
        Some(text) => command.after_help(text),
        None => command,
    };
    command.mut_subcommands(flowing)
}

fn joined(text: &str) -> String {
    text.split("\n\n").map(paragraph).collect::<Vec<_>>().join("\n\n")
}

/// A list of examples stays as it is. Of other paragraphs, what hangs below a line belongs to it; where
/// nothing hangs, all is one sentence after the other.
fn paragraph(text: &str) -> String {
    let indented = |line: &str| line.starts_with("  ");
    if text.lines().next().is_some_and(|line| line.ends_with(':') || indented(line)) {
        return text.to_owned();
    }
    let hangs = text.lines().any(indented);
    let mut joined = String::new();
    for line in text.lines() {
        let between = if joined.is_empty() {
            ""
        } else if hangs && !indented(line) {
            "\n"
        } else {
            " "
        };
        joined.push_str(between);
        joined.push_str(line.trim_start());
    }
    joined
}
