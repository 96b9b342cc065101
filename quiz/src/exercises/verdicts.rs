//! The verdicts and counterexamples that the grader left.

use crate::chance::hash;
use std::fmt;
use std::path::{Path, PathBuf};

/// A file larger than this is none of the grader's.
const LARGEST: u64 = 1 << 20;

/// A rule that the code of an exercise broke, with a counterexample.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Broken {
    pub exercise: String,
    /// As the grader names it: `lease::open`.
    pub part: String,
    pub rule: String,
    /// Of the counterexample: the same code breaks in the same way.
    pub verdict: u32,
}

/// How the log has it: `lease-table/lease::open/one_live_grant_a_name#1a2b3c4d`.
impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}#{:08x}", self.exercise, self.part, self.rule, self.verdict)
    }
}

/// Where cargo builds this workspace.
pub fn target_folder(root: &Path) -> PathBuf {
    let named = std::env::var_os("CARGO_TARGET_DIR").filter(|folder| !folder.is_empty());
    let named = named.map(PathBuf::from).or_else(|| configured(root));
    root.join(named.unwrap_or_else(|| PathBuf::from("target")))
}

/// `target-dir` of the workspace's own `.cargo/config.toml`, if it says one.
fn configured(root: &Path) -> Option<PathBuf> {
    let text = read(&root.join(".cargo").join("config.toml"))?;
    let mut section = "";
    for line in text.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.split(']').next()) {
            section = name.trim();
        }
        let Some((name, value)) = line.split_once('=') else { continue };
        let name = name.trim();
        if (section, name) == ("build", "target-dir") || (section, name) == ("", "build.target-dir") {
            let value = value.trim();
            let quote = value.chars().next().filter(|c| ['"', '\''].contains(c))?;
            return value[1..].split(quote).next().filter(|value| !value.is_empty()).map(PathBuf::from);
        }
    }
    None
}

/// Every rule of these exercises that fails now and for which a counterexample was found, in the
/// order of their names. A rule that only waits, because a part is not written yet, has none.
pub fn broken<'a>(target: &Path, exercises: impl Iterator<Item = &'a str>) -> Vec<Broken> {
    let mut all = Vec::new();
    for exercise in exercises {
        let folder = target.join("tmp").join(exercise);
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(part) = name.to_str().and_then(|name| name.strip_suffix(".verdicts")) else { continue };
            let Some(text) = read(&entry.path()) else { continue };
            for rule in failing(&text) {
                let Some(counterexample) = read(&folder.join(format!("{part}.{rule}.txt"))) else { continue };
                all.push(Broken {
                    exercise: exercise.to_owned(),
                    part: part.replace('.', "::"),
                    rule: rule.to_owned(),
                    verdict: hash(&[&counterexample]) as u32,
                });
            }
        }
    }
    all.sort();
    all
}

/// The rules with the verdict `fails`. A name is a name of code and nothing else, so that it can
/// stand in a file's name.
fn failing(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().filter_map(|line| line.split_once('\t'));
    let failing = lines.filter(|(_, verdict)| verdict.trim() == "fails").map(|(rule, _)| rule);
    failing.filter(|rule| !rule.is_empty() && rule.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
}

fn read(path: &Path) -> Option<String> {
    let metadata = std::fs::metadata(path).ok()?;
    (metadata.is_file() && metadata.len() <= LARGEST).then(|| std::fs::read_to_string(path).ok())?
}
