//! Hears what mdBook says through `tracing`: an unclosed tag, a missing include. It is told to
//! nobody otherwise, and the page is built all the same.

use std::fmt::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// Collects warnings and errors.
#[derive(Debug, Clone, Default)]
pub(super) struct Log {
    lines: Arc<Mutex<Vec<String>>>,
}

impl Log {
    pub(super) fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.lines.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("mdbook") && *metadata.level() <= Level::WARN
    }

    fn event(&self, event: &Event<'_>) {
        let mut message = Message(String::new());
        event.record(&mut message);
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).push(message.0);
    }

    // Spans carry nothing that we need.
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "message" {
            // Writing to a String cannot fail.
            let _ = write!(self.0, "{value:?}");
        }
    }
}
