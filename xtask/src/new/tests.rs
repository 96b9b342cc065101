use super::*;
use crate::scratch::Scratch;

fn house() -> Scratch {
    Scratch::new(&[
        ("Cargo.lock", "[[package]]\nname = \"serde\"\n"),
        ("exercises/01-lost-update/Cargo.toml", ""),
        ("solutions/03-half-made/Cargo.toml", ""),
        ("kit/src/contract.rs", "//! Contracts.\n\npub mod lost_update;\npub mod two_phase;\n"),
        ("kit/src/contract/two_phase.rs", ""),
        (
            "stage/src/lib.rs",
            "//! Drives.\n\nmod clients;\npub mod lost_update;\nmod session;\n\nuse std::fmt;\n",
        ),
        ("stage/src/ladder.rs", ""),
    ])
}

#[test]
fn a_skeleton_is_whole_and_in_its_places() {
    let scratch = house();
    let made = exercise(&scratch.house(), "raft-log", 5).unwrap();
    assert_eq!(made.len(), 21);
    assert_eq!(
        scratch.read("kit/src/contract.rs"),
        "//! Contracts.\n\npub mod lost_update;\npub mod raft_log;\npub mod two_phase;\n"
    );
    assert_eq!(
        scratch.read("stage/src/lib.rs"),
        "//! Drives.\n\nmod clients;\npub mod lost_update;\npub mod raft_log;\nmod session;\n\nuse std::fmt;\n"
    );
    assert_eq!(
        scratch.read("exercises/05-raft-log/src/lib.rs"),
        scratch.read("exercises/05-raft-log/stub/src/lib.rs")
    );
    for (path, text) in scratch.all() {
        let holes = ["{NAME}", "{MODULE}", "{NN}", "{N}"];
        assert!(!holes.iter().any(|hole| text.contains(hole)), "{}", path.display());
    }
}

/// What the book reads for the card of an exercise; without it a chapter cannot name the exercise.
#[test]
fn the_readme_of_a_skeleton_begins_with_a_card() {
    let scratch = house();
    exercise(&scratch.house(), "raft-log", 5).unwrap();
    let readme = scratch.read("exercises/05-raft-log/README.md");
    for entry in ["# raft-log\n\n- teaches: ", "\n- part rules: ", "\n- time: "] {
        assert!(readme.contains(entry), "{entry}");
    }
}

#[test]
fn the_variants_of_a_skeleton_fit_its_solution() {
    let scratch = house();
    let house = scratch.house();
    exercise(&house, "raft-log", 5).unwrap();
    let loaded = crate::prove::check_variants(&house, &house.exercise("raft-log").unwrap());
    assert_eq!(loaded, Ok(2));
}

#[test]
fn what_is_refused_writes_nothing() {
    for (name, chapter, reason) in [
        ("Raft", 5, "cannot name a crate"),
        ("raft_log", 5, "cannot name a crate"),
        ("raft--log", 5, "cannot name a crate"),
        ("../raft", 5, "cannot name a crate"),
        ("", 5, "cannot name a crate"),
        ("match", 5, "cannot name a crate"),
        ("lost-update", 5, "exercises/01-lost-update is there already"),
        ("half-made", 5, "solutions/03-half-made is there already"),
        ("two-phase", 5, "kit/src/contract/two_phase.rs is there already"),
        ("ladder", 5, "stage/src/ladder.rs is there already"),
        ("serde", 5, "Cargo.lock has a package"),
        ("core", 5, "keeps for itself"),
        ("raft-solution", 5, "keeps for itself"),
        ("raft-log", 0, "chapter 0"),
        ("raft-log", 100, "chapter 100"),
    ] {
        let scratch = house();
        let before = scratch.all();
        let stop = exercise(&scratch.house(), name, chapter).unwrap_err();
        assert_eq!(stop.code(), 2);
        assert!(stop.to_string().contains(reason), "{name}: {stop}");
        assert_eq!(scratch.all(), before, "{name}");
    }
}

#[test]
fn half_a_skeleton_is_taken_back() {
    let scratch = house();
    // The folder of the contract cannot be made: a file has its name.
    std::fs::remove_dir_all(scratch.path("kit/src/contract")).unwrap();
    scratch.write("kit/src/contract", "in the way");
    let before = scratch.all();
    assert!(exercise(&scratch.house(), "raft-log", 5).is_err());
    assert_eq!(scratch.all(), before);
}

/// The lists of modules are written last; the first is put back when the second cannot be.
#[test]
fn a_list_that_was_changed_is_put_back() {
    let scratch = house();
    let before = [(scratch.path("kit/src/contract.rs"), scratch.read("kit/src/contract.rs"))];
    let files = vec![
        (scratch.path("kit/src/new.rs"), "new".to_owned()),
        (before[0].0.clone(), "changed".to_owned()),
        (scratch.path("Cargo.lock/cannot.rs"), "a file stands where its folder should".to_owned()),
    ];
    let all = scratch.all();
    assert!(write_all(files, &before).is_err());
    assert_eq!(scratch.all(), all);
}

#[test]
fn a_module_finds_its_line() {
    assert_eq!(with_module("//! C.\n\npub mod m;\n", "a"), "//! C.\n\npub mod a;\npub mod m;\n");
    assert_eq!(with_module("//! C.\n\npub mod m;\n", "z"), "//! C.\n\npub mod m;\npub mod z;\n");
    assert_eq!(with_module("mod a;\nmod c;\n", "b"), "mod a;\npub mod b;\nmod c;\n");
    assert_eq!(with_module("//! C.\n", "a"), "//! C.\npub mod a;\n");
}
