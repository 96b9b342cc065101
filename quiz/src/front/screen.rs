//! The terminal as a place for lines: what is written there, coloured where that is wanted, and what
//! is typed there.

pub(crate) use super::line::{Style, clean, harmful};

use super::complaint::laid_out;
use super::line::{Line, columns};
use super::page::Page;
use super::wrap::{Piece, wrapped};
use crate::bank::RESERVED;
use std::io::{self, BufRead, Write};

/// Lines longer than this are hard to read, however wide the window is.
const WIDEST: usize = 100;
/// Bytes of one line of input that are looked at.
const LONGEST_INPUT: u64 = 64 * 1024;

/// Where the reader is: what they type, and where to write.
#[allow(missing_debug_implementations)] // streams have no Debug
pub struct Terminal<'a> {
    pub input: &'a mut dyn BufRead,
    pub out: &'a mut dyn Write,
    pub err: &'a mut dyn Write,
    /// Columns of a line of text, as [`columns_of`] has them.
    pub width: usize,
    pub colour: bool,
    /// Whether to write down what was read, since no terminal shows it.
    pub echo: bool,
    /// Whether all of it can be painted: input and output are a terminal that knows how.
    pub paints: bool,
    /// Whether somebody looks at what goes wrong. A file and a pipe get whole lines, for `grep` and
    /// for editors.
    pub wraps_errors: bool,
}

/// How wide a line of text is in a window of so many columns; without a window, as in most.
pub(crate) fn columns_of(window: Option<u16>) -> usize {
    window.map_or(80, usize::from).clamp(1, WIDEST)
}

impl Terminal<'_> {
    pub(crate) fn columns(&self) -> usize {
        self.width.max(1)
    }

    /// An empty page for this terminal.
    pub(crate) fn page(&self) -> Page {
        Page::new(self.columns(), !self.colour)
    }

    pub(crate) fn print(&mut self, page: &Page) -> io::Result<()> {
        page.lines().iter().try_for_each(|line| self.write(line))
    }

    pub(crate) fn blank(&mut self) -> io::Result<()> {
        self.out.write_all(b"\n")
    }

    /// One paragraph, wrapped; what it says is taken literally.
    pub(crate) fn line(&mut self, style: Style, text: &str) -> io::Result<()> {
        self.hanging(style, "", text)
    }

    /// A paragraph whose first line begins with `label`, and the others below its text.
    pub(crate) fn hanging(&mut self, style: Style, label: &str, text: &str) -> io::Result<()> {
        let mut page = self.page();
        page.hanging(style, label, text);
        self.print(&page)
    }

    /// Text with Markdown, beside `label`.
    pub(crate) fn text(&mut self, label: &str, text: &str) -> io::Result<()> {
        let mut page = self.page();
        page.text(label, text);
        self.print(&page)
    }

    /// Lines that are laid out already: cleaned, and broken where they are too wide.
    pub(crate) fn preformatted(&mut self, text: &str) -> io::Result<()> {
        let mut page = self.page();
        page.preformatted(text);
        self.print(&page)
    }

    fn write(&mut self, line: &Line) -> io::Result<()> {
        self.write_spans(line)?;
        self.blank()
    }

    fn write_spans(&mut self, line: &Line) -> io::Result<()> {
        for span in line.spans() {
            match code(span.style()) {
                code if self.colour && !code.is_empty() => {
                    write!(self.out, "\u{1b}[{code}m{}\u{1b}[0m", span.text())?;
                }
                _ => self.out.write_all(span.text().as_bytes())?,
            }
        }
        Ok(())
    }

    /// Asks, and reads one line, without its end; `None` when the input has ended.
    pub(crate) fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        let mut page = self.page();
        page.line(Style::Plain, prompt);
        let (last, lines) =
            page.lines().split_last().map_or((None, &[][..]), |(last, lines)| (Some(last), lines));
        for line in lines {
            self.write(line)?;
        }
        if let Some(last) = last {
            self.write_spans(last)?;
        }
        let last = last.map(Line::text).unwrap_or_default();
        if columns(&last) < self.columns() {
            self.out.write_all(b" ")?;
        }
        self.out.flush()?;
        let Some(bytes) = self.read_line()? else {
            self.blank()?;
            return Ok(None);
        };
        let line = clean(String::from_utf8_lossy(&bytes).trim());
        if self.echo {
            self.echo(&last, &line)?;
        }
        Ok(Some(line))
    }

    /// One line, and of a very long one its beginning. What is left of it answers nothing else.
    fn read_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        let read = io::Read::take(&mut *self.input, LONGEST_INPUT).read_until(b'\n', &mut bytes)?;
        if read as u64 == LONGEST_INPUT && bytes.last() != Some(&b'\n') {
            self.input.skip_until(b'\n')?;
        }
        Ok((read > 0).then_some(bytes))
    }

    /// What was read, behind the last line of what was asked.
    fn echo(&mut self, asked: &str, line: &str) -> io::Result<()> {
        let text = [
            Piece::text(asked, Style::Plain),
            Piece::text(" ", Style::Plain),
            Piece::text(line, Style::Plain),
        ];
        let lines = wrapped(&text, self.columns());
        for (n, line) in lines.iter().enumerate() {
            let text = line.text();
            let shown = if n == 0 { text.strip_prefix(asked).unwrap_or("").trim_start() } else { &text };
            writeln!(self.out, "{shown}")?;
        }
        Ok(())
    }

    /// Asks, and reads lines up to an empty one or the end of the input. A first line that stands for
    /// something by itself (`?`, `q`, `undo`, `! note`) is handed over at once.
    pub(crate) fn ask_lines(&mut self, prompt: &str) -> io::Result<Option<String>> {
        let Some(first) = self.ask(prompt)? else { return Ok(None) };
        let mut text = first;
        let stands_alone = RESERVED.contains(&text.to_lowercase().as_str()) || text.starts_with('!');
        if text.chars().count() <= 1 || stands_alone {
            return Ok(Some(text));
        }
        while text.len() < LONGEST_INPUT as usize {
            match self.ask(">")? {
                Some(line) if !line.is_empty() => {
                    text.push('\n');
                    text.push_str(&line);
                }
                _ => break,
            }
        }
        Ok(Some(text))
    }

    /// Says something where errors go: sentences, and lines of files with a caret.
    pub(crate) fn complain(&mut self, text: &str) -> io::Result<()> {
        if !self.wraps_errors {
            return text.lines().try_for_each(|line| writeln!(self.err, "{}", clean(line)));
        }
        let lines = laid_out(text, self.columns());
        lines.iter().try_for_each(|line| writeln!(self.err, "{}", line.text()))
    }
}

