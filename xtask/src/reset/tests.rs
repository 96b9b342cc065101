use super::*;
use crate::scratch::Scratch;

fn house() -> Scratch {
    Scratch::new(&[
        ("exercises/01-x/Cargo.toml", ""),
        ("exercises/01-x/stub/src/lib.rs", "todo\n"),
        ("exercises/01-x/stub/attack.txt", "attack\n"),
        ("exercises/01-x/src/lib.rs", "my work\n"),
        ("exercises/01-x/src/notes/own.rs", "my notes\n"),
        ("exercises/01-x/attack.txt", "my attack\n"),
    ])
}

/// `None`: there was nothing to put back.
fn reset(scratch: &Scratch) -> Result<Option<PathBuf>, Stop> {
    let house = scratch.house();
    let exercise = house.exercise("x")?;
    let changed = changed(&house, &exercise)?;
    if changed.is_empty() { Ok(None) } else { begin_again(&house, &exercise, &changed).map(Some) }
}

#[test]
fn the_stub_comes_back_and_the_work_is_kept() {
    let scratch = house();
    reset(&scratch).unwrap();
    assert_eq!(scratch.read("exercises/01-x/src/lib.rs"), "todo\n");
    assert_eq!(scratch.read("exercises/01-x/attack.txt"), "attack\n");
    assert_eq!(scratch.read("exercises/01-x/src/notes/own.rs"), "my notes\n");
    assert_eq!(scratch.read("target/reset/x/1/src/lib.rs"), "my work\n");
    assert_eq!(scratch.read("target/reset/x/1/src/notes/own.rs"), "my notes\n");
    assert_eq!(scratch.read("target/reset/x/1/attack.txt"), "my attack\n");
}

#[test]
fn a_second_reset_keeps_the_first_copy() {
    let scratch = house();
    reset(&scratch).unwrap();
    scratch.write("exercises/01-x/src/lib.rs", "second try\n");
    // Numbers go up even when an early copy was taken away.
    std::fs::rename(scratch.path("target/reset/x/1"), scratch.path("target/reset/x/7")).unwrap();
    reset(&scratch).unwrap();
    assert_eq!(scratch.read("target/reset/x/7/src/lib.rs"), "my work\n");
    assert_eq!(scratch.read("target/reset/x/8/src/lib.rs"), "second try\n");
}

#[test]
fn without_a_change_nothing_is_copied() {
    let scratch = house();
    assert_eq!(reset(&scratch), Ok(Some(scratch.path("target/reset/x/1"))));
    assert_eq!(reset(&scratch), Ok(None));
    assert!(!scratch.path("target/reset/x/2").exists());
}

#[test]
fn what_is_missing_comes_back() {
    let scratch = house();
    std::fs::remove_file(scratch.path("exercises/01-x/attack.txt")).unwrap();
    reset(&scratch).unwrap();
    assert_eq!(scratch.read("exercises/01-x/attack.txt"), "attack\n");
    assert!(!scratch.path("target/reset/x/1/attack.txt").exists());
}

#[test]
fn when_the_copy_fails_nothing_is_put_back() {
    let scratch = house();
    // A file where the folder of copies must be.
    scratch.write("target/reset", "in the way");
    let before = scratch.all();
    assert_eq!(reset(&scratch).unwrap_err().code(), 2);
    assert_eq!(scratch.all(), before);
}

#[test]
fn without_a_stub_there_is_nothing_to_put_back() {
    let scratch = house();
    std::fs::remove_dir_all(scratch.path("exercises/01-x/stub")).unwrap();
    let before = scratch.all();
    assert_eq!(reset(&scratch).unwrap_err().code(), 2);
    assert_eq!(scratch.all(), before);
}

#[test]
fn without_a_terminal_it_must_be_told_yes() {
    if io::stdin().is_terminal() {
        eprintln!("skipped: stdin is a terminal, where the command asks");
        return;
    }
    let scratch = house();
    let before = scratch.all();
    let stop = run(&scratch.house(), &Arguments { name: "x".into(), yes: false }).unwrap_err();
    assert!(stop.code() == 2 && stop.to_string().contains("--yes"), "{stop}");
    assert_eq!(scratch.all(), before);
}
