//! A small workbook of a test's own, with fourteen questions, and a reader who was there for two
//! months.

use crate::place::{NOW, Outcome, Shell, fixtures, folder};
use quiz::clock::Moment;
use quiz::log::{Grade, Mode, Record, Sure};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

const DAY_MS: i64 = 86_400_000;

pub(crate) struct House {
    pub shell: Shell,
    pub root: PathBuf,
}

impl House {
    pub(crate) fn new(name: &str) -> House {
        let root = folder(&format!("house-{name}"));
        for part in ["book", "scenarios", "concepts.yaml"] {
            copy(&fixtures().join(part), &root.join(part));
        }
        let banks = root.join("quiz/banks");
        copy(&fixtures().join("banks/small.yaml"), &banks.join("01-small.yaml"));
        copy(&fixtures().join("kinds/kinds.yaml"), &banks.join("02-kinds.yaml"));
        House { shell: Shell::new(&format!("house-{name}-data")), root }
    }

    /// Runs `quiz ARGUMENTS` (split at spaces) in this workbook, with these lines typed.
    pub(crate) fn run(&self, arguments: &str, typed: &str) -> Outcome {
        let mut all: Vec<OsString> = vec!["quiz".into()];
        all.extend(arguments.split_whitespace().map(OsString::from));
        all.extend(["--data".into(), self.shell.data.clone().into_os_string()]);
        all.extend(["--root".into(), self.root.clone().into_os_string()]);
        all.extend(["--now".into(), OsString::from(&self.shell.now)]);
        let mut typed = typed.as_bytes();
        self.shell.run_exactly(all, &mut typed)
    }

    /// Two months of answers, up to yesterday.
    pub(crate) fn drilled(self) -> House {
        self.write(&two_months());
        self
    }

    pub(crate) fn write(&self, records: &[Record]) {
        let lines: String = records.iter().map(|record| format!("{}\n", record.to_json())).collect();
        std::fs::write(self.shell.data.join("reviews-train.jsonl"), lines).expect("the folder is ours");
    }
}

fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        for entry in std::fs::read_dir(from).expect("a folder of the fixtures") {
            let entry = entry.expect("an entry");
            copy(&entry.path(), &to.join(entry.file_name()));
        }
        return;
    }
    std::fs::create_dir_all(to.parent().expect("below the house")).expect("the house is ours");
    std::fs::copy(from, to).expect("a file of the fixtures");
}

/// An answer so many days ago, at nine in the evening.
pub(crate) fn ago(key: &str, days: i64, mode: Mode, grade: Grade) -> Record {
    let now = Moment::parse(NOW).expect("an instant");
    let at = Moment { utc_ms: now.utc_ms - days * DAY_MS, ..now };
    Record {
        id: Record::id("train", key, days.unsigned_abs() as u32, at),
        key: key.to_owned(),
        rev: 1,
        at,
        day: at.study_day(),
        mode,
        grade,
        ms: 5_000 + key.len() as u64 * 1_000,
        answer: String::new(),
        seed: 0,
        sure: None,
    }
}

fn two_months() -> Vec<Record> {
    let good =
        ["small/pick", "small/count", "small/say", "kinds/pick", "kinds/state-between", "kinds/when-to-lock"];
    let mut records = Vec::new();
    for (n, key) in (0i64..).zip(good) {
        for days in [60, 58, 51, 30, 6] {
            let missed = days == 30 && n % 3 == 1;
            let grade = if missed { Grade::Again } else { Grade::Good };
            records.push(ago(key, days - n % 4, Mode::Drill, grade));
        }
    }
    // Never learned.
    for days in [50, 48, 45, 40, 33, 20, 9, 2] {
        records.push(ago("kinds/find-the-gap", days, Mode::Drill, Grade::Again));
    }
    // Seen once, and asked how sure its reader was.
    for (days, grade, sure) in [
        (12, Grade::Good, Sure::Sure),
        (11, Grade::Again, Sure::Sure),
        (10, Grade::Good, Sure::Unsure),
        (9, Grade::Again, Sure::Guess),
    ] {
        let record = ago("kinds/explain-the-loss", days, Mode::Quiz, grade);
        records.push(Record { sure: Some(sure), ms: 95_000, ..record });
    }
    records.push(ago("kinds/explain-the-loss", 1, Mode::Drill, Grade::Good));
    records.push(ago("kinds/say", 1, Mode::Drill, Grade::Hard));
    records
}
