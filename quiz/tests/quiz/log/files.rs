//! Files that are replaced, locked, or none: whatever lies where the log should lie.

use super::notes::at;
use super::{START, record};
use crate::place::{Shell, folder};
use quiz::log::{Grade, Log, Record, Refusal, What, host_name, read_folder};
use std::fs;

fn answer(n: u32) -> Record {
    record("pod-7", n, START + i64::from(n) * 1_000, 330, Grade::Good)
}

/// A checkout, an editor's save or a sync tool puts another file in the log's place, or takes it away.
#[cfg(unix)]
#[test]
fn a_log_that_is_replaced_under_a_sitting_gets_its_answers_all_the_same() {
    let folder = folder("replaced");
    let (file, other) = (folder.join("reviews-pod-7.jsonl"), folder.join("other"));
    let (mut log, _) = Log::open(&folder, "pod-7").expect("the log opens");
    log.append(answer(1)).expect("it is written");
    fs::copy(&file, &other).expect("a copy");
    fs::rename(&other, &file).expect("it is put in place");
    log.append(answer(2)).expect("it is written");
    assert_eq!(read_folder(&folder).expect("the folder").records, [answer(1), answer(2)]);
    assert!(matches!(Log::open(&folder, "pod-7"), Err(Refusal::InUse(_))));
    // What is put there may end in the middle of a line.
    fs::write(&other, &answer(1).to_json()[..30]).expect("a file");
    fs::rename(&other, &file).expect("it is put in place");
    log.append(answer(3)).expect("it is written");
    assert_eq!(read_folder(&folder).expect("the folder").records, [answer(3)]);
    fs::remove_file(&file).expect("it is there");
    log.note(at(9), What::Suspend { key: "bank/card-1".to_owned() }).expect("it is written");
    log.append(answer(4)).expect("it is written");
    let reviews = read_folder(&folder).expect("the folder");
    assert_eq!((reviews.records, reviews.notes.len()), (vec![answer(4)], 1));
    fs::remove_dir_all(&folder).expect("it is ours");
    assert!(matches!(log.append(answer(5)), Err(Refusal::NotWritten(..))));
}

/// The lock lies beside the log, so that whoever only reads is never held up.
#[test]
fn one_writes_and_all_may_read() {
    let folder = folder("locks");
    let open = || Log::open(&folder, "pod-7");
    let (mut log, _) = open().expect("the log opens");
    log.append(answer(1)).expect("it is written");
    assert!(folder.join("reviews-pod-7.lock").is_file());
    assert!(matches!(open(), Err(Refusal::InUse(_))));
    assert_eq!(read_folder(&folder).expect("the folder").records, [answer(1)]);
    // Without the lock file, as an old program has it, the log's own lock still binds.
    #[cfg(unix)]
    {
        fs::remove_file(folder.join("reviews-pod-7.lock")).expect("it is there");
        assert!(matches!(open(), Err(Refusal::InUse(_))));
    }
    drop(log);
    open().expect("the log opens");
}

#[test]
fn what_is_no_file_is_named() {
    let shell = Shell::new("no-file");
    fs::create_dir(shell.data.join("reviews-stray.jsonl")).expect("a folder");
    for arguments in ["", "flash", "undo", "undo --list", "stats", "flag", "export json", "doctor"] {
        let outcome = shell.run(arguments, "?\n");
        assert_eq!(outcome.code, 1, "{arguments}");
        assert!(outcome.err.contains("reviews-stray.jsonl"), "{arguments}: {}", outcome.err);
    }
    fs::remove_dir(shell.data.join("reviews-stray.jsonl")).expect("it is empty");
    #[cfg(unix)]
    {
        let link = shell.data.join("reviews-stray.jsonl");
        std::os::unix::fs::symlink("nowhere", &link).expect("a link");
        let outcome = shell.run("stats", "");
        assert!(outcome.code == 1 && outcome.err.contains("reviews-stray.jsonl"), "{}", outcome.err);
    }
}

/// Opened, a pipe waits for whoever writes to it.
#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_a_log_holds_nobody_up() {
    for name in ["stray", &host_name()] {
        let shell = Shell::new("pipe");
        let path = shell.data.join(format!("reviews-{name}.jsonl"));
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.is_ok_and(|made| made.success()));
        let data = shell.data.clone();
        let (tell, told) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let shell = Shell { data, ..Shell::new("pipe-beside") };
            let codes = ["", "flash", "undo", "doctor"].map(|arguments| shell.run(arguments, "?\n").code);
            tell.send(codes)
        });
        let codes = told.recv_timeout(std::time::Duration::from_secs(20));
        assert_eq!(codes, Ok([1; 4]), "{name}");
    }
}
