//! Choices: exactly one is right, no two read alike, and each says why.

use super::Question;
use crate::bank::locate::{Step, way};
use crate::bank::{Choice, raw};

/// Nine options have a digit each; more is a list to read, not a choice.
const MOST: usize = 9;

impl Question<'_, '_> {
    pub(super) fn choices(&mut self, options: Option<Vec<raw::Choice>>) -> Option<Vec<Choice>> {
        let options = self.listed(options)?;
        let right: Vec<usize> = (0..options.len()).filter(|n| options[*n].correct.unwrap_or(false)).collect();
        let choices = self.options(options, &way!["options"]);
        match right.as_slice() {
            [_] => {}
            [] => {
                let help = "add `correct: true` to the right one";
                self.say_at_key(&way!["options"], "no option is correct", help);
            }
            [first, second, ..] => {
                let message = format!("options {} and {} are both correct", first + 1, second + 1);
                let help = "a choice has one right answer; for several there is `kind: multi`";
                self.say(&way!["options", *second, "correct"], message, help);
            }
        }
        let mut choices = choices?;
        for (n, choice) in choices.iter_mut().enumerate() {
            choice.correct = right.contains(&n);
        }
        Some(choices)
    }

    /// Options of which at least one is right, and one is not.
    pub(super) fn several(&mut self, options: Option<Vec<raw::Choice>>) -> Option<Vec<Choice>> {
        let options = self.listed(options)?;
        let right: Vec<bool> = options.iter().map(|option| option.correct.unwrap_or(false)).collect();
        let message = match (right.contains(&true), right.contains(&false)) {
            (false, _) => Some("no option is correct"),
            (true, false) => Some("every option is correct"),
            (true, true) => None,
        };
        if let Some(message) = message {
            let help = "`correct: true` marks the right ones, at least one and not all";
            self.say_at_key(&way!["options"], message, help);
        }
        let mut choices = self.options(options, &way!["options"])?;
        for (choice, right) in choices.iter_mut().zip(right) {
            choice.correct = right;
        }
        Some(choices)
    }

    fn listed(&mut self, options: Option<Vec<raw::Choice>>) -> Option<Vec<raw::Choice>> {
        if options.is_none() && !self.skipped.has(Some(self.index), "options") {
            self.say(&[], "`options` is missing from this question", "at least two; each with `why`");
        }
        options
    }

    /// What all lists of options have in common. `correct` is left `false`.
    pub(super) fn options(&mut self, options: Vec<raw::Choice>, at: &[Step]) -> Option<Vec<Choice>> {
        if !(2..=MOST).contains(&options.len()) {
            let message = format!("a reader picks one of 2 to {MOST} options; here is {}", options.len());
            self.say_at_key(at, message, "each wrong one is a belief that somebody holds");
        }
        let mut choices: Vec<Choice> = Vec::new();
        let mut complete = true;
        for (n, option) in options.into_iter().enumerate() {
            let place = [at, &way![n]].concat();
            let text = option.text.unwrap_or_default().trim().to_owned();
            let why = option.why.unwrap_or_default().trim().to_owned();
            if text.is_empty() {
                self.say(&place, "this option has no `text`", "write what the reader picks");
            }
            if why.is_empty() {
                let help = "say what a reader who picks it believes, and where that breaks";
                self.say(&place, "this option has no `why` [option-without-reason]", help);
            }
            if let Some(earlier) = choices.iter().position(|choice| !text.is_empty() && choice.text == text) {
                let message = format!("this option reads like option {}", earlier + 1);
                self.say(&place, message, "a reader must be able to tell them apart");
            }
            complete &= !text.is_empty() && !why.is_empty();
            choices.push(Choice { text, correct: false, why });
        }
        complete.then_some(choices)
    }
}
