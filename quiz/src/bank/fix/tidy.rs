//! What no reader sees: a byte order mark, line ends of Windows, white space behind a line.

use super::same::document;
use super::{Fixed, Mended};
use std::collections::BTreeSet;

/// Lines that are tried one by one, each at the price of a reading of the file.
const LINES: usize = 100;

pub(super) fn tidy(fixed: &mut Fixed) {
    let plain = fixed.after.strip_prefix('\u{feff}').map(str::to_owned);
    if let Some(plain) = plain {
        keep(fixed, plain, "without the byte order mark".to_owned());
    }
    if fixed.after.contains("\r\n") {
        let lines = fixed.after.split_inclusive('\n').map(|line| match line.strip_suffix('\n') {
            Some(text) => format!("{}\n", text.trim_end_matches('\r')),
            None => line.to_owned(),
        });
        let unix: String = lines.collect();
        // In a file that was converted twice, what ends a line inside of a text may be two ends.
        if document(&unix) == document(&fixed.after) {
            keep(fixed, unix, "line ends of Unix in place of those of Windows".to_owned());
        }
    }
    // Inside of a block of text, spaces at the end of a line belong to the text.
    if document(&fixed.after).is_none() {
        return;
    }
    let all = trimmed(&fixed.after, |_| true);
    if all == fixed.after {
        return;
    }
    if document(&all) == document(&fixed.after) {
        keep_trimmed(fixed, all);
        return;
    }
    let lines = fixed.after.split('\n').enumerate();
    let candidates = lines.filter(|(_, line)| line.ends_with([' ', '\t'])).map(|(n, _)| n).take(LINES);
    let safe: BTreeSet<usize> = candidates
        .filter(|n| document(&trimmed(&fixed.after, |line| line == *n)) == document(&fixed.after))
        .collect();
    let some = trimmed(&fixed.after, |line| safe.contains(&line));
    if some != fixed.after && document(&some) == document(&fixed.after) {
        keep_trimmed(fixed, some);
    }
}

/// Takes the change, unless it would change what is read.
fn keep(fixed: &mut Fixed, after: String, what: String) {
    if document(&after) == document(&fixed.after) {
        fixed.mends.push(Mended { line: None, what, from: Vec::new(), to: Vec::new() });
        fixed.after = after;
    }
}

fn keep_trimmed(fixed: &mut Fixed, after: String) {
    let count = after.split('\n').zip(fixed.after.split('\n')).filter(|(new, old)| new != old).count();
    let lines = if count == 1 { "1 line".to_owned() } else { format!("{count} lines") };
    keep(fixed, after, format!("no white space behind {lines}"));
}

fn trimmed(text: &str, which: impl Fn(usize) -> bool) -> String {
    let lines = text.split('\n').enumerate();
    let lines = lines.map(|(n, line)| if which(n) { line.trim_end_matches([' ', '\t']) } else { line });
    lines.collect::<Vec<_>>().join("\n")
}
