//! Lints about how a question is put.

use super::Asked;
use super::lint::Lint;
use crate::bank::locate::way;
use crate::bank::{Body, Choice};
use crate::chance::hash;
use std::borrow::Cow;

/// Lines and columns that a terminal surely has; the rest is the line of input and a margin.
const LINES: usize = 20;
const COLUMNS: usize = 80;
/// Words in a row that no option repeats by accident.
const ECHO: usize = 4;

pub(super) fn look(asked: &mut Asked<'_>) {
    for (at, text) in asked.prompts() {
        if let Some(word) = negated(&prose(text)) {
            let message = format!("the question turns on `{word}`, which readers miss");
            let help = "ask for what is so; if it must be, `allow: [negation]`";
            asked.say(Lint::Negation, &at, message, help);
        }
    }
    for (at, options) in asked.option_lists() {
        for (n, option) in options.iter().enumerate() {
            if let Some(words) = positional(&option.text) {
                let message = format!("options are shuffled, and this one says `{words}`");
                let help = "say what is meant in full, or use `kind: multi` for `all of them`";
                asked.say(Lint::ByPosition, &[&at[..], &way![n, "text"]].concat(), message, help);
            }
        }
    }
    echoes(asked);
    too_long(asked);
}

/// The text without code, which means what it says.
fn prose(text: &str) -> Cow<'_, str> {
    if !text.contains('`') {
        return Cow::Borrowed(text);
    }
    let outside = text.split("```").step_by(2).collect::<Vec<_>>().join(" . ");
    Cow::Owned(outside.split('`').step_by(2).collect::<Vec<_>>().join(" x "))
}

/// The word that turns the question round: a shouted NOT anywhere, or a `not` in what a question
/// asks for, before any `if` or `when` adds a condition to it.
fn negated(prose: &str) -> Option<&str> {
    const SQL: [&str; 5] = ["NULL", "EXISTS", "IN", "LIKE", "BETWEEN"];
    let words: Vec<&str> = prose.split_whitespace().collect();
    let shouted = words.windows(2).find(|pair| bare(pair[0]) == "NOT" && !SQL.contains(&bare(pair[1])));
    if let Some(pair) = shouted {
        return Some(bare(pair[0]));
    }
    prose.split_inclusive(['.', '?', '!', ':']).filter(|sentence| sentence.ends_with('?')).find_map(asked_for)
}

fn asked_for(question: &str) -> Option<&str> {
    const STOPS: [&str; 14] = [
        "if", "when", "that", "because", "while", "although", "unless", "until", "after", "before", "since",
        "where", "whose", "but",
    ];
    const TURNS: [&str; 8] = ["not", "cannot", "except", "false", "untrue", "incorrect", "neither", "nor"];
    let mut words = question.split_whitespace();
    words.find(|word| ["which", "what", "who"].contains(&bare(word).to_lowercase().as_str()))?;
    for word in words {
        let plain = bare(word).to_lowercase();
        if TURNS.contains(&plain.as_str()) || plain.ends_with("n't") || plain.ends_with("n’t") {
            return Some(bare(word));
        }
        if STOPS.contains(&plain.as_str()) || word.ends_with([',', ';']) {
            return None;
        }
    }
    None
}

fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// The words of an option that point at other options.
fn positional(text: &str) -> Option<&'static str> {
    const PHRASES: [&str; 13] = [
        "of the above",
        "of the below",
        "the above",
        "as above",
        "see above",
        "see below",
        "option above",
        "option below",
        "answer above",
        "answer below",
        "both a and b",
        "previous option",
        "next option",
    ];
    let plain: Vec<String> = text.split_whitespace().map(|word| bare(word).to_lowercase()).collect();
    let plain = format!(" {} ", plain.join(" "));
    PHRASES.into_iter().find(|phrase| plain.contains(&format!(" {phrase} ")))
}

fn echoes(asked: &mut Asked<'_>) {
    let prompts = asked.prompts();
    for (at, options) in asked.option_lists() {
        // A trace asks each part under its own sentence; the prompt stands above all of them.
        let own = prompts.iter().filter(|(place, _)| place.len() == 1 || at.starts_with(&place[..2]));
        let prompt: Vec<u64> = own.flat_map(|(_, text)| hashed(text)).collect();
        let grams: Vec<&[u64]> = prompt.windows(ECHO).collect();
        let run = |choice: &Choice| longest_run(&hashed(&choice.text), &grams, &prompt);
        let wrong = options.iter().filter(|option| !option.correct).map(run).max().unwrap_or(0);
        for (n, right) in options.iter().enumerate().filter(|(_, option)| option.correct) {
            let length = run(right);
            if length >= ECHO && length > wrong + 1 {
                let message = format!("the right option repeats {length} words of the prompt");
                let help = "say it in other words, or let a wrong option repeat as much";
                asked.say(Lint::Echo, &[&at[..], &way![n, "text"]].concat(), message, help);
            }
        }
    }
}

