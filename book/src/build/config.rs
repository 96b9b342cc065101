//! Finds what is wrong with `book.toml` and `SUMMARY.md`, with the place.
//!
//! mdBook reads `[output.html]` into an untyped table first, forgets the places, and falls back to
//! its defaults when a key is wrong. So the file is read once more here, by the parser that mdBook
//! itself uses and into mdBook's own types, straight from the text: that keeps the spans.

use crate::fault::Fault;
use crate::markdown;
use crate::workspace::Workspace;
use kit::diagnostic::{Diagnostic, Place};
use mdbook_driver::config::{Config, HtmlConfig};
use serde::Deserialize;
use std::path::PathBuf;

#[derive(Deserialize)]
struct Probe {
    #[serde(default, rename = "output")]
    _output: Output,
}

#[derive(Deserialize, Default)]
struct Output {
    #[serde(rename = "html")]
    _html: Option<HtmlConfig>,
}

/// Reads `book.toml` as mdBook will.
///
/// # Errors
///
/// The place in the file, as a [`Fault`].
pub(super) fn read(workspace: &Workspace) -> Result<(), Fault> {
    let path = workspace.book().join("book.toml");
    let file = workspace.shown(&path);
    let source = std::fs::read_to_string(&path).map_err(|error| {
        Fault::one(
            &file,
            "",
            Diagnostic::new(Place { line: 1, column: 1 }, format!("cannot read it: {error}"))
                .help("run `cargo book` inside the workspace"),
        )
    })?;
    check(&source).map_err(|diagnostic| Fault::one(file, source, diagnostic))
}

fn check(source: &str) -> Result<(), Diagnostic> {
    toml::from_str::<Config>(source).map_err(|error| locate(source, &error))?;
    toml::from_str::<Probe>(source).map_err(|error| locate(source, &error))?;
    Ok(())
}

fn locate(source: &str, error: &toml::de::Error) -> Diagnostic {
    let at = error.span().map_or(0, |span| span.start);
    let message = error.message().lines().next().unwrap_or("this is not understood").to_owned();
    Diagnostic::new(place_of(source, at), message)
        .help("the keys are in https://rust-lang.github.io/mdBook/format/configuration/index.html")
}

fn place_of(source: &str, byte: usize) -> Place {
    let before = source.get(..byte).unwrap_or(source);
    let line = before.matches('\n').count() as u32 + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() as u32 + 1;
    Place { line, column }
}

/// A chapter that `SUMMARY.md` names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub title: String,
    /// From `book/text`; empty for a draft.
    pub path: PathBuf,
    pub at: Place,
}

/// The chapters of `SUMMARY.md`, each of which must exist.
///
/// # Errors
///
/// The first entry without a file, as a [`Fault`].
pub(super) fn summary(workspace: &Workspace) -> Result<Vec<Entry>, Fault> {
    let path = workspace.text().join("SUMMARY.md");
    let file = workspace.shown(&path);
    let source = std::fs::read_to_string(&path).map_err(|error| {
        Fault::one(
            &file,
            "",
            Diagnostic::new(Place { line: 1, column: 1 }, format!("cannot read it: {error}"))
                .help("it lists the finished chapters, one a line: `- [Title](file.md)`"),
        )
    })?;
    let entries = entries(&source);
    let missing = |entry: &&Entry| !workspace.text().join(&entry.path).is_file();
    match entries.iter().find(missing) {
        None => Ok(entries),
        Some(entry) => {
            let message = if entry.path.as_os_str().is_empty() {
                format!("`{}` is a draft", entry.title)
            } else {
                format!("there is no file `{}`", entry.path.display())
            };
            let diagnostic = Diagnostic::new(entry.at, message)
                .help("SUMMARY.md lists finished chapters only; write the chapter or delete the line");
            Err(Fault::one(file, source, diagnostic))
        }
    }
}

fn entries(source: &str) -> Vec<Entry> {
    let entry = |line: markdown::Line<'_>| {
        let open = line.text.find('[')?;
        let middle = open + line.text[open..].find("](")?;
        let close = middle + line.text[middle..].find(')')?;
        let target = line.text[middle + 2..close].trim();
        let column = line.text[..middle + 2].chars().count() as u32 + 1;
        let title = line.text[open + 1..middle].to_owned();
        Some(Entry { title, path: PathBuf::from(target), at: Place { line: line.number, column } })
    };
    markdown::lines(source, 1).into_iter().filter(markdown::Line::is_prose).filter_map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(source: &str) -> String {
        check(source).expect_err(source).to_string()
    }

    #[test]
    fn a_mistake_in_book_toml_has_a_place() {
        assert!(complaint("[book\n").starts_with("1:6: "), "{}", complaint("[book\n"));
        assert!(complaint("[book]\ntitle = 3\n").starts_with("2:9: "));
        assert!(complaint("[book]\n\ntitel = \"x\"\n").starts_with("3:1: unknown field `titel`"));
    }

    #[test]
    fn a_wrong_key_under_output_html_is_not_swallowed() {
        let message = complaint("[output.html]\nadditional-cs = []\n");
        assert!(message.starts_with("2:1: unknown field `additional-cs`"), "{message}");
        assert!(complaint("[output.html.playground]\nrunnable = \"no\"\n").starts_with("2:12: "));
    }

    #[test]
    fn the_books_own_configuration_is_accepted() {
        assert_eq!(check(include_str!("../../book.toml")), Ok(()));
    }

    #[test]
    fn summary_entries_carry_their_place() {
        let found = entries("# Summary\n\n[Zero](zero.md)\n\n- [One](one.md)\n  - [Draft]()\n");
        let shown: Vec<String> =
            found.iter().map(|e| format!("{} {} {}", e.title, e.path.display(), e.at)).collect();
        assert_eq!(shown, ["Zero zero.md 3:8", "One one.md 5:9", "Draft  6:13"]);
    }
}
