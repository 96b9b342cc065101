//! Numeric questions: every instance is worked out here, so that no reader meets a bad one.

use super::Question;
use crate::bank::locate::{Step, Target, locate, way};
use crate::bank::{Numeric, WrongNumber, raw};
use crate::numeric::{Draw, Expression, Instances, Range};
use std::collections::BTreeMap;

/// Instances of a question, at most: all of them are tried.
const TRIED: u32 = 5_000;

impl Question<'_, '_> {
    pub(super) fn numeric(
        &mut self,
        raw: raw::Item,
        prompt: Option<&str>,
        why: Option<&str>,
    ) -> Option<Numeric> {
        let before = self.checker.problems.len();
        let instances = self.instances(raw.vars);
        let help = "an expression over the variables, such as `start - k * amount`";
        let answer = self.required(raw.answer, "answer", help);
        let answer = answer.and_then(|text| self.expression(&text, &way!["answer"], &instances));
        let mut wrong = Vec::new();
        for (n, case) in raw.wrong.unwrap_or_default().into_iter().enumerate() {
            wrong.extend(self.wrong(n, case, &instances));
        }
        self.placeholders(prompt, &way!["prompt"], &instances, false);
        self.placeholders(why, &way!["why"], &instances, true);
        for name in instances.ranges.keys() {
            if prompt.is_some_and(|prompt| !prompt.contains(&format!("{{{name}}}"))) {
                let message = format!("the prompt never shows `{name}`");
                self.say_at_key(&way!["vars", name.as_str()], message, format!("write `{{{name}}}` in it"));
            }
        }
        let unit = self.optional(raw.unit, "unit");
        let answer = answer?;
        if self.checker.problems.len() > before || self.skipped.any(self.index) {
            return None;
        }
        let numeric = Numeric { instances, answer, unit, tolerance: raw.tolerance.unwrap_or(0), wrong };
        self.try_instances(&numeric);
        Some(numeric)
    }

    fn instances(&mut self, vars: Option<raw::Vars>) -> Instances {
        let mut ranges = BTreeMap::new();
        for (name, range) in vars.unwrap_or_default().0 {
            if !self.names_a_variable(&name) {
                continue;
            }
            // What is reported leaves a stand-in, so that the expressions do not complain as well.
            let at = way!["vars", name.as_str()];
            let range = self.range(range, &at).unwrap_or(Range::Pick(vec![1]));
            if ranges.insert(name.clone(), range).is_some() {
                let again = [&way!["vars"][..], &[Step::Again(name.clone(), 1)]].concat();
                self.say_at_key(
                    &again,
                    format!("`{name}` is here for the second time"),
                    "keep one of the two",
                );
            }
        }
        Instances { ranges }
    }

    fn names_a_variable(&mut self, name: &str) -> bool {
        let at = way!["vars", name];
        if !crate::numeric::is_name(name) {
            let help = "a small letter, then small letters, digits and `_`";
            self.say_at_key(&at, format!("`{name}` cannot name a variable"), help);
        } else if ["min", "max", "floor", "ceil", "answer"].contains(&name) {
            self.say_at_key(&at, format!("`{name}` has a meaning of its own here"), "choose another name");
        } else {
            return true;
        }
        false
    }

    fn range(&mut self, range: raw::Range, at: &[Step]) -> Option<Range> {
        let step = range.step.unwrap_or(1);
        let message = match (range.from, range.to, range.pick) {
            (None, None, Some(values)) if !values.is_empty() && range.step.is_none() => {
                return Some(Range::Pick(values));
            }
            (None, None, Some(values)) if values.is_empty() => "`pick` is empty",
            (Some(_), Some(_), None) if step < 1 => "`step` must be at least 1",
            (Some(from), Some(to), None) if from > to => "`from` is greater than `to`",
            (Some(from), Some(to), None) => return Some(Range::Steps { from, to, step }),
            _ => "a variable has either `from` and `to` or `pick`",
        };
        let help = "for example `{from: 2, to: 6, step: 1}` or `{pick: [10, 20]}`";
        self.say(at, message, help);
        None
    }

    fn expression(&mut self, text: &str, at: &[Step], instances: &Instances) -> Option<Expression> {
        match Expression::parse(text) {
            Ok(expression) => {
                let unknown: Vec<String> = expression
                    .names()
                    .into_iter()
                    .filter(|name| !instances.ranges.contains_key(*name))
                    .map(str::to_owned)
                    .collect();
                for name in &unknown {
                    let known: Vec<&str> = instances.ranges.keys().map(String::as_str).collect();
                    let help = match known.is_empty() {
                        true => "declare it in `vars:`".to_owned(),
                        false => format!("`vars` has: {}", known.join(", ")),
                    };
                    self.say(at, format!("there is no variable `{name}`"), help);
                }
                unknown.is_empty().then_some(expression)
            }
            Err(slip) => {
                let path = self.path(at);
                let shift = self.shift(&path, text, slip.at);
                let help = "integers, names from `vars`, + - * / ( ), min, max, floor, ceil";
                self.checker.say_within(&path, Target::Value, shift, slip.message, help);
                None
            }
        }
    }

