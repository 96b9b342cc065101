//! Which questions `run` and `interview` ask, and how an interview goes.

use crate::place::{NOW, Outcome, Shell, fixtures, workspace};
use std::ffi::OsString;

/// `quiz ARGUMENTS` on the workbook's own banks.
fn own(shell: &Shell, arguments: &str, typed: &str) -> Outcome {
    on(shell, arguments, typed, &[("--root", workspace().into())])
}

/// `quiz ARGUMENTS` on the fixture that has every kind.
fn kinds(shell: &Shell, arguments: &str, typed: &str) -> Outcome {
    let banks = fixtures().join("kinds").into();
    on(shell, arguments, typed, &[("--root", fixtures().into()), ("--banks", banks)])
}

fn on(shell: &Shell, arguments: &str, typed: &str, more: &[(&str, OsString)]) -> Outcome {
    let mut all: Vec<OsString> = vec!["quiz".into()];
    all.extend(arguments.split_whitespace().map(OsString::from));
    for (name, value) in more {
        all.extend([OsString::from(*name), value.clone()]);
    }
    all.extend(["--now".into(), NOW.into(), "--data".into(), shell.data.clone().into()]);
    shell.run_exactly(all, &mut typed.as_bytes())
}

/// The header lines of a sitting.
fn asked(outcome: &Outcome) -> Vec<&str> {
    outcome.out.lines().filter(|line| line.contains(" of ") && line.contains(" · ")).collect()
}

#[test]
fn run_asks_what_was_picked() {
    let shell = Shell::new("picking");
    let skip = "?\n".repeat(30);
    let out = own(&shell, "run fencing-tokens --kind trace --level applied --count 2", &skip);
    let headers = asked(&out);
    assert_eq!(headers.len(), 2, "{}", out.out);
    assert!(headers.iter().all(|line| line.contains("trace, applied · fencing-tokens/")), "{headers:?}");
    let out = own(&shell, "run --chapter zombies --chapter fencing-tokens --concept fencing-token", &skip);
    assert!(asked(&out).iter().all(|line| line.contains("zombies/") || line.contains("fencing-tokens/")));
    let first = own(&shell, "run --seed 7 --data x", "").out;
    assert_eq!(first, own(&shell, "run --seed 7 --data x", "").out);
}

#[test]
fn a_checkpoint_mixes_chapters_and_does_not_name_them() {
    let shell = Shell::new("checkpoint");
    let out = own(&shell, "run --checkpoint 2 --count 8", &"?\n".repeat(100));
    let headers = asked(&out);
    assert_eq!(headers.len(), 8, "{}", out.out);
    assert!(headers.iter().all(|line| !line.contains('/')), "{headers:?}");
    let keys = shell.field("key");
    // Rules that exercises of this clone have broken stand in the log too, without a key.
    let keys = keys.iter().filter(|key| *key != "null");
    let chapters: Vec<&str> = keys.filter_map(|key| key.split('/').next()).collect();
    let first: std::collections::BTreeSet<&&str> = chapters[..5].iter().collect();
    assert_eq!(first.len(), 5, "five chapters up to the second part, one after the other: {chapters:?}");
    assert!(!chapters.iter().any(|chapter| *chapter == "fencing-tokens" || *chapter == "two-phase-commit"));
    let fence = own(&Shell::new("checkpoint-word"), "run --checkpoint fence --count 1", "q\n");
    assert_eq!(fence.code, 0, "{}", fence.err);
}

#[test]
fn what_is_not_there_is_told_with_what_is() {
    let shell = Shell::new("picking-wrong");
    let mut all = String::new();
    for arguments in [
        "run fencing-toknes",
        "run --concept fencing-tokne",
        "run --level hard",
        "run --kind essay",
        "run --checkpoint nothing",
        "run --checkpoint 99",
        "run how-to-use --kind free",
        "interview --chapter how-to-use",
        "interview --seconds 1",
        "run --count 0",
    ] {
        let outcome = own(&shell, arguments, "");
        assert_eq!(outcome.code, 2, "{arguments}");
        all.push_str(&format!("$ cargo quiz {arguments}\n{}\n", outcome.err));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn an_interview_from_the_clock_to_the_probe() {
    let shell = Shell::new("interview");
    let typed = "Both workers read before either wrote.\n\n3\n1 2\nNothing, the number is old.\n\nq\n";
    let outcome = kinds(&shell, "interview --seconds 60", typed);
    insta::assert_snapshot!(outcome.shown());
    assert_eq!(shell.field("sure"), ["sure"]);
    assert_eq!(shell.field("mode"), ["quiz"]);
}

/// A probe that nobody answers takes nothing away from the answer.
#[test]
fn a_probe_decides_nothing() {
    for (probe, grade) in [("?", "3"), (".", "3"), ("q", "3")] {
        let shell = Shell::new("interview-probe");
        kinds(&shell, "interview", &format!(".\n2\n1 2 3\n{probe}\n"));
        assert_eq!(shell.field("grade"), [grade], "{probe}");
    }
}
