//! The terminal while it is painted: raw keys and a second screen, and all of it put back at the
//! end, whatever the end is.

use ratatui::crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor::Show, execute};
use std::io::{self, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

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
