//! The fields of a line, bare or in quotes.

use crate::diagnostic::{Diagnostic, Place};
use crate::lexer::{Line, NotWhole, shortened, string, whole};

/// What stands between two `|`.
pub(super) struct Field {
    pub(super) text: String,
    pub(super) place: Place,
}

impl Field {
    pub(super) fn number(&self, what: &str, max: u64) -> Result<u64, Diagnostic> {
        whole(&self.text, max).map_err(|error| {
            let found = shortened(&self.text);
            Diagnostic::new(
                self.place,
                match error {
                    NotWhole::NotANumber => format!("expected {what}, found `{found}`"),
                    NotWhole::TooLarge => format!("`{found}` is too large; the largest number here is {max}"),
                },
            )
        })
    }
}

/// `3 events`
pub(super) fn events(field: &Field) -> Result<u32, Diagnostic> {
    let digits = field.text.strip_suffix("events").or_else(|| field.text.strip_suffix("event"));
    let count = digits.and_then(|digits| whole(digits.trim_end(), u32::MAX.into()).ok());
    match count.and_then(|count| u32::try_from(count).ok()) {
        Some(count) if count > 0 => Ok(count),
        _ => {
            let found = shortened(&field.text);
            Err(Diagnostic::new(field.place, format!("expected a count such as `3 events`, found `{found}`"))
                .help("a step has at least 1 event"))
        }
    }
}

/// The fields from byte `from` on. There is at least one.
pub(super) fn fields(line: &Line<'_>, from: usize) -> Result<Vec<Field>, Diagnostic> {
    let mut fields = Vec::new();
    let mut at = from;
    loop {
        let (field, end) = field(line, at, |c| c == '|')?;
        fields.push(field);
        if end >= line.text.len() {
            return Ok(fields);
        }
        at = end + 1;
    }
}

/// A field up to the end of the line.
pub(super) fn value(line: &Line<'_>, from: usize) -> Result<String, Diagnostic> {
    field(line, from, |_| false).map(|(field, _)| field.text)
}

/// The field at this byte, and the byte of what ends it.
fn field(line: &Line<'_>, from: usize, ends: fn(char) -> bool) -> Result<(Field, usize), Diagnostic> {
    let rest = &line.text[from..];
    let start = from + rest.len() - rest.trim_start().len();
    let place = line.place(start);
    if !line.text[start..].starts_with('"') {
        let end = line.text[start..].find(ends).map_or(line.text.len(), |byte| start + byte);
        return Ok((Field { text: line.text[start..end].trim().to_owned(), place }, end));
    }
    let (text, length) = string(line, start)?;
    let after = &line.text[start + length..];
    let end = start + length + after.len() - after.trim_start().len();
    if line.text[end..].chars().next().is_none_or(ends) {
        return Ok((Field { text, place }, end));
    }
    Err(Diagnostic::new(line.place(end), "expected the end of the field after its closing quote")
        .help("inside a field in quotes, a quote is written \\\""))
}
