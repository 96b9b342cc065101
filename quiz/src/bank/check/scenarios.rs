//! The scenarios that trace questions name, each read once.

use crate::bank::Problem;
use crate::bank::text::nearest;
use kit::scenario::Scenario;
use kit::trace::Trace;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// What a trace question needs of a scenario.
#[derive(Debug, Clone)]
pub(in crate::bank) struct Recorded {
    pub cast: Vec<String>,
    pub trace: Arc<Trace>,
}

pub(in crate::bank) struct Scenarios {
    root: PathBuf,
    /// How messages name the root.
    name: String,
    known: BTreeMap<String, Option<Recorded>>,
}

/// Why a scenario cannot be used, where the bank names it: a message and the next step.
pub(in crate::bank) type Unusable = (String, String);

impl Scenarios {
    pub(in crate::bank) fn new(root: &Path, name: &str) -> Scenarios {
        Scenarios { root: root.to_owned(), name: name.to_owned(), known: BTreeMap::new() }
    }

    /// `Ok(None)` when the scenario is broken and that has been reported: on this call, in
    /// `problems`, or on an earlier one.
    pub(super) fn get(
        &mut self,
        file: &str,
        problems: &mut Vec<Problem>,
    ) -> Result<Option<Recorded>, Unusable> {
        if let Some(known) = self.known.get(file) {
            return Ok(known.clone());
        }
        let inside = Path::new(file).components().all(|part| matches!(part, Component::Normal(_)));
        if !inside || !file.ends_with(".txt") {
            let help = "name a file below scenarios/, such as `lost-update/two-debits.txt`";
            return Err((format!("`{file}` is no scenario"), help.to_owned()));
        }
        let source = match std::fs::read_to_string(self.root.join(file)) {
            Ok(source) => source,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err((format!("there is no scenario {}/{file}", self.name), self.others(file)));
            }
            Err(error) => return Err((format!("{}/{file}: {error}", self.name), String::new())),
        };
        let recorded = self.parse(file, source, problems)?;
        self.known.insert(file.to_owned(), recorded.clone());
        Ok(recorded)
    }

    fn parse(
        &self,
        file: &str,
        source: String,
        problems: &mut Vec<Problem>,
    ) -> Result<Option<Recorded>, Unusable> {
        match Scenario::parse(&source) {
            Err(diagnostic) => {
                let file = format!("{}/{file}", self.name);
                problems.push(Problem::new(&file, &Arc::from(source), diagnostic));
                Ok(None)
            }
            Ok(Scenario { recorded: None, .. }) => {
                let message = format!("{}/{file} has no recorded trace", self.name);
                Err((message, "run it: `cargo xtask bless`".to_owned()))
            }
            Ok(Scenario { recorded: Some(trace), cast, .. }) => {
                let cast = cast.iter().map(|line| format!("{}: {}", line.key, line.value)).collect();
                Ok(Some(Recorded { cast, trace: Arc::new(trace) }))
            }
        }
    }

    fn others(&self, file: &str) -> String {
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        let Ok(entries) = std::fs::read_dir(self.root.join(folder)) else { return String::new() };
        let mut found: Vec<String> = entries
            .filter_map(|entry| folder.join(entry.ok()?.file_name()).to_str().map(str::to_owned))
            .filter(|name| name.ends_with(".txt"))
            .collect();
        found.sort();
        let names: Vec<&str> = found.iter().map(String::as_str).collect();
        match nearest(file, &names) {
            Some(near) => format!("did you mean `{near}`?"),
            None if found.is_empty() => String::new(),
            None => format!("there are: {}", found.join(", ")),
        }
    }
}
