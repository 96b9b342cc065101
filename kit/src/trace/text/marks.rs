//! Marks as text, one a line, and back.

use std::fmt::{self, Display, Formatter};

use super::check::Lanes;
use crate::Ms;
use crate::diagnostic::{Diagnostic, nearest};
use crate::lexer::{Tokens, name, quoted, shortened, whole};
use crate::trace::{ArrowKind, Fate, Mark};

/// The first word of each mark, and the mark as an error shows it.
const MARKS: [(&str, &str); 9] = [
    ("arrow", "`arrow pod-7 -> ledger request \"read\" 0..1 arrives`"),
    ("pill", "`pill ledger \"₹70\" at 3`"),
    ("note", "`note ledger \"too late\" at 3`"),
    ("bar", "`bar lease-1 begins on ledger \"pod-7\" at 3` or `bar lease-1 ends \"expired\" at 9`"),
    ("belief", "`belief b-1 begins on pod-7 at 3` or `belief b-1 ends at 9`"),
    ("pause", "`pause pod-7 begins at 3` or `pause pod-7 ends at 4`"),
    ("crash", "`crash n1 at 3`"),
    ("restart", "`restart n1 at 4`"),
    ("cut", "`cut c-1 begins n1 | n2 at 3` or `cut c-1 ends at 5`"),
];

/// One line, without indentation and end.
impl Display for Mark {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Mark::Arrow { from, to, kind, label, sent, arrives, fate } => {
                let (from, to, label) = (name(from), name(to), quoted(label));
                let (kind, fate) = (arrow_kind(*kind), arrow_fate(*fate));
                write!(f, "arrow {from} -> {to} {kind} {label} {sent}..{arrives} {fate}")
            }
            Mark::Pill { lane, text, at } => write!(f, "pill {} {} at {at}", name(lane), quoted(text)),
            Mark::Note { lane, text, at } => write!(f, "note {} {} at {at}", name(lane), quoted(text)),
            Mark::BarBegins { lane, span, text, at } => {
                write!(f, "bar {} begins on {} {} at {at}", name(span), name(lane), quoted(text))
            }
            Mark::BarEnds { span, at, text } => {
                write!(f, "bar {} ends {} at {at}", name(span), quoted(text))
            }
            Mark::BeliefBegins { lane, span, at } => {
                write!(f, "belief {} begins on {} at {at}", name(span), name(lane))
            }
            Mark::BeliefEnds { span, at } => write!(f, "belief {} ends at {at}", name(span)),
            Mark::PauseBegins { lane, at } => write!(f, "pause {} begins at {at}", name(lane)),
            Mark::PauseEnds { lane, at } => write!(f, "pause {} ends at {at}", name(lane)),
            Mark::Crash { lane, at } => write!(f, "crash {} at {at}", name(lane)),
            Mark::Restart { lane, at } => write!(f, "restart {} at {at}", name(lane)),
            Mark::CutBegins { left, right, span, at } => {
                write!(f, "cut {} begins {} | {} at {at}", name(span), name(left), name(right))
            }
            Mark::CutEnds { span, at } => write!(f, "cut {} ends at {at}", name(span)),
        }
    }
}

pub(crate) fn arrow_kind(kind: ArrowKind) -> &'static str {
    match kind {
        ArrowKind::Request => "request",
        ArrowKind::Reply => "reply",
    }
}

pub(crate) fn arrow_fate(fate: Fate) -> &'static str {
    match fate {
        Fate::Arrives => "arrives",
        Fate::Refused => "refused",
        Fate::Lost => "lost",
    }
}

/// The mark on this line; all lanes that it names exist.
pub(super) fn mark(t: &mut Tokens, lanes: &Lanes) -> Result<Mark, Diagnostic> {
    let Some((word, usage)) = MARKS.iter().find(|(word, _)| t.take_word(word)) else {
        let words = MARKS.iter().map(|(word, _)| *word);
        let meant = t.peek_word().and_then(|word| nearest(word, words.clone()));
        let help = meant.map(|meant| format!("did you mean `{meant}`?"));
        let words: Vec<&str> = words.collect();
        let known = || format!("an indented line is a mark, and begins with {}", words.join(", "));
        return Err(t.expected("a mark").help(help.unwrap_or_else(known)));
    };
    rest_of_mark(word, t, lanes).map_err(|error| error.or_help(|| format!("this mark is written {usage}")))
}

