//! Typing: a text and a cursor that moves by graphemes, so that no letter is cut in two.

use crate::front::line::{columns, harmful};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// Bytes that are taken; what is pasted beyond is left out.
const LONGEST: usize = 16 * 1024;

#[derive(Debug, Clone, Default)]
pub(super) struct Editor {
    text: String,
    /// A byte of `text`, between two graphemes.
    at: usize,
    /// Whether Enter begins a new line.
    lines: bool,
}

impl Editor {
    pub(super) fn new(lines: bool) -> Editor {
        Editor { lines, ..Editor::default() }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn takes_lines(&self) -> bool {
        self.lines
    }

    /// Puts text where the cursor is: what was typed, or pasted.
    pub(super) fn insert(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n").replace('\t', "    ");
        let end = if self.lines { "\n" } else { " " };
        let text: String = text.replace('\n', end).chars().filter(|c| !harmful(*c)).collect();
        if self.text.len() + text.len() > LONGEST {
            return;
        }
        self.text.insert_str(self.at, &text);
        self.at = self.boundary(|boundary| boundary >= self.at + text.len());
    }

    /// Whether the key meant something. `width` is that of the rows, for up and down.
    pub(super) fn key(&mut self, key: KeyEvent, width: usize) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        let line = self.line();
        match key.code {
            KeyCode::Char('a') if control && !alt => self.at = line.start,
            KeyCode::Char('e') if control && !alt => self.at = line.end,
            KeyCode::Char('u') if control && !alt => self.remove(line.start..self.at),
            KeyCode::Char('k') if control && !alt => self.remove(self.at..line.end),
            KeyCode::Char('w') if control && !alt => self.remove(self.word()..self.at),
            // Some keyboards say Control and Alt for letters of their third level.
            KeyCode::Char(c) if control == alt => self.insert(c.encode_utf8(&mut [0; 4])),
            KeyCode::Enter if self.lines => self.insert("\n"),
            KeyCode::Left => self.at = self.before(),
            KeyCode::Right => self.at = self.after(),
            KeyCode::Home => self.at = line.start,
            KeyCode::End => self.at = line.end,
            KeyCode::Backspace => self.remove(self.before()..self.at),
            KeyCode::Delete => self.remove(self.at..self.after()),
            KeyCode::Up => return self.row(width, |row| row.checked_sub(1)),
            KeyCode::Down => return self.row(width, |row| Some(row + 1)),
            _ => return false,
        }
        true
    }

    /// The text in rows of at most `width` columns, and where the cursor is: column and row. The
    /// cursor too keeps to the width, if that is more than 1.
    pub(super) fn rows(&self, width: usize) -> (Vec<&str>, (usize, usize)) {
        let rows = self.ranges(width);
        let row = rows.iter().rposition(|row| row.start <= self.at).unwrap_or(0);
        let start = rows.get(row).map_or(0, |row| row.start);
        let column = columns(self.text.get(start..self.at).unwrap_or_default());
        let texts = rows.into_iter().map(|row| self.text.get(row).unwrap_or_default());
        (texts.collect(), (column, row))
    }

    fn ranges(&self, width: usize) -> Vec<Range<usize>> {
        let room = width.saturating_sub(1).max(1);
        let mut rows = Vec::new();
        let (mut start, mut used, mut space) = (0, 0, None);
        for (at, grapheme) in self.text.grapheme_indices(true) {
            if grapheme == "\n" {
                rows.push(start..at);
                (start, used, space) = (at + 1, 0, None);
                continue;
            }
            let wide = columns(grapheme);
            // At the last space; what came after it may be too long still.
            while used + wide > room && at > start {
                let end = space.take().unwrap_or(at);
                rows.push(start..end);
                start = end;
                used = columns(self.text.get(start..at).unwrap_or_default());
            }
            used += wide;
            if grapheme == " " {
                space = Some(at + 1);
            }
        }
        rows.push(start..self.text.len());
        rows
    }

    /// To another row, if there is one, as near to the column as its graphemes allow.
    fn row(&mut self, width: usize, to: impl Fn(usize) -> Option<usize>) -> bool {
        let (_, (column, row)) = self.rows(width);
        let Some(target) = to(row).and_then(|row| self.ranges(width).get(row).cloned()) else { return false };
        let mut used = 0;
        let text = self.text.get(target.clone()).unwrap_or_default();
        let passed = text.graphemes(true).take_while(|grapheme| {
            used += columns(grapheme);
            used <= column
        });
        self.at = target.start + passed.map(str::len).sum::<usize>();
        true
    }

    fn remove(&mut self, range: Range<usize>) {
        self.text.replace_range(range.clone(), "");
        // What stood apart may be one letter now.
        self.at = self.boundary(|boundary| boundary >= range.start);
    }

    /// The line that the cursor is in, without its end.
    fn line(&self) -> Range<usize> {
        let start = self.text[..self.at].rfind('\n').map_or(0, |at| at + 1);
        let end = self.text[self.at..].find('\n').map_or(self.text.len(), |at| self.at + at);
        start..end
    }

