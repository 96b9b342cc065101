//! What goes wrong, laid out for a width: sentences in wrapped lines, and the line of a file with its
//! caret cut so that the caret stays below the place that it means.

use super::line::{Line, Style, clean, columns};
use super::page::Page;
use unicode_segmentation::UnicodeSegmentation;

/// Words that stand before a sentence; it goes on below itself.
const LABELS: [&str; 5] = ["help: ", "warning: ", "error: ", "tip: ", "- "];
/// A piece of a file that is shorter than this shows nothing.
const LEAST: usize = 6;
/// Stands where a line was cut.
const CUT: &str = "…";

/// The text's lines, none wider than `width`.
pub(super) fn laid_out(text: &str, width: usize) -> Vec<Line> {
    let mut page = Page::new(width, true);
    let mut lines = text.lines().peekable();
    let mut laid_out = Vec::new();
    while let Some(line) = lines.next() {
        let snippet = lines.peek().and_then(|next| Snippet::of(line, next));
        if let Some(snippet) = snippet {
            lines.next();
            laid_out.extend(snippet.cut(width));
            continue;
        }
        let (label, rest) = labelled(line);
        page.hanging(Style::Plain, label, rest);
        laid_out.extend_from_slice(page.lines());
        page = Page::new(width, true);
    }
    laid_out
}

/// What stands before a sentence, and the sentence.
fn labelled(line: &str) -> (&str, &str) {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let rest = &line[indent..];
    let label = LABELS.iter().find(|label| rest.starts_with(*label)).map_or(0, |label| label.len());
    line.split_at(indent + label)
}

/// A line of a file, and the line below it with a caret.
struct Snippet<'t> {
    /// `  9 | `
    head: &'t str,
    body: &'t str,
    /// `    | `
    below: &'t str,
    /// Characters of the body before the place.
    at: usize,
}

impl<'t> Snippet<'t> {
    fn of(line: &'t str, next: &'t str) -> Option<Snippet<'t>> {
        let bar = line.find(" |")?;
        let number = line[..bar].trim_start();
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        // A line without text has lost the space behind its bar, perhaps.
        let end = (bar + 3).min(line.len());
        let (head, body) = is_number.then(|| line.split_at_checked(end))??;
        let (below, caret) = next.split_at_checked(bar + 3)?;
        let before = caret.strip_suffix('^')?;
        let fits = below.trim() == "|" && before.chars().all(char::is_whitespace);
        fits.then(|| Snippet { head, body, below, at: before.chars().count() })
    }

    /// Both lines, or none where there is no room for any of it.
    fn cut(&self, width: usize) -> Vec<Line> {
        let Some(room) = width.checked_sub(columns(self.below)).filter(|room| *room >= LEAST) else {
            return Vec::new();
        };
        let before: String = self.body.chars().take(self.at).collect();
        let place = columns(&clean(&before));
        let body = clean(self.body);
        let (shown, place) =
            if columns(&body).max(place + 1) <= room { (body, place) } else { window(&body, place, room) };
        let caret = format!("{}{}^", self.below, " ".repeat(place));
        let line = |text: &str| Line::new(Style::Plain, text).trimmed();
        vec![line(&format!("{}{shown}", self.head)), line(&caret)]
    }
}

/// What surrounds the column `place` in so much room, and at which column of it the place is.
fn window(text: &str, place: usize, room: usize) -> (String, usize) {
    let all = columns(text).max(place + 1);
    let first = place.saturating_sub(room / 2).min(all.saturating_sub(room));
    let (mut shown, mut at) = (String::new(), 0);
    for grapheme in text.graphemes(true) {
        let wide = columns(grapheme);
        let (begin, end) = (at, at + wide);
        at = end;
        // Half of a wide letter is a space, so that all others stay where they are.
        let inside = end.min(first + room).saturating_sub(begin.max(first));
        match inside {
            _ if begin >= first && end <= first + room => shown.push_str(grapheme),
            half => shown.push_str(&" ".repeat(half)),
        }
    }
    if first > 0 {
        shown = behind_a_cut(&shown);
    }
    if all > first + room && columns(text) > first + room {
        shown = before_a_cut(&shown);
    }
    (shown, place - first)
}

/// The mark in place of the first letter.
fn behind_a_cut(text: &str) -> String {
    let Some(first) = text.graphemes(true).find(|grapheme| columns(grapheme) > 0) else {
        return CUT.to_owned();
    };
    let rest = text.split_once(first).map_or("", |(_, rest)| rest);
    format!("{CUT}{}{rest}", " ".repeat(columns(first).saturating_sub(1)))
}

/// The mark in place of the last letter.
fn before_a_cut(text: &str) -> String {
    let mut kept: Vec<&str> = text.graphemes(true).collect();
    while kept.pop().is_some_and(|last| columns(last) == 0) {}
    kept.concat() + CUT
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bank::Problem;
    use kit::diagnostic::{Diagnostic, Place};
    use proptest::prelude::*;
    use std::sync::Arc;

    fn shown(text: &str, width: usize) -> Vec<String> {
        laid_out(text, width).iter().map(Line::text).collect()
    }

    fn problem(line: &str, column: u32, message: &str) -> String {
        let diagnostic = Diagnostic::new(Place { line: 1, column }, message).help("look at it again, please");
        Problem::new("bank.yaml", &Arc::from(line), diagnostic).to_string()
    }

    #[test]
    fn sentences_are_wrapped_and_go_on_below_themselves() {
        let text = "warning: one two three four five\n\n  help: six seven eight nine ten\n";
        let expected = [
            "warning: one two three",
            "         four five",
            "",
            "  help: six seven eight",
            "        nine ten",
        ];
        assert_eq!(shown(text, 24), expected);
    }

    #[test]
    fn a_line_of_a_file_is_cut_round_its_caret() {
        let line = format!("{}X{}", "a".repeat(60), "b".repeat(60));
        let all = shown(&problem(&line, 61, "an X"), 26);
        assert_eq!(all[1..3], ["  1 | …aaaaaaaaaXbbbbbbbb…", "    |           ^"]);
        // In the room that there is, nothing is cut.
        assert_eq!(shown(&problem("\tab: X", 6, "an X"), 40)[1..3], ["  1 |     ab: X", "    |         ^"]);
        // Wide letters take two columns, and so does the way to the caret.
        assert_eq!(shown(&problem("鎖鎖X", 3, "an X"), 40)[1..3], ["  1 | 鎖鎖X", "    |     ^"]);
        // Without any room there is no snippet, but the place is said.
        let narrow = ["bank.yaml:1", ":61: an X", "help:", "look at it", "again,", "please"];
        assert_eq!(shown(&problem(&line, 61, "an X"), 11), narrow);
    }

    proptest! {
        #[test]
        fn the_caret_stands_below_its_place(
            before in "[a-c 鎖é\t]{0,90}", after in "[a-c 鎖é]{0,90}", width in 20usize..100,
        ) {
            let line = format!("{before}X{after}");
            let column = before.chars().count() as u32 + 1;
            let all = shown(&problem(&line, column, "an X is here that should not be"), width);
            prop_assert!(all.iter().all(|line| columns(line) <= width), "{all:?}");
            let caret = all.iter().position(|line| line.ends_with('^')).expect("a caret");
            let place = columns(all[caret].trim_end_matches('^'));
            let (head, _) = all[caret - 1].split_once('X').expect("the place is shown");
            prop_assert_eq!(columns(head), place, "{:?}", all);
        }
    }
}
