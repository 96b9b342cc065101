//! The ideas that questions are about: `concepts.yaml` at the root of the repository.

use super::Problem;
use super::locate::{Target, place, way};
use super::problem::Page;
use kit::diagnostic::Place;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct Concepts {
    pub page: Page,
    /// In the order of the file. Empty when it could not be read: then nothing can be said about
    /// any name.
    pub list: Vec<Concept>,
    ids: BTreeSet<String>,
    /// Every chapter that some concept belongs to.
    pub chapters: BTreeSet<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Concept {
    pub id: String,
    /// Required by the format; the book shows it.
    #[serde(rename = "title")]
    _title: String,
    pub chapter: String,
    /// So important that it has three questions, of two kinds at least.
    #[serde(default)]
    pub central: bool,
}

impl Concepts {
    pub(super) fn read(file: &Path, name: &str, problems: &mut Vec<Problem>) -> Concepts {
        let source = std::fs::read_to_string(file).unwrap_or_else(|error| {
            let help = "it lists the concepts that questions may name";
            problems.push(Problem::of_file(name, format!("cannot be read: {error}"), help));
            String::new()
        });
        let page = Page { file: name.to_owned(), source: Arc::from(source.as_str()) };
        let list: Vec<Concept> = match serde_yaml::from_str(&source) {
            Ok(list) => list,
            Err(_) if source.is_empty() => Vec::new(),
            Err(error) => {
                let at = place(&error, &source).unwrap_or(Place { line: 1, column: 1 });
                let (message, help) = super::text::of_misfit(&error.to_string());
                let fields = "each entry has id, title and chapter, and may have `central: true`";
                let help = if help.is_empty() { fields.into() } else { help };
                problems.push(page.problem_at(at, message, help));
                Vec::new()
            }
        };
        let mut concepts =
            Concepts { page, list: Vec::new(), ids: BTreeSet::new(), chapters: BTreeSet::new() };
        for (n, concept) in list.into_iter().enumerate() {
            concepts.chapters.insert(concept.chapter.clone());
            if !concepts.ids.insert(concept.id.clone()) {
                let first = concepts.list.iter().position(|other| other.id == concept.id).unwrap_or(0);
                let line = concepts.page.place(&way![first, "id"], Target::Value).line;
                let message = format!("the concept `{}` is taken: line {line} has it", concept.id);
                let help = "choose another id, or delete one of the two";
                problems.push(concepts.page.problem(&way![n, "id"], Target::Value, message, help));
            }
            concepts.list.push(concept);
        }
        concepts
    }

    /// Whether there is nothing to compare names with.
    pub(super) fn is_unknown(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn has(&self, id: &str) -> bool {
        self.is_unknown() || self.ids.contains(id)
    }

    pub(super) fn has_chapter(&self, name: &str) -> bool {
        self.is_unknown() || self.chapters.contains(name)
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.ids.iter().map(String::as_str)
    }
}
