//! A terminal that goes away in the middle of a sitting: the program ends, and no answer is lost.

use crate::place::{NOW, fixtures, folder};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::time::{Duration, Instant};

/// Reads until this stands on the screen.
fn see(reader: &mut dyn Read, shown: &mut vt100::Parser, text: &str) {
    let mut bytes = [0; 4096];
    while !shown.screen().contents().contains(text) {
        let read = reader.read(&mut bytes).expect("the terminal is there");
        shown.process(&bytes[..read]);
    }
}

fn command(data: &Path, look: &str, controls: bool) -> CommandBuilder {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_quiz"));
    command.args(["run", look, "--now", NOW, "--seed", "1", "--data"]);
    command.arg(data);
    command.arg("--root");
    command.arg(fixtures());
    command.arg("--banks");
    command.arg(fixtures().join("kinds"));
    command.env("TERM", "xterm-256color");
    for name in ["NO_COLOR", "WORKBOOK_SCREEN", "WORKBOOK_DATA", "WORKBOOK_UTC_OFFSET"] {
        command.env_remove(name);
    }
    command.set_controlling_tty(controls);
    command
}

/// One question is answered, and a second one half, when the window is closed.
fn closed(look: &str, controls: bool) {
    let data = folder(&format!("gone{look}-{controls}"));
    let size = PtySize { rows: 60, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).expect("a terminal");
    let mut child = pair.slave.spawn_command(command(&data, look, controls)).expect("the program was built");
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().expect("a terminal can be read");
    let mut keys = pair.master.take_writer().expect("a terminal can be typed at");
    let cells = |count| NonZero::new(count).expect("a window has a cell");
    let mut shown = vt100::Parser::new(cells(60), cells(80), 0);
    for (seen, typed) in [("step 4", "a\r"), ("in the end?", "₹70\r"), ("The whole run:", "")] {
        see(&mut reader, &mut shown, seen);
        keys.write_all(typed.as_bytes()).expect("the terminal is open");
    }
    // It has painted, and waits for a key: what is written to a closed terminal fails anyway.
    std::thread::sleep(Duration::from_millis(300));
    drop((reader, keys, pair.master));
    let closed = Instant::now();
    while child.try_wait().expect("it is our child").is_none() {
        // On a busy machine it may take a while; what goes on without a terminal never ends.
        if closed.elapsed() > Duration::from_secs(10) {
            let _ = child.kill();
            let _ = child.wait();
            panic!("it goes on without a terminal: {look}, {controls}");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let log: String = std::fs::read_dir(&data)
        .expect("the folder is there")
        .map(|entry| std::fs::read_to_string(entry.expect("an entry").path()).expect("the log is text"))
        .collect();
    assert_eq!((log.lines().count(), log.contains("1 row | ₹70")), (1, true), "{log}");
}

#[test]
fn a_closed_window_ends_the_sitting() {
    for look in ["--full", "--plain"] {
        for controls in [false, true] {
            closed(look, controls);
        }
    }
}
