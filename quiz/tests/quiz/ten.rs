//! Ten broken banks and exactly what their author is told: `tests/ten`, one folder each, beside a
//! small house of concepts, chapters and scenarios.

use crate::place::{Outcome, Shell};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

fn ten() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("ten")
}

/// `cargo quiz check`: of the whole folder, or of its bank alone.
fn check(folder: &Path, whole: bool) -> Outcome {
    let shell = Shell::new("ten");
    let mut arguments: Vec<OsString> = vec!["quiz".into(), "check".into()];
    if !whole {
        arguments.push(folder.join("bank.yaml").into());
    }
    arguments.extend(["--root".into(), ten().join("house").into(), "--banks".into(), folder.into()]);
    let mut outcome = shell.run_exactly(arguments, &mut &b""[..]);
    // When the tests run in the crate's folder, names are relative to it.
    outcome.err = outcome.err.replace(&format!("{}/", ten().display()), "").replace("tests/ten/", "");
    outcome
}

#[test]
fn ten_broken_banks_and_what_is_printed_for_each() {
    let entries = std::fs::read_dir(ten()).expect("the folder");
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    folders.retain(|folder| !folder.ends_with("house"));
    folders.sort();
    assert_eq!(folders.len(), 10);
    for folder in folders {
        let name = folder.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        // What is missing can be told from all banks only.
        let outcome = check(&folder, name.ends_with("not-asked"));
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{name}");
        insta::assert_snapshot!(name, outcome.err);
    }
}
