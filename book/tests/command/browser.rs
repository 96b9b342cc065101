//! Where there is no browser, the checks in one say so in one line; in CI that is a failure.

use std::path::Path;
use std::process::Command;

fn without_a_browser(ci: &str) -> Option<(i32, String)> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page.mjs");
    let mut node = Command::new("node");
    node.arg(script).arg("nowhere").env("CHROMIUM", "/nowhere/chromium").env("CI", ci);
    let Ok(output) = node.output() else {
        eprintln!("skipped: there is no node, which runs book/tests/page.mjs");
        return None;
    };
    Some((output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stdout).into_owned()))
}

#[test]
fn without_chromium_the_checks_in_a_browser_are_skipped_with_a_line() {
    let Some((code, out)) = without_a_browser("") else { return };
    assert_eq!(
        (code, out.as_str()),
        (0, "skipped: there is no /nowhere/chromium; install Debian's chromium\n")
    );
}

#[test]
fn without_chromium_ci_fails() {
    let Some((code, out)) = without_a_browser("true") else { return };
    assert_eq!(code, 1, "{out}");
}
