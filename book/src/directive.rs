//! Finds `{{#name …}}` in a chapter.
//!
//! A directive of ours stands alone on its line; `{{#predict …}}`, `{{#erratum …}}` and `{{#recall}}`
//! reach to their `{{/predict}}` and so on. In code fences, code spans, comments and behind a backslash
//! it is text. What mdBook itself expands passes through untouched.

mod args;

pub use args::Args;

use crate::markdown::{self, Line};
use kit::diagnostic::{Diagnostic, Place};

/// A directive that exists.
#[derive(Debug, Clone, Copy)]
pub struct Known {
    pub name: &'static str,
    /// Whether it has a body and a closing line.
    pub closes: bool,
}

/// Expanded by mdBook, after us.
const MDBOOK: [&str; 4] = ["include", "rustdoc_include", "playground", "title"];

/// A chapter, cut at its directives.
#[derive(Debug)]
pub enum Part<'a> {
    Text(&'a str),
    Call(Call<'a>),
}

#[derive(Debug)]
pub struct Call<'a> {
    pub name: &'a str,
    /// Where its `{{` stands.
    pub at: Place,
    pub args: Args,
    /// What stands before its closing line; empty for a directive without one.
    pub body: Body<'a>,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct Body<'a> {
    pub text: &'a str,
    /// Number of its first line in the chapter's file.
    pub first: u32,
}

/// Cuts a text that begins at line `first` of its file. Good parts come back beside the mistakes,
/// so that one run can report all of them.
pub fn scan<'a>(text: &'a str, first: u32, known: &[Known]) -> (Vec<Part<'a>>, Vec<Diagnostic>) {
    let lines = markdown::lines(text, first);
    let (mut parts, mut wrong) = (Vec::new(), Vec::new());
    let mut done = 0;
    let mut index = 0;
    while index < lines.len() {
        let line = lines[index];
        index += 1;
        let Some(found) = tag(&line, known).unwrap_or_else(|diagnostic| {
            wrong.push(diagnostic);
            None
        }) else {
            continue;
        };
        let mut body = Body::default();
        let mut end = line.start + line.text.len();
        if found.known.closes {
            let Some(close) = closing(&lines[index..], found.known.name) else {
                wrong.push(unclosed(found.at, found.known.name));
                continue;
            };
            let last = lines[index + close];
            let from = lines[index].start;
            body = Body { text: &text[from..last.start], first: lines[index].number };
            end = last.start + last.text.len();
            index += close + 1;
        }
        parts.push(Part::Text(&text[done..line.start]));
        done = end;
        match Args::parse(found.args, found.args_at) {
            Ok(args) => parts.push(Part::Call(Call { name: found.known.name, at: found.at, args, body })),
            Err(diagnostic) => wrong.push(diagnostic),
        }
    }
    parts.push(Part::Text(&text[done..]));
    (parts, wrong)
}

struct Tag<'a> {
    known: Known,
    at: Place,
    args: &'a str,
    args_at: Place,
}

/// The directive of ours that a line of prose consists of.
fn tag<'a>(line: &Line<'a>, known: &[Known]) -> Result<Option<Tag<'a>>, Diagnostic> {
    if !line.is_prose() {
        return Ok(None);
    }
    let mut from = 0;
    while let Some(at) = next_open(line.text, from) {
        let opening = &line.text[at..];
        from = at + 3;
        let place = place(line, at);
        if let Some(closing) = opening.strip_prefix("{{/") {
            let name = word(closing);
            return Err(Diagnostic::new(place, format!("`{{{{/{name}}}}}` closes nothing")).help(format!(
                "put `{{{{#{name} …}}}}` on a line of its own before it, or delete this line"
            )));
        }
        let name = word(&opening[3..]);
        if MDBOOK.contains(&name) {
            continue;
        }
        let Some(known) = known.iter().copied().find(|known| known.name == name) else {
            return Err(unknown(place, name, known));
        };
        let Some(length) = opening.find("}}") else {
            return Err(Diagnostic::new(place, format!("`{{{{#{name}` does not end on its line"))
                .help("close it with `}}` on the same line"));
        };
        let alone = line.text[..at].trim().is_empty() && opening[length + 2..].trim().is_empty();
        if !alone {
            return Err(Diagnostic::new(place, format!("`{{{{#{name}}}}}` must stand alone on its line"))
                .help("move it to its own line, with an empty line before and after it"));
        }
        let begin = 3 + name.len();
        let args_at = Place { line: place.line, column: place.column + columns(&opening[..begin]) };
        return Ok(Some(Tag { known, at: place, args: &opening[begin..length], args_at }));
    }
    Ok(None)
}

/// Position of the line that closes `name`.
fn closing(lines: &[Line<'_>], name: &str) -> Option<usize> {
    let wanted = format!("{{{{/{name}}}}}");
    lines.iter().position(|line| line.is_prose() && line.text.trim() == wanted)
}

/// The next `{{#` or `{{/` outside code spans and not behind a backslash.
fn next_open(line: &str, from: usize) -> Option<usize> {
    let bytes = line.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'`' => {
                let length = bytes[at..].iter().take_while(|&&b| b == b'`').count();
                let after = at + length;
                at = code_span_end(bytes, after, length).unwrap_or(after);
            }
            b'{' if at >= from && (bytes[at..].starts_with(b"{{#") || bytes[at..].starts_with(b"{{/")) => {
                return Some(at);
            }
            _ => at += 1,
        }
    }
    None
}

fn code_span_end(bytes: &[u8], mut at: usize, length: usize) -> Option<usize> {
    while at < bytes.len() {
        let run = bytes[at..].iter().take_while(|&&b| b == b'`').count();
        if run == length {
            return Some(at + run);
        }
        at += run.max(1);
    }
    None
}

fn word(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-')).unwrap_or(text.len());
    &text[..end]
}

fn place(line: &Line<'_>, byte: usize) -> Place {
    Place { line: line.number, column: 1 + columns(&line.text[..byte]) }
}

fn columns(text: &str) -> u32 {
    text.chars().count() as u32
}

fn unknown(at: Place, name: &str, known: &[Known]) -> Diagnostic {
    let names: Vec<&str> = known.iter().map(|known| known.name).chain(MDBOOK).collect();
    Diagnostic::new(at, format!("unknown directive `{{{{#{name}}}}}`"))
        .help(format!("known are {}; write `\\{{{{#…}}}}` to show one as text", names.join(", ")))
}

fn unclosed(at: Place, name: &str) -> Diagnostic {
    Diagnostic::new(at, format!("`{{{{#{name}}}}}` is never closed"))
        .help(format!("add a line `{{{{/{name}}}}}` after its last line"))
}

#[cfg(test)]
mod tests;
