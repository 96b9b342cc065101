//! What a line of input means for what was asked.

use crate::session::{Event, Wants};

/// How to ask for it.
pub(super) fn prompt(wants: &Wants) -> String {
    match wants {
        Wants::Option(options) => {
            format!("Your pick, {} (? if you do not know):", letters(options.len()))
        }
        Wants::Number(Some(unit)) => format!("Your number, in {unit} (? if you do not know):"),
        Wants::Number(None) => "Your number (? if you do not know):".to_owned(),
        Wants::Text => "Your answer (? if you do not know):".to_owned(),
        Wants::Reveal => "Say it, then press Enter to look (? if you do not know):".to_owned(),
        Wants::Judgement => "Did you have it? g = got it, f = forgot:".to_owned(),
    }
}

/// What to say when a line does not fit.
pub(super) fn reminder(wants: &Wants) -> String {
    let what = match wants {
        Wants::Option(options) => {
            format!("Type one letter, {}.", letters(options.len()))
        }
        Wants::Number(_) => "Type a whole number.".to_owned(),
        Wants::Text => "Type a word or a number.".to_owned(),
        Wants::Reveal => "Press Enter when you have said it.".to_owned(),
        Wants::Judgement => "Type g if you had it, f if you did not.".to_owned(),
    };
    format!("{what} Or ? if you do not know, q to leave.")
}

/// The event that a line stands for; `None` if it stands for nothing here.
pub(super) fn event(line: &str, wants: &Wants) -> Option<Event> {
    let line = line.trim();
    match line.to_lowercase().as_str() {
        "?" | "skip" => return Some(Event::DontKnow),
        "q" | "quit" => return Some(Event::Quit),
        _ => {}
    }
    match wants {
        Wants::Option(options) => place(line).filter(|n| *n < options.len()).map(Event::Choose),
        Wants::Number(unit) => number(line, unit.as_deref()).map(Event::Number),
        Wants::Text => (!line.is_empty()).then(|| Event::Text(line.to_owned())),
        Wants::Reveal => line.is_empty().then_some(Event::Reveal),
        Wants::Judgement => match line.to_lowercase().as_str() {
            "g" | "y" | "yes" | "got it" => Some(Event::Judge(true)),
            "f" | "n" | "no" | "forgot" => Some(Event::Judge(false)),
            _ => None,
        },
    }
}

/// The letter of an option: 0 is `a`.
pub(super) fn letter(place: usize) -> char {
    char::from(b'a'.saturating_add(u8::try_from(place).unwrap_or(25).min(25)))
}

/// `a or b`, `a to d`
fn letters(count: usize) -> String {
    let between = if count > 2 { "to" } else { "or" };
    format!("a {between} {}", letter(count.saturating_sub(1)))
}

/// `b`, `B`, `b)` and `2` are the second option.
fn place(line: &str) -> Option<usize> {
    let line = line.trim_end_matches([')', '.']);
    let mut letters = line.chars();
    let (first, rest) = (letters.next()?, letters.next());
    match first.to_ascii_lowercase() {
        _ if rest.is_some() => None,
        c @ 'a'..='z' => Some(c as usize - 'a' as usize),
        c @ '1'..='9' => Some(c as usize - '1' as usize),
        _ => None,
    }
}

/// `1_000`, `1,000`, `₹70`, `-3` and `70 ms` are numbers, the last if the unit is ms.
fn number(line: &str, unit: Option<&str>) -> Option<i64> {
    let line = match unit {
        Some(unit) => line.strip_suffix(unit).or_else(|| line.strip_prefix(unit)).unwrap_or(line),
        None => line,
    };
    let line = line.trim().strip_prefix('₹').unwrap_or(line.trim());
    let digits: String = line.chars().filter(|c| !c.is_whitespace() && !",_".contains(*c)).collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_mean_what_people_mean() {
        let pick = Wants::Option(vec!["x".into(), "y".into(), "z".into()]);
        assert_eq!(event(" B) ", &pick), Some(Event::Choose(1)));
        assert_eq!(event("3", &pick), Some(Event::Choose(2)));
        assert_eq!(event("d", &pick), None);
        assert_eq!(event("0", &pick), None);
        assert_eq!(event("", &pick), None);
        assert_eq!(event("skip", &pick), Some(Event::DontKnow));
        let rupees = Wants::Number(Some("₹".into()));
        assert_eq!(event("₹ 1,000", &rupees), Some(Event::Number(1000)));
        assert_eq!(event("-70", &rupees), Some(Event::Number(-70)));
        assert_eq!(event("seventy", &rupees), None);
        assert_eq!(event("99999999999999999999", &rupees), None);
        assert_eq!(event("70ms", &Wants::Number(Some("ms".into()))), Some(Event::Number(70)));
        assert_eq!(event("", &Wants::Reveal), Some(Event::Reveal));
        assert_eq!(event("b", &Wants::Reveal), None);
        assert_eq!(event("Y", &Wants::Judgement), Some(Event::Judge(true)));
        assert_eq!(event("", &Wants::Judgement), None, "Enter twice must not grade a card");
        assert_eq!(event("Q", &Wants::Text), Some(Event::Quit));
    }
}
