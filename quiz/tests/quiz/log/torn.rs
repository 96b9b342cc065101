//! What a crash leaves: a log cut anywhere, a line that is set aside once, and writes that fail.

use super::notes::every_kind;
use super::{START, record};
use crate::place::{Shell, folder};
use quiz::log::{Entry, Grade, Log, Reviews, read_folder, read_text};
use std::fs;

fn lines() -> Vec<Vec<u8>> {
    every_kind().iter().map(|entry| format!("{}\n", entry.to_json()).into_bytes()).collect()
}

fn whole(reviews: &Reviews) -> usize {
    reviews.records.len() + reviews.notes.len() + reviews.undone.len()
}

/// A log with a line of each kind, cut at every byte: all whole entries are there, and at most one
/// warning says what is not.
#[test]
fn a_log_cut_anywhere_keeps_every_whole_entry() {
    let bytes = lines().concat();
    for cut in 0..=bytes.len() {
        let read = read_text("f", &bytes[..cut]);
        let ends = bytes[..cut].iter().filter(|byte| **byte == b'\n').count();
        // A last line that lacks only its end is whole.
        let ended = ends + usize::from(bytes.get(cut) == Some(&b'\n'));
        assert_eq!(
            read,
            Reviews { warnings: read.warnings.clone(), ..read_text("f", &lines()[..ended].concat()) }
        );
        assert_eq!(whole(&read), ended, "cut at {cut}");
        let torn = ended == ends && cut > 0 && bytes[cut - 1] != b'\n';
        assert_eq!(read.warnings.len(), usize::from(torn), "cut at {cut}");
    }
}

/// Opening a log that was cut sets the torn line aside and touches no whole one; the next entry
/// begins a line, and the run after that has nothing to say.
#[test]
fn a_torn_line_is_set_aside_once() {
    let folder = folder("torn");
    let (file, aside) = (folder.join("reviews-pod-7.jsonl"), folder.join("reviews-pod-7.torn"));
    let bytes = lines().concat();
    let next = record("pod-7", 9, START + 999_999_999, 330, Grade::Again);
    for cut in (0..=bytes.len()).step_by(19).chain([1, bytes.len() - 2, bytes.len() - 1]) {
        fs::write(&file, &bytes[..cut]).expect("a file");
        let _ = fs::remove_file(&aside);
        let kept = bytes[..cut].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let kept = if bytes.get(cut) == Some(&b'\n') { cut + 1 } else { kept };
        let torn = cut > kept;
        let (mut log, before) = Log::open(&folder, "pod-7").expect("the log opens");
        assert_eq!(before.warnings.len(), usize::from(torn), "cut at {cut}");
        log.append(&next).expect("it is written");
        drop(log);
        let expected = [&bytes[..kept], next.to_json().as_bytes(), b"\n"].concat();
        assert_eq!(fs::read(&file).expect("the file"), expected, "cut at {cut}");
        let piece = if torn { [&bytes[kept..cut], b"\n"].concat() } else { Vec::new() };
        assert_eq!(fs::read(&aside).unwrap_or_default(), piece, "cut at {cut}");
        let (_, after) = Log::open(&folder, "pod-7").expect("the log opens");
        assert_eq!((after.warnings.len(), whole(&after)), (0, whole(&before) + 1), "cut at {cut}");
    }
}

/// Killed after the copy and before the cut, or in the middle of the copy: the next opening goes on
/// from there, and what was torn is all there.
#[test]
fn setting_aside_can_be_interrupted_anywhere() {
    let folder = folder("torn-twice");
    let (file, aside) = (folder.join("reviews-pod-7.jsonl"), folder.join("reviews-pod-7.torn"));
    let whole = lines().remove(0);
    let piece = &lines()[1][..40];
    let older = b"an older piece\n";
    for copied in 0..=piece.len() + 1 {
        let line = [piece, b"\n"].concat();
        fs::write(&aside, [older, &line[..copied]].concat()).expect("a file");
        fs::write(&file, [&whole[..], piece].concat()).expect("a file");
        drop(Log::open(&folder, "pod-7").expect("the log opens"));
        assert_eq!(fs::read(&file).expect("the file"), whole);
        let kept = fs::read(&aside).expect("the file");
        assert!(kept.starts_with(older) && kept.ends_with(&line), "{copied}");
        let pieces = kept.split(|byte| *byte == b'\n').filter(|line| *line == piece).count();
        assert_eq!(pieces, 1 + usize::from(copied == piece.len()));
    }
}

/// Only the owner of the file, who has its lock, moves anything.
#[test]
fn a_reader_only_warns_of_a_torn_line() {
    let shell = Shell::new("torn-read");
    let text = [&lines()[0][..], &lines()[1][..40]].concat();
    let file = shell.data.join("reviews-elsewhere.jsonl");
    fs::write(&file, &text).expect("a file");
    for arguments in ["", "undo", "flash --limit 1"] {
        let outcome = shell.run(arguments, "?\n");
        assert!(outcome.err.contains("was cut off"), "{arguments}: {}", outcome.err);
        assert_eq!(fs::read(&file).expect("the file"), text);
    }
}

