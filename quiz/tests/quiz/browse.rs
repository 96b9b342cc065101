//! `list`, `show`, `man`, `completions`, and the help of each.

use crate::place::{Shell, fixtures};
use serde_json::Value;
use std::ffi::OsString;
use unicode_width::UnicodeWidthStr;

/// All kinds, and a log with some answers.
fn kinds(shell: &Shell, arguments: &str) -> crate::place::Outcome {
    let mut all: Vec<OsString> = vec!["quiz".into()];
    all.extend(arguments.split_whitespace().map(OsString::from));
    all.extend(["--data".into(), shell.data.clone().into(), "--now".into(), shell.now.clone().into()]);
    all.extend(["--root".into(), fixtures().into(), "--banks".into(), fixtures().join("kinds").into()]);
    let mut outcome = shell.run_exactly(all, &mut &b""[..]);
    outcome.out = outcome.out.replace("tests/fixtures", "FIXTURES");
    outcome
}

/// A reader who has answered one question twice, put one aside and flagged one.
fn reader(name: &str) -> Shell {
    let shell = Shell::new(name);
    let log = "\
{\"v\":1,\"id\":\"01\",\"key\":\"kinds/pick\",\"rev\":1,\"t\":\"2026-11-20T10:00:00Z\",\"off\":330,\"day\":\"2026-11-20\",\"mode\":\"drill\",\"grade\":1,\"ms\":4100,\"ans\":\"At the second write\",\"seed\":1,\"eng\":\"0.1.0\"}
{\"v\":1,\"id\":\"02\",\"key\":\"kinds/pick\",\"rev\":1,\"t\":\"2026-11-21T10:00:00Z\",\"off\":330,\"day\":\"2026-11-21\",\"mode\":\"drill\",\"grade\":3,\"ms\":2000,\"ans\":\"At the second read\",\"seed\":1,\"eng\":\"0.1.0\"}
{\"v\":1,\"id\":\"03\",\"t\":\"2026-11-21T10:01:00Z\",\"off\":330,\"day\":\"2026-11-21\",\"op\":\"suspend\",\"key\":\"kinds/say\",\"eng\":\"0.1.0\"}
{\"v\":1,\"id\":\"04\",\"t\":\"2026-11-21T10:02:00Z\",\"off\":330,\"day\":\"2026-11-21\",\"op\":\"flag\",\"key\":\"kinds/count\",\"text\":\"the unit\\u001b[31m\",\"eng\":\"0.1.0\"}
";
    std::fs::write(shell.data.join("reviews-test.jsonl"), log).expect("the folder is ours");
    shell
}

#[test]
fn a_list_fits_its_width() {
    let mut shell = reader("list");
    for width in [40, 80, 100] {
        shell.width = width;
        let outcome = kinds(&shell, "list");
        assert!(outcome.out.lines().all(|line| line.width() <= width), "{}", outcome.out);
        insta::assert_snapshot!(format!("list_{width}"), outcome.shown());
    }
}

#[test]
fn filters_narrow_a_list() {
    let shell = reader("filters");
    for (options, expected) in [
        ("--kind trace", "kinds/run"),
        ("--kind trace --kind flash", "kinds/run kinds/say"),
        ("--level foundational --concept x-lost-reply", "kinds/state-between"),
        ("--suspended", "kinds/say"),
        ("--flagged", "kinds/count"),
        ("--due", "kinds/pick"),
        ("--due --suspended", "kinds/pick kinds/say"),
        ("--chapter lost-update --bank kinds --kind spot", "kinds/find-the-gap"),
        ("--kind trace --due", ""),
    ] {
        let outcome = kinds(&shell, &format!("list --keys {options}"));
        let keys: Vec<&str> = outcome.out.split_whitespace().collect();
        assert_eq!((outcome.code, keys.join(" ").as_str()), (0, expected), "{options}: {}", outcome.err);
    }
    let new = kinds(&shell, "list --keys --new").out.lines().count();
    assert_eq!(new + 2, kinds(&shell, "list --keys").out.lines().count(), "one is due, one is put aside");
}

#[test]
fn a_name_that_nothing_has_is_refused() {
    let shell = Shell::new("list-names");
    for (options, expected) in [
        ("--concept lost-updat", "did you mean `lost-update`?"),
        ("--bank kind", "did you mean `kinds`?"),
        ("--chapter nowhere-at-all", "there is: lost-update"),
        ("--kind choise", "a similar value exists: 'choice'"),
    ] {
        let outcome = kinds(&shell, &format!("list {options}"));
        assert_eq!(outcome.code, 2);
        assert!(outcome.err.contains(expected), "{}", outcome.err);
    }
}

#[test]
fn a_list_as_json() {
    let outcome = kinds(&reader("list-json"), "list --json");
    let document: Value = serde_json::from_str(&outcome.out).expect("one document");
    assert_eq!(document["count"].as_u64(), document["questions"].as_array().map(|list| list.len() as u64));
    insta::assert_snapshot!(serde_json::to_string_pretty(&document["questions"][0]).expect("JSON"));
}

#[test]
fn every_kind_is_shown_with_its_answer() {
    let shell = reader("show");
    let keys = kinds(&shell, "list --keys").out;
    let shown: Vec<String> = keys
        .lines()
        .map(|key| format!("=== {key}\n{}", kinds(&shell, &format!("show {key}")).shown()))
        .collect();
    assert_eq!(shown.len(), 10);
    let all = shown.concat();
    assert!(!all.contains('\u{1b}'), "a flag's note must not reach the terminal as it is");
    insta::assert_snapshot!(all);
}

#[test]
fn a_question_as_json() {
    let shell = reader("show-json");
    for key in ["kinds/pick", "kinds/count"] {
        let outcome = kinds(&shell, &format!("show {key} --json"));
        let document: Value = serde_json::from_str(&outcome.out).expect("one document");
        assert_eq!(document["key"], key);
        insta::assert_snapshot!(format!("show_{}_json", key.replace('/', "_")), outcome.out);
    }
}

#[test]
fn a_key_that_is_not_there_is_guessed_at() {
    let shell = Shell::new("show-keys");
    for (key, expected) in [
        ("kinds/pikc", "did you mean `kinds/pick`?"),
        ("pikc", "did you mean `kinds/pick`?"),
        ("the-gap", "did you mean `kinds/find-the-gap`?"),
        ("xyz", "`cargo quiz list` has them all"),
    ] {
        let outcome = kinds(&shell, &format!("show {key}"));
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""));
        assert!(outcome.err.contains(expected), "{}", outcome.err);
    }
    assert_eq!(kinds(&shell, "show pick").code, 0, "the id alone will do");
}

#[test]
fn no_line_of_a_question_is_wider_than_the_window() {
    let mut shell = reader("show-narrow");
    for width in [20, 40, 77] {
        shell.width = width;
        for key in ["kinds/pick", "kinds/count", "kinds/explain-the-loss", "kinds/locked-debit"] {
            let outcome = kinds(&shell, &format!("show {key}"));
            for line in outcome.out.lines() {
                assert!(line.width() <= width, "{width}: {line}");
            }
        }
    }
}

#[test]
fn the_manual_is_roff_without_control_bytes() {
    let shell = Shell::new("man");
    let all = shell.run("man", "").out;
    assert!(all.bytes().all(|byte| byte == b'\n' || !byte.is_ascii_control()));
    insta::assert_snapshot!(all.lines().take(24).collect::<Vec<_>>().join("\n"));
    let folder = shell.data.join("pages");
    let outcome = shell.run(&format!("man --out {}", folder.display()), "");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let check = std::fs::read_to_string(folder.join("quiz-check.1")).expect("a page for each command");
    assert!(check.contains(".SH EXAMPLES\n.nf\n  cargo quiz check\n"), "{check}");
    let pages: Vec<String> = std::fs::read_dir(&folder)
        .expect("the pages")
        .map(|entry| std::fs::read_to_string(entry.expect("a page").path()).expect("text"))
        .collect();
    assert_eq!(pages.concat().len(), all.len(), "the same pages one after the other");
}

#[test]
fn shells_are_offered_commands_and_keys() {
    let shell = Shell::new("completions");
    for (name, expected) in [
        ("bash", "quiz list --keys"),
        ("fish", "quiz list --keys"),
        ("zsh", "#compdef quiz"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion:arg-completer[quiz]"),
    ] {
        let outcome = shell.run(&format!("completions {name}"), "");
        assert!(outcome.code == 0 && outcome.out.contains(expected), "{name}");
    }
}

#[test]
fn each_command_of_the_banks_explains_itself() {
    let shell = Shell::new("help-banks");
    for command in ["check", "accept", "list", "show", "schema", "man", "completions"] {
        let outcome = shell.run(&format!("{command} --help"), "");
        assert!(outcome.out.contains("Examples:\n  cargo quiz "), "{command}");
        insta::assert_snapshot!(format!("help_{command}"), outcome.out);
    }
}

/// As in a sitting: a table of steps that does not fit is no table.
#[test]
fn a_run_can_be_read_in_a_narrow_window() {
    let mut shell = reader("show-run");
    shell.width = 36;
    let outcome = kinds(&shell, "show kinds/run");
    assert!(outcome.out.lines().all(|line| line.width() <= 36), "{}", outcome.out);
    insta::assert_snapshot!(outcome.shown());
}