    /// Where the word before the cursor begins.
    fn word(&self) -> usize {
        let before = self.text[..self.at].trim_end();
        before.rfind(char::is_whitespace).map_or(0, |at| {
            let space = before[at..].chars().next().map_or(1, char::len_utf8);
            at + space
        })
    }

    fn before(&self) -> usize {
        let boundaries = self.text.grapheme_indices(true).map(|(at, _)| at);
        boundaries.take_while(|at| *at < self.at).last().unwrap_or(0)
    }

    fn after(&self) -> usize {
        self.boundary(|at| at > self.at)
    }

    /// The first place between two graphemes that fits; the end if none does.
    fn boundary(&self, fits: impl Fn(usize) -> bool) -> usize {
        let mut boundaries = self.text.grapheme_indices(true).map(|(at, _)| at);
        boundaries.find(|at| fits(*at)).unwrap_or(self.text.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn press(editor: &mut Editor, keys: &[KeyCode]) {
        for code in keys {
            editor.key(KeyEvent::new(*code, KeyModifiers::NONE), 20);
        }
    }

    #[test]
    fn letters_are_graphemes() {
        let mut editor = Editor::new(false);
        editor.insert("鎖e\u{301}👩‍💻x");
        press(&mut editor, &[KeyCode::Left, KeyCode::Backspace]);
        assert_eq!(editor.text(), "鎖e\u{301}x");
        press(&mut editor, &[KeyCode::Backspace, KeyCode::Backspace, KeyCode::Char('ü'), KeyCode::Delete]);
        assert_eq!((editor.text(), editor.at), ("ü", 2));
        // A mark joins the letter before it, and the cursor stays behind both.
        press(&mut editor, &[KeyCode::Char('\u{304}'), KeyCode::Home, KeyCode::Right]);
        assert_eq!((editor.text(), editor.at), ("ü\u{304}", 4));
    }

    #[test]
    fn the_cursor_stands_in_the_right_column() {
        let mut editor = Editor::new(true);
        editor.insert("鎖を取る abc\nx");
        assert_eq!(editor.rows(9), (vec!["鎖を取る", " abc", "x"], (1, 2)));
        assert_eq!(editor.rows(40), (vec!["鎖を取る abc", "x"], (1, 1)));
        press(&mut editor, &[KeyCode::Up, KeyCode::End, KeyCode::Left]);
        assert_eq!(editor.rows(40).1, (11, 0));
        let mut prose = Editor::new(true);
        prose.insert("one two three");
        assert_eq!(prose.rows(9).0, ["one two ", "three"]);
    }

    #[test]
    fn pasted_text_is_text() {
        let mut editor = Editor::new(false);
        editor.insert("a\r\nb\u{1b}[2J\u{202e}c\td");
        assert_eq!(editor.text(), "a b[2Jc    d");
        let mut editor = Editor::new(true);
        editor.insert(&"x".repeat(LONGEST + 1));
        assert_eq!(editor.text(), "");
    }

    #[test]
    fn words_and_lines_can_be_taken_out() {
        let mut editor = Editor::new(true);
        editor.insert("one\ntwo three ");
        let control = |c| KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL);
        editor.key(control('w'), 20);
        assert_eq!(editor.text(), "one\ntwo ");
        editor.key(control('u'), 20);
        assert_eq!(editor.text(), "one\n");
        press(&mut editor, &[KeyCode::Up]);
        editor.key(control('k'), 20);
        assert_eq!(editor.text(), "\n");
    }

    proptest! {
        #[test]
        fn no_key_breaks_a_letter_or_leaves_the_window(
            keys in prop::collection::vec((0usize..13, "[a鎖\u{301}é👩💻\u{200d} \n]"), 0..60),
            width in 2usize..30,
            lines: bool,
        ) {
            let codes = [KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down, KeyCode::Home, KeyCode::End,
                KeyCode::Backspace, KeyCode::Delete, KeyCode::Enter];
            let mut editor = Editor::new(lines);
            for (n, text) in keys {
                match codes.get(n) {
                    Some(code) => { editor.key(KeyEvent::new(*code, KeyModifiers::NONE), width); }
                    None => editor.insert(&text),
                }
                let boundaries: Vec<usize> = editor.text.grapheme_indices(true).map(|(at, _)| at).collect();
                prop_assert!(editor.at == editor.text.len() || boundaries.contains(&editor.at));
                let (rows, (column, row)) = editor.rows(width);
                prop_assert!(row < rows.len());
                // A single letter may be wider than a narrow window.
                let widest = rows.concat().graphemes(true).map(columns).max().unwrap_or(0);
                prop_assert!(column < width || widest >= width, "{rows:?}");
                prop_assert_eq!(rows.concat(), editor.text.replace('\n', ""));
            }
        }
    }
}
