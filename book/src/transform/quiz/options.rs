//! Questions answered by a choice: of one, or of all that are right.

use super::{Asked, Shown, part, prose, reason, why};
use quiz::bank::Choice;
use quiz::chance::hash;

pub(super) fn one(asked: &Asked<'_>, choices: &[Choice]) -> Shown {
    shown(asked, choices, "radio", "one")
}

pub(super) fn several(asked: &Asked<'_>, choices: &[Choice]) -> Shown {
    let mut shown = shown(asked, choices, "checkbox", "all");
    shown.prompt.push_str("<p class=\"quiz-hint\">Mark all that are right.</p>\n");
    shown
}

fn shown(asked: &Asked<'_>, choices: &[Choice], input: &str, check: &str) -> Shown {
    let order = shuffled(&asked.item.key, choices);
    let inside = inputs(asked, 0, choices, &order, input);
    let key = format!("{}{}", reasons(choices, &order), why(asked.item));
    Shown {
        prompt: prose::html(&asked.item.prompt),
        parts: part(asked, None, check, &right(choices), &inside),
        paper: key.clone(),
        key,
    }
}

/// Places in the bank, in the order shown. It depends on each text alone, so that a new or
/// corrected choice moves none of the others.
pub(super) fn shuffled(key: &str, choices: &[Choice]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..choices.len()).collect();
    order.sort_by_key(|&place| hash(&["page", key, &choices[place].text]));
    order
}

/// The values of the right inputs. A value is the choice's number in the bank, which a kept answer
/// can name however the choices are shown.
pub(super) fn right(choices: &[Choice]) -> String {
    let right = (1..).zip(choices).filter(|(_, choice)| choice.correct);
    right.map(|(number, _): (usize, _)| number.to_string()).collect::<Vec<_>>().join(" ")
}

/// A label for each choice, with a letter by which the key names it.
pub(super) fn inputs(
    asked: &Asked<'_>,
    number: usize,
    choices: &[Choice],
    order: &[usize],
    input: &str,
) -> String {
    let name = format!("{}-{number}", asked.id);
    let label = |(letter, &place): (char, &usize)| {
        format!(
            "<label class=\"quiz-choice\"><input type=\"{input}\" name=\"{name}\" value=\"{}\"> \
             <span class=\"quiz-letter\">{letter}</span> <span class=\"quiz-text\">{}</span></label>\n",
            place + 1,
            prose::inline(&choices[place].text)
        )
    };
    ('A'..='Z').zip(order).map(label).collect()
}

/// A reason for every choice, the right ones first.
pub(super) fn reasons(choices: &[Choice], order: &[usize]) -> String {
    let told = |right: bool| {
        ('A'..='Z')
            .zip(order)
            .map(|(letter, &place)| (letter, &choices[place]))
            .filter(move |(_, choice)| choice.correct == right)
            .map(|(letter, choice)| reason(choice.correct, &letter.to_string(), &choice.why))
    };
    let lines: String = told(true).chain(told(false)).collect();
    format!("<ul class=\"quiz-reasons\">\n{lines}</ul>\n")
}
