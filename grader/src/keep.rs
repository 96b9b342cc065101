//! Keeps counterexamples between sessions: what failed is tried first next time.
//!
//! A kept counterexample is a scenario file below the target folder; `replay` reads it and a
//! learner may edit it. A file that no longer parses, or whose cast the exercise no longer has, is
//! left alone and passed over: a search finds the failure again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kit::scenario::Scenario;

/// The folder of one part of one exercise.
#[derive(Debug, Clone)]
pub struct Shelf {
    /// `None`: nothing is read and nothing is kept.
    folder: Option<PathBuf>,
    part: String,
}

impl Shelf {
    pub fn new(folder: &Path, part: &str) -> Shelf {
        Shelf { folder: Some(folder.to_owned()), part: part.replace("::", ".") }
    }

    /// A shelf that keeps nothing, for proofs: each variant must fall to the search alone.
    pub fn none() -> Shelf {
        Shelf { folder: None, part: String::new() }
    }

    /// What is kept for this part, in the order of the properties' names.
    pub fn scenarios(&self) -> Vec<Scenario> {
        let Some(folder) = &self.folder else { return Vec::new() };
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let prefix = format!("{}.", self.part);
        let mut paths: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| {
                let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                name.strip_prefix(&prefix).and_then(|rest| rest.strip_suffix(".txt")).is_some()
            })
            .collect();
        paths.sort();
        let texts = paths.into_iter().filter_map(|path| fs::read_to_string(path).ok());
        texts.filter_map(|text| Scenario::parse(&text).ok()).collect()
    }

    /// Keeps a counterexample; an older one of the same property is replaced at once or not at all.
    pub fn keep(&self, property: &str, scenario: &Scenario) -> io::Result<()> {
        self.write(&format!("{}.{property}.txt", self.part), &scenario.to_string())
    }

    /// The record of verdicts, which `quiz` and `xtask` read: a line each, `property<TAB>passes`.
    pub fn record(&self, verdicts: &[(String, &str)]) -> io::Result<()> {
        let lines: String = verdicts.iter().map(|(name, status)| format!("{name}\t{status}\n")).collect();
        self.write(&format!("{}.verdicts", self.part), &lines)
    }

    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        fs::create_dir_all(folder)?;
        write_whole(&folder.join(name), text)
    }
}

/// Writes beside the file and renames, so that a process killed in between loses nothing.
fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let beside = path.with_extension(format!("new-{}", std::process::id()));
    fs::write(&beside, text)?;
    fs::rename(&beside, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("keep-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    fn scenario(title: &str) -> Scenario {
        Scenario::parse(&format!("title: {title}\nfor: toy\n\nn1 times out\n")).expect("a scenario")
    }

    #[test]
    fn what_is_kept_is_found_by_its_part_alone() {
        let folder = folder("part");
        let shelf = Shelf::new(&folder, "repairs::relative");
        shelf.keep("a_rule", &scenario("old")).unwrap();
        shelf.keep("a_rule", &scenario("new")).unwrap();
        assert_eq!(shelf.scenarios().iter().map(|kept| kept.title.as_str()).collect::<Vec<_>>(), ["new"]);
        assert!(Shelf::new(&folder, "repairs::locked").scenarios().is_empty());
        assert!(Shelf::none().scenarios().is_empty());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_that_a_learner_broke_is_passed_over_and_left_alone() {
        let folder = folder("broken");
        let shelf = Shelf::new(&folder, "part");
        shelf.keep("a_rule", &scenario("kept")).unwrap();
        let path = folder.join("part.other.txt");
        fs::write(&path, "half a scen").unwrap();
        assert_eq!(shelf.scenarios().len(), 1);
        assert_eq!(fs::read_to_string(&path).unwrap(), "half a scen");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_record_is_a_line_a_rule() {
        let folder = folder("record");
        let verdicts = [("a_rule".to_owned(), "passes"), ("other".to_owned(), "fails")];
        Shelf::new(&folder, "a::b").record(&verdicts).unwrap();
        assert_eq!(
            fs::read_to_string(folder.join("a.b.verdicts")).unwrap(),
            "a_rule\tpasses\nother\tfails\n"
        );
        fs::remove_dir_all(folder).unwrap();
    }
}
