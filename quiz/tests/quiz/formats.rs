//! `check` for editors, scripts and GitHub.

use crate::place::{Outcome, Shell, fixtures};

fn check(format: &str, file: &str) -> Outcome {
    let shell = Shell::new("formats");
    let mut arguments: Vec<std::ffi::OsString> = vec!["quiz".into(), "check".into()];
    arguments.extend([fixtures().join(file).into(), "--format".into(), format.into()]);
    arguments.extend(["--root".into(), fixtures().into(), "--banks".into(), fixtures().join("banks").into()]);
    let mut outcome = shell.run_exactly(arguments, &mut &b""[..]);
    outcome.out = outcome.out.replace("tests/fixtures", "FIXTURES");
    outcome.err = outcome.err.replace("tests/fixtures", "FIXTURES");
    outcome
}

#[test]
fn each_format_of_the_same_errors() {
    for format in ["human", "short", "github", "json"] {
        insta::assert_snapshot!(format, check(format, "broken/no-option-is-correct.yaml").shown());
    }
}

#[test]
fn json_is_one_document_whatever_is_wrong() {
    for (file, code) in [("broken/control.yaml", 2), ("broken/not-utf8.yaml", 2), ("banks/small.yaml", 0)] {
        let outcome = check("json", file);
        assert_eq!((outcome.code, outcome.err.as_str()), (code, ""), "{file}");
        let document: serde_json::Value = serde_json::from_str(&outcome.out).expect("one document");
        assert_eq!(document["errors"].as_array().map(Vec::is_empty), Some(code == 0), "{file}");
    }
}

/// A workflow command ends at its line; a property at `,` and `:`.
#[test]
fn a_message_for_github_keeps_to_its_line() {
    let outcome = check("github", "broken/wrong-types.yaml");
    assert!(outcome.out.lines().all(|line| line.starts_with("::error file=")), "{}", outcome.out);
    assert!(outcome.out.contains("%0Ahelp: "), "{}", outcome.out);
}
