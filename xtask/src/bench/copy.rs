//! A copy of the workbook below `target/bench`, with its exercises solved.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::house::{House, entries, files_below};
use crate::stop::Stop;

/// The copy, with a target folder of its own. Files that have not changed are left alone, so
/// that a second bench begins warm.
pub(super) fn solved(house: &House) -> Result<House, Stop> {
    let home = house.target().join("bench");
    let root = home.join("repo");
    let mut wanted: BTreeSet<PathBuf> = BTreeSet::new();
    for top in entries(house.root())? {
        let name = PathBuf::from(top.file_name().unwrap_or_default());
        if [Path::new("target"), Path::new(".git")].contains(&name.as_path()) || top == house.target() {
            continue;
        }
        match top.is_dir() {
            true => wanted.extend(files_below(&top)?.into_iter().map(|file| name.join(file))),
            false => drop(wanted.insert(name)),
        }
    }
    for file in &wanted {
        copy(&source(house, file), &root.join(file))?;
    }
    for file in files_below(&root)?.iter().filter(|file| !wanted.contains(*file)) {
        let path = root.join(file);
        fs::remove_file(&path).map_err(|error| Stop::file("remove", &path, &error))?;
    }
    Ok(House::other(&root, &home.join("target")))
}

/// A learner's file is taken from the solution, where that has one of the same name.
fn source(house: &House, file: &Path) -> PathBuf {
    let solved = file.strip_prefix("exercises").ok().map(|rest| house.root().join("solutions").join(rest));
    let first = file.components().nth(2).map(|part| part.as_os_str().to_owned());
    let learners = first.is_some_and(|first| ["src", "attack", "attack.txt"].iter().any(|own| first == *own));
    match solved.filter(|path| learners && path.is_file()) {
        Some(path) => path,
        None => house.root().join(file),
    }
}

fn copy(from: &Path, to: &Path) -> Result<(), Stop> {
    let text = fs::read(from).map_err(|error| Stop::file("read", from, &error))?;
    if fs::read(to).is_ok_and(|there| there == text) {
        return Ok(());
    }
    let written = fs::create_dir_all(to.parent().unwrap_or(to)).and_then(|()| fs::write(to, text));
    written.map_err(|error| Stop::file("write", to, &error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn the_copy_is_solved_and_the_original_is_not_touched() {
        let scratch = Scratch::new(&[
            ("Cargo.toml", "w"),
            (".git/HEAD", "no"),
            ("target/x", "no"),
            ("exercises/01-x/src/lib.rs", "stub"),
            ("exercises/01-x/src/own.rs", "own"),
            ("exercises/01-x/Cargo.toml", "exercise"),
            ("exercises/01-x/attack.txt", "to do"),
            ("exercises/01-x/attack/one.txt", "to do"),
            ("solutions/01-x/src/lib.rs", "solved"),
            ("solutions/01-x/Cargo.toml", "solution"),
            ("solutions/01-x/attack.txt", "done"),
            ("solutions/01-x/attack/one.txt", "done"),
        ]);
        scratch.write("target/bench/repo/gone.rs", "of an earlier copy");
        solved(&scratch.house()).unwrap();
        let copied = |path: &str| scratch.read(&format!("target/bench/repo/{path}"));
        assert_eq!(copied("exercises/01-x/src/lib.rs"), "solved");
        assert_eq!(copied("exercises/01-x/src/own.rs"), "own");
        assert_eq!(copied("exercises/01-x/attack.txt"), "done");
        assert_eq!(copied("exercises/01-x/attack/one.txt"), "done");
        assert_eq!(copied("exercises/01-x/Cargo.toml"), "exercise");
        assert_eq!(scratch.read("exercises/01-x/src/lib.rs"), "stub");
        for gone in ["gone.rs", ".git", "target"] {
            assert!(!scratch.path("target/bench/repo").join(gone).exists(), "{gone}");
        }
    }
}