#[test]
fn a_torn_line_is_told_of_by_the_run_that_sets_it_aside() {
    let shell = Shell::new("torn-told");
    let name = format!("reviews-{}.jsonl", quiz::log::host_name());
    fs::write(shell.data.join(name), [&lines()[0][..], &lines()[1][..40]].concat()).expect("a file");
    let outcome = shell.run("flash --limit 1", "q\n");
    insta::assert_snapshot!(outcome.err.replace(&quiz::log::host_name(), "HOST"));
    assert_eq!(shell.run("flash --limit 1", "q\n").err, "");
}

/// An answer taken back and given again while the clock stands still is another entry.
#[test]
fn an_id_that_is_taken_is_not_used_again() {
    let folder = folder("ids");
    let answer = record("pod-7", 1, START, 330, Grade::Again);
    let (mut log, _) = Log::open(&folder, "pod-7").expect("the log opens");
    log.append(&answer).expect("it is written");
    let undone = log.undo_last(answer.at).expect("it is written");
    assert_eq!(undone.as_ref().map(Entry::id), Some(answer.id.as_str()));
    let id = log.append(&answer).expect("it is written");
    assert_ne!(id, answer.id);
    assert_eq!(read_folder(&folder).expect("the folder").records[0].id, id);
    log.note(answer.at, quiz::log::What::Undo { of: id }).expect("it is written");
    assert_eq!(read_folder(&folder).expect("the folder").records, []);
    assert_eq!(log.undo_last(answer.at).expect("it is read"), None);
}

/// What was done last counts, even when the clock was set back in between.
#[test]
fn a_note_is_later_than_those_that_were_known() {
    use quiz::log::What;
    let folder = folder("clock-back");
    let key = || "bank/card-1".to_owned();
    let at = |ms| quiz::clock::Moment { utc_ms: START + ms, offset_min: 330 };
    for host in ["pod-7", "pod-3"] {
        let (mut log, _) = Log::open(&folder, host).expect("the log opens");
        log.note(at(5_000_000), What::Suspend { key: key() }).expect("it is written");
        let note = log.note(at(0), What::Resume { key: key() }).expect("it is written");
        assert_eq!(note.day, at(0).study_day());
        assert!(read_folder(&folder).expect("the folder").standing().suspended.is_empty());
    }
}

#[test]
fn a_folder_that_is_a_file_is_refused() {
    let shell = Shell::new("folder-is-file");
    let file = shell.data.join("file");
    fs::write(&file, "").expect("a file");
    let shell = Shell { data: file, ..shell };
    for arguments in ["flash", "undo", "suspend small/say", "flag small/say", "", "doctor"] {
        let outcome = shell.run(arguments, "?\n");
        assert_eq!(outcome.code, 1, "{arguments}");
        assert!(
            outcome.err.contains("DATA: ") && outcome.err.contains("help: "),
            "{arguments}: {}",
            outcome.err
        );
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let shell = Shell::new("read-only");
    let allow =
        |mode| fs::set_permissions(&shell.data, fs::Permissions::from_mode(mode)).expect("it is ours");
    allow(0o555);
    // Root may write anywhere.
    let bound = fs::write(shell.data.join("probe"), "").is_err();
    if bound {
        let outcome = shell.run("flash", "?\n");
        assert_eq!(outcome.code, 1);
        assert!(outcome.err.contains("help: --data DIR or WORKBOOK_DATA"), "{}", outcome.err);
    }
    allow(0o755);
}

/// What some editors put before a text is no part of its first line.
#[test]
fn a_whole_line_behind_a_byte_order_mark_is_kept() {
    let folder = folder("torn-mark");
    let file = folder.join("reviews-pod-7.jsonl");
    let answer = record("pod-7", 1, START, 330, Grade::Good);
    fs::write(&file, format!("\u{feff}{}", answer.to_json())).expect("a file");
    let (log, reviews) = Log::open(&folder, "pod-7").expect("the log opens");
    drop(log);
    assert_eq!((reviews.records.as_slice(), reviews.warnings.len()), ([answer].as_slice(), 0));
    assert!(!folder.join("reviews-pod-7.torn").exists());
}

/// A miss is an answer of the code: a drill after it answers it, whatever another clock once wrote.
#[test]
fn a_miss_is_not_later_than_it_was() {
    use quiz::log::What;
    let folder = folder("clock-miss");
    let (mut log, _) = Log::open(&folder, "pod-7").expect("the log opens");
    let at = |ms| quiz::clock::Moment { utc_ms: START + ms, offset_min: 330 };
    log.note(at(300_000_000_000), What::Suspend { key: "a/b".to_owned() }).expect("it is written");
    let missed = |n: u32| What::Missed { concept: "lease".to_owned(), from: format!("x/y/z#{n}") };
    assert_eq!(log.note(at(0), missed(1)).expect("it is written").at, at(0));
    let resume = log.note(at(0), What::Resume { key: "a/b".to_owned() }).expect("it is written");
    assert!(resume.at > at(300_000_000_000), "what was done last still counts");
}
