//! `cargo book` from outside: exit codes, messages, mdBook's protocol, and the server.

mod browser;
mod real;
mod serving;
mod workspace;

use std::process::Stdio;
use workspace::{Fixture, run};

#[test]
fn the_fixture_passes_all_checks() {
    let fixture = Fixture::new("passes");
    let (code, out, err) = run(fixture.book(&["test"]));
    assert_eq!(code, 0, "{out}{err}");
    for name in
        ["links", "ids", "offline", "titles", "headings", "predictions", "figures", "recall", "sources"]
    {
        assert!(out.contains(&format!("ok      {name:<12}")), "{name} in\n{out}");
    }
    assert!(out.contains("recorded runs are run again by `cargo test -p sample-solution`"), "{out}");
}

#[test]
fn a_failed_check_is_exit_code_1() {
    let fixture = Fixture::new("fails");
    fixture.edit(
        "book/text/one.md",
        "## Where was the money lost?",
        "## Isolation\n\n[gone](gone.html)\n\n<b>",
    );
    let (code, out, _) = run(fixture.book(&["test"]));
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("one.html: `gone.html` leads to `gone.html`, which is not there"), "{out}");
    assert!(out.contains("the heading `Isolation` names a topic"), "{out}");
    assert!(out.contains("FAILED  mdbook"), "mdBook's own warning about <b> is heard\n{out}");
}

#[test]
fn a_malformed_configuration_is_exit_code_2_with_its_place() {
    let fixture = Fixture::new("toml");
    fixture.edit("book/book.toml", "additional-css", "additional-cs");
    let (code, _, err) = run(fixture.book(&["build"]));
    assert_eq!(code, 2);
    assert!(err.starts_with("book/book.toml:10:1: unknown field `additional-cs`"), "{err}");
    assert!(err.contains("\n  10 | additional-cs = ["), "{err}");
    assert!(err.contains("\n  help: "), "{err}");
}

#[test]
fn a_malformed_chapter_leaves_the_old_pages() {
    let fixture = Fixture::new("chapter");
    assert_eq!(run(fixture.book(&["build"])).0, 0);
    let page = fixture.read("target/book/one.html");
    fixture.edit(
        "book/text/one.md",
        "{{#trace sample/debits.txt}}",
        "{{#trace sample/malformed.txt}}\n\n{{#nope}}",
    );
    let (code, _, err) = run(fixture.book(&["build"]));
    assert_eq!(code, 2);
    assert!(err.contains("scenarios/sample/malformed.txt:4:11: "), "{err}");
    assert!(err.contains("needed at book/text/one.md:19:1"), "{err}");
    assert!(err.contains("book/text/one.md:21:1: unknown directive `{{#nope}}`"), "{err}");
    assert_eq!(fixture.read("target/book/one.html"), page);
}

#[test]
fn a_run_that_nobody_recorded_is_refused() {
    let fixture = Fixture::new("unrecorded");
    fixture.edit("book/text/one.md", "sample/debits.txt", "sample/unrecorded.txt");
    let (code, _, err) = run(fixture.book(&["build"]));
    assert_eq!(code, 2);
    assert!(err.contains("unrecorded.txt:6:1: this scenario has no recorded run"), "{err}");
    assert!(err.contains("cargo xtask bless scenarios/sample/unrecorded.txt"), "{err}");
}

#[test]
fn a_figure_that_does_not_fit_names_the_mark() {
    let fixture = Fixture::new("crowded");
    fixture.edit("book/text/one.md", "sample/debits.txt", "sample/crowded.txt");
    let (code, _, err) = run(fixture.book(&["build"]));
    assert_eq!(code, 2);
    assert!(
        err.starts_with("scenarios/sample/crowded.txt:21:34: the figure does not fit: `set it to ₹70`"),
        "{err}"
    );
    assert!(err.contains("needed at book/text/one.md:19:1"), "{err}");
}

#[test]
fn a_question_that_no_bank_has_names_the_nearest() {
    let fixture = Fixture::new("question");
    fixture.edit("book/text/one.md", "{{#quiz one}}", "{{#quiz one pikc}}");
    let (code, _, err) = run(fixture.book(&["build"]));
    assert_eq!(code, 2);
    assert!(err.starts_with("book/text/one.md:52:13: bank `one` has no question `pikc`\n  52 | "), "{err}");
    assert!(err.contains("\n  help: did you mean `pick`?"), "{err}");
}

