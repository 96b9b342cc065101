//! The log: nothing is lost, nothing is overwritten, and it does not matter who wrote what where.

mod files;
mod notes;
mod torn;

use crate::place::Shell;
use proptest::prelude::*;
use quiz::clock::Moment;
use quiz::log::{Grade, Mode, Record, read_folder, read_text};

pub(crate) fn record(host: &str, n: u32, ms: i64, offset_min: i32, grade: Grade) -> Record {
    let at = Moment { utc_ms: ms, offset_min };
    let key = format!("bank/card-{}", n % 5);
    Record {
        id: Record::id(host, &key, n, at),
        key,
        rev: 1,
        at,
        day: at.study_day(),
        mode: Mode::Drill,
        grade,
        ms: 1200,
        answer: "₹70 \"and\" a\nsecond line".to_owned(),
        seed: n,
        sure: None,
    }
}

const START: i64 = 1_795_000_000_000;

fn records(host: &str, count: u32) -> Vec<Record> {
    (0..count).map(|n| record(host, n, START + i64::from(n) * 3_600_000, 330, Grade::Good)).collect()
}

fn text(records: &[Record]) -> Vec<u8> {
    records.iter().flat_map(|record| format!("{}\n", record.to_json()).into_bytes()).collect()
}

#[test]
fn a_record_reads_back_as_it_was_written() {
    let written = records("pod-7", 4);
    let read = read_text("f", &text(&written));
    assert_eq!(read.warnings, []);
    assert_eq!(read.records, written);
}

/// Cut at every byte: all whole records are there, and at most one warning says what is not.
#[test]
fn a_log_cut_anywhere_keeps_every_whole_record() {
    let written = records("pod-7", 3);
    let bytes = text(&written);
    for cut in 0..=bytes.len() {
        let read = read_text("f", &bytes[..cut]);
        let ends = bytes[..cut].iter().filter(|byte| **byte == b'\n').count();
        // A last line that lacks only its end is whole.
        let whole = ends + usize::from(bytes.get(cut) == Some(&b'\n'));
        assert_eq!(read.records, written[..whole], "cut at {cut}");
        let torn = whole == ends && cut > 0 && bytes[cut - 1] != b'\n';
        assert_eq!(read.warnings.len(), usize::from(torn), "cut at {cut}");
    }
}

#[test]
fn a_line_that_is_no_record_is_a_warning_with_a_place() {
    let shell = Shell::new("malformed");
    let good = records("pod-7", 2);
    let lines = [
        good[0].to_json(),
        "{\"v\":1,\"id\":\"a\",\"key\":\"x/y\",\"rev\":1,oops}".to_owned(),
        "not json".to_owned(),
        good[1].to_json().replace("\"grade\":3", "\"grade\":7"),
        good[1].to_json().replace("2026-", "2026/"),
        good[1].to_json().replace("\"v\":1", "\"v\":2").replace("\"rev\":1,", ""),
        good[1].to_json(),
        "{\"v\":1,\"id\":\"cut o".to_owned(),
    ];
    std::fs::write(shell.data.join("reviews-pod-7.jsonl"), lines.join("\n")).expect("a file");
    let outcome = shell.run("", "");
    insta::assert_snapshot!(outcome.shown());
    assert_eq!(outcome.code, 0);
    let read = read_folder(&shell.data).expect("the folder");
    assert_eq!(read.records, good);
    assert_eq!(read.warnings.len(), 6);
}

#[test]
fn a_folder_that_cannot_be_made_is_said_so() {
    let shell = Shell::new("no-folder");
    let file = shell.data.join("file");
    std::fs::write(&file, "").expect("a file");
    let shell = Shell { data: file.join("below"), ..shell };
    let outcome = shell.run("flash", "?\n");
    assert_eq!(outcome.code, 1);
    assert!(outcome.err.contains("help: --data DIR or WORKBOOK_DATA"), "{}", outcome.err);
}

fn grade() -> impl Strategy<Value = Grade> {
    prop::sample::select(vec![Grade::Again, Grade::Hard, Grade::Good, Grade::Easy])
}

fn history(host: &'static str) -> impl Strategy<Value = Vec<Record>> {
    // Few instants, so that both hosts often write at the same one.
    let one = (0..6i64, -12i32..14, grade());
    prop::collection::vec(one, 0..12).prop_map(move |all| {
        let each = all.into_iter().enumerate();
        each.map(|(n, (day, hours, grade))| {
            record(host, n as u32, START + day * 40_000_000, hours * 60, grade)
        })
        .collect()
    })
}

proptest! {
    #[test]
    fn two_hosts_merge_in_any_order(left in history("pod-7"), right in history("pod-3")) {
        let (one, other) = (read_text("l", &text(&left)), read_text("r", &text(&right)));
        let both = one.clone().merge(other.clone());
        prop_assert_eq!(&both, &other.clone().merge(one.clone()));
        // A copy of a file that is there already changes nothing.
        prop_assert_eq!(&both, &both.clone().merge(one));
        // Nor does it matter in which order the lines of a file stand.
        let mut reversed = [left, right].concat();
        reversed.reverse();
        prop_assert_eq!(both.records, read_text("b", &text(&reversed)).records);
    }

    #[test]
    fn bytes_that_are_no_log_are_warnings(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let read = read_text("f", &bytes);
        prop_assert!(read.warnings.iter().all(|warning| !warning.to_string().is_empty()));
    }
}