fn code(style: Style) -> &'static str {
    match style {
        Style::Plain => "",
        Style::Strong => "1",
        Style::Emphasis => "3",
        Style::Code => "36",
        Style::Good => "1;32",
        Style::Bad => "1;31",
        Style::Quiet => "2",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(text: &str, width: usize, colour: bool) -> String {
        let (mut input, mut out, mut err) = (io::empty(), Vec::new(), Vec::new());
        let mut terminal = Terminal {
            input: &mut input,
            out: &mut out,
            err: &mut err,
            width,
            colour,
            echo: true,
            paints: false,
            wraps_errors: false,
        };
        terminal.text("a) ", text).expect("a Vec takes everything");
        terminal.line(Style::Good, text).expect("a Vec takes everything");
        String::from_utf8(out).expect("text stays text")
    }

    #[test]
    fn paragraphs_lists_and_code() {
        let text = "One two three\nfour five.\n\n- a point that goes on\n  for long\n- another\n\n```sql\nSELECT 1\n```\n";
        let expected = "a) One two three\n   four five.\n   - a point that\n     goes on for\n     long\n   - another\n\n       SELECT 1\n";
        assert!(shown(text, 20, false).starts_with(expected), "{}", shown(text, 20, false));
    }

    proptest! {
        #[test]
        fn no_line_is_too_wide_and_no_control_character_passes(text in "[\\PC\n\t\u{1b}\u{7}\u{202e}`*]{0,200}", width in 0usize..200) {
            let out = shown(&text, width, false);
            for line in out.lines() {
                prop_assert!(columns(line) <= width.max(1), "{:?}", line);
                prop_assert_eq!(clean(line), line);
            }
        }
    }

    #[test]
    fn lines_are_as_wide_as_the_window_and_no_wider_than_can_be_read() {
        assert_eq!([None, Some(0), Some(61), Some(300)].map(columns_of), [80, 1, 61, WIDEST]);
    }

    fn asked(typed: &str, width: usize) -> (Vec<Option<String>>, String) {
        let (mut input, mut out, mut err) = (typed.as_bytes(), Vec::new(), Vec::new());
        let mut terminal = Terminal {
            input: &mut input,
            out: &mut out,
            err: &mut err,
            width,
            colour: false,
            echo: true,
            paints: false,
            wraps_errors: false,
        };
        let prompt = "Your answer (? if you do not know):";
        let lines = (0..2).map(|_| terminal.ask(prompt).expect("a Vec takes everything")).collect();
        (lines, String::from_utf8(out).expect("text stays text"))
    }

    #[test]
    fn the_end_of_a_long_line_answers_nothing_else() {
        for long in [LONGEST_INPUT as usize - 1, LONGEST_INPUT as usize, 3 * LONGEST_INPUT as usize] {
            let (lines, _) = asked(&format!("{}g\nnext\n", "x".repeat(long)), 80);
            assert_eq!(lines[1].as_deref(), Some("next"), "{long}");
            assert!(lines[0].as_ref().is_some_and(|line| line.len() <= LONGEST_INPUT as usize));
        }
    }

    #[test]
    fn what_was_read_is_wrapped_behind_the_prompt() {
        let (_, out) = asked("both read the same old balance\ng\n", 40);
        let expected = "Your answer (? if you do not know): both\nread the same old balance\nYour answer (? if you do not know): g\n";
        assert_eq!(out, expected);
        let (_, out) = asked(&format!("{}\n\n", "鎖".repeat(90)), 20);
        assert!(out.lines().all(|line| columns(line) <= 20), "{out}");
        assert_eq!(out.matches('鎖').count(), 90);
    }

    #[test]
    fn colour_is_ours_alone() {
        let out = shown("red \u{1b}[31m", 80, true);
        assert_eq!(out, "a) red ·[31m\n\u{1b}[1;32mred ·[31m\u{1b}[0m\n");
    }
}
