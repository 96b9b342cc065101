//! `quiz/exercises.yaml`: of which ideas a broken rule speaks.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// In the place of a part: each part of the exercise.
pub const ALL_PARTS: &str = "all";

type Rules = BTreeMap<String, Vec<String>>;

/// Exercise, part, rule, concepts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Map {
    exercises: BTreeMap<String, BTreeMap<String, Rules>>,
}

impl Map {
    /// The map of a workspace; an empty one where there is none. That it is whole is for tests.
    pub fn of_workspace(root: &Path) -> Map {
        let text = std::fs::read_to_string(root.join("quiz").join("exercises.yaml"));
        text.ok().and_then(|text| Map::parse(&text).ok()).unwrap_or_default()
    }

    /// # Errors
    /// What is wrong with the text, and where.
    pub fn parse(text: &str) -> Result<Map, String> {
        let exercises = serde_yaml::from_str(text).map_err(|error| error.to_string())?;
        Ok(Map { exercises })
    }

    pub fn exercises(&self) -> impl Iterator<Item = &str> {
        self.exercises.keys().map(String::as_str)
    }

    /// Part and rule of everything that it says about an exercise.
    pub fn entries(&self, exercise: &str) -> impl Iterator<Item = (&str, &str)> {
        let parts = self.exercises.get(exercise).into_iter().flatten();
        parts.flat_map(|(part, rules)| rules.keys().map(|rule| (part.as_str(), rule.as_str())))
    }

    /// The ideas of which a broken rule speaks, each once; none if the map does not know it.
    pub fn concepts(&self, exercise: &str, part: &str, rule: &str) -> BTreeSet<&str> {
        let parts = self.exercises.get(exercise);
        let rules = [ALL_PARTS, part].into_iter().filter_map(|part| parts?.get(part)?.get(rule));
        rules.flatten().map(String::as_str).collect()
    }
}
