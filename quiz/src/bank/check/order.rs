//! Orders: steps, and what has to come before what.

use super::Question;
use crate::bank::locate::way;
use crate::bank::{Order, OrderStep, raw};

/// Fewer are a coin toss; of more, a reader loses the thread.
const LEAST: usize = 3;
const MOST: usize = 9;

impl Question<'_, '_> {
    pub(super) fn order(&mut self, steps: Option<Vec<raw::OrderStep>>) -> Option<Order> {
        let before = self.checker.problems.len();
        let Some(steps) = steps else {
            if !self.skipped.has(Some(self.index), "steps") {
                let help = "list them in a right order; `after: [id, …]` says what must come first";
                self.say(&[], "`steps` is missing from this question", help);
            }
            return None;
        };
        if !(LEAST..=MOST).contains(&steps.len()) {
            let message = format!("an order has {LEAST} to {MOST} steps; here is {}", steps.len());
            self.say_at_key(&way!["steps"], message, "join steps, or leave out what is not needed");
        }
        let listed = steps.iter().all(|step| step.after.is_none());
        let ids: Vec<String> = steps.iter().map(|step| step.id.clone().unwrap_or_default()).collect();
        let mut typed: Vec<OrderStep> = Vec::new();
        for (n, step) in steps.into_iter().enumerate() {
            let text = step.text.unwrap_or_default().trim().to_owned();
            if text.is_empty() {
                self.say(&way!["steps", n], "this step has no `text`", "write what is done in it");
            }
            if typed.iter().any(|other| !text.is_empty() && other.text == text) {
                let help = "a reader must be able to tell them apart";
                self.say(&way!["steps", n], "another step above reads like this one", help);
            }
            if !ids[n].is_empty() && ids[..n].contains(&ids[n]) {
                let message = format!("the step `{}` is here for the second time", ids[n]);
                self.say(&way!["steps", n, "id"], message, "give it another id");
            }
            let after = match step.after {
                // Without any `after` at all, the order is the one of the list.
                _ if listed => n.checked_sub(1).into_iter().collect(),
                None => Vec::new(),
                Some(names) => self.after(n, &names, &ids),
            };
            let why = step.why.map(|why| why.trim_end().to_owned());
            typed.push(OrderStep { id: ids[n].clone(), text, after, why });
        }
        let free = typed.len() >= LEAST && typed.iter().all(|step| step.after.is_empty());
        if free && self.checker.problems.len() == before {
            let help =
                "say with `after` what must come first, or delete every `after`: then the list is the order";
            self.say_at_key(&way!["steps"], "every order of these steps is right", help);
        }
        Some(Order { steps: typed })
    }

    fn after(&mut self, n: usize, names: &[String], ids: &[String]) -> Vec<usize> {
        let mut places = Vec::new();
        for (k, name) in names.iter().enumerate() {
            let message = match ids.iter().position(|id| id == name) {
                Some(place) if place < n => {
                    places.push(place);
                    continue;
                }
                Some(_) => format!("`{name}` is not above this step"),
                None => format!("no step has the id `{name}`"),
            };
            let help = "`after` names steps above: so the list itself is a right order";
            self.say(&way!["steps", n, "after", k], message, help);
        }
        places
    }
}
