//! Where tests read and write, and how they run a command.

use quiz::bank::Sources;
use quiz::command::run;
use quiz::front::Terminal;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub(crate) const NOW: &str = "2026-11-29T21:05:00+05:30";

pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("fixtures")
}

pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the workspace").to_owned()
}

/// The sources that banks of the tests are checked against.
pub(crate) fn sources() -> Sources {
    let fixtures = fixtures();
    Sources {
        banks: fixtures.join("banks"),
        scenarios: fixtures.join("scenarios"),
        concepts: fixtures.join("concepts.yaml"),
        book: fixtures.join("book/text"),
    }
}

/// An empty folder of this test's own.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("an old folder of this test can go");
    }
    std::fs::create_dir_all(&folder).expect("the target folder is ours");
    folder
}

/// What a command did.
pub(crate) struct Outcome {
    pub code: u8,
    pub out: String,
    pub err: String,
}

/// A command line with its surroundings.
pub(crate) struct Shell {
    pub data: PathBuf,
    pub now: String,
    pub width: usize,
    pub colour: bool,
    /// Whether what is typed is written down: it does not come from a terminal.
    pub echo: bool,
    /// Whether errors go to a terminal too. Where they are wrapped depends on the names of folders.
    pub wraps_errors: bool,
}

impl Shell {
    pub(crate) fn new(data: &str) -> Shell {
        Shell {
            data: folder(data),
            now: NOW.to_owned(),
            width: 80,
            colour: false,
            echo: true,
            wraps_errors: false,
        }
    }

    /// The same folder in a window that breaks no line. Where a line with the name of a folder or of a
    /// host breaks depends on the machine.
    pub(crate) fn wide(&self) -> Shell {
        Shell { data: self.data.clone(), now: self.now.clone(), width: 10_000, ..*self }
    }

    /// Runs `quiz ARGUMENTS` (split at spaces) on the fixtures, with these lines typed.
    pub(crate) fn run(&self, arguments: &str, typed: &str) -> Outcome {
        let fixtures = fixtures();
        let mut all: Vec<OsString> = vec!["quiz".into()];
        all.extend(arguments.split_whitespace().map(OsString::from));
        for (name, value) in [
            ("--data", self.data.clone().into_os_string()),
            ("--banks", fixtures.join("banks").into_os_string()),
            ("--root", fixtures.into_os_string()),
            ("--now", self.now.clone().into()),
        ] {
            all.extend([OsString::from(name), value]);
        }
        let mut typed = typed.as_bytes();
        self.run_exactly(all, &mut typed)
    }

    pub(crate) fn run_exactly(&self, arguments: Vec<OsString>, typed: &mut &[u8]) -> Outcome {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut terminal = Terminal {
            input: typed,
            out: &mut out,
            err: &mut err,
            width: self.width,
            colour: self.colour,
            echo: self.echo,
            paints: false,
            wraps_errors: self.wraps_errors,
        };
        let code = run(arguments, &mut terminal);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("what is written is text");
        Outcome { code, out: self.plain(text(out)), err: self.plain(text(err)) }
    }

    /// Without the names of this machine and of this folder.
    fn plain(&self, text: String) -> String {
        let text = text.replace(&self.data.display().to_string(), "DATA");
        let text = text.replace(&fixtures().display().to_string(), "FIXTURES");
        text.replace(&format!("reviews-{}.jsonl", quiz::log::host_name()), "reviews-HOST.jsonl")
    }

    /// The log's lines.
    pub(crate) fn log(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for entry in std::fs::read_dir(&self.data).expect("the folder is there") {
            let path = entry.expect("an entry").path();
            let text = std::fs::read_to_string(path).expect("the log is text");
            lines.extend(text.lines().map(str::to_owned));
        }
        lines
    }

    /// One field of each record, in order.
    pub(crate) fn field(&self, name: &str) -> Vec<String> {
        let value = |line: &String| {
            let json: serde_json::Value = serde_json::from_str(line).expect("a record is JSON");
            json[name].as_str().map_or_else(|| json[name].to_string(), str::to_owned)
        };
        self.log().iter().map(value).collect()
    }
}

impl Outcome {
    /// All of it, for a snapshot.
    pub(crate) fn shown(&self) -> String {
        let mut text = self.out.clone();
        if !self.err.is_empty() {
            text.push_str(&format!("--- errors\n{}", self.err));
        }
        format!("{text}--- exit code {}\n", self.code)
    }
}

/// What `--help` of a command says.
pub(crate) fn help(command: &str) -> String {
    let shell = Shell::new(&format!("help-{command}"));
    let arguments = ["quiz", command, "--help"].map(OsString::from).to_vec();
    let outcome = shell.run_exactly(arguments, &mut &b""[..]);
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    outcome.out
}

/// Without ids, which depend on the machine.
pub(crate) fn without_ids(text: &str) -> String {
    let is_id = |word: &str| {
        [8, 16].contains(&word.len()) && word.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
    };
    let words = text.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
    words
        .map(|word| match word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric()) {
            id if is_id(id) => format!("{}{}", &"IDIDIDIDIDIDIDID"[..id.len()], &word[id.len()..]),
            _ => word.to_owned(),
        })
        .collect()
}
