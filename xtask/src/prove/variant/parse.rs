//! Variants from text.

use kit::diagnostic::{Diagnostic, Place, nearest};

use super::{ALL, Hunk, Kind, Nature, Variant, Word, is_name};

const KEYS: [&str; 6] = ["name", "part", "breaks", "says", "bug", "standing"];
const HEAD: &str = "the head has the lines `name:`, `part:`, `breaks:` (wrong ones), `says:`";
const HUNK: &str = "a hunk is `file: src/….rs`, `--- find`, lines, `--- with`, lines, `--- end`";

/// Reads a variant. `stem` is the name of the file without `.txt`; `file` is for people.
pub(crate) fn parse(file: &str, stem: &str, kind: Kind, source: &str) -> Result<Variant, Diagnostic> {
    let mut lines = Lines { lines: source.lines().collect(), next: 0 };
    let head = Head::read(&mut lines)?;
    let name = head.must("name")?;
    if name.text != stem {
        let message = format!("the name is `{}`, but the file is `{stem}.txt`", name.text);
        return Err(Diagnostic::new(name.at, message).help("give both the same name"));
    }
    if !is_name(stem) || ["reference", "stub"].contains(&stem) {
        let message = format!("`{stem}` cannot name a variant");
        return Err(Diagnostic::new(name.at, message)
            .help("write small letters, digits and single dashes; no keyword, `reference` or `stub`"));
    }
    let part = head.must("part")?.clone();
    let says = head.must("says")?;
    if !says.text.ends_with('.') {
        return Err(Diagnostic::new(says.at, "expected one sentence, with a full stop")
            .help("say what the code does, not what is wrong with it"));
    }
    let nature = nature(&head, kind)?;
    let mut hunks = Vec::new();
    while lines.skip_blank() {
        hunks.push(hunk(&mut lines)?);
    }
    if hunks.is_empty() {
        let message = "a variant without a hunk is the solution itself";
        return Err(Diagnostic::new(lines.place(0), message).help(HUNK));
    }
    let (name, file, source) = (stem.to_owned(), file.to_owned(), source.to_owned());
    Ok(Variant { name, part, nature, hunks, file, source })
}

fn nature(head: &Head, kind: Kind) -> Result<Nature, Diagnostic> {
    if let Some(bug) = head.get("bug").filter(|bug| !bug.text.starts_with("https://")) {
        return Err(Diagnostic::new(bug.at, "expected the address of a real bug, https://…")
            .help("leave the line out if you know none"));
    }
    let standing = match head.get("standing") {
        None => false,
        Some(word) if word.text == "yes" => true,
        Some(word) => {
            let message = format!("expected `yes`, found `{}`", word.text);
            return Err(Diagnostic::new(word.at, message).help("leave the line out for `no`"));
        }
    };
    match (kind, head.get("breaks")) {
        (Kind::Wrong, _) => Ok(Nature::Wrong { breaks: head.must("breaks")?.clone(), standing }),
        (Kind::Right, None) if !standing => Ok(Nature::Right),
        (Kind::Right, Some(word)) => Err(Diagnostic::new(word.at, "a right variant breaks nothing")
            .help("take the line out, or move the file to wrong/")),
        (Kind::Right, None) => {
            let at = head.get("standing").map_or(head.end, |word| word.at);
            Err(Diagnostic::new(at, "only a wrong variant can be a standing one").help("take the line out"))
        }
    }
}

/// The lines of a file and how far they are read.
struct Lines<'a> {
    lines: Vec<&'a str>,
    next: usize,
}

impl<'a> Lines<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.lines.get(self.next).copied()
    }

    /// The place of the next line, or of the end.
    fn place(&self, before: usize) -> Place {
        let column = self.peek().map_or(0, |line| line[..before.min(line.len())].chars().count());
        Place { line: self.next as u32 + 1, column: column as u32 + 1 }
    }

    /// Whether there is a line that is not blank; goes there.
    fn skip_blank(&mut self) -> bool {
        while self.peek().is_some_and(|line| line.trim().is_empty()) {
            self.next += 1;
        }
        self.peek().is_some()
    }

    /// Goes over this very line, or says what was found instead.
    fn expect(&mut self, mark: &str) -> Result<(), Diagnostic> {
        let found = match self.peek() {
            Some(line) if line.trim_end() == mark => {
                self.next += 1;
                return Ok(());
            }
            Some(line) => format!("`{}`", shortened(line.trim())),
            None => "the end of the file".to_owned(),
        };
        Err(Diagnostic::new(self.place(0), format!("expected `{mark}`, found {found}")).help(HUNK))
    }

    /// The lines up to this mark, which is gone over.
    fn until(&mut self, mark: &str) -> Result<Vec<&'a str>, Diagnostic> {
        let begin = self.next;
        while self.peek().is_some_and(|line| !is_mark(line)) {
            self.next += 1;
        }
        let end = self.next;
        self.expect(mark)?;
        Ok(self.lines[begin..end].to_vec())
    }
}

