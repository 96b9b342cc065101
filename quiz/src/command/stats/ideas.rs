//! The ideas in words: titles of `concepts.yaml`. Where it cannot be read, an id has to do; what is
//! wrong with it, `check` says.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Debug, Default)]
pub(super) struct Ideas {
    titles: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Idea {
    id: String,
    title: String,
}

impl Ideas {
    pub(super) fn read(file: &Path) -> Ideas {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let ideas: Vec<Idea> = serde_yaml::from_str(&text).unwrap_or_default();
        Ideas { titles: ideas.into_iter().map(|idea| (idea.id, idea.title)).collect() }
    }

    pub(super) fn title(&self, id: &str) -> Option<&str> {
        self.titles.get(id).map(String::as_str)
    }
}
