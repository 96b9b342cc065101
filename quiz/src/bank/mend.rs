//! Changes that put a bank right without anybody's judgement, as edits of its text. Comments and
//! layout stay; only the bytes that are wrong are touched.

use kit::diagnostic::Place;
use std::ops::Range;

/// How something is put right. The place of its problem says where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Mend {
    /// The bare text that begins here gets quotes.
    Quote(String),
    /// The word that begins here was a slip of the pen.
    Write { from: String, to: String },
    /// The entry that begins here goes out of its list.
    TakeOut(String),
    /// The file gets this line before its first.
    Head(String),
    /// The question whose id stands here was called this before.
    Was(String),
    /// Lines that begin with tabs begin with spaces.
    Indent,
    /// The text behind the key of this line gets quotes.
    QuoteLine,
}

/// A piece of a text and what takes its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Edit {
    pub range: Range<usize>,
    pub text: String,
}

impl Mend {
    /// What was done, for people.
    pub(super) fn told(&self) -> String {
        match self {
            Mend::Quote(text) => format!("quotes round `{text}`"),
            Mend::Write { from, to } => format!("`{to}` in place of `{from}`"),
            Mend::TakeOut(text) => format!("without `{text}`"),
            Mend::Head(line) => format!("with `{line}`"),
            Mend::Was(old) => format!("`{old}` is what it was called before"),
            Mend::Indent => "spaces in place of tabs".to_owned(),
            Mend::QuoteLine => "quotes round the text".to_owned(),
        }
    }

    /// The edits that would do it, most likely one: whether any of them is right is for the reader
    /// of the changed text to say.
    pub(super) fn edits(&self, source: &str, place: Place) -> Vec<Edit> {
        let Some(at) = offset(source, place) else { return Vec::new() };
        match self {
            Mend::Quote(text) => quote(source, at, text).into_iter().collect(),
            Mend::Write { from, to } => write(source, at, from, to).into_iter().collect(),
            Mend::TakeOut(text) => take_out(source, at, text).into_iter().collect(),
            Mend::Head(line) => {
                let at = first_line(source);
                vec![Edit { range: at..at, text: format!("{line}\n") }]
            }
            Mend::Was(old) => was(source, at, old).into_iter().collect(),
            Mend::Indent => [2, 4, 8].into_iter().map(|width| indented(source, width)).collect(),
            Mend::QuoteLine => quote_line(source, at).into_iter().collect(),
        }
    }
}

impl Edit {
    pub(super) fn apply(&self, source: &str) -> Option<String> {
        let (before, after) = (source.get(..self.range.start)?, source.get(self.range.end..)?);
        Some(format!("{before}{}{after}", self.text))
    }
}

/// Where in the text a place is, in bytes.
fn offset(source: &str, place: Place) -> Option<usize> {
    let lines = source.split_inclusive('\n').take(place.line.saturating_sub(1) as usize);
    let start: usize = lines.map(str::len).sum();
    let line = source[start..].split('\n').next()?;
    let column = line.char_indices().nth(place.column.saturating_sub(1) as usize);
    Some(start + column.map_or(line.len(), |(byte, _)| byte))
}