#[test]
fn a_broken_bank_is_told_once_with_its_place() {
    let fixture = Fixture::new("broken-bank");
    fixture.edit("book/text/one.md", "{{#quiz one}}", "{{#quiz one pick}}\n\n{{#quiz one say}}");
    fixture.edit("quiz/banks/one.yaml", "level: applied", "level: aplied");
    let (code, _, err) = run(fixture.book(&["build"]));
    assert_eq!(code, 2);
    assert!(err.starts_with("quiz/banks/one.yaml:35:12: "), "{err}");
    assert!(err.contains("aplied") && err.contains("\n  needed at book/text/one.md:11:1"), "{err}");
    assert_eq!(err.matches("needed at").count(), 1, "{err}");
}

#[test]
fn a_chapter_that_summary_names_must_exist() {
    let fixture = Fixture::new("summary");
    fixture.edit("book/text/SUMMARY.md", "(one.md)", "(one.md)\n- [Two](two.md)");
    let (code, _, err) = run(fixture.book(&["build"]));
    assert_eq!(code, 2);
    assert!(err.starts_with("book/text/SUMMARY.md:4:9: there is no file `two.md`"), "{err}");
}

#[test]
fn building_deletes_no_foreign_files() {
    let fixture = Fixture::new("foreign");
    fixture.write("mine/thesis.txt", "years of work");
    let (code, _, err) = run(fixture.book(&["build", "--out", "mine"]));
    assert_eq!(code, 2);
    assert!(err.contains("holds files that are no book"), "{err}");
    assert_eq!(fixture.read("mine/thesis.txt"), "years of work");
    assert_eq!(run(fixture.book(&["build", "--out", "site"])).0, 0);
    assert_eq!(run(fixture.book(&["build", "--out", "site"])).0, 0, "a book may be replaced");
}

#[test]
fn plain_mdbook_builds_the_same_pages_through_the_command() {
    let fixture = Fixture::new("plain");
    assert_eq!(run(fixture.book(&["build"])).0, 0);
    let command = format!("'{}' preprocess", env!("CARGO_BIN_EXE_book"));
    fixture.edit("book/book.toml", "\"not-there\"", &format!("\"{}\"", command.replace('\\', "/")));
    // This is what the mdbook binary does; it has no other library than this one.
    let mut plain = mdbook_driver::MDBook::load(fixture.root().join("book")).unwrap();
    plain.config.build.build_dir = fixture.root().join("target/plain");
    plain.build().unwrap();
    for page in ["one.html", "print.html", "index.html"] {
        let read = |folder: &str| fixture.read(&format!("target/{folder}/{page}"));
        assert_eq!(read("plain"), read("book"), "{page}");
    }
}

#[test]
fn mdbook_learns_what_the_preprocessor_supports() {
    let fixture = Fixture::new("supports");
    assert_eq!(run(fixture.book(&["preprocess", "supports", "html"])).0, 0);
    assert_eq!(run(fixture.book(&["preprocess", "supports", "nonsense"])).0, 1);
    let mut garbage = fixture.book(&["preprocess"]);
    garbage.stdin(Stdio::null());
    let (code, out, err) = run(garbage);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("not the JSON that mdBook 0.5 sends"), "{err}");
}

#[test]
fn help_shows_examples_and_a_wrong_option_is_exit_code_2() {
    let fixture = Fixture::new("help");
    let (code, out, _) = run(fixture.book(&["--help"]));
    assert_eq!(code, 0);
    assert!(out.contains("Examples:") && out.contains("cargo book test"), "{out}");
    assert!(!out.contains("preprocess") && out.contains("Exit codes: "), "{out}");
    for door in ["build", "test", "completions"] {
        let (code, out, _) = run(fixture.book(&[door, "--help"]));
        assert_eq!(code, 0);
        assert!(out.contains("Examples:") && out.contains("cargo book"), "{out}");
    }
    assert_eq!(run(fixture.book(&["--prot", "1"])).0, 2);
}

#[test]
fn completions_know_the_doors_that_are_shown() {
    let fixture = Fixture::new("completions");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (code, out, _) = run(fixture.book(&["completions", shell]));
        assert_eq!(code, 0);
        assert!(out.contains("build") && out.contains("no-open"), "{shell}: {out}");
        assert!(!out.contains("preprocess"), "{shell}: {out}");
    }
}
