//! `cargo quiz tune --fit`: look first, then decide.

use super::Options;
use super::standing::Standing;
use crate::bank::Bank;
use crate::command::check::counted;
use crate::command::{Run, Stop, keys};
use crate::front::screen::Style;
use crate::log::{Log, Reviews, Settings, What};
use crate::memory::Deck;
use crate::memory::fit::{ENOUGH, Fitness, Past};
use serde_json::{Value, json};
use std::io::{self, IsTerminal};

/// What was found.
struct Found {
    weights: Vec<f32>,
    before: Fitness,
    after: Fitness,
    /// Cards that come back within a month: now, and then.
    cards: (usize, usize),
}

impl Run<'_, '_> {
    pub(super) fn fit(
        mut self,
        log: Option<Log>,
        banks: &[Bank],
        mut reviews: Reviews,
        options: &Options,
    ) -> Result<(), Stop> {
        let standing = self.standing(banks, &reviews);
        if standing.missing() > 0 {
            return self.too_few(&standing, options.json);
        }
        let found = self.find(banks, &reviews, &standing)?;
        let better = found.as_ref().is_some_and(|found| found.after.log_loss < found.before.log_loss);
        if !options.json {
            match &found {
                Some(found) => self.show_fit(found, standing.answers)?,
                None => {
                    self.terminal.line(Style::Plain, "The optimiser found no parameters that can be used.")?
                }
            }
            if !better {
                let text = "They would not foretell your answers any better. Nothing was written.";
                return Ok(self.terminal.line(Style::Plain, text)?);
            }
        }
        let kept = better && (options.yes || (!options.json && self.is_wanted()?));
        if let (true, Some(mut log), Some(found)) = (kept, log, &found) {
            let weights = Some(found.weights.clone());
            self.keep(&mut log, &mut reviews, What::Tune { retention: None, weights, easy: None })?;
        }
        if options.json {
            let mut document = self.standing(banks, &reviews).json();
            document["fit"] = found.as_ref().map_or(Value::Null, |found| found.json(kept));
            return keys::document(self.terminal, &document);
        }
        let text = match kept {
            true => "They are in force from now on. To take it back: cargo quiz undo",
            false => "Nothing was written. To keep them: cargo quiz tune --fit --yes",
        };
        Ok(self.terminal.line(Style::Plain, text)?)
    }

    fn too_few(self, standing: &Standing, json: bool) -> Result<(), Stop> {
        if json {
            let mut document = standing.json();
            document["fit"] = Value::Null;
            return keys::document(self.terminal, &document);
        }
        let text = format!(
            "A fit needs {ENOUGH} answers to cards that you had drilled on an earlier day. You have {}; {} are \
             missing. Until then the model's own parameters are the better guess.",
            standing.answers,
            standing.missing(),
        );
        Ok(self.terminal.line(Style::Plain, &text)?)
    }

    fn find(
        &mut self,
        banks: &[Bank],
        reviews: &Reviews,
        standing: &Standing,
    ) -> Result<Option<Found>, Stop> {
        let past = Past::of(reviews, &Deck::of(banks), self.clock.now().study_day());
        // Progress is for somebody who sits there and waits.
        let shown = io::stderr().is_terminal() && !self.terminal.echo;
        let weights = past.fit(|done, of| {
            if shown && of > 0 {
                let _ = write!(self.terminal.err, "\rfitting … {:>3} %", 100 * done / of);
                let _ = self.terminal.err.flush();
            }
        });
        if shown {
            write!(self.terminal.err, "\r             \r")?;
        }
        let before = past.fitness(&standing.settings.weights);
        let after = weights.as_ref().and_then(|weights| past.fitness(weights));
        let (Some(weights), Some(before), Some(after)) = (weights, before, after) else { return Ok(None) };
        let then = Settings { weights: weights.clone(), ..standing.settings.clone() };
        let cards = (standing.cards, self.work(banks, reviews, &then));
        Ok(Some(Found { weights, before, after, cards }))
    }

    fn show_fit(&mut self, found: &Found, answers: usize) -> Result<(), Stop> {
        let terminal = &mut *self.terminal;
        terminal.line(Style::Strong, &format!("Fitted to {}.", counted(answers, "answer")))?;
        let rows = [
            ("log loss  ", format!("{:.4}, {:.4} before", found.after.log_loss, found.before.log_loss)),
            ("RMSE      ", format!("{:.4}, {:.4} before", found.after.rmse, found.before.rmse)),
            (
                "work      ",
                format!("{} in the next 30 days, {} before", counted(found.cards.1, "card"), found.cards.0),
            ),
        ];
        for (label, text) in rows {
            terminal.hanging(Style::Plain, &format!("  {label}"), &text)?;
        }
        terminal.line(
            Style::Quiet,
            "Log loss and RMSE say how far off the foretold chances were: less is better.",
        )?;
        Ok(())
    }

    /// Asks, where somebody can answer.
    fn is_wanted(&mut self) -> Result<bool, Stop> {
        if self.terminal.echo {
            return Ok(false);
        }
        let answer = self.terminal.ask("Keep them? y or n:")?;
        Ok(answer.is_some_and(|answer| ["y", "yes"].contains(&answer.to_lowercase().as_str())))
    }
}

impl Found {
    fn json(&self, kept: bool) -> Value {
        let fitness = |fitness: Fitness| json!({"log_loss": fitness.log_loss, "rmse": fitness.rmse});
        json!({
            "before": fitness(self.before),
            "after": fitness(self.after),
            "cards_30_days": self.cards.1,
            "kept": kept,
        })
    }
}
