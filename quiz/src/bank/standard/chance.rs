//! Lints about what a reader can guess without knowing anything: does length, or the word
//! `always`, find the right option? One question proves nothing. Over a bank, chance can be
//! counted: options whose looks say nothing would do so less than once in a hundred banks.

use super::lint::Lint;
use crate::bank::load::Loaded;
use crate::bank::locate::{Target, way};
use crate::bank::{Body, Choice, Problem};

/// Less often than this it is not chance.
const UNLIKELY: f64 = 0.01;
/// With more questions than this, a bound takes the place of the exact sum.
const EXACT: usize = 400;

pub(super) fn look(file: &Loaded, problems: &mut Vec<Problem>) {
    let mut lists: Vec<(usize, &[Choice])> = Vec::new();
    for (item, index) in file.bank.items.iter().zip(&file.indexes) {
        if let Body::Choice(options) = &item.body {
            lists.push((*index, options));
        }
    }
    longest(file, &lists, problems);
    absolute(file, &lists, problems);
}

fn longest(file: &Loaded, lists: &[(usize, &[Choice])], problems: &mut Vec<Problem>) {
    let found: Vec<usize> =
        lists.iter().filter(|(_, options)| stands_out(options)).map(|(n, _)| *n).collect();
    // That it stands out *and* is right is at most as likely as to be right by chance.
    let chances: Vec<f64> = lists.iter().map(|(_, options)| 1.0 / options.len() as f64).collect();
    if tail(&chances, found.len()) >= UNLIKELY {
        return;
    }
    let Some(first) = found.first() else { return };
    let message = format!(
        "in {} of {} questions the right option is the longest by far [{}]",
        found.len(),
        lists.len(),
        Lint::LongestIsRight.name()
    );
    let ids = found.iter().filter_map(|n| id_of(file, *n)).collect::<Vec<_>>().join(", ");
    let help = format!("cut the right one, or give a wrong one its reason in full: {ids}");
    problems.push(file.page.problem(&way!["items", *first, "options"], Target::Key, message, help));
}

/// Whether the right option is longer than any other by what the eye sees.
fn stands_out(options: &[Choice]) -> bool {
    let length = |option: &Choice| option.text.chars().count();
    let right = options.iter().filter(|option| option.correct).map(length).max().unwrap_or(0);
    let wrong = options.iter().filter(|option| !option.correct).map(length).max().unwrap_or(0);
    right * 10 >= wrong * 11 && right >= wrong + 4
}

fn absolute(file: &Loaded, lists: &[(usize, &[Choice])], problems: &mut Vec<Problem>) {
    let mut found = Vec::new();
    let mut chances = Vec::new();
    for (index, options) in lists {
        for option in options.iter().filter(|option| is_absolute(&option.text)) {
            if option.correct {
                // One that is right is enough: the words give nothing away.
                return;
            }
            chances.push(1.0 - 1.0 / options.len() as f64);
            found.push(*index);
        }
    }
    if chances.iter().product::<f64>() >= UNLIKELY {
        return;
    }
    let Some(first) = found.first() else { return };
    let message = format!(
        "{} options say always, never or the like, and all of them are wrong [{}]",
        chances.len(),
        Lint::AbsoluteWords.name()
    );
    let help = "take the word out of some, or ask about a rule that does hold without exception";
    problems.push(file.page.problem(&way!["items", *first, "options"], Target::Key, message, help));
}

fn is_absolute(text: &str) -> bool {
    const WORDS: [&str; 7] = ["always", "never", "every", "impossible", "guaranteed", "nobody", "completely"];
    let word = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    text.split_whitespace().any(|part| WORDS.contains(&word(part).as_str()))
}

fn id_of(file: &Loaded, index: usize) -> Option<&str> {
    let place = file.indexes.iter().position(|other| *other == index)?;
    Some(file.bank.items.get(place)?.id())
}

/// The probability, or an upper bound of it, that `hits` or more of independent events with these
/// probabilities happen.
fn tail(chances: &[f64], hits: usize) -> f64 {
    let expected: f64 = chances.iter().sum();
    let count = chances.len() as f64;
    if hits as f64 <= expected {
        return 1.0;
    }
    if chances.len() > EXACT {
        // Hoeffding's inequality.
        return (-2.0 * (hits as f64 - expected).powi(2) / count).exp();
    }
    // `exactly[n]`: the probability of n events among those looked at.
    let mut exactly = vec![0.0; chances.len() + 1];
    exactly[0] = 1.0;
    for (seen, chance) in chances.iter().enumerate() {
        for n in (0..=seen).rev() {
            exactly[n + 1] += exactly[n] * chance;
            exactly[n] *= 1.0 - chance;
        }
    }
    exactly[hits..].iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_is_the_binomial_one() {
        let close = |left: f64, right: f64| (left - right).abs() < 1e-4;
        assert!(close(tail(&[0.25; 12], 7), 0.01425), "{}", tail(&[0.25; 12], 7));
        assert!(close(tail(&[0.25; 12], 8), 0.00278), "{}", tail(&[0.25; 12], 8));
        assert!(close(tail(&[0.5, 0.25], 2), 0.125));
        assert_eq!(tail(&[0.25; 12], 3), 1.0);
        assert_eq!(tail(&[], 0), 1.0);
        assert!(tail(&[0.25; 1_000], 400) < 1e-9 && tail(&[0.25; 1_000], 255) > UNLIKELY);
    }
}