fn rest_of_mark(word: &str, t: &mut Tokens, lanes: &Lanes) -> Result<Mark, Diagnostic> {
    let mark = match word {
        "arrow" => arrow(t, lanes)?,
        "pill" => Mark::Pill { lane: lanes.lane(t)?, text: t.quoted("a text")?, at: at(t)? },
        "note" => Mark::Note { lane: lanes.lane(t)?, text: t.quoted("a text")?, at: at(t)? },
        "pause" => {
            let lane = lanes.lane(t)?;
            match begins(t)? {
                true => Mark::PauseBegins { lane, at: at(t)? },
                false => Mark::PauseEnds { lane, at: at(t)? },
            }
        }
        "crash" => Mark::Crash { lane: lanes.lane(t)?, at: at(t)? },
        "restart" => Mark::Restart { lane: lanes.lane(t)?, at: at(t)? },
        spanned => span_mark(spanned, t, lanes)?,
    };
    if t.is_done() { Ok(mark) } else { Err(t.expected("the end of the line")) }
}

fn span_mark(word: &str, t: &mut Tokens, lanes: &Lanes) -> Result<Mark, Diagnostic> {
    let span = t.name("the name of a span")?;
    let begins = begins(t)?;
    Ok(match (word, begins) {
        ("bar", true) => {
            t.words("on")?;
            Mark::BarBegins { lane: lanes.lane(t)?, span, text: t.quoted("a text")?, at: at(t)? }
        }
        ("bar", false) => {
            let text = t.quoted("a text")?;
            Mark::BarEnds { span, at: at(t)?, text }
        }
        ("belief", true) => {
            t.words("on")?;
            Mark::BeliefBegins { lane: lanes.lane(t)?, span, at: at(t)? }
        }
        ("belief", false) => Mark::BeliefEnds { span, at: at(t)? },
        (_, true) => {
            let left = lanes.lane(t)?;
            t.words("|")?;
            Mark::CutBegins { left, right: lanes.lane(t)?, span, at: at(t)? }
        }
        (_, false) => Mark::CutEnds { span, at: at(t)? },
    })
}

fn arrow(t: &mut Tokens, lanes: &Lanes) -> Result<Mark, Diagnostic> {
    let from = lanes.lane(t)?;
    t.words("->")?;
    let to = lanes.lane(t)?;
    let kind = one_of(t, [ArrowKind::Request, ArrowKind::Reply], arrow_kind)?;
    let label = t.quoted("a label")?;
    let (sent, arrives) = range(t)?;
    let fate = one_of(t, [Fate::Arrives, Fate::Refused, Fate::Lost], arrow_fate)?;
    Ok(Mark::Arrow { from, to, kind, label, sent, arrives, fate })
}

fn one_of<T: Copy, const N: usize>(
    t: &mut Tokens,
    values: [T; N],
    word: fn(T) -> &'static str,
) -> Result<T, Diagnostic> {
    let found = values.into_iter().find(|value| t.take_word(word(*value)));
    found.ok_or_else(|| {
        let words: Vec<String> = values.iter().map(|value| format!("`{}`", word(*value))).collect();
        t.expected(&words.join(" or "))
    })
}

fn begins(t: &mut Tokens) -> Result<bool, Diagnostic> {
    if t.take_word("begins") {
        return Ok(true);
    }
    if t.take_word("ends") { Ok(false) } else { Err(t.expected("`begins` or `ends`")) }
}

fn at(t: &mut Tokens) -> Result<Ms, Diagnostic> {
    t.words("at")?;
    t.number("an instant", Ms::MAX)
}

/// `0..1`: sent at 0, arrives at 1.
fn range(t: &mut Tokens) -> Result<(Ms, Ms), Diagnostic> {
    let read = |text: &str| whole(text, Ms::MAX).ok();
    let ends = t.peek_word().and_then(|word| word.split_once(".."));
    let Some((sent, arrives)) = ends.and_then(|(a, b)| read(a).zip(read(b))) else {
        return Err(t.expected("when it was sent and when it arrives, such as `0..1`,"));
    };
    if arrives < sent {
        let word = shortened(t.peek_word().unwrap_or_default());
        return Err(Diagnostic::new(t.place(), format!("`{word}` arrives before it was sent")));
    }
    t.advance();
    Ok((sent, arrives))
}
