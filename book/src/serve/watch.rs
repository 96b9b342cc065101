//! Sees that a source has changed, by modification time and size. A few hundred files twice a
//! second cost nothing that can be measured, and no platform's notifications need to be known.

use crate::workspace::Workspace;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

pub(super) type Snapshot = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// What a page can be made of.
const WATCHED: [&str; 8] = [
    "book/book.toml",
    "book/text",
    "book/theme",
    "scenarios",
    "concepts.yaml",
    "quiz/banks",
    "exercises",
    "solutions",
];

pub(super) fn snapshot(workspace: &Workspace) -> Snapshot {
    let mut found = Snapshot::new();
    for path in WATCHED {
        visit(&workspace.root().join(path), &mut found);
    }
    found
}

fn visit(path: &Path, found: &mut Snapshot) {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
    // Ours to write, cargo's to write, and editors' droppings.
    if name == "generated" || name == "target" || name.starts_with('.') || name.ends_with('~') {
        return;
    }
    if let Ok(entries) = std::fs::read_dir(path) {
        for entry in entries.flatten() {
            visit(&entry.path(), found);
        }
    } else if let Ok(data) = std::fs::metadata(path) {
        found.insert(path.to_owned(), (data.modified().ok(), data.len()));
    }
}

/// How often to look.
pub(super) const PERIOD: Duration = Duration::from_millis(400);
/// An editor may be caught between emptying a file and filling it; this long nothing must move.
const SETTLED: Duration = Duration::from_millis(60);

/// The sources as they are now, and a file that differs, once nobody writes any more.
pub(super) fn settled_change(workspace: &Workspace, before: &Snapshot) -> Option<(Snapshot, PathBuf)> {
    let mut now = snapshot(workspace);
    loop {
        let changed = changed(before, &now)?;
        std::thread::sleep(SETTLED);
        let later = snapshot(workspace);
        if later == now {
            return Some((now, changed));
        }
        now = later;
    }
}

/// A file that is new, gone or different.
pub(super) fn changed(before: &Snapshot, now: &Snapshot) -> Option<PathBuf> {
    let differs = |(path, state): &(&PathBuf, _)| before.get(*path) != Some(*state);
    let gone = || before.keys().find(|path| !now.contains_key(*path));
    now.iter().find(differs).map(|(path, _)| path).or_else(gone).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snapshot(files: &[(&str, u64)]) -> Snapshot {
        files.iter().map(|(name, size)| (PathBuf::from(name), (None, *size))).collect()
    }

    #[test]
    fn new_gone_and_different_files_are_seen() {
        let before = snapshot(&[("a", 1), ("b", 2)]);
        assert_eq!(changed(&before, &before), None);
        assert_eq!(changed(&before, &snapshot(&[("a", 1), ("b", 3)])), Some("b".into()));
        assert_eq!(changed(&before, &snapshot(&[("a", 1), ("b", 2), ("c", 0)])), Some("c".into()));
        assert_eq!(changed(&before, &snapshot(&[("b", 2)])), Some("a".into()));
    }
}
