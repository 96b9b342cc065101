//! Lines, words, quoted strings and signs with their places: what the text formats share.
//!
//! A *word* is letters, digits and `-_:.` (`pod-7`, `kickoff:ACH`, `0..1`), or a number with its
//! sign. Anything else stands in quotes, where `\" \\ \n \r \t \u{2028}` are escapes.

use std::fmt::Write;

use crate::diagnostic::{Diagnostic, Place};

/// One line of a file, without its end. A byte order mark is left out and still counted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'a> {
    pub(crate) number: u32,
    pub(crate) text: &'a str,
    columns_before: u32,
}

/// The lines of a file, cut as `str::lines` cuts them, so that a place fits what is rendered.
pub(crate) fn lines(source: &str) -> impl Iterator<Item = Line<'_>> {
    source.split('\n').enumerate().map(|(index, text)| {
        let text = text.strip_suffix('\r').unwrap_or(text);
        let bare = text.strip_prefix('\u{feff}').filter(|_| index == 0);
        let number = u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1);
        Line { number, text: bare.unwrap_or(text), columns_before: bare.is_some().into() }
    })
}

impl Line<'_> {
    pub(crate) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    pub(crate) fn is_comment(&self) -> bool {
        self.text.trim_start().starts_with('#')
    }

    /// The place of the character at this byte of the line.
    pub(crate) fn place(&self, byte: usize) -> Place {
        let before = self.text.get(..byte).unwrap_or(self.text).chars().count();
        let column = u32::try_from(before).unwrap_or(u32::MAX - 2) + 1 + self.columns_before;
        Place { line: self.number, column }
    }

    /// Where the text of the line begins.
    pub(crate) fn start(&self) -> Place {
        self.place(self.text.len() - self.text.trim_start().len())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    Word(String),
    Quoted(String),
    /// One of `;` `,` `|` `%` `->`.
    Sign(&'static str),
}

#[derive(Debug, Clone)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) place: Place,
}

impl Token {
    /// As a message names it, cut if it is long.
    fn shown(&self) -> String {
        match &self.kind {
            Kind::Word(word) => format!("`{}`", shortened(word)),
            Kind::Quoted(text) => quoted(&shortened(text)),
            Kind::Sign(sign) => format!("`{sign}`"),
        }
    }
}

/// At most 40 characters of a text that somebody else wrote.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

/// The tokens of (a part of) a line, taken one by one.
#[derive(Debug)]
pub(crate) struct Tokens {
    tokens: Vec<Token>,
    next: usize,
    end: Place,
}

impl Tokens {
    /// The tokens of `line` from byte `from` on.
    pub(crate) fn of(line: &Line<'_>, from: usize) -> Result<Tokens, Diagnostic> {
        let mut tokens = Vec::new();
        let mut at = from;
        let mut end = from;
        while let Some(c) = line.text[at..].chars().next() {
            if c.is_whitespace() {
                at += c.len_utf8();
                continue;
            }
            let (kind, length) = token(line, at)?;
            tokens.push(Token { kind, place: line.place(at) });
            at += length;
            end = at;
        }
        Ok(Tokens { tokens, next: 0, end: line.place(end) })
    }

    pub(crate) fn peek(&self) -> Option<&Kind> {
        self.tokens.get(self.next).map(|token| &token.kind)
    }

    /// The token after the next.
    pub(crate) fn second(&self) -> Option<&Kind> {
        self.tokens.get(self.next + 1).map(|token| &token.kind)
    }

    pub(crate) fn peek_word(&self) -> Option<&str> {
        match self.peek() {
            Some(Kind::Word(word)) => Some(word),
            _ => None,
        }
    }

    pub(crate) fn is_done(&self) -> bool {
        self.next >= self.tokens.len()
    }

    /// Where the next token stands, or where the text ends.
    pub(crate) fn place(&self) -> Place {
        self.tokens.get(self.next).map_or(self.end, |token| token.place)
    }

    pub(crate) fn advance(&mut self) {
        self.next += 1;
    }