    /// How far into its line the character `at` of a value stands, if the line holds it as it is.
    fn shift(&self, path: &[Step], text: &str, at: usize) -> u32 {
        let Some(place) = locate(&self.checker.page.source, path, Target::Value) else { return 0 };
        let line = self.checker.page.source.lines().nth(place.line as usize - 1).unwrap_or("");
        let rest: String = line.chars().skip(place.column as usize - 1).collect();
        let quote = usize::from(rest.starts_with(['"', '\'']));
        let there = rest.chars().skip(quote).take(text.chars().count()).eq(text.chars());
        if there { (quote + at) as u32 } else { 0 }
    }

    fn wrong(&mut self, n: usize, case: raw::Wrong, instances: &Instances) -> Option<WrongNumber> {
        let (Some(when), Some(why)) = (case.when, case.why.filter(|why| !why.trim().is_empty())) else {
            let help = "`when` is the wrong number, `why` is what to tell who gave it";
            self.say(&way!["wrong", n], "a wrong number needs `when` and `why`", help);
            return None;
        };
        self.placeholders(Some(&why), &way!["wrong", n, "why"], instances, true);
        let when = self.expression(&when, &way!["wrong", n, "when"], instances)?;
        Some(WrongNumber { when, why: why.trim_end().to_owned() })
    }

    fn placeholders(&mut self, text: Option<&str>, at: &[Step], instances: &Instances, answered: bool) {
        for name in crate::numeric::placeholders(text.unwrap_or("")) {
            let known = instances.ranges.contains_key(name) || (answered && name == "answer");
            if !known {
                let message = match name {
                    "answer" => "`{answer}` would give the answer away here".to_owned(),
                    _ => format!("`{{{name}}}` stands for no variable"),
                };
                self.say(at, message, "the braces name one of `vars`");
            }
        }
    }

    /// Says at most one thing about each expression: the first instance that breaks it.
    fn try_instances(&mut self, numeric: &Numeric) {
        let count = numeric.instances.count();
        if count > TRIED.into() {
            let message = format!("{count} sets of numbers are more than can be tried: at most {TRIED}");
            self.say_at_key(&way!["vars"], message, "a larger `step`, or `pick` a few");
        }
        let mut broken = None;
        let mut wrong: Vec<Option<String>> = vec![None; numeric.wrong.len()];
        numeric.instances.each(TRIED, |draw| match usable(&numeric.answer, draw) {
            Ok(right) => {
                for (found, case) in wrong.iter_mut().zip(&numeric.wrong).filter(|(found, _)| found.is_none())
                {
                    *found = no_other(&case.when, right, numeric.tolerance, draw);
                }
                true
            }
            Err(message) => {
                broken = Some(message);
                false
            }
        });
        if let Some(message) = broken {
            let help = "a reader types a whole number: use floor or ceil, or change the ranges";
            self.say(&way!["answer"], message, help);
            return;
        }
        for (n, message) in wrong.into_iter().enumerate() {
            if let Some(message) = message {
                let help = "change the ranges so that the wrong belief gives another number";
                self.say(&way!["wrong", n, "when"], message, help);
            }
        }
    }
}

/// The answer that a reader can type.
fn usable(answer: &Expression, draw: &Draw) -> Result<i64, String> {
    let value = answer.value(draw).map_err(|fault| format!("{}: {fault}", shown(draw)))?;
    let none = || format!("{}: the answer is {value}, no whole number that fits", shown(draw));
    value.whole().ok_or_else(none)
}

/// Why a wrong belief gives no other number than the right one.
fn no_other(when: &Expression, right: i64, tolerance: u64, draw: &Draw) -> Option<String> {
    match when.value(draw) {
        Err(fault) => Some(format!("{}: {fault}", shown(draw))),
        Ok(value) if value.whole().is_some_and(|whole| whole.abs_diff(right) <= tolerance) => {
            Some(format!("{}: this is {value}, and so is the right answer", shown(draw)))
        }
        Ok(_) => None,
    }
}

fn shown(draw: &Draw) -> String {
    let parts: Vec<String> = draw.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if parts.is_empty() { "always".to_owned() } else { format!("with {}", parts.join(", ")) }
}
