//! Panics of learner code are findings; nothing of them reaches the terminal while runs are tried.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic;
use std::sync::Once;

/// A panic that was caught.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panic {
    pub message: String,
    /// `src/relative.rs:31`
    pub at: String,
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<Option<Panic>> = const { RefCell::new(None) };
}

/// Runs `body`, which catches its own panics, with this thread's panics kept off the terminal, and
/// turns the payload into words.
pub fn caught<T>(body: impl FnOnce() -> Result<T, Box<dyn Any + Send>>) -> Result<T, Panic> {
    install();
    let before = QUIET.replace(true);
    let result = body();
    QUIET.set(before);
    result.map_err(|payload| {
        LAST.take().unwrap_or_else(|| Panic { message: words(&*payload), at: "an unknown place".to_owned() })
    })
}

fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                return previous(info);
            }
            let at = info.location().map(|place| format!("{}:{}", short(place.file()), place.line()));
            let panic = Panic { message: words(info.payload()), at: at.unwrap_or_default() };
            LAST.set(Some(panic));
        }));
    });
}

/// A learner knows `src/relative.rs`, not where the workspace has it.
fn short(file: &str) -> &str {
    file.rfind("src/").or_else(|| file.rfind("src\\")).map_or(file, |at| &file[at..])
}

fn words(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_words_and_a_place() {
        let panic = caught(|| panic::catch_unwind(|| panic!("no such {}", "row"))).unwrap_err();
        assert_eq!(panic.message, "no such row");
        assert!(panic.at.starts_with("src/guard/quiet.rs:"), "{}", panic.at);
    }

    #[test]
    fn what_returns_is_returned() {
        assert_eq!(caught(|| Ok(3)), Ok(3));
    }
}
