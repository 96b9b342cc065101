//! The terminal while it is painted: raw keys and a second screen, and all of it put back at the
//! end, whatever the end is.

use ratatui::crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor::Show, execute};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};

/// Whether there is something to put back.
static PAINTED: AtomicBool = AtomicBool::new(false);

/// Puts the terminal back when it is dropped.
#[derive(Debug)]
pub(super) struct Guard(());

impl Guard {
    pub(super) fn new() -> io::Result<Guard> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            // First the terminal: else nobody can read what went wrong.
            std::panic::set_hook(Box::new(move |panic| {
                put_back();
                before(panic);
            }));
        });
        enable_raw_mode()?;
        PAINTED.store(true, Ordering::SeqCst);
        let guard = Guard(());
        execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste)?;
        Ok(guard)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        put_back();
    }
}

/// As it was before. A terminal that is gone cannot be put back, and need not be.
fn put_back() {
    if PAINTED.swap(false, Ordering::SeqCst) {
        let mut out = io::stdout();
        let _ = execute!(out, DisableBracketedPaste, LeaveAlternateScreen, Show);
        let _ = out.flush();
        let _ = disable_raw_mode();
    }
}

/// Whether the program has been told to stop. The default answer to such a signal would leave the
/// terminal painted.
#[derive(Debug, Clone, Default)]
pub(super) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Listens from now on.
    #[cfg(unix)]
    pub(super) fn listen() -> io::Result<Stop> {
        let stop = Stop::default();
        for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT, signal_hook::consts::SIGHUP]
        {
            signal_hook::flag::register(signal, Arc::clone(&stop.0))?;
        }
        Ok(stop)
    }

    #[cfg(not(unix))]
    pub(super) fn listen() -> io::Result<Stop> {
        Ok(Stop::default())
    }

    pub(super) fn is_wanted(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use portable_pty::{CommandBuilder, PtySize, native_pty_system};
    use std::io::Read;

    const PANICS: &str = "front::full::guard::tests::a_program_that_panics";

    /// Run by the test below in a terminal, and by nobody else.
    #[test]
    #[ignore = "it panics, which is the point"]
    fn a_program_that_panics() {
        let _guard = Guard::new().expect("a terminal");
        panic!("in the middle of it");
    }

    #[test]
    fn a_panic_first_puts_the_terminal_back() {
        let pair = native_pty_system().openpty(PtySize::default()).expect("a terminal");
        let mut command = CommandBuilder::new(std::env::current_exe().expect("this test has a file"));
        command.args(["--ignored", "--exact", PANICS, "--nocapture"]);
        let mut child = pair.slave.spawn_command(command).expect("this test can be run");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a terminal can be read");
        let mut bytes = Vec::new();
        // A terminal that nobody holds any more ends with an error on some systems.
        let _ = reader.read_to_end(&mut bytes);
        child.wait().expect("it is our child");
        let text = String::from_utf8_lossy(&bytes);
        let place = |what: &str| text.find(what).unwrap_or_else(|| panic!("no {what:?} in {text:?}"));
        assert!(place("\u{1b}[?1049h") < place("\u{1b}[?1049l"));
        assert!(place("\u{1b}[?1049l") < place("in the middle of it"));
        let modes = format!("{:?}", pair.master.get_termios().expect("a terminal has modes").local_flags);
        assert!(modes.contains("ECHO") && modes.contains("ICANON"), "{modes}");
    }
}
