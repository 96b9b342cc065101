//! What leaves the workbook and what comes back.

mod anything;
mod back;
mod out;

use crate::place::{Outcome, Shell, fixtures, folder, workspace};
use quiz::clock::Moment;
use quiz::log::{Grade, Mode, Note, Record, What};
use rusqlite::Connection;
use std::ffi::OsString;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

pub(crate) fn at(text: &str) -> Moment {
    Moment::parse(text).expect("a time")
}

/// An answer of these words at this time.
pub(crate) fn answer(key: &str, time: &str, mode: Mode, grade: Grade, words: &str) -> Record {
    let at = at(time);
    Record {
        id: Record::id("pod-7", key, 0, at),
        key: key.to_owned(),
        rev: 1,
        at,
        day: at.study_day(),
        mode,
        grade,
        ms: 4_200,
        answer: words.to_owned(),
        seed: 0,
        sure: None,
    }
}

/// Three weeks of one reader: drills, a repeat, a quiz, an answer taken back, a question put aside.
pub(crate) fn lines() -> Vec<String> {
    use Grade::{Again, Easy, Good, Hard};
    use Mode::{Drill, Quiz, Relearn};
    let gone = answer("small/count", "2026-11-20T08:00:00+05:30", Drill, Easy, "60");
    let undo = What::Undo { of: gone.id.clone() };
    let answers = [
        answer("small/pick", "2026-11-08T21:00:00+05:30", Drill, Good, "At the second read"),
        answer("small/say", "2026-11-08T21:01:00+05:30", Drill, Again, "forgot"),
        answer("small/say", "2026-11-08T21:02:00+05:30", Relearn, Good, "got it"),
        answer("small/say", "2026-11-09T01:30:00+05:30", Drill, Good, "got it"),
        answer("small/say", "2026-11-10T21:00:00+05:30", Drill, Hard, "got it"),
        answer("small/pick", "2026-11-12T21:00:00+05:30", Quiz, Again, "=1+1, \"quoted\""),
        gone,
        answer("small/pick", "2026-11-21T03:59:00-08:00", Drill, Good, "At the second read"),
    ];
    let notes = [
        Note::new("pod-7", at("2026-11-20T08:01:00+05:30"), undo),
        Note::new("pod-7", at("2026-11-20T08:02:00+05:30"), What::Suspend { key: "small/run".to_owned() }),
    ];
    answers.iter().map(Record::to_json).chain(notes.iter().map(Note::to_json)).collect()
}

/// A shell whose log holds those weeks.
pub(crate) fn reader(name: &str) -> Shell {
    let shell = Shell::new(name);
    let text: String = lines().iter().map(|line| format!("{line}\n")).collect();
    std::fs::write(shell.data.join("reviews-pod-7.jsonl"), text).expect("a log");
    shell
}

/// A folder for what goes out.
pub(crate) fn outside(name: &str) -> PathBuf {
    folder(&format!("outside-{name}"))
}

/// Runs on other banks: those of a folder of the fixtures, or the published ones.
pub(crate) fn run_on(shell: &Shell, banks: Option<&str>, arguments: &[&str]) -> Outcome {
    let root = if banks.is_some() { fixtures() } else { workspace() };
    let banks = banks.map_or_else(|| root.join("quiz").join("banks"), |banks| root.join(banks));
    let mut all: Vec<OsString> = vec!["quiz".into()];
    all.extend(arguments.iter().map(OsString::from));
    all.extend(["--data".into(), shell.data.clone().into(), "--now".into(), shell.now.clone().into()]);
    all.extend(["--banks".into(), banks.into(), "--root".into(), root.into()]);
    shell.run_exactly(all, &mut "".as_bytes())
}

/// Exports to a file of this folder.
pub(crate) fn exported(shell: &Shell, form: &str, to: &Path) -> PathBuf {
    let path = to.join(format!("out.{form}"));
    let outcome = shell.run(&format!("export {form} --force --out {}", path.display()), "");
    assert_eq!(outcome.code, 0, "{}", outcome.shown());
    path
}

pub(crate) fn import(shell: &Shell, path: &Path, more: &str) -> Outcome {
    shell.run(&format!("import {} {more}", path.display()), "")
}

/// One count of `import --json`.
pub(crate) fn count(outcome: &Outcome, name: &str) -> u64 {
    assert_eq!(outcome.code, 0, "{}", outcome.shown());
    let json: serde_json::Value = serde_json::from_str(&outcome.out).expect("one document");
    json[name].as_u64().unwrap_or_else(|| panic!("no {name} in {}", outcome.out))
}

/// The collection of a package, as a database of its own.
pub(crate) fn unpacked(package: &Path) -> (PathBuf, Connection) {
    let bytes = std::fs::read(package).expect("a package");
    let mut zip = ZipArchive::new(Cursor::new(bytes)).expect("a zip");
    let mut collection = Vec::new();
    zip.by_name("collection.anki2").expect("a collection").read_to_end(&mut collection).expect("its bytes");
    let path = package.with_extension("anki2");
    std::fs::write(&path, collection).expect("a file");
    let connection = Connection::open(&path).expect("a database");
    (path, connection)
}

/// A package of these entries, deflated as Anki does it.
pub(crate) fn packed(to: &Path, entries: &[(&str, &[u8])]) {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, bytes) in entries {
        zip.start_file(*name, options).expect("an entry");
        zip.write_all(bytes).expect("its bytes");
    }
    std::fs::write(to, zip.finish().expect("a zip").into_inner()).expect("a file");
}
