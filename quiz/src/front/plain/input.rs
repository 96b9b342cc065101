//! What a line of input means for what was asked.

use crate::front::asked::letter;
use crate::session::{Event, Wants};

/// How to ask for it.
pub(super) fn prompt(wants: &Wants) -> String {
    match wants {
        Wants::Option(options) => {
            format!("Your pick, {} (? if you do not know):", letters(options.len()))
        }
        Wants::Options(options) => {
            format!("All that are right, such as `a c`, {} (? if you do not know):", letters(options.len()))
        }
        Wants::Order(_) => {
            "All numbers in the right order, such as `2 1 3` (? if you do not know):".to_owned()
        }
        Wants::Line(_) => "Your line, as a number (? if you do not know):".to_owned(),
        Wants::Points(_) => "Which of these does your answer say? Numbers, or 0 for none:".to_owned(),
        Wants::Essay => "Your answer; an empty line ends it (? if you do not know):".to_owned(),
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
        Wants::Options(options) => {
            format!("Type all letters that are right, {}.", letters(options.len()))
        }
        Wants::Order(steps) => format!("Type each number from 1 to {} once.", steps.len()),
        Wants::Line(lines) => format!("Type a number from 1 to {}.", lines.len()),
        Wants::Points(points) => format!("Type numbers from 1 to {}, or 0.", points.len()),
        Wants::Essay => "Write a sentence or more.".to_owned(),
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
        Wants::Options(options) => {
            several(line).filter(|all| all.iter().all(|n| *n < options.len())).map(Event::ChooseAll)
        }
        Wants::Order(steps) => numbers(line, steps.len()).map(Event::Arrange),
        Wants::Line(lines) => {
            let line = line.strip_prefix("line").unwrap_or(line).trim_end_matches([')', '.']);
            let place = line.trim().parse::<usize>().ok()?.checked_sub(1)?;
            (place < lines.len()).then_some(Event::Choose(place))
        }
        Wants::Points(points) => match line.to_lowercase().as_str() {
            "0" | "none" => Some(Event::ChooseAll(Vec::new())),
            "all" => Some(Event::ChooseAll((0..points.len()).collect())),
            _ => numbers(line, points.len()).map(Event::ChooseAll),
        },
        Wants::Essay => (!line.is_empty()).then(|| Event::Text(line.to_owned())),
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

/// `a or b`, `a to d`
fn letters(count: usize) -> String {
    let between = if count > 2 { "to" } else { "or" };
    format!("a {between} {}", letter(count.saturating_sub(1)))
}

/// `a c`, `a, c`, `ac` and `1 3` are the first and the third option.
fn several(line: &str) -> Option<Vec<usize>> {
    let mut places = Vec::new();
    for letter in line.chars().filter(|c| !c.is_whitespace() && !",;+)".contains(*c)) {
        places.push(place(&letter.to_string())?);
    }
    let twice = (1..places.len()).any(|n| places[..n].contains(&places[n]));
    (!places.is_empty() && !twice).then_some(places)
}

/// `2 1 3`, `2,1,3`, `2 > 1 > 3` and `213`: places from 0, each below `count` and once.
fn numbers(line: &str, count: usize) -> Option<Vec<usize>> {
    let words: Vec<&str> = line.split(|c: char| c.is_whitespace() || ",;>".contains(c)).collect();
    let mut words: Vec<String> = words.into_iter().filter(|w| !w.is_empty()).map(str::to_owned).collect();
    if let ([word], true) = (words.as_slice(), count <= 9) {
        words = word.chars().map(String::from).collect();
    }
    let place = |word: &String| word.parse::<usize>().ok()?.checked_sub(1).filter(|n| *n < count);
    let places: Vec<usize> = words.iter().map(place).collect::<Option<_>>()?;
    let twice = (1..places.len()).any(|n| places[..n].contains(&places[n]));
    (!places.is_empty() && !twice).then_some(places)
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
        let all = Wants::Options(vec!["x".into(), "y".into(), "z".into()]);
        for line in ["a c", "C, a", "ac", "1 3", "a) c)"] {
            let Some(Event::ChooseAll(mut places)) = event(line, &all) else { panic!("{line}") };
            places.sort();
            assert_eq!(places, [0, 2], "{line}");
        }
        for line in ["", "a a", "a d", "a-b"] {
            assert_eq!(event(line, &all), None, "{line}");
        }
        let steps = Wants::Order(vec!["x".into(), "y".into(), "z".into()]);
        for line in ["2 1 3", "2,1,3", "213", "2 > 1 > 3"] {
            assert_eq!(event(line, &steps), Some(Event::Arrange(vec![1, 0, 2])), "{line}");
        }
        assert_eq!(event("2 2 1", &steps), None);
        let lines = Wants::Line(vec!["x".into(), "y".into()]);
        assert_eq!(event("line 2", &lines), Some(Event::Choose(1)));
        assert_eq!(event("3", &lines), None);
        let points = Wants::Points(vec!["x".into(), "y".into(), "z".into()]);
        assert_eq!(event("0", &points), Some(Event::ChooseAll(Vec::new())));
        assert_eq!(event("1 3", &points), Some(Event::ChooseAll(vec![0, 2])));
        assert_eq!(event("", &points), None);
    }
}
