//! `cargo quiz doctor`: it finds what is wrong, says what to do, and touches nothing.

use crate::log::record;
use crate::place::{Shell, fixtures, help, without_ids};
use insta::assert_snapshot;
use quiz::clock::Moment;
use quiz::log::{Grade, Log, Note, What, host_name};
use std::fs;

fn shown(shell: &Shell, arguments: &str) -> String {
    let host = host_name();
    let text = without_ids(&shell.run(arguments, "").shown());
    let text = text.replace(&format!("host   {host} ("), "host   HOST (");
    let text = text.replace(&format!(": \"{host}\""), ": \"HOST\"");
    text.replace(&format!("reviews-{host}.torn"), "reviews-HOST.torn")
}

fn at(text: &str) -> Moment {
    Moment::parse(text).expect("an instant")
}

fn answer(key: &str, time: &str, n: u32) -> String {
    let mut record = record("pod-7", n, at(time).utc_ms, 330, Grade::Good);
    record.key = key.to_owned();
    record.to_json() + "\n"
}

#[test]
fn a_new_learner_is_well() {
    let shell = Shell::new("doctor-new").wide();
    assert_snapshot!(shown(&shell, "doctor"));
}

/// Everything at once, and nothing of it changes.
#[test]
fn all_that_may_be_wrong() {
    let shell = Shell::new("doctor-ill").wide();
    let write = |name: &str, text: String| fs::write(shell.data.join(name), text).expect("a file");
    let note = |time, what| Note::new("pod-7", at(time), what).to_json() + "\n";
    let weights = What::Tune { retention: None, weights: Some(vec![1.0; 3]), easy: None };
    let own = format!("reviews-{}.jsonl", host_name());
    write(
        &own,
        [
            answer("small/say", "2026-11-28T21:00:00+05:30", 1),
            answer("small/say", "2027-11-28T21:00:00+05:30", 2),
            answer("gone/one", "2026-11-28T22:00:00+05:30", 3),
            answer("gone/one", "2026-11-29T20:00:00+05:30", 4),
            note("2026-11-29T20:10:00+05:30", What::Undo { of: "0123456789abcdef".to_owned() }),
            note("2026-11-29T20:20:00+05:30", weights),
            "{\"v\":1,\"id\":\"cut o".to_owned(),
        ]
        .concat(),
    );
    write(
        "reviews-twin.jsonl",
        (0..8)
            .map(|n| answer("small/say", &format!("2026-11-{}T21:00:00Z", [10, 20][n % 2]), n as u32))
            .collect(),
    );
    write(
        "reviews-merged.jsonl",
        ["<<<<<<< HEAD\n", "=======\n", "oops\n", ">>>>>>> other\n", "{\"v\":9}\n"].concat(),
    );
    write(&own.replace(".jsonl", ".torn"), "an older piece\n".to_owned());
    let before = shell.log();
    assert_snapshot!(shown(&shell, "doctor"));
    assert_snapshot!("all_that_may_be_wrong_json", shown(&shell, "doctor --json"));
    assert_eq!(shell.log(), before);
}

#[test]
fn a_card_that_is_forgotten_again_and_again_is_told_of() {
    let shell = Shell::new("doctor-leech");
    let lines: String = (10..20)
        .map(|day| {
            let at = at(&format!("2026-11-{day}T21:00:00+05:30"));
            let record = record("pod-7", day, at.utc_ms, 330, Grade::Again);
            let record = quiz::log::Record { key: "small/say".to_owned(), ..record };
            record.to_json() + "\n"
        })
        .collect();
    fs::write(shell.data.join("reviews-pod-7.jsonl"), lines).expect("a file");
    let leech = "You keep forgetting 1 card.\n  - small/say: forgotten 9 times; read again: ";
    let outcome = shell.run("doctor", "");
    assert!(outcome.out.contains(leech), "{}", outcome.out);
    shell.run("suspend small/say", "");
    assert!(shell.run("doctor", "").out.contains("All is well."));
}

#[test]
fn a_narrow_window() {
    let mut shell = Shell::new("doctor-narrow");
    shell.width = 40;
    fs::write(shell.data.join("reviews-pod-7.jsonl"), answer("gone/one", "2026-11-28T22:00:00+05:30", 1))
        .expect("a file");
    // Where the folder's name is broken depends on the machine.
    let shown = shown(&shell, "doctor");
    assert_snapshot!(shown.split_once("host ").expect("a host").1);
}

#[test]
fn a_sitting_that_goes_on_is_told_of() {
    let shell = Shell::new("doctor-in-use");
    let (_log, _) = Log::open(&shell.data, &host_name()).expect("the log opens");
    let outcome = shell.run("doctor", "");
    assert_eq!(outcome.code, 0);
    assert!(outcome.out.contains("Another `cargo quiz` is writing to this log now."), "{}", outcome.out);
}

/// Broken banks do not keep it from looking at the log.
#[test]
fn banks_that_do_not_load_are_told_of() {
    let shell = Shell::new("doctor-banks");
    let arguments = ["quiz", "doctor", "--json", "--now", crate::place::NOW, "--root"].map(Into::into);
    let rest = [fixtures().into(), "--banks".into(), fixtures().join("broken").into(), "--data".into()];
    let arguments = arguments.into_iter().chain(rest).chain([shell.data.clone().into()]).collect();
    let outcome = shell.run_exactly(arguments, &mut &b""[..]);
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    let json: serde_json::Value = serde_json::from_str(&outcome.out).expect("JSON");
    assert_eq!(json["findings"][0]["about"], "banks");
    assert_eq!(json["banks"]["loaded"], false);
}

#[test]
fn a_log_that_cannot_be_read_is_an_error() {
    let shell = Shell::new("doctor-no-folder").wide();
    let file = shell.data.join("file");
    fs::write(&file, "").expect("a file");
    let shell = Shell { data: file, ..shell };
    assert_snapshot!(shown(&shell, "doctor"));
    assert_eq!(shell.run("doctor --json", "").code, 1);
}

#[test]
fn help_of_doctor() {
    assert_snapshot!(help("doctor"));
}
