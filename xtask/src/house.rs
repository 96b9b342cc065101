//! Where things are: the workspace, its exercises, their solutions, the target folder.

#[cfg(test)]
mod citations;

use std::fs;
use std::path::{Path, PathBuf};

use kit::diagnostic::{Diagnostic, Place, nearest};

use crate::stop::Stop;

#[derive(Debug, Clone)]
pub(crate) struct House {
    root: PathBuf,
    target: PathBuf,
}

/// `exercises/NN-name` and what belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Exercise {
    pub(crate) number: u32,
    /// The name of the package.
    pub(crate) name: String,
    /// `NN-name`, the same below `exercises/` and `solutions/`.
    pub(crate) slot: String,
}

impl House {
    /// The workspace around the current folder, or else the one that this program was built from.
    pub(crate) fn find() -> Result<House, Stop> {
        let here = std::env::current_dir().map_err(|error| Stop::file("find", Path::new("."), &error))?;
        let built_from = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let starts = std::iter::once(here).chain(built_from);
        let root = starts.flat_map(|start| start.ancestors().map(Path::to_owned).collect::<Vec<_>>());
        let root = root.into_iter().find(|folder| is_house(folder)).ok_or_else(|| {
            Stop::Input("this is not the workbook: run the command in a folder of the clone\n".into())
        })?;
        let target = match std::env::var_os("CARGO_TARGET_DIR").filter(|folder| !folder.is_empty()) {
            Some(folder) => root.join(folder),
            None => root.join("target"),
        };
        Ok(House { root, target })
    }

    /// Another workspace: a copy, a clone.
    pub(crate) fn other(root: &Path, target: &Path) -> House {
        House { root: root.to_owned(), target: target.to_owned() }
    }

    #[cfg(test)]
    pub(crate) fn at(root: &Path) -> House {
        House { root: root.to_owned(), target: root.join("target") }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// All exercises, in the order of their chapters.
    pub(crate) fn exercises(&self) -> Result<Vec<Exercise>, Stop> {
        let folder = self.root.join("exercises");
        let mut exercises: Vec<Exercise> = entries(&folder)?
            .iter()
            .filter(|path| path.join("Cargo.toml").is_file())
            .filter_map(|path| Exercise::of_slot(path.file_name()?.to_str()?))
            .collect();
        exercises.sort_by_key(|exercise| (exercise.number, exercise.name.clone()));
        Ok(exercises)
    }

    /// The exercise of this name; `01-lost-update` is as good as `lost-update`.
    pub(crate) fn exercise(&self, name: &str) -> Result<Exercise, Stop> {
        let all = self.exercises()?;
        if let Some(found) = all.iter().find(|exercise| exercise.name == name || exercise.slot == name) {
            return Ok(found.clone());
        }
        let names: Vec<&str> = all.iter().map(|exercise| exercise.name.as_str()).collect();
        let help = match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are: {}", names.join(", ")),
        };
        Err(Stop::Input(format!("there is no exercise `{name}`\n  help: {help}\n")))
    }

    /// The one that is named, or all.
    pub(crate) fn chosen(&self, name: Option<&str>) -> Result<Vec<Exercise>, Stop> {
        match name {
            Some(name) => Ok(vec![self.exercise(name)?]),
            None => self.exercises(),
        }
    }

    pub(crate) fn exercise_folder(&self, exercise: &Exercise) -> PathBuf {
        self.root.join("exercises").join(&exercise.slot)
    }

    pub(crate) fn solution_folder(&self, exercise: &Exercise) -> PathBuf {
        self.root.join("solutions").join(&exercise.slot)
    }

    /// Where the tests of an exercise keep counterexamples and verdicts (`CARGO_TARGET_TMPDIR`).
    pub(crate) fn kept_folder(&self, exercise: &str) -> PathBuf {
        self.target.join("tmp").join(exercise)
    }

    /// The path as people see it: from the root of the workspace, where it is below it.
    pub(crate) fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).display().to_string()
    }
}

fn is_house(folder: &Path) -> bool {
    folder.join("Cargo.toml").is_file() && folder.join("xtask/Cargo.toml").is_file()
}

impl Exercise {
    /// `01-lost-update`: two digits, a dash, a name.
    pub(crate) fn of_slot(slot: &str) -> Option<Exercise> {
        let (number, name) = slot.split_once('-')?;
        let digits = number.len() == 2 && number.bytes().all(|byte| byte.is_ascii_digit());
        let number = number.parse().ok().filter(|_| digits && !name.is_empty())?;
        Some(Exercise { number, name: name.to_owned(), slot: slot.to_owned() })
    }
}

/// What is in a folder, sorted by name; nothing when there is no such folder.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>, Stop> {
    let read = match fs::read_dir(folder) {
        Ok(read) => read,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Stop::file("read", folder, &error)),
    };
    let mut paths = Vec::new();
    for entry in read {
        paths.push(entry.map_err(|error| Stop::file("read", folder, &error))?.path());
    }
    paths.sort();
    Ok(paths)
}

/// All files below a folder, as paths from that folder, sorted.
pub(crate) fn files_below(folder: &Path) -> Result<Vec<PathBuf>, Stop> {
    let mut files = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(below) = open.pop() {
        for path in entries(&folder.join(&below))? {
            let relative = below.join(path.file_name().unwrap_or_default());
            // A link to a folder may lead in a circle.
            if path.is_dir() && !path.is_symlink() {
                open.push(relative);
            } else if path.is_file() {
                files.push(relative);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The text of a file. What is no UTF-8 has a place too.
pub(crate) fn read_text(path: &Path, shown: &str) -> Result<String, Stop> {
    let bytes = fs::read(path).map_err(|error| Stop::file("read", Path::new(shown), &error))?;
    String::from_utf8(bytes).map_err(|error| {
        let (good, bytes) = (error.utf8_error().valid_up_to(), error.into_bytes());
        let before = String::from_utf8_lossy(&bytes[..good]).into_owned();
        let line = before.matches('\n').count() as u32 + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() as u32 + 1;
        let diagnostic = Diagnostic::new(Place { line, column }, "this is not UTF-8 text")
            .help("save the file as UTF-8 and run the command again");
        Stop::Input(diagnostic.render(shown, &String::from_utf8_lossy(&bytes)))
    })
}

/// Writes a file whole or not at all, and makes its folder.
pub(crate) fn write_text(path: &Path, text: &str) -> Result<(), Stop> {
    let failed = |error: &std::io::Error| Stop::file("write", path, error);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".new-{}", std::process::id()));
    let beside = path.with_file_name(name);
    let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&beside);
        failed(&error)
    })
}
