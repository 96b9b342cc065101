//! Panics of clients are findings, not output: they are noted here instead of printed.
//!
//! The hook is installed once for the process. It takes only panics of threads that are running
//! a client at that moment and hands all others to the hook that was there before.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic;
use std::sync::Once;

thread_local! {
    static CLIENT_RUNS: Cell<bool> = const { Cell::new(false) };
    /// Message and place of the last panic of a client on this thread.
    static NOTED: RefCell<Option<(String, String)>> = const { RefCell::new(None) };
}

pub(super) fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !CLIENT_RUNS.get() {
                return before(info);
            }
            let message = said(info.payload()).unwrap_or_else(|| "a panic without a message".to_owned());
            let place = info.location().map_or_else(|| "unknown".to_owned(), ToString::to_string);
            NOTED.replace(Some((message, place)));
        }));
    });
}

/// The message of a panic, from its payload.
pub(super) fn said(payload: &dyn Any) -> Option<String> {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
}

/// Runs a client for a while; our own panics before and after are as loud as ever.
pub(super) fn while_quiet<R>(client: impl FnOnce() -> R) -> R {
    struct Reset;
    impl Drop for Reset {
        fn drop(&mut self) {
            CLIENT_RUNS.set(false);
        }
    }
    CLIENT_RUNS.set(true);
    let _reset = Reset;
    client()
}

/// What was noted since the last call.
pub(super) fn take() -> Option<(String, String)> {
    NOTED.take()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    static HEARD: AtomicU32 = AtomicU32::new(0);

    /// The only test of this binary that panics with a hook, so that it may have its own.
    #[test]
    fn a_client_is_noted_and_everybody_else_is_heard() {
        let before = panic::take_hook();
        panic::set_hook(Box::new(|_| {
            HEARD.fetch_add(1, Ordering::Relaxed);
        }));
        install();

        let client = panic::catch_unwind(|| while_quiet(|| panic!("row {} is missing", 5)));
        let (message, place) = take().unwrap();
        let heard_of_client = HEARD.load(Ordering::Relaxed);
        let other = panic::catch_unwind(|| panic!("ours"));
        panic::set_hook(before);

        assert!(client.is_err() && other.is_err());
        assert_eq!((message.as_str(), heard_of_client), ("row 5 is missing", 0));
        assert!(place.contains("quiet.rs:"), "{place}");
        assert_eq!(HEARD.load(Ordering::Relaxed), 1);
        assert_eq!(take(), None);
    }
}
