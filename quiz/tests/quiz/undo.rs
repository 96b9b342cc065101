//! `cargo quiz undo`: the last action first, again and again, and back.

use crate::log::record;
use crate::place::{Shell, help, without_ids};
use insta::assert_snapshot;
use quiz::log::{Grade, Log, Note, What, host_name, read_folder};
use std::fs;

/// Two answers, one of them right, then a flag, then a suspension.
fn used(name: &str) -> Shell {
    let shell = Shell::new(name);
    assert_eq!(shell.run("flash --limit 2", "?\nq\n").code, 0);
    assert_eq!(shell.run("flag small/say says too little", "").code, 0);
    assert_eq!(shell.run("suspend small/run", "").code, 0);
    shell
}

#[test]
fn what_was_done_last_is_taken_back_first() {
    let shell = used("undo");
    let mut shown = String::new();
    for arguments in [
        "undo --list",
        "undo",
        "undo",
        "undo",
        "undo",
        "undo --list",
        "undo --redo",
        "undo --redo",
        "undo",
        "undo --redo",
        "undo --redo",
        "undo --redo",
    ] {
        let outcome = shell.run(arguments, "");
        shown.push_str(&format!("$ cargo quiz {arguments}\n{}", outcome.shown()));
    }
    assert_snapshot!(without_ids(&shown));
    let reviews = read_folder(&shell.data).expect("the folder");
    assert_eq!((reviews.records.len(), reviews.standing().suspended.len()), (1, 1));
}

#[test]
fn a_narrow_list() {
    let mut shell = used("undo-narrow");
    shell.width = 36;
    shell.run("undo", "");
    assert_snapshot!(without_ids(&(shell.run("undo --list", "").out + &shell.run("undo --redo", "").out)));
}

#[test]
fn scripts_get_documents() {
    let shell = used("undo-json");
    let all = ["undo --list --json", "undo --json", "undo --redo --json", "undo --redo --json"];
    let shown: Vec<String> = all.iter().map(|arguments| shell.run(arguments, "").shown()).collect();
    for document in &shown {
        let text = document.split("--- exit").next().expect("a document");
        serde_json::from_str::<serde_json::Value>(text).expect("JSON and nothing else");
    }
    assert_snapshot!(without_ids(&shown.concat()));
}

#[test]
fn help_of_undo() {
    assert_snapshot!(help("undo"));
}

#[test]
fn an_id_takes_back_this_one() {
    let shell = used("undo-id");
    let ids = shell.field("id");
    assert_eq!(shell.run(&format!("undo {}", &ids[0][..8]), "").code, 0);
    assert_eq!(read_folder(&shell.data).expect("the folder").records, []);
    for (id, part) in [
        (ids[0].as_str(), "was taken back already"),
        ("zzz", "there is no action `zzz`\n  help: `cargo quiz undo --list` shows ids"),
    ] {
        let outcome = shell.run(&format!("undo {id}"), "");
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""));
        assert!(outcome.err.contains(part), "{}", outcome.err);
    }
    // An undo has an id too.
    let undo = shell.field("id").pop().expect("the undo");
    assert_eq!(shell.run(&format!("undo {undo}"), "").code, 0);
    assert_eq!(read_folder(&shell.data).expect("the folder").records.len(), 1);
    assert!(shell.run("undo --redo --list", "").err.contains("cannot be used with"));
}

#[test]
fn the_beginning_of_an_id_must_be_of_one() {
    let shell = Shell::new("undo-prefix");
    let (mut log, _) = Log::open(&shell.data, "pod-7").expect("the log opens");
    for (n, id) in ["aaaa1", "aaaa2"].iter().enumerate() {
        let mut record = record("pod-7", n as u32, 1_795_000_000_000, 0, Grade::Good);
        record.id = (*id).to_owned();
        log.append(record).expect("it is written");
    }
    let outcome = shell.run("undo aaaa", "");
    assert_eq!(outcome.code, 2);
    assert!(outcome.err.contains("2 actions begin with `aaaa`"), "{}", outcome.err);
    assert_eq!(shell.run("undo aaaa2", "").code, 0);
}

/// What other machines did, and what an exercise showed, is taken back by its id alone.
#[test]
fn a_bare_undo_is_about_what_was_done_here() {
    let shell = Shell::new("undo-here");
    let (mut log, _) = Log::open(&shell.data, "elsewhere").expect("the log opens");
    log.append(record("elsewhere", 1, 1_796_000_000_000, 0, Grade::Good)).expect("it is written");
    let (mut own, _) = Log::open(&shell.data, &host_name()).expect("the log opens");
    let at = quiz::clock::Moment { utc_ms: 1_796_000_000_000, offset_min: 0 };
    let what = What::Missed { concept: "lost-update".to_owned(), from: "ledger/one/rule".to_owned() };
    let Note { id, .. } = own.note(at, what).expect("it is written");
    drop(own);
    assert!(shell.run("undo", "").out.contains("nothing to take back"));
    assert!(shell.run("undo --list", "").out.contains("a miss of lost-update"));
    assert!(shell.run(&format!("undo {id}"), "").out.contains("a miss of lost-update, by ledger/one/rule"));
}

