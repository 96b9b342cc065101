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
