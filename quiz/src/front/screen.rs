//! Text on its way to the reader: cleaned, wrapped, and coloured where that is wanted.

use std::io::{self, BufRead, Write};

/// Lines longer than this are hard to read, however wide the window is.
const WIDEST: usize = 100;
const NARROWEST: usize = 20;
/// Bytes of one line of input that are looked at.
const LONGEST_INPUT: u64 = 64 * 1024;

/// Where the reader is: what they type, and where to write.
#[allow(missing_debug_implementations)] // streams have no Debug
pub struct Terminal<'a> {
    pub input: &'a mut dyn BufRead,
    pub out: &'a mut dyn Write,
    pub err: &'a mut dyn Write,
    /// Columns.
    pub width: usize,
    pub colour: bool,
    /// Whether to write down what was read, since no terminal shows it.
    pub echo: bool,
}

/// How a piece of text is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    Strong,
    Good,
    Bad,
    Quiet,
}

impl Style {
    fn code(self) -> &'static str {
        match self {
            Style::Plain => "",
            Style::Strong => "1",
            Style::Good => "1;32",
            Style::Bad => "1;31",
            Style::Quiet => "2",
        }
    }
}

impl Terminal<'_> {
    pub(crate) fn columns(&self) -> usize {
        self.width.clamp(NARROWEST, WIDEST)
    }

    pub(crate) fn blank(&mut self) -> io::Result<()> {
        self.out.write_all(b"\n")
    }

    /// One paragraph, wrapped.
    pub(crate) fn line(&mut self, style: Style, text: &str) -> io::Result<()> {
        self.hanging(style, "", text)
    }

    /// A paragraph whose first line begins with `label`, and the others below its text.
    pub(crate) fn hanging(&mut self, style: Style, label: &str, text: &str) -> io::Result<()> {
        let label = clean(label);
        let indent = " ".repeat(label.chars().count());
        let room = self.columns().saturating_sub(indent.len()).max(8);
        for (n, line) in wrapped(&clean(text), room).into_iter().enumerate() {
            let head = if n == 0 { &label } else { &indent };
            self.styled(style, format!("{head}{line}").trim_end())?;
        }
        Ok(())
    }

    /// Text with light Markdown: paragraphs, lists, and fenced code, which is not wrapped.
    pub(crate) fn text(&mut self, label: &str, text: &str) -> io::Result<()> {
        let indent = " ".repeat(label.chars().count());
        let mut head = label.to_owned();
        for (n, block) in blocks(text).into_iter().enumerate() {
            match block {
                Block::Paragraph(words) => {
                    if n > 0 {
                        self.blank()?;
                    }
                    self.hanging(Style::Plain, &head, &words)?;
                }
                Block::Point(words) => self.hanging(Style::Plain, &format!("{head}- "), &words)?,
                Block::Code(lines) => {
                    if n > 0 {
                        self.blank()?;
                    }
                    for line in lines {
                        self.styled(Style::Plain, format!("{head}    {}", clean(&line)).trim_end())?;
                        head.clone_from(&indent);
                    }
                }
            }
            head.clone_from(&indent);
        }
        Ok(())
    }

    /// Lines that are laid out already; only cleaned.
    pub(crate) fn preformatted(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines() {
            self.styled(Style::Plain, clean(line).trim_end())?;
        }
        Ok(())
    }

    fn styled(&mut self, style: Style, line: &str) -> io::Result<()> {
        match style.code() {
            code if self.colour && !code.is_empty() && !line.is_empty() => {
                writeln!(self.out, "\u{1b}[{code}m{line}\u{1b}[0m")
            }
            _ => writeln!(self.out, "{line}"),
        }
    }

    /// Asks, and reads one line, without its end; `None` when the input has ended.
    pub(crate) fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.out, "{} ", clean(prompt))?;
        self.out.flush()?;
        let mut bytes = Vec::new();
        let read = io::Read::take(&mut *self.input, LONGEST_INPUT).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            self.blank()?;
            return Ok(None);
        }
        let line = clean(String::from_utf8_lossy(&bytes).trim());
        if self.echo {
            writeln!(self.out, "{line}")?;
        }
        Ok(Some(line))
    }

    /// Asks, and reads lines up to an empty one or the end of the input. A line that stands for
    /// something by itself (`?`, `q`) is handed over at once.
    pub(crate) fn ask_lines(&mut self, prompt: &str) -> io::Result<Option<String>> {
        let Some(first) = self.ask(prompt)? else { return Ok(None) };
        let mut text = first;
        if text.chars().count() <= 1 || ["quit", "skip"].contains(&text.to_lowercase().as_str()) {
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

    /// Says something where errors go.
    pub(crate) fn complain(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines() {
            writeln!(self.err, "{}", clean(line))?;
        }
        Ok(())
    }
}

/// Without control characters, and without those that turn the direction of text: a bank or a log
/// must not be able to move the cursor, or make one text look like another.
pub(crate) fn clean(text: &str) -> String {
    let harmful = |c: char| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
    };
    let text = text.replace('\t', "    ");
    text.chars().map(|c| if harmful(c) { '·' } else { c }).collect()
}