/// What was imported is no action of this machine's reader, and its times are those of another clock.
#[test]
fn an_import_is_not_what_was_done_last() {
    let (shell, other) = (used("undo-import"), Shell::new("undo-import-from"));
    for ms in [1_700_000_000_000, 1_600_000_000_000, 1_500_000_000_000, 1_400_000_000_000] {
        let text = record("pod-3", 1, ms, 0, Grade::Good).to_json() + "\n";
        fs::write(other.data.join("reviews-pod-3.jsonl"), text).expect("a log");
        assert_eq!(shell.run(&format!("import {}", other.data.display()), "").code, 0);
    }
    assert_eq!(read_folder(&shell.data).expect("the folder").records.len(), 5);
    assert!(shell.run("undo", "").out.contains("suspending small/run"));
    let found = shell.run("doctor", "").out;
    assert!(!found.contains("went back"), "{found}");
}

/// The order is the file's: a clock that was set back makes no older action the last one.
#[test]
fn the_last_action_is_the_last_line_whatever_the_clock_said() {
    let mut shell = Shell::new("undo-clock");
    shell.run("flash --limit 1", "?\nq\n");
    shell.now = "2026-11-20T09:00:00+05:30".to_owned();
    shell.run("flag small/say", "");
    assert!(shell.run("undo", "").out.contains("flagging small/say"));
    assert!(shell.run("undo", "").out.contains("an answer to"));
}

#[test]
fn looking_makes_no_folder() {
    let shell = Shell::new("undo-nothing");
    fs::remove_dir(&shell.data).expect("it is empty");
    for arguments in ["undo", "undo --list", "undo --redo", "suspend", "flag", "doctor"] {
        let outcome = shell.run(arguments, "");
        assert_eq!((outcome.code, outcome.err.as_str()), (0, ""), "{arguments}");
    }
    assert!(!shell.data.exists());
}

/// A note of a flag cannot reach the terminal, in words or in JSON.
#[test]
fn a_note_cannot_move_the_cursor() {
    let shell = Shell::new("undo-evil");
    let (mut log, _) = Log::open(&shell.data, &host_name()).expect("the log opens");
    let at = quiz::clock::Moment { utc_ms: 1_796_000_000_000, offset_min: 0 };
    let text = "\u{1b}[2J\u{9b}31m\u{202e}".to_owned();
    log.note(at, What::Flag { key: "small/say".to_owned(), text: text.clone() }).expect("it is written");
    drop(log);
    // A line that is no entry is shown where errors go.
    let unused = shell.data.join("reviews-other.jsonl");
    std::fs::write(unused, format!("{text} is no entry\n")).expect("the folder is ours");
    assert!(shell.run("flag", "").err.contains("is no entry"));
    for arguments in
        ["undo --list", "undo --list --json", "flag", "flag --json", "undo", "undo --redo --json"]
    {
        let outcome = shell.run(arguments, "");
        let harmful = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!outcome.out.contains(harmful), "{arguments}: {:?}", outcome.out);
        assert!(!outcome.err.contains(harmful), "{arguments}: {:?}", outcome.err);
    }
    let json: serde_json::Value = serde_json::from_str(&shell.run("flag --json", "").out).expect("JSON");
    assert_eq!(json["flags"][0]["text"], text);
}

/// Two machines took the same answer back: one redo does not bring it back, and does not say so.
#[test]
fn a_redo_that_another_undo_stands_against_says_so() {
    let shell = Shell::new("undo-twice");
    shell.run("flash --limit 1", "?\nq\n");
    let answer = read_folder(&shell.data).expect("the folder").records.remove(0);
    assert_eq!(shell.run("undo", "").code, 0);
    let (mut log, _) = Log::open(&shell.data, "elsewhere").expect("the log opens");
    let other = log.note(answer.at, What::Undo { of: answer.id.clone() }).expect("it is written");
    drop(log);
    let again = shell.run("undo --redo", "").out.replace(&other.id[..8], "OTHER");
    assert!(!again.contains("It counts as before"), "{again}");
    assert!(again.contains("Still taken back") && again.contains("cargo quiz undo OTHER"), "{again}");
    assert_eq!(shell.run(&format!("undo {}", &other.id[..8]), "").code, 0);
    assert_eq!(read_folder(&shell.data).expect("the folder").records.len(), 1);
}
