//! Runs cargo as a person would, and keeps what it says.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::thread;

use crate::house::House;
use crate::stop::Stop;

/// What a command left behind.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ended {
    pub(crate) success: bool,
    /// `exit code 101`, or `signal 9`.
    pub(crate) how: String,
    pub(crate) stderr: String,
}

impl Ended {
    /// Whether cargo came as far as starting the program: before that, it is the build that failed.
    pub(crate) fn built(&self) -> bool {
        self.success || self.stderr.lines().any(|line| line.trim_start().starts_with("Running "))
    }

    /// What cargo and the program said on stderr, without cargo's notes of progress.
    pub(crate) fn stderr_of_program(&self) -> String {
        let kept = self.stderr.lines().filter(|line| !is_note(line));
        kept.map(|line| format!("{line}\n")).collect()
    }
}

/// `cargo` in the root of the workspace: the one that runs this program, if one does.
pub(crate) fn cargo(house: &House) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(house.root()).env("CARGO_TARGET_DIR", house.target()).stdin(Stdio::null());
    command
}

/// Runs a command to its end. Each line of its stdout is given to `line` at once; what cargo
/// compiles is passed on to stderr, since a silent build looks like one that hangs.
pub(crate) fn run(command: &mut Command, mut line: impl FnMut(&str)) -> Result<Ended, Stop> {
    let program = command.get_program().to_string_lossy().into_owned();
    let lost = |error: std::io::Error| Stop::Red(format!("cannot run {program}: {error}\n"));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(lost)?;
    let stderr = child.stderr.take();
    let listener = thread::spawn(move || stderr.map(listen).unwrap_or_default());
    if let Some(stdout) = child.stdout.take() {
        for_lines(stdout, |text| line(text));
    }
    let status = child.wait().map_err(lost)?;
    let stderr = listener.join().unwrap_or_default();
    Ok(Ended { success: status.success(), how: status.to_string(), stderr })
}

fn listen(stderr: impl Read) -> String {
    let mut all = String::new();
    for_lines(stderr, |text| {
        let word = text.trim_start();
        let progress = ["Compiling ", "Blocking ", "Downloading ", "Updating "];
        if progress.iter().any(|start| word.starts_with(start)) {
            let _ = writeln!(std::io::stderr(), "{text}");
        }
        all.push_str(text);
        all.push('\n');
    });
    all
}

/// The lines of a stream, as text even where it is none.
fn for_lines(stream: impl Read, mut line: impl FnMut(&str)) {
    let mut reader = BufReader::new(stream);
    let mut bytes = Vec::new();
    while matches!(reader.read_until(b'\n', &mut bytes), Ok(1..)) {
        let text = String::from_utf8_lossy(&bytes);
        line(text.trim_end_matches(['\n', '\r']));
        bytes.clear();
    }
}

fn is_note(line: &str) -> bool {
    let word = line.trim_start();
    let notes = ["Compiling ", "Blocking ", "Downloading ", "Downloaded ", "Updating ", "Locking "];
    notes.iter().chain(&["Finished ", "Running ", "Fresh ", "Adding "]).any(|start| word.starts_with(start))
        || word.starts_with("error: test failed, to rerun pass")
        || word.starts_with("Caused by:")
        || word.starts_with("process didn't exit successfully:")
}

/// What tests said, without what libtest prints around it.
pub(crate) fn said_by_tests<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let starts = ["running ", "test result: ", "successes:", "note: run with `RUST_BACKTRACE"];
    let is_verdict = |line: &str| {
        line.starts_with("test ") && [" ... ok", " ... FAILED"].iter().any(|end| line.ends_with(end))
    };
    let mut in_failures = false;
    let mut said = String::new();
    for line in lines {
        // The list of failures goes from its head to the result, with nothing of the tests in it:
        // these print at once.
        in_failures = (in_failures || line == "failures:") && !line.starts_with("test result: ");
        if !in_failures && !is_verdict(line) && !starts.iter().any(|start| line.starts_with(start)) {
            said.push_str(line);
            said.push('\n');
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_test_says_stays_and_what_libtest_says_goes() {
        let lines = "\nrunning 1 test\n✗ a_rule\n\n  failures: one\ntest x ... FAILED\n\nfailures:\n\nfailures:\n    x\n\n\
                     test result: FAILED. 0 passed; 1 failed\n\nafter\n";
        assert_eq!(said_by_tests(lines.lines()), "\n✗ a_rule\n\n  failures: one\n\n\nafter\n");
    }

    #[test]
    fn notes_of_cargo_go_and_the_rest_of_stderr_stays() {
        let stderr = "   Compiling x v0.1.0\n    Finished `test` profile\n     Running tests/grade.rs (target/x)\n\
                      no rule of mine\nerror: test failed, to rerun pass `-p x --test grade`\n";
        let ended = Ended { success: false, how: String::new(), stderr: stderr.to_owned() };
        assert_eq!(ended.stderr_of_program(), "no rule of mine\n");
        assert!(ended.built());
        let broken = Ended { stderr: "   Compiling x v0.1.0\nerror[E0425]: no\n".to_owned(), ..ended };
        assert!(!broken.built());
    }
}