fn is_mark(line: &str) -> bool {
    ["--- find", "--- with", "--- end"].contains(&line.trim_end())
}

struct Head {
    set: Vec<(&'static str, Word)>,
    /// The first line after the head.
    end: Place,
}

impl Head {
    fn read(lines: &mut Lines<'_>) -> Result<Head, Diagnostic> {
        let mut set: Vec<(&'static str, Word)> = Vec::new();
        while let Some(line) = lines.peek().filter(|line| !line.trim().is_empty()) {
            let (key, word) = setting(lines, line)?;
            if let Some((_, first)) = set.iter().find(|(other, _)| *other == key) {
                let message = format!("`{key}` is set already, on line {}", first.at.line);
                return Err(Diagnostic::new(lines.place(0), message).help("take one of the two out"));
            }
            set.push((key, word));
            lines.next += 1;
        }
        Ok(Head { set, end: lines.place(0) })
    }

    fn get(&self, key: &str) -> Option<&Word> {
        self.set.iter().find(|(other, _)| *other == key).map(|(_, word)| word)
    }

    fn must(&self, key: &str) -> Result<&Word, Diagnostic> {
        self.get(key).ok_or_else(|| Diagnostic::new(self.end, format!("the head has no `{key}:`")).help(HEAD))
    }
}

fn setting(lines: &Lines<'_>, line: &str) -> Result<(&'static str, Word), Diagnostic> {
    let here = lines.place(0);
    let Some((key, value)) = line.split_once(':') else {
        let message = format!("expected `key: value`, found `{}`", shortened(line));
        return Err(Diagnostic::new(here, message).help(HEAD));
    };
    let Some(known) = KEYS.into_iter().find(|known| *known == key) else {
        let help = match nearest(key, KEYS) {
            Some(near) => format!("did you mean `{near}`?"),
            None if key == "file" => "an empty line ends the head; the hunks follow".to_owned(),
            None => HEAD.to_owned(),
        };
        return Err(Diagnostic::new(here, format!("`{}` is no key of a variant", shortened(key))).help(help));
    };
    let text = value.trim();
    let at = lines.place(key.len() + 1 + (value.len() - value.trim_start().len()));
    if text.is_empty() {
        return Err(Diagnostic::new(at, format!("`{key}:` says nothing")).help(HEAD));
    }
    if known == "part" && text != ALL && !is_path(text) {
        return Err(Diagnostic::new(at, "expected a part such as `repairs::locked`, or `all`")
            .help("a part is a module of the tests, as `cargo xtask status NAME` names it"));
    }
    if known == "breaks" && !is_path(text) {
        return Err(Diagnostic::new(at, "expected the name of one rule").help("its part stands in `part:`"));
    }
    Ok((known, Word { text: text.to_owned(), at }))
}

/// Names of Rust, joined by `::`.
fn is_path(text: &str) -> bool {
    text.split("::")
        .all(|name| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'))
}

fn hunk(lines: &mut Lines<'_>) -> Result<Hunk, Diagnostic> {
    let file = hunk_file(lines)?;
    lines.expect("--- find")?;
    let at = lines.place(0);
    let find = lines.until("--- with")?.join("\n");
    let with = lines.until("--- end")?.join("\n");
    if find.trim().is_empty() {
        return Err(Diagnostic::new(at, "there is nothing to find").help("copy a line of the solution here"));
    }
    if find == with {
        return Err(Diagnostic::new(at, "this hunk changes nothing: both texts are equal")
            .help("take the hunk out, or change its second text"));
    }
    Ok(Hunk { file, find: Word { text: find, at }, with })
}

fn hunk_file(lines: &mut Lines<'_>) -> Result<Word, Diagnostic> {
    let line = lines.peek().unwrap_or_default();
    let Some(value) = line.strip_prefix("file:") else {
        let message = format!("expected `file: src/….rs`, found `{}`", shortened(line.trim()));
        return Err(Diagnostic::new(lines.place(0), message).help(HUNK));
    };
    let text = value.trim();
    let at = lines.place(line.len() - value.trim_start().len());
    let inside = text.strip_prefix("src/").is_some_and(|rest| {
        rest.ends_with(".rs") && rest.split('/').all(|name| !name.is_empty() && !name.starts_with('.'))
    });
    if !inside || text.contains('\\') {
        return Err(Diagnostic::new(at, "expected a file of the solution, `src/….rs`")
            .help("the path begins at the folder of the solution and stays in its src/"));
    }
    lines.next += 1;
    Ok(Word { text: text.to_owned(), at })
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