fn hashed(text: &str) -> Vec<u64> {
    text.split_whitespace()
        .map(|word| bare(word).to_lowercase())
        .filter(|word| !word.is_empty())
        .map(|word| hash(&[&word]))
        .collect()
}

/// The length of the longest run of words that both have; 0 if it is shorter than [`ECHO`].
fn longest_run(option: &[u64], grams: &[&[u64]], prompt: &[u64]) -> usize {
    let mut longest = 0;
    for (start, gram) in option.windows(ECHO).enumerate() {
        for (place, _) in grams.iter().enumerate().filter(|(_, other)| **other == gram) {
            let pairs = option[start..].iter().zip(&prompt[place..]);
            longest = longest.max(pairs.take_while(|(left, right)| left == right).count());
        }
    }
    longest
}

fn too_long(asked: &mut Asked<'_>) {
    let item = asked.item;
    let beside = match &item.body {
        Body::Spot(spot) => spot.lines.len() + 1,
        Body::Order(order) => order.steps.len() + 1,
        _ => 0,
    };
    let (at, prompt) = asked.prompts().swap_remove(0);
    let lines = height(prompt) + beside;
    if lines > LINES {
        let message = format!("this takes {lines} lines of {COLUMNS} columns; a screen has room for {LINES}");
        let help = "leave out what the question does not need";
        asked.say(Lint::TooLong, &at, message, help);
    }
}

/// Lines of a terminal that a text fills, about.
fn height(text: &str) -> usize {
    let mut height = 0;
    let mut code = false;
    let mut width = 0;
    let wrapped = |width: usize| width.div_ceil(COLUMNS);
    for line in text.lines() {
        let fence = line.trim_start().starts_with("```");
        if code || fence || line.trim().is_empty() || line.trim_start().starts_with("- ") {
            height += wrapped(width);
            width = 0;
        }
        if fence {
            code = !code;
        } else if code || line.trim().is_empty() {
            height += 1;
        } else {
            width += line.trim().chars().count() + 1;
        }
    }
    height + wrapped(width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_question_asks_for_may_not_be_turned_round() {
        for (text, word) in [
            ("Which of these is NOT a lock?", Some("NOT")),
            ("Which of these does not lose a debit?", Some("not")),
            ("What isn't guaranteed?", Some("isn't")),
            ("A pod froze. Which statement is false?", Some("false")),
            ("All but one hold. Which of these cannot happen?", Some("cannot")),
            ("It is NOT NULL. What happens?", None),
            ("What happens if the row does not exist?", None),
            ("What happens, if it is not there?", None),
            ("How much does the balance not show?", None),
            ("The program does not wait. What does it read?", None),
            ("Which repair keeps a debit that was not committed?", None),
            ("Which of these never loses a debit?", None),
        ] {
            assert_eq!(negated(&prose(text)), word, "{text}");
        }
        assert_eq!(negated(&prose("What does `x is not y` give?")), None);
    }

    #[test]
    fn shuffled_options_do_not_point_at_each_other() {
        assert_eq!(positional("All of the above."), Some("of the above"));
        assert_eq!(positional("None of the above"), Some("of the above"));
        assert_eq!(positional("The balance falls below zero"), None);
        assert_eq!(positional("None of these. Each step is correct"), None);
    }

    #[test]
    fn a_text_fills_as_many_lines_as_it_is_long() {
        assert_eq!(height("one\ntwo\n"), 1);
        assert_eq!(height("one\n\ntwo\n\n```\na\nb\n```\n"), 6);
        assert_eq!(height(&"word ".repeat(33)), 3);
    }

    #[test]
    fn runs_of_words_are_counted() {
        let prompt = hashed("Two workers read the balance, and one writes it back");
        let grams: Vec<&[u64]> = prompt.windows(ECHO).collect();
        let run = |text: &str| longest_run(&hashed(text), &grams, &prompt);
        assert_eq!(run("That workers read the balance and one waits"), 6);
        assert_eq!(run("Workers read the log"), 0);
    }
}