/// The line that holds this byte.
fn line_of(source: &str, at: usize) -> Range<usize> {
    let start = source[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = source[at..].find('\n').map_or(source.len(), |newline| at + newline);
    start..end
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn quote(source: &str, at: usize, text: &str) -> Option<Edit> {
    source[at..].starts_with(text).then(|| Edit { range: at..at + text.len(), text: quoted(text) })
}

fn write(source: &str, at: usize, from: &str, to: &str) -> Option<Edit> {
    let inside = usize::from(source[at..].starts_with(['"', '\'']));
    let at = at + inside;
    let rest = source.get(at..)?.strip_prefix(from)?;
    // The whole word, not the beginning of another.
    let ends = rest.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '-');
    ends.then(|| Edit { range: at..at + from.len(), text: to.to_owned() })
}

fn take_out(source: &str, at: usize, text: &str) -> Option<Edit> {
    let open = source[at..].chars().next().filter(|c| ['"', '\''].contains(c));
    let inner = at + usize::from(open.is_some());
    let end = inner + source.get(inner..)?.strip_prefix(text).map(|_| text.len())?;
    let end = end + open.map_or(Some(0), |quote| source[end..].starts_with(quote).then_some(1))?;
    let line = line_of(source, at);
    let whole = line.start..(line.end + 1).min(source.len());
    let (before, after) = (source[line.start..at].trim(), source[end..line.end].trim());
    let cut = match (before.chars().last()?, after.chars().next()) {
        // A line of its own: `- negation`, or the only one: `allow: [negation]`.
        ('-', None) if before == "-" => whole,
        ('[', Some(']')) if after == "]" && before.split_once(": [").is_some_and(|(key, _)| is_key(key)) => {
            whole
        }
        (',', _) => source[..at].rfind(',')?..end,
        ('[', Some(',')) => {
            let comma = end + source[end..].find(',')? + 1;
            at..comma + source[comma..].len() - source[comma..].trim_start_matches(' ').len()
        }
        _ => return None,
    };
    Some(Edit { range: cut, text: String::new() })
}

fn is_key(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// Where the first line begins that is neither empty nor a comment nor `---`.
fn first_line(source: &str) -> usize {
    let mut at = 0;
    for line in source.split_inclusive('\n') {
        let text = line.trim();
        if !(text.is_empty() || text.starts_with('#') || text == "---") {
            return at;
        }
        at += line.len();
    }
    0
}

/// A line below `- id: name`, in the column of `id`.
fn was(source: &str, at: usize, old: &str) -> Option<Edit> {
    let line = line_of(source, at);
    let head = &source[line.start..at];
    let column = head.find("id:")?;
    let plain = head[..column].trim_end().ends_with('-') && !head.contains(['{', '"', '\'']);
    if !plain || line.end == source.len() {
        return None;
    }
    let text = format!("{}was: [{old}]\n", " ".repeat(column));
    Some(Edit { range: line.end + 1..line.end + 1, text })
}

/// The text with so many spaces for each tab at the very beginning of a line. A line inside of a
/// block of text cannot begin so, and tabs behind spaces may belong to such a block.
fn indented(source: &str, width: usize) -> Edit {
    let mut text = String::with_capacity(source.len());
    for line in source.split_inclusive('\n') {
        let rest = line.trim_start_matches('\t');
        text.push_str(&" ".repeat((line.len() - rest.len()) * width));
        text.push_str(rest);
    }
    Edit { range: 0..source.len(), text }
}

/// Quotes round `Raft: who votes?` in `prompt: Raft: who votes?`. Only where the text ends with its
/// line, and has nothing in it that could be meant as YAML.
fn quote_line(source: &str, at: usize) -> Option<Edit> {
    let line = line_of(source, at);
    let text = &source[line.clone()];
    let mut key = 0;
    while text[key..].starts_with(' ') || text[key..].starts_with("- ") {
        key += 1;
    }
    let (name, value) = text[key..].split_once(": ")?;
    let value = value.trim();
    let first = value.chars().next()?;
    let needs = value.contains(": ") || value.ends_with(':') || "`@%".contains(first);
    if !is_key(name) || !needs || "\"'[{|>&*!#".contains(first) || value.contains(" #") {
        return None;
    }
    // A deeper line would be the rest of the text.
    let next = source[line.end..].lines().find(|line| !line.trim().is_empty());
    let goes_on = next.is_some_and(|next| next.len() - next.trim_start().len() > key);
    let start = line.start + key + name.len() + text[key + name.len()..].find(value)?;
    (!goes_on).then(|| Edit { range: start..start + value.len(), text: quoted(value) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(source: &str, line: u32, column: u32, mend: Mend) -> Vec<String> {
        let edits = mend.edits(source, Place { line, column });
        edits.iter().filter_map(|edit| edit.apply(source)).collect()
    }

    #[test]
    fn an_edit_touches_what_is_wrong_and_nothing_else() {
        let write = |from: &str, to: &str| Mend::Write { from: from.into(), to: to.into() };
        let out = |text: &str| Mend::TakeOut(text.into());
        for (source, line, column, mend, expected) in [
            ("a: 4 # c\n", 1, 4, Mend::Quote("4".into()), "a: \"4\" # c\n"),
            ("é: {a: no, b: 1}\n", 1, 8, Mend::Quote("no".into()), "é: {a: \"no\", b: 1}\n"),
            ("promt: x\n", 1, 1, write("promt", "prompt"), "prompt: x\n"),
            ("'promt' : x\n", 1, 1, write("promt", "prompt"), "'prompt' : x\n"),
            ("a: [x, y] # c\n", 1, 8, out("y"), "a: [x] # c\n"),
            ("a: [x, y]\n", 1, 5, out("x"), "a: [y]\n"),
            ("a: [x,  'y' , z]\n", 1, 9, out("y"), "a: [x , z]\n"),
            ("a:\n  - x\n  - y\nb: 1\n", 3, 5, out("y"), "a:\n  - x\nb: 1\n"),
            ("z: 1\nallow: [x]\nb: 1\n", 2, 9, out("x"), "z: 1\nb: 1\n"),
            ("# c\n\nbank: x\n", 3, 1, Mend::Head("schema: 1".into()), "# c\n\nschema: 1\nbank: x\n"),
            (
                "  - id: new\n    k: 1\n",
                1,
                9,
                Mend::Was("old".into()),
                "  - id: new\n    was: [old]\n    k: 1\n",
            ),
            ("  - a: R: w?\n", 1, 8, Mend::QuoteLine, "  - a: \"R: w?\"\n"),
            ("a: @x \"y\"\nb: 1\n", 1, 4, Mend::QuoteLine, "a: \"@x \\\"y\\\"\"\nb: 1\n"),
        ] {
            assert_eq!(after(source, line, column, mend.clone()), [expected], "{source:?} {mend:?}");
        }
    }

    #[test]
    fn where_it_is_not_clear_nothing_is_edited() {
        let out = |text: &str| Mend::TakeOut(text.into());
        for (source, line, column, mend) in [
            ("a: 45\n", 1, 9, Mend::Quote("4".into())),
            ("promts: x\n", 1, 1, Mend::Write { from: "promt".into(), to: "prompt".into() }),
            ("a: {b: [x]}\n", 1, 9, out("x")),
            ("{id: new, k: 1}\n", 1, 6, Mend::Was("old".into())),
            ("a: R: w?\n  and more\n", 1, 5, Mend::QuoteLine),
            ("a: R: w? # why\n", 1, 5, Mend::QuoteLine),
            ("a: 1\n", 7, 1, Mend::Quote("1".into())),
        ] {
            assert_eq!(after(source, line, column, mend.clone()), [""; 0], "{source:?} {mend:?}");
        }
    }
}
