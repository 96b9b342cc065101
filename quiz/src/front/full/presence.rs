//! Whether the terminal is still there. Whoever reads keys from a terminal that has gone reads
//! nothing at once, for ever: crossterm does just that, so it is asked for keys only while the
//! terminal is there, and the waiting is done here.

use std::io;
use std::time::Duration;

/// The terminal that the keys come from.
#[cfg(unix)]
#[derive(Debug)]
pub(super) struct Presence {
    poll: mio::Poll,
    events: mio::Events,
    gone: bool,
}

#[cfg(unix)]
impl Presence {
    pub(super) fn of_input() -> io::Result<Presence> {
        use std::os::fd::AsRawFd;
        let poll = mio::Poll::new()?;
        let input = io::stdin().as_raw_fd();
        poll.registry().register(&mut mio::unix::SourceFd(&input), mio::Token(0), mio::Interest::READABLE)?;
        Ok(Presence { poll, events: mio::Events::with_capacity(4), gone: false })
    }

    /// Waits for a key, a signal, the end of the terminal or of the time. Whether it is there.
    pub(super) fn wait(&mut self, time: Duration) -> io::Result<bool> {
        if self.gone {
            return Ok(false);
        }
        match self.poll.poll(&mut self.events, Some(time)) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(true),
            polled => polled?,
        }
        self.gone = self.events.iter().any(|event| event.is_read_closed() || event.is_error());
        Ok(!self.gone)
    }
}

/// Elsewhere a console that goes takes its programs along.
#[cfg(not(unix))]
#[derive(Debug)]
pub(super) struct Presence;

#[cfg(not(unix))]
impl Presence {
    pub(super) fn of_input() -> io::Result<Presence> {
        Ok(Presence)
    }

    pub(super) fn wait(&mut self, time: Duration) -> io::Result<bool> {
        ratatui::crossterm::event::poll(time).map(|_| true)
    }
}
