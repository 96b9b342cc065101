//! `cargo quiz suspend` and `cargo quiz flag`.

use crate::place::{Shell, help};
use insta::assert_snapshot;
use quiz::log::{Log, What, host_name};

fn talk(shell: &Shell, commands: &[&str]) -> String {
    let one = |arguments: &&str| format!("$ cargo quiz {arguments}\n{}", shell.run(arguments, "").shown());
    commands.iter().map(one).collect()
}

#[test]
fn questions_are_suspended_and_asked_again() {
    let shell = Shell::new("suspend");
    assert_snapshot!(talk(
        &shell,
        &[
            "suspend",
            "suspend small/pick say",
            "suspend small/say",
            "suspend",
            "suspend --json",
            "suspend --resume small/pick small/count",
            "suspend",
            "suspend small/pikc sya nothing-like-it",
            "suspend --resume small/pikc",
        ]
    ));
    assert_eq!(shell.field("op"), ["suspend", "suspend", "resume"]);
}

#[test]
fn questions_are_flagged_and_seen_to() {
    let shell = Shell::new("flag");
    assert_snapshot!(talk(
        &shell,
        &[
            "flag",
            "flag small/pick both a and b are right",
            "flag run",
            "flag small/pick only a is right",
            "flag",
            "flag --json",
            "flag --done small/pick small/say",
            "flag",
            "flag smal/pick",
            "flag --done nothing-like-it",
        ]
    ));
    assert_eq!(shell.field("op"), ["flag", "flag", "flag", "unflag"]);
}

#[test]
fn a_narrow_window() {
    let mut shell = Shell::new("aside-narrow");
    shell.width = 34;
    let shown = talk(&shell, &["suspend small/pick", "suspend", "flag small/pick both are right", "flag"]);
    assert_snapshot!(shown);
}

#[test]
fn help_of_both() {
    assert_snapshot!("help_of_suspend", help("suspend"));
    assert_snapshot!("help_of_flag", help("flag"));
}

/// A question that is in no bank any more can still be resumed, and its flag seen to.
#[test]
fn what_is_gone_can_be_put_right() {
    let shell = Shell::new("aside-gone");
    let (mut log, _) = Log::open(&shell.data, &host_name()).expect("the log opens");
    let at = quiz::clock::Moment { utc_ms: 1_796_000_000_000, offset_min: 0 };
    let key = || "gone/one".to_owned();
    log.note(at, What::Suspend { key: key() }).expect("it is written");
    log.note(at, What::Flag { key: key(), text: String::new() }).expect("it is written");
    drop(log);
    assert!(shell.run("suspend", "").out.contains("gone/one, since 2026-11-29, in no bank"));
    assert!(shell.run("flag", "").out.contains("in no bank: gone/one"));
    assert_eq!(shell.run("suspend --resume gone/one", "").out, "gone/one is asked again.\n");
    assert_eq!(shell.run("flag --done gone/one", "").out, "gone/one is flagged no more.\n");
    assert_eq!(shell.run("suspend", "").out, "No question is suspended.\n");
}
