//! The keys that a sheet takes, for the line at the foot.

use super::sheet::Sheet;
use crate::front::input;
use crate::session::Wants;

type Key = (&'static str, &'static str);

pub(super) fn of(sheet: &Sheet) -> Vec<Key> {
    let mut keys: Vec<Key> = match sheet.wants() {
        Wants::Option(_) => vec![("↑↓ a b …", "pick"), ("Enter", "answer")],
        Wants::Line(_) => vec![("↑↓ 1 2 …", "pick"), ("Enter", "answer")],
        Wants::Options(_) => vec![("↑↓ Space", "tick"), ("Enter", "answer")],
        Wants::Points(_) => vec![("↑↓ Space", "tick"), ("Enter", "done"), ("0", "none of them")],
        Wants::Order(_) if sheet.holds() => vec![("↑↓", "move it"), ("Space", "put down")],
        Wants::Order(_) => vec![("↑↓ Space", "pick up"), ("Enter", "answer")],
        Wants::Number(_) | Wants::Text => vec![("Enter", "answer")],
        Wants::Essay => vec![("Ctrl-D", "done"), (". Ctrl-D", "said aloud")],
        Wants::Reveal => vec![("Enter", "look")],
        Wants::Judgement { four: false } => vec![("g", "got it"), ("f", "forgot")],
        Wants::Judgement { four: true } => {
            vec![("1", "forgot"), ("2", "hard"), ("3", "got it"), ("4", "easy")]
        }
        Wants::Confidence => vec![("1", "a guess"), ("2", "unsure"), ("3", "sure")],
    };
    match sheet.wants() {
        Wants::Confidence | Wants::Judgement { .. } => {}
        Wants::Essay => keys.push(("? Ctrl-D", "don't know")),
        _ if sheet.is_typing() => keys.push(("? Enter", "don't know")),
        _ => keys.push(("?", "don't know")),
    }
    if input::may_be_guessed(sheet.wants()) {
        keys.push(("Tab", if sheet.is_guess() { "no guess" } else { "a guess" }));
    }
    if sheet.is_typing() {
        keys.push(("Esc", "leave"));
    } else {
        keys.extend([("!", "flag"), ("u", "undo"), ("q", "leave")]);
    }
    keys
}

/// What is asked where a key is the answer.
pub(super) fn asked(wants: &Wants) -> &'static str {
    match wants {
        Wants::Reveal => "Say it, then look.",
        Wants::Judgement { four: false } => "Did you have it?",
        Wants::Judgement { four: true } => "How was it?",
        Wants::Confidence => "How sure are you?",
        _ => "",
    }
}

/// What is missing from an answer that was sent too early.
pub(super) fn missing(sheet: &Sheet) -> String {
    match sheet.wants() {
        Wants::Option(_) | Wants::Line(_) => "Pick one first.".to_owned(),
        Wants::Options(_) => "Tick what is right first.".to_owned(),
        Wants::Points(_) => "Tick what your answer says, or press 0 if it says none of it.".to_owned(),
        Wants::Order(_) => "Move a step first: as they stand, they are not in order.".to_owned(),
        wants => input::fits(wants),
    }
}
