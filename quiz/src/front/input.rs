//! What a line of input means for what was asked, whoever took it.

use super::asked::letter;
use crate::log::{Grade, Sure};
use crate::session::{Event, Wants};

/// How to ask for it.
pub(crate) fn prompt(wants: &Wants) -> String {
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
        Wants::Essay => "Your answer, then an empty line (. said aloud, ? do not know):".to_owned(),
        Wants::Number(Some(unit)) => format!("Your number, in {unit} (? if you do not know):"),
        Wants::Number(None) => "Your number (? if you do not know):".to_owned(),
        Wants::Text => "Your answer (? if you do not know):".to_owned(),
        Wants::Reveal => "Say it, then press Enter to look (? if you do not know):".to_owned(),
        Wants::Judgement { four: false } => "Did you have it? g = got it, f = forgot:".to_owned(),
        Wants::Judgement { four: true } => {
            "How was it? 1 = forgot, 2 = hard, 3 = got it, 4 = easy:".to_owned()
        }
        Wants::Confidence => "How sure are you? 1 = a guess, 2 = unsure, 3 = sure:".to_owned(),
    }
}

/// What to say when a line does not fit.
pub(crate) fn reminder(wants: &Wants) -> String {
    let what = fits(wants);
    match wants {
        Wants::Confidence => what,
        _ => format!(
            "{what} Or ? if you do not know, ! and a note to flag the question, u to undo, q to leave."
        ),
    }
}

/// What to say to an event that the machine has refused.
pub(crate) fn refused(event: &Event, wants: &Wants) -> String {
    match event {
        Event::Undo => "There is no answer that can be taken back here.".to_owned(),
        Event::Flag { .. } => "There is no question before this one.".to_owned(),
        _ => fits(wants),
    }
}

/// What would fit.
pub(crate) fn fits(wants: &Wants) -> String {
    match wants {
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
        Wants::Judgement { four: false } => "Type g if you had it, f if you did not.".to_owned(),
        Wants::Judgement { four: true } => "Type 1, 2, 3 or 4.".to_owned(),
        Wants::Confidence => "Type 1, 2 or 3. Your answer stays as it is.".to_owned(),
    }
}

/// The event that a line stands for; `None` if it stands for nothing here.
pub(crate) fn event(line: &str, wants: &Wants) -> Option<Event> {
    let line = line.trim();
    match line.to_lowercase().as_str() {
        "?" | "skip" => return Some(Event::DontKnow),
        "q" | "quit" => return Some(Event::Quit),
        "u" | "undo" => return Some(Event::Undo),
        _ => {}
    }
    if let Some(text) = line.strip_prefix('!') {
        let (before, text) = text.strip_prefix('!').map_or((false, text), |text| (true, text));
        return Some(Event::Flag { before, text: text.trim().to_owned() });
    }
    match line.strip_suffix('?') {
        Some(rest) if may_be_guessed(wants) => {
            answer(rest.trim_end(), wants).map(|event| Event::Guess(Box::new(event)))
        }
        _ => answer(line, wants),
    }
}

/// Whether an answer to this can be marked as a guess.
pub(crate) fn may_be_guessed(wants: &Wants) -> bool {
    match wants {
        Wants::Option(_) | Wants::Options(_) | Wants::Order(_) => true,
        Wants::Line(_) | Wants::Number(_) | Wants::Text => true,
        Wants::Points(_) | Wants::Essay | Wants::Reveal => false,
        Wants::Judgement { .. } | Wants::Confidence => false,
    }
}

