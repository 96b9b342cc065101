//! The visible examples: one pod with a table that is empty, and another when the lease is over.

use grader::world::World;
use kit::plan::Plan;

use super::Code;
use super::cast::Cast;
use super::play::Play;
use super::run::{Answer, words};
use crate::verdict;

/// What is asked, and what must come of it: everybody is granted what it asks for.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    pub name: &'static str,
    /// The schedule of pod-7 and pod-3, who both ask for kickoff:ACH for 30 s.
    pub plan: &'static str,
    /// Who takes part.
    pub pods: &'static [&'static str],
    pub story: &'static str,
}

pub const EXAMPLES: [Example; 2] = [
    Example {
        name: "first_one_gets_it",
        plan: "run pod-7 to end\n",
        pods: &["pod-7"],
        story: "The table is empty. pod-7 asks for kickoff:ACH for 30 s.",
    },
    Example {
        name: "taken_over_when_it_is_over",
        plan: "run pod-7 to end\nat 31 s\nrun pod-3 to end\n",
        pods: &["pod-7", "pod-3"],
        story: "The table is empty. pod-7 asks for kickoff:ACH for 30 s; 31 s later pod-3 does.",
    },
];

impl Example {
    /// Tries it on one part. Whether the tokens are right is for the rules.
    ///
    /// # Errors
    /// What was observed and what was required, in words.
    pub fn check(&self, code: Code) -> Result<(), String> {
        let asks: Vec<(&str, &[(&str, i64)])> =
            self.pods.iter().map(|pod| (*pod, &[("kickoff:ACH", 30_000)][..])).collect();
        let plan: Plan = self.plan.parse().unwrap_or_default();
        let mut play = Play::new(code);
        let played = play.follow(&Cast::new(&asks), &plan).map_err(|error| error.to_string())?;
        if let Some(stop) = play.stop(&played) {
            return Err(verdict::in_words(&stop));
        }
        let answers: Vec<Answer> = played.run.calls.iter().filter_map(|call| call.answer.clone()).collect();
        if answers.len() == self.pods.len() && answers.iter().all(|answer| matches!(answer, Ok(Some(_)))) {
            return Ok(());
        }
        let said: Vec<String> = answers.iter().map(words).collect();
        let must = vec!["granted"; self.pods.len()];
        Err(format!(
            "{}\n  you answered   {}\n  must be        {}",
            self.story,
            said.join(", then "),
            must.join(", then ")
        ))
    }
}
