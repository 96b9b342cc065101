//! Tells open pages that there is a newer build, by server-sent events.

use std::io::Write;
use std::net::TcpStream;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

pub(super) const EVENTS: &str = "/__live";
pub(super) const SCRIPT: &str = "/__live.js";

/// A page that was closed is noticed after this long at the latest.
const KEEP_ALIVE: Duration = Duration::from_secs(30);

/// Counts builds. It begins at another number in each process, so that a page from an earlier
/// server notices the change as well.
#[derive(Debug)]
pub(super) struct Live {
    revision: Mutex<u64>,
    changed: Condvar,
}

impl Live {
    pub(super) fn new(process: u32) -> Live {
        Live { revision: Mutex::new(u64::from(process) << 20), changed: Condvar::new() }
    }

    pub(super) fn revision(&self) -> u64 {
        *self.revision.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn advance(&self) {
        *self.revision.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.changed.notify_all();
    }

    /// Sends the revision now and after each change, until the reader goes away.
    pub(super) fn follow(&self, stream: &mut TcpStream) -> std::io::Result<()> {
        stream.write_all(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\
              Connection: close\r\n\r\nretry: 1000\n\n",
        )?;
        let mut sent = None;
        loop {
            let now = self.revision();
            if sent == Some(now) {
                // A comment: it finds out whether anybody still listens.
                stream.write_all(b":\n\n")?;
            } else {
                stream.write_all(format!("data: {now}\n\n").as_bytes())?;
                sent = Some(now);
            }
            let revision = self.revision.lock().unwrap_or_else(PoisonError::into_inner);
            let unchanged = |revision: &mut u64| Some(*revision) == sent;
            let waited = self.changed.wait_timeout_while(revision, KEEP_ALIVE, unchanged);
            drop(waited);
        }
    }
}

/// A browser opens six connections to one host; a page in the background gives its own back.
pub(super) fn script(revision: u64) -> String {
    format!(
        "(() => {{\n  const loaded = \"{revision}\";\n  let events = null;\n  const follow = () => {{\n    \
         if (document.hidden) {{ if (events) events.close(); events = null; return; }}\n    \
         if (events) return;\n    events = new EventSource(\"{EVENTS}\");\n    \
         events.onmessage = (event) => {{ if (event.data !== loaded) location.reload(); }};\n  }};\n  \
         document.addEventListener(\"visibilitychange\", follow);\n  follow();\n}})();\n"
    )
}

/// The page with our script at its end; the file itself stays as mdBook wrote it.
pub(super) fn with_script(page: Vec<u8>) -> Vec<u8> {
    let tag = format!("<script src=\"{SCRIPT}\"></script>\n");
    let close = b"</body>";
    let mut page = page;
    let at = page.windows(close.len()).rposition(|bytes| bytes == close).unwrap_or(page.len());
    page.splice(at..at, tag.into_bytes());
    page
}
