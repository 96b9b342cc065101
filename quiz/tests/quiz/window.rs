//! A real terminal around the real binary: what stands on its screen, and keys for it.

use crate::place::{NOW, fixtures, folder};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, SlavePty, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

/// Longer than any machine needs; only a test that fails waits so long.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Window {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    // Open, so that the terminal is still there when the program is gone.
    _slave: Box<dyn SlavePty + Send>,
    keys: Box<dyn Write + Send>,
    screen: Arc<(Mutex<vt100::Parser>, Condvar)>,
    pub data: PathBuf,
}

impl Window {
    /// Runs `quiz ARGUMENTS` over the ten kinds, in a terminal of so many columns and lines.
    pub(crate) fn open(data: &str, arguments: &str, size: (u16, u16)) -> Window {
        Window::again(&folder(data), arguments, size, &[("TERM", "xterm-256color")])
    }

    /// The same with a folder that is there, and an environment.
    pub(crate) fn again(
        data: &Path,
        arguments: &str,
        size: (u16, u16),
        environment: &[(&str, &str)],
    ) -> Window {
        let pair = native_pty_system().openpty(pty_size(size)).expect("a terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_quiz"));
        command.args(arguments.split_whitespace());
        command.args(["--now", NOW, "--seed", "1"]);
        for (name, path) in
            [("--data", data), ("--root", &fixtures()), ("--banks", &fixtures().join("kinds"))]
        {
            command.arg(name);
            command.arg(path);
        }
        for name in ["NO_COLOR", "WORKBOOK_SCREEN", "WORKBOOK_DATA", "WORKBOOK_UTC_OFFSET"] {
            command.env_remove(name);
        }
        for (name, value) in environment {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("the program was built");
        let screen =
            Arc::new((Mutex::new(vt100::Parser::new(cells(size.1), cells(size.0), 1000)), Condvar::new()));
        let mut reader = pair.master.try_clone_reader().expect("a terminal can be read");
        let shown = Arc::clone(&screen);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = reader.read(&mut bytes) {
                let Ok(mut parser) = shown.0.lock() else { return };
                parser.process(&bytes[..read]);
                shown.1.notify_all();
            }
        });
        let keys = pair.master.take_writer().expect("a terminal can be typed at");
        Window { child, master: pair.master, _slave: pair.slave, keys, screen, data: data.to_owned() }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).and_then(|()| self.keys.flush()).expect("the terminal is open");
    }

    /// Waits until the screen fits, and says what stands on it.
    pub(crate) fn until(&self, what: &str, fits: impl Fn(&vt100::Screen) -> bool) -> String {
        let end = Instant::now() + PATIENCE;
        let mut parser = self.screen.0.lock().expect("no reader panics");
        while !fits(parser.screen()) {
            let left = end.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "no {what} on:\n{}", parser.screen().contents());
            parser = self.screen.1.wait_timeout(parser, left).expect("no reader panics").0;
        }
        parser.screen().contents()
    }

    /// Waits until this stands on the screen.
    pub(crate) fn see(&self, text: &str) -> String {
        self.until(text, |screen| screen.contents().contains(text))
    }

    /// Answers what stands on the screen: first seen, then typed.
    pub(crate) fn answer(&mut self, seen: &str, keys: &str) {
        self.see(seen);
        self.press(keys);
    }

    pub(crate) fn resize(&self, size: (u16, u16)) {
        self.screen.0.lock().expect("no reader panics").screen_mut().set_size(cells(size.1), cells(size.0));
        self.master.resize(pty_size(size)).expect("a terminal can be resized");
    }

    /// Tells the program to stop, as a shutdown does.
    pub(crate) fn terminate(&self) {
        let id = self.child.process_id().expect("it runs");
        let told = std::process::Command::new("kill").arg(id.to_string()).status();
        assert!(told.is_ok_and(|status| status.success()));
    }

    /// Waits for the program's end, and gives its exit code.
    pub(crate) fn end(&mut self) -> u32 {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("it is our child") {
                return status.exit_code();
            }
            if Instant::now() > end {
                let _ = self.child.kill();
                panic!("it does not end; on its screen:\n{}", self.see(""));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Whether the terminal echoes, reads by lines and shows one screen and its cursor, as at first.
    pub(crate) fn is_as_before(&self) -> bool {
        let modes = self.master.get_termios().expect("a terminal has modes");
        let modes = format!("{:?}", modes.local_flags);
        self.until("way back", |screen| !screen.alternate_screen() && !screen.hide_cursor());
        modes.contains("ECHO") && modes.contains("ICANON")
    }

    /// The answers in the log.
    pub(crate) fn answers(&self) -> Vec<String> {
        let mut answers = Vec::new();
        for entry in std::fs::read_dir(&self.data).expect("the folder is there") {
            let text = std::fs::read_to_string(entry.expect("an entry").path()).expect("the log is text");
            let value = |line| serde_json::from_str::<serde_json::Value>(line).expect("a record is JSON");
            answers.extend(text.lines().filter_map(|line| Some(value(line)["ans"].as_str()?.to_owned())));
        }
        answers
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

fn pty_size((cols, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

fn cells(count: u16) -> NonZero<u16> {
    NonZero::new(count).expect("a window has a cell")
}
