//! The ideas that questions are about: `concepts.yaml` at the root of the repository.

use super::Problem;
use super::locate::place;
use kit::diagnostic::{Diagnostic, Place};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

#[derive(Debug, Default)]
pub(super) struct Concepts {
    /// Titles by id.
    pub titles: BTreeMap<String, String>,
    /// Every chapter that some concept belongs to.
    pub chapters: BTreeSet<String>,
}

#[derive(Debug, Deserialize)]
struct Concept {
    id: String,
    title: String,
    chapter: String,
}

impl Concepts {
    pub(super) fn read(file: &Path, name: &str) -> Result<Concepts, Problem> {
        let source = std::fs::read_to_string(file).map_err(|error| {
            Problem::of_file(
                name,
                format!("cannot be read: {error}"),
                "it lists the concepts that questions may name",
            )
        })?;
        let list: Vec<Concept> = serde_yaml::from_str(&source).map_err(|error| {
            let at = place(&error, &source).unwrap_or(Place { line: 1, column: 1 });
            let (message, help) = super::text::of_misfit(&error.to_string());
            let help = if help.is_empty() { "each entry has id, title and chapter".into() } else { help };
            let diagnostic = Diagnostic::new(at, message).help(help);
            Problem { file: name.to_owned(), source: Arc::from(source.as_str()), diagnostic }
        })?;
        let mut concepts = Concepts::default();
        for Concept { id, title, chapter } in list {
            concepts.chapters.insert(chapter);
            concepts.titles.insert(id, title);
        }
        Ok(concepts)
    }
}
