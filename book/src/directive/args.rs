//! What stands behind a directive's name: words, and options such as `caption="Two debits"`.

use kit::diagnostic::{Diagnostic, Place};

#[derive(Debug, Clone, PartialEq, Eq)]
struct Arg {
    at: Place,
    /// Empty for a bare word.
    key: String,
    value: String,
}

/// Words and options that nobody has taken yet. [`Args::finish`] complains about what is left,
/// so that a misspelt option is never silently ignored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Args {
    items: Vec<Arg>,
    end: Place,
}

impl Args {
    pub(super) fn parse(text: &str, at: Place) -> Result<Args, Diagnostic> {
        let chars: Vec<char> = text.chars().collect();
        let place = |index: usize| Place { line: at.line, column: at.column + index as u32 };
        let mut items = Vec::new();
        let mut index = 0;
        while index < chars.len() {
            if chars[index].is_whitespace() {
                index += 1;
                continue;
            }
            let start = index;
            let mut arg = Arg { at: place(start), key: String::new(), value: String::new() };
            while index < chars.len() && !chars[index].is_whitespace() {
                match chars[index] {
                    '=' if arg.key.is_empty() && !arg.value.is_empty() => {
                        arg.key = std::mem::take(&mut arg.value);
                        index += 1;
                    }
                    '"' => {
                        index = quoted(&chars, index, &mut arg.value).ok_or_else(|| {
                            Diagnostic::new(place(index), "this quote is never closed")
                                .help("close it with `\"` before `}}`; write `\\\"` for a quote inside")
                        })?
                    }
                    c => {
                        arg.value.push(c);
                        index += 1;
                    }
                }
            }
            items.push(arg);
        }
        Ok(Args { items, end: place(chars.len()) })
    }

    /// Takes the first bare word. `what` says what is expected, as in "the path of a scenario".
    pub fn word(&mut self, what: &str) -> Result<(String, Place), Diagnostic> {
        match self.optional_word() {
            Some(found) => Ok(found),
            None => Err(Diagnostic::new(self.end, format!("expected {what}"))
                .help("write it behind the directive's name")),
        }
    }

    pub fn optional_word(&mut self) -> Option<(String, Place)> {
        let index = self.items.iter().position(|arg| arg.key.is_empty())?;
        let arg = self.items.remove(index);
        Some((arg.value, arg.at))
    }

    /// Takes `key=value`.
    pub fn option(&mut self, key: &str) -> Option<(String, Place)> {
        let index = self.items.iter().position(|arg| arg.key == key)?;
        let arg = self.items.remove(index);
        Some((arg.value, arg.at))
    }

    /// Takes a bare word that is written or not.
    pub fn flag(&mut self, name: &str) -> bool {
        let before = self.items.len();
        self.items.retain(|arg| !(arg.key.is_empty() && arg.value == name));
        self.items.len() < before
    }

    /// Refuses what is left. `known` lists all that could have stood here.
    pub fn finish(self, known: &str) -> Result<(), Diagnostic> {
        match self.items.first() {
            None => Ok(()),
            Some(arg) => {
                let shown = if arg.key.is_empty() { &arg.value } else { &arg.key };
                Err(Diagnostic::new(arg.at, format!("unexpected `{shown}`"))
                    .help(format!("this directive understands {known}")))
            }
        }
    }
}

/// Reads from the opening quote; gives the index behind the closing one.
fn quoted(chars: &[char], open: usize, into: &mut String) -> Option<usize> {
    let mut index = open + 1;
    while let Some(&c) = chars.get(index) {
        match c {
            '"' => return Some(index + 1),
            '\\' if chars.get(index + 1) == Some(&'"') => {
                into.push('"');
                index += 2;
            }
            c => {
                into.push(c);
                index += 1;
            }
        }
    }
    None
}
