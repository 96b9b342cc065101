//! Predictions of the book: of which ideas each speaks, and which of them a run refuted.
//!
//! A chapter asks with `{{#predict NAME IDEA…}}`. When `cargo book` serves the page and the reader
//! predicted something else than the run shows, the server leaves a file in [`inbox`]; here it is only
//! read, and what cannot be read is passed over. A page from elsewhere offers `cargo quiz missed`.

use crate::chance::hash;
use crate::misses::{BY_BOOK, Shown};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A file larger than this is none of the server's.
const LARGEST: u64 = 256;
/// More files than this are not looked at: no book has so many predictions.
const MOST: usize = 10_000;

/// By `chapter/name`: the ideas.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Predictions {
    ideas: BTreeMap<String, Vec<String>>,
}

/// Where the book leaves what a run refuted: a file `CHAPTER.NAME` for each prediction.
pub fn inbox(root: &Path) -> PathBuf {
    root.join("target").join("predictions")
}

/// What the book left for this reader, in the order of the names.
pub fn refuted(root: &Path, book: &Path) -> Vec<Shown> {
    let Ok(entries) = std::fs::read_dir(inbox(root)) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.flatten().take(MOST).map(|entry| entry.path()).collect();
    if files.is_empty() {
        return Vec::new();
    }
    files.sort();
    let predictions = Predictions::of_book(book);
    let shown = |file: &PathBuf| {
        let (chapter, name) = file.file_name()?.to_str()?.split_once('.')?;
        let size = std::fs::metadata(file).ok().filter(|data| data.is_file())?.len();
        let text = (size <= LARGEST).then(|| std::fs::read_to_string(file).ok())??;
        let occasion = hash(&[&text]) as u32;
        let shown = predictions.shown(&format!("{chapter}/{name}"), BY_BOOK, occasion)?;
        Some(Shown { at_ms: Some(told_at(&text)?), ..shown })
    };
    files.iter().filter_map(shown).collect()
}

/// When the page told it: `choice 2 at 1796000000000 ms`.
fn told_at(text: &str) -> Option<i64> {
    let (_, at) = text.strip_suffix(" ms\n")?.split_once(" at ")?;
    at.parse().ok()
}

impl Predictions {
    /// Those of a folder of chapters; none where it cannot be read.
    pub fn of_book(folder: &Path) -> Predictions {
        let mut all = Predictions::default();
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let Some(chapter) = name.to_str().and_then(|name| name.strip_suffix(".md")) else { continue };
            if let Ok(text) = std::fs::read_to_string(entry.path()) {
                all.read(chapter, &text);
            }
        }
        all
    }

    fn read(&mut self, chapter: &str, text: &str) {
        for line in text.lines() {
            let Some(rest) = line.trim().strip_prefix("{{#predict ") else { continue };
            let mut words = rest.trim_end_matches('}').split_whitespace().map(str::to_owned);
            if let Some(name) = words.next() {
                self.ideas.insert(format!("{chapter}/{name}"), words.collect());
            }
        }
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.ideas.keys().map(String::as_str)
    }

    /// The ideas of a prediction; `None` if the book does not ask for it.
    pub fn ideas(&self, name: &str) -> Option<&[String]> {
        self.ideas.get(name).map(Vec::as_slice)
    }

    /// That this prediction went wrong, as `by` tells it.
    pub fn shown(&self, name: &str, by: &str, occasion: u32) -> Option<Shown> {
        let concepts = self.ideas(name)?.iter().cloned().collect();
        Some(Shown { from: format!("{by}{name}#{occasion:08x}"), concepts, at_ms: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chapter_names_the_ideas_of_its_predictions() {
        let mut all = Predictions::default();
        all.read(
            "a",
            "# A?\n\n{{#predict one x-lost-reply lock-purpose}}\nWhich?\n{{/predict}}\n{{#predict two}}\n",
        );
        assert_eq!(all.names().collect::<Vec<_>>(), ["a/one", "a/two"]);
        assert_eq!(all.ideas("a/one").map(<[String]>::len), Some(2));
        assert_eq!((all.ideas("a/two").map(<[String]>::len), all.ideas("a/three")), (Some(0), None));
        let shown = all.shown("a/one", BY_BOOK, 7).expect("it is asked");
        assert_eq!(shown.from, "book/a/one#00000007");
    }
}
