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
    while_quiet(body).map_err(|payload| of(&*payload))
}

/// Runs learner code for a while. A panic that is ours, before or after, is as loud as ever.
pub fn while_quiet<T>(code: impl FnOnce() -> T) -> T {
    /// Also when the code unwinds through here.
    struct Reset(bool);
    impl Drop for Reset {
        fn drop(&mut self) {
            QUIET.set(self.0);
        }
    }
    install();
    let _reset = Reset(QUIET.replace(true));
    code()
}

/// The panic with this payload, which was the last on this thread.
pub fn of(payload: &(dyn Any + Send)) -> Panic {
    // After `resume_unwind` no hook has run, and only the payload can speak.
    LAST.take().unwrap_or_else(|| Panic { message: words(payload), at: "an unknown place".to_owned() })
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
