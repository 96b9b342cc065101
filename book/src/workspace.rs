//! Where the workspace lies, and which of its files a chapter may show.

use std::path::{Component, Path, PathBuf};

/// Folders whose files the workspace compiles or runs. A listing comes from here or not at all,
/// so that no code on a page can rot.
const TESTED: [&str; 10] =
    ["exercises", "figure", "grader", "kit", "nodes", "quiz", "scenarios", "solutions", "stage", "xtask"];

/// The folder that holds `book/book.toml`.
#[derive(Debug, Clone)]
pub struct Workspace {
    root: PathBuf,
}

/// Why a file cannot be shown.
#[derive(Debug)]
pub enum Refused {
    /// It is not under one of the tested folders.
    Untested,
    Unreadable(std::io::Error),
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refused::Untested => f.write_str("it leads out of the tested folders"),
            Refused::Unreadable(error) => error.fmt(f),
        }
    }
}

impl Workspace {
    pub fn at(root: impl Into<PathBuf>) -> Workspace {
        Workspace { root: root.into() }
    }

    /// The nearest workspace at or above `from`.
    pub fn find(from: &Path) -> Option<Workspace> {
        from.ancestors().find(|dir| dir.join("book/book.toml").is_file()).map(Workspace::at)
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The book's root as mdBook sees it.
    pub fn book(&self) -> PathBuf {
        self.root.join("book")
    }

    /// The chapters.
    pub fn text(&self) -> PathBuf {
        self.root.join("book/text")
    }

    /// Where this program may write, whatever `CARGO_TARGET_DIR` says for cargo itself.
    pub fn target(&self) -> PathBuf {
        self.root.join("target")
    }

    /// A path as a reader of the repository would write it.
    pub fn shown(&self, path: &Path) -> String {
        let relative = path.strip_prefix(&self.root).unwrap_or(path);
        let parts: Vec<_> = relative.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        parts.join("/")
    }

    /// The text of a tested file, by its path from the root of the workspace.
    pub fn read_tested(&self, path: &str) -> Result<String, Refused> {
        if !is_tested(Path::new(path)) {
            return Err(Refused::Untested);
        }
        std::fs::read_to_string(self.root.join(path)).map_err(Refused::Unreadable)
    }

    /// Folder of the exercise with this name: `exercises/NN-name`.
    pub fn exercise(&self, name: &str) -> Option<PathBuf> {
        self.exercises().into_iter().find(|(found, _)| found == name).map(|(_, path)| path)
    }

    /// Names and folders of all exercises, in the order of their chapters.
    pub fn exercises(&self) -> Vec<(String, PathBuf)> {
        let Ok(entries) = std::fs::read_dir(self.root.join("exercises")) else { return Vec::new() };
        let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        found.sort();
        let named = |path: PathBuf| {
            let folder = path.file_name()?.to_str()?;
            let (number, name) = folder.split_once('-')?;
            (path.is_dir() && number.chars().all(|c| c.is_ascii_digit()) && !number.is_empty())
                .then(|| (name.to_owned(), path.clone()))
        };
        found.into_iter().filter_map(named).collect()
    }
}

/// Whether a path from the root stays inside a tested folder.
pub fn is_tested(path: &Path) -> bool {
    let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    let first = path.components().next().and_then(|part| part.as_os_str().to_str());
    plain && first.is_some_and(|first| TESTED.contains(&first))
}

/// The tested folders, for messages.
pub fn tested_folders() -> String {
    TESTED.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listing_cannot_leave_the_tested_folders() {
        assert!(is_tested(Path::new("kit/src/sql.rs")));
        for path in ["book/text/a.md", "kit/../secrets", "../kit/src/sql.rs", "/etc/passwd", "", "kit2/a"] {
            assert!(!is_tested(Path::new(path)), "{path}");
        }
    }
}
