//! Imports: what comes in, once, and what is refused.

use super::{count, exported, import, lines, outside, packed, reader, run_on, unpacked};
use crate::place::Shell;
use insta::assert_snapshot;
use rusqlite::params;
use std::path::Path;

/// A package of ours after Anki was at it: answers, and rows that are none.
fn from_anki(shell: &Shell, folder: &Path) -> std::path::PathBuf {
    let (path, collection) = unpacked(&exported(shell, "apkg", folder));
    let card = |key: &str| -> i64 {
        let query = "SELECT c.id FROM cards c JOIN notes n ON n.id = c.nid WHERE n.guid = ?1";
        let guid = format!("who-holds-the-lock/small/{key}");
        collection.query_row(query, [guid], |row| row.get(0)).expect("a card")
    };
    let put = |id: i64, card: i64, ease: i64, kind: i64| {
        let values = params![id, card, ease, kind];
        let query = "INSERT INTO revlog VALUES (?1, ?2, -1, ?3, 1, 1, 0, 3000, ?4)";
        collection.execute(query, values).expect("a row");
    };
    // 2026-11-22 and the days after, in the evening.
    let day = |n: i64| 1_795_360_000_000 + n * 86_400_000;
    put(day(0), card("say"), 3, 1);
    put(day(1), card("count"), 1, 0);
    put(day(1) + 60_000, card("count"), 3, 0);
    put(day(2), card("say"), 4, 1);
    put(day(3), card("pick"), 3, 3);
    put(day(3) + 5, card("pick"), 0, 4);
    // Rescheduled and set by hand, with a button in the row.
    put(day(3) + 7, card("pick"), 3, 4);
    put(day(3) + 8, card("pick"), 4, 5);
    put(day(3) + 6, card("pick"), 7, 1);
    put(day(3) + 9, card("pick"), 3, -1);
    put(-5, card("pick"), 3, 1);
    put(77, card("pick"), 3, 1);
    put(day(40), card("pick"), 3, 1);
    put(day(4), 12345, 3, 1);
    drop(collection);
    let package = folder.join("from-anki.apkg");
    let bytes = std::fs::read(path).expect("the collection");
    packed(
        &package,
        &[("media", b"{}"), ("collection.anki2", b"an older form"), ("collection.anki21", &bytes)],
    );
    package
}

#[test]
fn what_was_answered_in_anki_comes_back_once() {
    let shell = reader("carry-back");
    let package = from_anki(&shell, &outside("carry-back"));
    let before = shell.log();
    assert_snapshot!("back_dry", import(&shell, &package, "--dry-run").shown());
    assert_eq!(shell.log(), before, "a dry run writes nothing");
    assert_snapshot!("back_once", import(&shell, &package, "").shown());
    let after = shell.log();
    assert_eq!(after.len(), before.len() + 5);
    assert!(before.iter().all(|line| after.contains(line)));
    let new: Vec<&String> = after.iter().filter(|line| !before.contains(line)).collect();
    assert_snapshot!("back_records", new.into_iter().cloned().collect::<Vec<_>>().join("\n"));
    assert_snapshot!("back_twice", import(&shell, &package, "").shown());
    assert_eq!(shell.log(), after);
    // What came from there goes back under its own number, so that nothing is doubled.
    let round = exported(&shell, "apkg", &outside("carry-back-round"));
    assert_eq!(count(&import(&shell, &round, "--json"), "new"), 0);
}

#[test]
fn our_own_package_brings_nothing() {
    let shell = reader("carry-own");
    let package = exported(&shell, "apkg", &outside("carry-own"));
    let outcome = import(&shell, &package, "--json");
    assert_eq!((count(&outcome, "new"), count(&outcome, "known")), (0, 7));
}

/// An answer that was exported and then taken back does not come back by way of Anki.
#[test]
fn what_was_taken_back_stays_taken_back() {
    let shell = Shell::new("carry-undone");
    let folder = outside("carry-undone");
    let file = shell.data.join("reviews-pod-7.jsonl");
    let text = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    // Without the undo, which stands behind the eight answers.
    std::fs::write(&file, text(&lines()[..8])).expect("a log");
    let package = exported(&shell, "apkg", &folder);
    std::fs::write(&file, text(&lines())).expect("a log");
    let outcome = import(&shell, &package, "--json");
    assert_eq!((count(&outcome, "new"), count(&outcome, "known")), (0, 8));
}

#[test]
fn a_document_of_ours_restores_the_log() {
    let shell = reader("carry-restore");
    let folder = outside("carry-restore");
    let document = exported(&shell, "json", &folder);
    let empty = Shell::new("carry-restored");
    assert_eq!(count(&import(&empty, &document, "--json"), "new"), 10);
    let (mut ours, mut theirs) = (shell.log(), empty.log());
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs);
    assert_eq!(count(&import(&empty, &document, "--json"), "new"), 0);
    assert_eq!(empty.run("export json", "").out, shell.run("export json", "").out);
    // A pretty printer in between changes nothing.
    let value: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&document).expect("a document")).expect("JSON");
    std::fs::write(&document, serde_json::to_string_pretty(&value).expect("JSON")).expect("a file");
    let again = Shell::new("carry-restored-again");
    assert_eq!(count(&import(&again, &document, "--json"), "new"), 10);
}

#[test]
fn a_folder_of_another_machine_is_united_with_ours() {
    let shell = reader("carry-union");
    let other = reader("carry-union-other");
    let own = lines()[0].replace("small/pick", "small/say").replace("\"id\":\"", "\"id\":\"b");
    std::fs::write(other.data.join("reviews-pod-3.jsonl"), format!("{own}\nnot an entry\n")).expect("a log");
    assert_snapshot!(
        import(&shell, &other.data, "").shown().replace(&other.data.display().to_string(), "OTHER")
    );
    let outcome = import(&shell, &other.data, "--json");
    assert_eq!((count(&outcome, "new"), count(&outcome, "known"), count(&outcome, "unusable")), (0, 11, 1));
    // A single file of it does as well.
    let file = other.data.join("reviews-pod-7.jsonl");
    assert_eq!(count(&import(&shell, &file, "--json"), "known"), 10);
}

