//! The verdicts that the last tests of an exercise left below the target folder.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use kit::diagnostic::{Diagnostic, Place};

use crate::house::{Exercise, House, entries, read_text};
use crate::stop::Stop;

/// The verdicts of one part, in the order in which they were left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) rules: Vec<(String, bool)>,
    /// Something that the learner edits is newer than the verdicts.
    pub(crate) stale: bool,
}

/// Every part of an exercise that has left verdicts.
pub(crate) fn parts(house: &House, exercise: &Exercise) -> Result<Vec<Part>, Stop> {
    let folder = house.root().join("exercises").join(&exercise.slot);
    let mut parts = Vec::new();
    for path in entries(&house.kept_folder(&exercise.name))? {
        if path.extension().is_some_and(|extension| extension == "verdicts") {
            let file = house.shown(&path);
            let source = read_text(&path, &file)?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy().replace('.', "::");
            let rules = rules(&source).map_err(|error| Stop::Input(error.render(&file, &source)))?;
            let stale = newest(&folder, &name) > changed(&path);
            parts.push(Part { name, rules, stale });
        }
    }
    Ok(parts)
}

fn rules(source: &str) -> Result<Vec<(String, bool)>, Diagnostic> {
    let lines = source.lines().enumerate().filter(|(_, line)| !line.is_empty());
    let rules = lines.map(|(index, line)| match line.split_once('\t') {
        Some((rule, "passes")) => Ok((rule.to_owned(), true)),
        Some((rule, "fails" | "waits")) => Ok((rule.to_owned(), false)),
        _ => {
            let place = Place { line: index as u32 + 1, column: 1 };
            Err(Diagnostic::new(place, "expected a rule, a tab, and `passes` or `fails`")
                .help("remove the file; the next `cargo test` writes it anew"))
        }
    });
    rules.collect()
}

fn changed(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}

/// When what a learner edits for this part was last changed: the file that has its name (a file to
/// break something with may lie in a folder: `attack/one-token-twice.txt`), or else all of them.
fn newest(folder: &Path, part: &str) -> Option<SystemTime> {
    let name = part.rsplit("::").next().unwrap_or(part);
    let attack = folder.join(format!("{}.txt", part.replace("::", "/")));
    let own = [attack, folder.join("src").join(format!("{name}.rs"))];
    let own: Vec<PathBuf> = own.into_iter().filter(|file| file.exists()).collect();
    let all = || entries(&folder.join("src")).unwrap_or_default();
    let files = if own.is_empty() { all() } else { own };
    files.iter().filter_map(|file| changed(file)).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_as_new_as_its_own_file() {
        let scratch = crate::scratch::Scratch::new(&[("attack/twice.txt", ""), ("src/open.rs", "")]);
        let when = |file: &str| changed(&scratch.path(file));
        let newest = |part: &str| newest(&scratch.path(""), part);
        assert_eq!(newest("attack::twice"), when("attack/twice.txt"));
        assert_eq!(newest("acquire::open"), when("src/open.rs"));
        assert_eq!(newest("attack::other"), when("src/open.rs"));
    }

    #[test]
    fn a_torn_record_has_a_place() {
        let error = rules("a_rule\tpasses\nothe").unwrap_err();
        assert_eq!(error.place, Place { line: 2, column: 1 });
    }
}
