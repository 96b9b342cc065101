//! Output: colour only for people, progress that stays out of the way, no panic on a closed pipe.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// `println!` that does not panic when the reader has gone (`cargo xtask prove | head`).
macro_rules! say {
    ($($part:tt)*) => {{
        use std::io::Write;
        let _ = writeln!(std::io::stdout(), $($part)*);
    }};
}
pub(crate) use say;

/// Paints on a terminal, unless `NO_COLOR` is set to something.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paint {
    on: bool,
}

impl Paint {
    pub(crate) fn stdout() -> Paint {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Paint { on: io::stdout().is_terminal() && !refused }
    }

    #[cfg(test)]
    pub(crate) fn plain() -> Paint {
        Paint { on: false }
    }

    pub(crate) fn green(self, text: &str) -> String {
        self.with("32", text)
    }

    pub(crate) fn red(self, text: &str) -> String {
        self.with("31", text)
    }

    pub(crate) fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// How far long work has come, on stderr: one line that changes on a terminal, and elsewhere a
/// line now and then.
#[derive(Debug)]
pub(crate) struct Progress {
    terminal: bool,
    last: Instant,
    shown: bool,
}

impl Progress {
    pub(crate) fn new() -> Progress {
        Progress { terminal: io::stderr().is_terminal(), last: Instant::now(), shown: false }
    }

    pub(crate) fn at(&mut self, text: &str) {
        let pause = Duration::from_millis(if self.terminal { 100 } else { 10_000 });
        if self.last.elapsed() < pause {
            return;
        }
        self.last = Instant::now();
        self.shown = true;
        let mut stderr = io::stderr();
        let _ = match self.terminal {
            true => write!(stderr, "\r\x1b[K  {text}"),
            false => writeln!(stderr, "  … {text}"),
        };
    }

    /// Takes the changing line away.
    pub(crate) fn clear(&mut self) {
        if self.terminal && self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
        self.shown = false;
    }
}

/// A step of long work that is about to begin.
pub(crate) fn step(text: &str) {
    let _ = writeln!(io::stderr(), "  … {text}");
}