#[test]
fn what_cannot_be_imported_is_said_so_and_changes_nothing() {
    let shell = reader("carry-refused");
    let folder = outside("carry-refused");
    let good = std::fs::read(exported(&shell, "apkg", &folder)).expect("a package");
    let (collection, connection) = unpacked(&folder.join("out.apkg"));
    connection
        .execute_batch(
            "DROP TABLE revlog; CREATE VIEW revlog AS SELECT 1 AS id, 1 AS cid, 3 AS ease, 0 AS time;",
        )
        .expect("a view");
    drop(connection);
    let view = std::fs::read(&collection).expect("a database");
    std::fs::write(folder.join("cut.apkg"), &good[..good.len() / 2]).expect("a file");
    std::fs::write(folder.join("head.apkg"), b"PK\x03\x04 and nothing else").expect("a file");
    std::fs::write(folder.join("text.txt"), "Dear diary,\n").expect("a file");
    std::fs::write(folder.join("other.json"), "{\"format\": \"anki\", \"log\": []}").expect("a file");
    std::fs::write(folder.join("empty"), "").expect("a file");
    packed(&folder.join("none.apkg"), &[("media", b"{}")]);
    packed(&folder.join("prose.apkg"), &[("collection.anki2", b"a collection of thoughts")]);
    packed(&folder.join("squeezed.apkg"), &[("collection.anki21b", b"not Zstandard")]);
    packed(&folder.join("view.apkg"), &[("collection.anki2", &view)]);
    std::fs::create_dir(folder.join("folder")).expect("a folder");
    let before = shell.log();
    let mut said = String::new();
    for name in [
        "cut.apkg",
        "head.apkg",
        "none.apkg",
        "prose.apkg",
        "squeezed.apkg",
        "view.apkg",
        "out.anki2",
        "text.txt",
        "other.json",
        "empty",
        "folder",
        "missing.apkg",
    ] {
        let outcome = import(&shell, &folder.join(name), "");
        said.push_str(&format!("$ quiz import {name}\n{}\n", outcome.shown()));
        assert_eq!(outcome.code, 2, "{name}");
        assert_eq!(shell.log(), before, "{name}");
    }
    assert_snapshot!(said.replace(&folder.display().to_string(), "OUT"));
}

/// The history of a retired question is ours; that of a question nobody knows is not.
#[test]
fn retired_questions_are_ours() {
    let shell = reader("carry-retired");
    let package = from_anki(&shell, &outside("carry-retired"));
    // On banks that know none of its questions.
    let outcome = run_on(&shell, None, &["import", &package.display().to_string(), "--json"]);
    assert_eq!((count(&outcome, "new"), count(&outcome, "foreign")), (0, 15));
    let bank =
        "schema: 1\nbank: small\ntitle: t\nchapter: lost-update\nitems:\n  - {id: say, retired: true}\n";
    let banks = outside("carry-retired-banks");
    std::fs::write(banks.join("small.yaml"), bank).expect("a bank");
    let path = package.display().to_string();
    let arguments = ["import", &path, "--json"].map(Into::into).into_iter();
    let rest = ["--data".into(), shell.data.clone().into(), "--now".into(), shell.now.clone().into()];
    let banks = ["--banks".into(), banks.into(), "--root".into(), crate::place::fixtures().into()];
    let all = std::iter::once("quiz".into()).chain(arguments).chain(rest).chain(banks).collect();
    assert_eq!(count(&shell.run_exactly(all, &mut "".as_bytes()), "new"), 2);
}

/// The package first, the log of the same reader after it, by import or as a file of the folder.
#[test]
fn an_answer_that_comes_twice_by_two_ways_counts_once() {
    let (from, to) = (reader("carry-ways-from"), Shell::new("carry-ways-to"));
    let package = exported(&from, "apkg", &outside("carry-ways"));
    let counted = |shell: &Shell| {
        let answers = quiz::log::read_folder(&shell.data).expect("the folder").records;
        let of = |r: quiz::log::Record| (r.key, r.day, r.grade as u8);
        answers.into_iter().map(of).collect::<Vec<_>>()
    };
    assert!(count(&import(&to, &package, "--json"), "new") > 0);
    count(&import(&to, &from.data, "--json"), "new");
    assert_eq!(counted(&to), counted(&from));
    assert_eq!(count(&import(&to, &package, "--json"), "new"), 0);
    assert_eq!(count(&import(&to, &from.data, "--json"), "new"), 0);
    let beside = Shell::new("carry-ways-beside");
    count(&import(&beside, &package, "--json"), "new");
    std::fs::copy(from.data.join("reviews-pod-7.jsonl"), beside.data.join("reviews-pod-7.jsonl"))
        .expect("a copy");
    assert_eq!(counted(&beside), counted(&from));
    // And that log goes no second time anywhere else.
    count(&import(&to, &beside.data, "--json"), "new");
    assert_eq!(counted(&to), counted(&from));
}

/// Reading a pipe that nobody writes to would never end.
#[cfg(unix)]
#[test]
fn a_pipe_is_refused() {
    let shell = Shell::new("carry-pipe");
    let pipe = outside("carry-pipe").join("answers");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    let outcome = import(&shell, &pipe, "");
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""));
    let said = "this is neither a file nor a folder\n  help: name a file on a disk\n";
    assert_eq!(outcome.err, format!("{}: {said}", pipe.display()));
}