/// What a line says to what was asked.
fn answer(line: &str, wants: &Wants) -> Option<Event> {
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
        Wants::Essay if line == "." => Some(Event::Said),
        Wants::Essay => (!line.is_empty()).then(|| Event::Text(line.to_owned())),
        Wants::Number(unit) => number(line, unit.as_deref()).map(Event::Number),
        Wants::Text => (!line.is_empty()).then(|| Event::Text(line.to_owned())),
        Wants::Reveal => line.is_empty().then_some(Event::Reveal),
        Wants::Judgement { four } => judged(&line.to_lowercase(), *four).map(Event::Judge),
        Wants::Confidence => match line.to_lowercase().as_str() {
            "1" | "guess" | "a guess" => Some(Event::Sure(Sure::Guess)),
            "2" | "unsure" => Some(Event::Sure(Sure::Unsure)),
            "3" | "sure" => Some(Event::Sure(Sure::Sure)),
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

/// Two grades by letters, four also by numbers.
fn judged(line: &str, four: bool) -> Option<Grade> {
    match line {
        "g" | "y" | "yes" | "got it" => Some(Grade::Good),
        "f" | "n" | "no" | "forgot" => Some(Grade::Again),
        "1" if four => Some(Grade::Again),
        "2" | "hard" if four => Some(Grade::Hard),
        "3" | "good" if four => Some(Grade::Good),
        "4" | "easy" if four => Some(Grade::Easy),
        _ => None,
    }
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
    let line = line.trim();
    let line = ["₹", "Rs.", "Rs"].iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line).trim();
    // `170.0` and `170.` are whole.
    let (whole, fraction) = line.split_once('.').unwrap_or((line, ""));
    let digits: String = whole.chars().filter(|c| !c.is_whitespace() && !",_".contains(*c)).collect();
    (fraction.bytes().all(|byte| byte == b'0') && is_grouped(whole)).then(|| digits.parse().ok())?
}

/// Whether commas stand where they may: three digits from the right, in India then every two. `1,70`
/// is not 170.
fn is_grouped(whole: &str) -> bool {
    let mut groups = whole.split(',').rev();
    let last = groups.next().unwrap_or("");
    !whole.contains(',')
        || (last.len() == 3 && groups.all(|group| (1..=3).contains(&group.trim_start_matches('-').len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bank may ask for no word that means something else here.
    #[test]
    fn reserved_words_are_no_answers() {
        for line in crate::bank::RESERVED.into_iter().chain(["! a note", "really?"]) {
            assert!(!matches!(event(line, &Wants::Text), Some(Event::Text(_)) | None), "{line}");
            assert!(crate::bank::is_reserved(line), "{line}");
        }
        for line in ["undo log", ".", "0", "none", "all", "g", "y", "hard", "line 2"] {
            assert_eq!(event(line, &Wants::Text), Some(Event::Text(line.to_owned())));
            assert!(!crate::bank::is_reserved(line), "{line}");
        }
    }

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
        assert_eq!(event("Rs. 1,00,000.00", &rupees), Some(Event::Number(100_000)));
        for line in ["1,70", "170,00", "7.5", "1.7.0", ".", "Rs"] {
            assert_eq!(event(line, &rupees), None, "{line}");
        }
        assert_eq!(event("seventy", &rupees), None);
        assert_eq!(event("99999999999999999999", &rupees), None);
        assert_eq!(event("70ms", &Wants::Number(Some("ms".into()))), Some(Event::Number(70)));
        assert_eq!(event("", &Wants::Reveal), Some(Event::Reveal));
        assert_eq!(event("b", &Wants::Reveal), None);
        let two = Wants::Judgement { four: false };
        assert_eq!(event("Y", &two), Some(Event::Judge(Grade::Good)));
        assert_eq!(event("", &two), None, "Enter twice must not grade a card");
        assert_eq!(event("4", &two), None, "two grades are two");
        assert_eq!(event("4", &Wants::Judgement { four: true }), Some(Event::Judge(Grade::Easy)));
        assert_eq!(event("3", &Wants::Confidence), Some(Event::Sure(Sure::Sure)));
        assert_eq!(event("b?", &pick), Some(Event::Guess(Box::new(Event::Choose(1)))));
        assert_eq!(event("?", &pick), Some(Event::DontKnow));
        let flag = |before, text: &str| Some(Event::Flag { before, text: text.to_owned() });
        assert_eq!(event("! two are right", &pick), flag(false, "two are right"));
        assert_eq!(event("!!", &Wants::Essay), flag(true, ""));
        assert_eq!(event(".", &Wants::Essay), Some(Event::Said));
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