/// Words laid out in lines of at most `width` characters. Only a longer word is broken.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        if used > 0 && used + 1 + word.len() > width {
            lines.push(String::new());
            used = 0;
        }
        while word.len() > width {
            let rest = word.split_off(width);
            put(&mut lines, &word);
            lines.push(String::new());
            word = rest;
        }
        if used > 0 {
            put(&mut lines, &[' ']);
            used += 1;
        }
        used += word.len();
        put(&mut lines, &word);
    }
    lines
}

fn put(lines: &mut [String], letters: &[char]) {
    if let Some(line) = lines.last_mut() {
        line.extend(letters);
    }
}

enum Block {
    Paragraph(String),
    /// An entry of a list.
    Point(String),
    Code(Vec<String>),
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut code: Option<Vec<String>> = None;
    let mut open = false;
    for line in text.lines() {
        let fence = line.trim_start().starts_with("```");
        match &mut code {
            Some(lines) if fence => {
                blocks.push(Block::Code(std::mem::take(lines)));
                code = None;
            }
            Some(lines) => lines.push(line.to_owned()),
            None if fence => {
                code = Some(Vec::new());
                open = false;
            }
            None if line.trim().is_empty() => open = false,
            None => {
                let point = line.trim_start().strip_prefix("- ");
                match (point, open, blocks.last_mut()) {
                    (Some(words), ..) => blocks.push(Block::Point(words.to_owned())),
                    (None, true, Some(Block::Paragraph(words) | Block::Point(words))) => {
                        words.push(' ');
                        words.push_str(line.trim());
                    }
                    _ => blocks.push(Block::Paragraph(line.trim().to_owned())),
                }
                open = true;
            }
        }
    }
    blocks.extend(code.map(Block::Code));
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(text: &str, width: usize, colour: bool) -> String {
        let (mut input, mut out, mut err) = (io::empty(), Vec::new(), Vec::new());
        let mut terminal =
            Terminal { input: &mut input, out: &mut out, err: &mut err, width, colour, echo: true };
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
        fn no_line_is_too_wide_and_no_control_character_passes(text in "[\\PC\n\t\u{1b}\u{7}\u{202e}]{0,200}", width in 1usize..130) {
            // Code is left as it is.
            let text = text.replace('`', "");
            let out = shown(&text, width, false);
            let widest = width.clamp(NARROWEST, WIDEST);
            for line in out.lines() {
                prop_assert!(line.chars().count() <= widest, "{:?}", line);
                let harmful = line.contains(|c: char| c.is_control() || c == '\u{202e}');
                prop_assert!(!harmful, "{:?}", line);
            }
        }
    }

    #[test]
    fn colour_is_ours_alone() {
        let out = shown("red \u{1b}[31m", 80, true);
        assert_eq!(out, "a) red ·[31m\n\u{1b}[1;32mred ·[31m\u{1b}[0m\n");
    }
}
