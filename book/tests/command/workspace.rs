//! A copy of `tests/fixture`, one a test.

use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) struct Fixture {
    root: PathBuf,
}

impl Fixture {
    pub(crate) fn new(name: &str) -> Fixture {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book").join(name);
        if root.exists() {
            std::fs::remove_dir_all(&root).unwrap();
        }
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        copy(&here.join("tests/fixture"), &root);
        for file in ["page.css", "page.js", "quiz.css", "quiz.js"] {
            std::fs::create_dir_all(root.join("book/theme")).unwrap();
            std::fs::copy(here.join("theme").join(file), root.join("book/theme").join(file)).unwrap();
        }
        Fixture { root }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The program, started inside the fixture.
    pub(crate) fn book(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_book"));
        command.args(args).current_dir(&self.root);
        command
    }

    pub(crate) fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    pub(crate) fn write(&self, file: &str, text: &str) {
        let path = self.root.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// Replaces a text that must be there.
    pub(crate) fn edit(&self, file: &str, from: &str, to: &str) {
        let old = self.read(file);
        assert!(old.contains(from), "{file} has no {from}");
        self.write(file, &old.replacen(from, to, 1));
    }
}

/// Exit code, standard output and standard error.
pub(crate) fn run(mut command: Command) -> (i32, String, String) {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            std::fs::copy(&path, &target).unwrap();
        }
    }
}
