//! What would move the cursor or deceive the eye reaches no terminal: whatever is typed, whatever
//! stands in a log or in the name of a folder, as words and as JSON, on either stream.

use crate::place::{Outcome, Shell, fixtures};
use quiz::clock::Moment;
use quiz::log::{Log, What, host_name};
use serde_json::Value;
use std::ffi::OsString;

/// Escape sequences of two sorts, a bell, a turn of direction, an end of line, a tag.
const FOUL: &str = "x\u{1b}[2Jy\u{1b}]0;t\u{7}\u{9b}31m\u{7f}\u{202e}\u{61c}\u{2028}\u{e0041}z";

fn is_foul(c: char) -> bool {
    (c.is_control() && c != '\n')
        || matches!(c, '\u{202e}' | '\u{61c}' | '\u{2028}' | '\u{e0000}'..='\u{e007f}')
}

fn run(shell: &Shell, arguments: &[&str]) -> Outcome {
    let mut all: Vec<OsString> = vec!["quiz".into()];
    all.extend(arguments.iter().map(OsString::from));
    all.extend(["--now".into(), shell.now.clone().into(), "--root".into(), fixtures().into()]);
    all.extend(["--banks".into(), fixtures().join("banks").into()]);
    if !arguments.contains(&"--data") {
        all.extend(["--data".into(), shell.data.clone().into()]);
    }
    shell.run_exactly(all, &mut &b""[..])
}

fn assert_clean(outcome: &Outcome, what: &str) {
    for text in [&outcome.out, &outcome.err] {
        // Ends of rows in CSV, and of cells in a text for Anki.
        let text = text.replace("\r\n", "\n");
        let text = if what == "export anki-text" { text.replace('\t', " ") } else { text };
        assert!(!text.contains(is_foul), "{what}: {text:?}");
    }
}

/// A folder with a foul name, and a log in it with foul notes and a line that is none.
fn foul_shell(name: &str) -> Shell {
    let mut shell = Shell::new(name);
    shell.data = shell.data.join(FOUL);
    let (mut log, _) = Log::open(&shell.data, &host_name()).expect("the log opens");
    let at = Moment { utc_ms: 1_795_900_000_000, offset_min: 0 };
    let text = || FOUL.to_owned();
    for what in [
        What::Flag { key: "small/say".to_owned(), text: text() },
        What::Flag { key: text(), text: text() },
        What::Suspend { key: text() },
        What::Missed { concept: text(), from: text() },
        What::Missed { concept: "lock-purpose".to_owned(), from: text() },
    ] {
        log.note(at, what).expect("it is written");
    }
    drop(log);
    let line = format!("{{\"v\":1,\"id\":\"{FOUL}\"}}\n{FOUL}\n");
    std::fs::write(shell.data.join("reviews-other.jsonl"), line).expect("the folder is ours");
    shell
}

#[test]
fn nothing_foul_in_a_log_reaches_the_terminal() {
    let shell = foul_shell("foul");
    let from = shell.data.display().to_string();
    for arguments in [
        vec![],
        vec!["--json"],
        vec!["stats"],
        vec!["stats", "--json"],
        vec!["stats", "--concepts"],
        vec!["tune"],
        vec!["tune", "--json"],
        vec!["tune", "--fit", "--json"],
        vec!["list", "--json"],
        vec!["show", "small/say"],
        vec!["show", "small/say", "--json"],
        vec!["flag"],
        vec!["flag", "--json"],
        vec!["suspend"],
        vec!["suspend", "--json"],
        vec!["undo", "--list"],
        vec!["undo", "--list", "--json"],
        vec!["export", "json"],
        vec!["export", "csv"],
        vec!["export", "anki-text"],
        vec!["import", &from],
        vec!["import", &from, "--json"],
        vec!["doctor"],
        vec!["doctor", "--json"],
        vec!["undo"],
        vec!["undo", "--redo", "--json"],
    ] {
        let outcome = run(&shell, &arguments);
        assert!(!(outcome.out.is_empty() && outcome.err.is_empty()), "{arguments:?} says nothing");
        assert_clean(&outcome, &arguments.join(" "));
        if arguments.contains(&"--json") || arguments == ["export", "json"] {
            let document = serde_json::from_str::<Value>(&outcome.out);
            assert!(document.is_ok(), "{arguments:?}: {}", outcome.shown());
        }
    }
}

/// JSON says what the log says, in other letters.
#[test]
fn an_escape_means_what_it_escapes() {
    let shell = foul_shell("foul-json");
    let document =
        |arguments: &[&str]| -> Value { serde_json::from_str(&run(&shell, arguments).out).expect("JSON") };
    let flags = document(&["flag", "--json"]);
    assert!(flags["flags"].as_array().is_some_and(|flags| flags.iter().any(|flag| flag["text"] == FOUL)));
    let log = document(&["export", "json"]);
    assert!(log["log"].as_array().is_some_and(|log| log.iter().any(|entry| entry["text"] == FOUL)));
}

#[test]
fn nothing_foul_that_was_typed_comes_back() {
    for colour in [false, true] {
        let mut shell = Shell::new("foul-typed");
        shell.colour = colour;
        let option = format!("--{FOUL}");
        for arguments in [
            vec![FOUL],
            vec![option.as_str()],
            vec!["run", FOUL],
            vec!["run", "--level", FOUL],
            vec!["run", "--concept", FOUL],
            vec!["run", "--checkpoint", FOUL],
            vec!["run", "--count", FOUL],
            vec!["--now", FOUL],
            vec!["stats", "--chapter", FOUL],
            vec!["list", "--bank", FOUL],
            vec!["show", FOUL],
            vec!["suspend", FOUL],
            vec!["flag", FOUL],
            vec!["flag", "--done", FOUL],
            vec!["undo", FOUL],
            vec!["check", FOUL],
            vec!["import", FOUL],
            vec!["export", FOUL],
            vec!["completions", FOUL],
        ] {
            let outcome = run(&shell, &arguments);
            assert_eq!(outcome.code, 2, "{arguments:?}: {}", outcome.shown());
            assert!(!outcome.err.is_empty(), "{arguments:?}");
            assert_clean(&outcome, &format!("{arguments:?}"));
        }
    }
}

/// A line that is no entry is told in words of people, not in those of the program.
#[test]
fn no_warning_names_a_type_of_the_program() {
    let shell = Shell::new("foul-import");
    let file = shell.data.join("lines.txt");
    let lines = "[1]\n5\n\"text\"\nnull\n{\"v\":1}\n";
    std::fs::write(&file, lines).expect("the folder is ours");
    let one = shell.run("flash --limit 1", "?\nq\n");
    assert_eq!(one.code, 0, "{}", one.err);
    let log = shell.data.join(format!("reviews-{}.jsonl", host_name()));
    let known = std::fs::read_to_string(log).expect("the log");
    std::fs::write(&file, known + lines).expect("the folder is ours");
    let outcome = run(&shell, &["import", &file.display().to_string()]);
    assert!(outcome.err.matches("no entry: ").count() >= 4, "{}", outcome.err);
    assert!(outcome.err.contains("the line is no JSON object"), "{}", outcome.err);
    for word in ["struct", "Raw", "elements", "invalid"] {
        assert!(!outcome.err.contains(word), "{}", outcome.err);
    }
}