    /// Takes the next token if it is this word, unquoted.
    pub(crate) fn take_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == Some(word);
        self.next += usize::from(found);
        found
    }

    pub(crate) fn take_sign(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Some(Kind::Sign(s)) if *s == sign);
        self.next += usize::from(found);
        found
    }

    /// Takes these words (and `->`, `|`), given with a space between, or says which one is missing.
    pub(crate) fn words(&mut self, words: &str) -> Result<(), Diagnostic> {
        for word in words.split(' ') {
            if !self.take_word(word) && !self.take_sign(word) {
                return Err(self.expected(&format!("`{word}`")));
            }
        }
        Ok(())
    }

    /// A name: a word or a quoted string.
    pub(crate) fn name(&mut self, what: &str) -> Result<String, Diagnostic> {
        match self.peek() {
            Some(Kind::Word(name) | Kind::Quoted(name)) => {
                let name = name.clone();
                self.advance();
                Ok(name)
            }
            _ => Err(self.expected(what)),
        }
    }

    /// A text, which is always in quotes.
    pub(crate) fn quoted(&mut self, what: &str) -> Result<String, Diagnostic> {
        match self.peek() {
            Some(Kind::Quoted(text)) => {
                let text = text.clone();
                self.advance();
                Ok(text)
            }
            _ => Err(self.expected(&format!("{what} in quotes"))),
        }
    }

    /// A whole number from 0 to `max`.
    pub(crate) fn number(&mut self, what: &str, max: u64) -> Result<u64, Diagnostic> {
        let number = self.peek_word().map(|word| whole(word, max));
        match number {
            Some(Ok(number)) => {
                self.advance();
                Ok(number)
            }
            Some(Err(NotWhole::TooLarge)) => Err(self.too_large(max)),
            _ => Err(self.expected(what)),
        }
    }

    pub(crate) fn too_large(&self, max: u64) -> Diagnostic {
        let found = self.tokens.get(self.next).map(Token::shown).unwrap_or_default();
        Diagnostic::new(self.place(), format!("{found} is too large; the largest number here is {max}"))
    }

    /// Says what was expected here, after what, and what was found.
    pub(crate) fn expected(&self, what: &str) -> Diagnostic {
        let before = self.next.checked_sub(1).and_then(|index| self.tokens.get(index));
        let after = before.map(|token| format!(" after {}", token.shown())).unwrap_or_default();
        let found = match self.tokens.get(self.next) {
            Some(token) => token.shown(),
            None => "the end of the line".to_owned(),
        };
        Diagnostic::new(self.place(), format!("expected {what}{after}, found {found}"))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotWhole {
    NotANumber,
    TooLarge,
}

/// Decimal digits as a number up to `max`.
pub(crate) fn whole(text: &str, max: u64) -> Result<u64, NotWhole> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(NotWhole::NotANumber);
    }
    text.parse().ok().filter(|number| *number <= max).ok_or(NotWhole::TooLarge)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | ':' | '.' | '+')
}

/// The token that begins at this byte, and its length in bytes.
fn token(line: &Line<'_>, at: usize) -> Result<(Kind, usize), Diagnostic> {
    let rest = &line.text[at..];
    for sign in ["->", ";", ",", "|", "%"] {
        if rest.starts_with(sign) {
            return Ok((Kind::Sign(sign), sign.len()));
        }
    }
    if rest.starts_with('"') {
        let (text, length) = string(line, at)?;
        return Ok((Kind::Quoted(text), length));
    }
    // `n1->n2` is three tokens although a word may contain `-`.
    let end = rest
        .char_indices()
        .find(|&(byte, c)| !is_word(c) || rest[byte..].starts_with("->"))
        .map_or(rest.len(), |(byte, _)| byte);
    if end > 0 {
        return Ok((Kind::Word(rest[..end].to_owned()), end));
    }
    let found = rest.chars().next().map(|c| c.escape_debug().to_string()).unwrap_or_default();
    let error = Diagnostic::new(line.place(at), format!("`{found}` cannot stand here"));
    Err(match found.as_str() {
        "#" => error.help("a comment stands on a line of its own"),
        "“" | "”" | "\\'" | "‘" | "’" | "`" => error.help("quotes are written \" on both sides"),
        _ => error.help("anything but letters, digits and -_:. stands in quotes"),
    })
}

/// The quoted string that begins at this byte, and its length in bytes with both quotes.
pub(crate) fn string(line: &Line<'_>, at: usize) -> Result<(String, usize), Diagnostic> {
    let rest = &line.text[at..];
    let mut text = String::new();
    let mut chars = rest.char_indices().skip(1);
    while let Some((byte, c)) = chars.next() {
        match c {
            '"' => return Ok((text, byte + 1)),
            '\\' => {
                let (escaped, length) = escape(&rest[byte + 1..]).ok_or_else(|| {
                    Diagnostic::new(line.place(at + byte), "this backslash begins no known escape").help(
                        "known are \\\" \\\\ \\n \\r \\t and \\u{2028}; a backslash itself is written \\\\",
                    )
                })?;
                text.push(escaped);
                // Every escape is ASCII: as many characters as bytes.
                chars.nth(length - 1);
            }
            _ => text.push(c),
        }
    }
    Err(Diagnostic::new(line.place(at), "this string does not end")
        .help("it needs a closing \" on the same line; a line break inside it is written \\n"))
}

/// What follows a backslash: the character that is meant, and how many bytes stand for it.
fn escape(rest: &str) -> Option<(char, usize)> {
    let simple = match rest.chars().next()? {
        '"' => '"',
        '\\' => '\\',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        _ => {
            let (digits, _) = rest.strip_prefix("u{")?.split_once('}')?;
            let hex = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
            let c = char::from_u32(u32::from_str_radix(digits, 16).ok().filter(|_| hex)?)?;
            return Some((c, digits.len() + 3));
        }
    };
    Some((simple, 1))
}

/// Whether a character could break a line, not be seen in it, or turn its direction.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// The text in quotes, on one line; [`string`] reads it back.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_hidden(c) => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A name as it is printed: bare if it is a plain word, else in quotes.
pub(crate) fn name(text: &str) -> String {
    let plain = text.starts_with(char::is_alphanumeric) && text.chars().all(|c| is_word(c) && c != '+');
    if plain { text.to_owned() } else { quoted(text) }
}
