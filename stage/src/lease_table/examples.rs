//! The visible examples: one pod with a table that is empty, and one that comes too early or in time.

use kit::contract::lease_table::Grant;
use kit::plan::Plan;

use super::Code;
use super::cast::Cast;
use super::play::Play;
use super::run::{Answer, words};
use crate::verdict;
use grader::world::World;

/// What is asked, and what must come of it.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    pub name: &'static str,
    /// The schedule of pod-7 and pod-3, who both ask for kickoff:ACH for 30 s.
    pub plan: &'static str,
    pub story: &'static str,
    /// For pod-7, then pod-3: the token, if it is granted.
    pub granted: [Option<i64>; 2],
}

pub const EXAMPLES: [Example; 2] = [
    Example {
        name: "first_one_gets_it",
        plan: "run pod-7 to end\nrun pod-3 to end\n",
        story: "The table is empty. pod-7 asks for kickoff:ACH for 30 s; right after it, pod-3 does.",
        granted: [Some(1), None],
    },
    Example {
        name: "taken_over_when_it_is_over",
        plan: "run pod-7 to end\nat 31 s\nrun pod-3 to end\n",
        story: "The table is empty. pod-7 asks for kickoff:ACH for 30 s; 31 s later pod-3 does.",
        granted: [Some(1), Some(2)],
    },
];

impl Example {
    /// Tries it on one part. The first token is free to choose; the second has to be higher.
    ///
    /// # Errors
    /// What was observed and what was required, in words.
    pub fn check(&self, code: Code) -> Result<(), String> {
        let cast = Cast::new(&[("pod-7", &[("kickoff:ACH", 30_000)]), ("pod-3", &[("kickoff:ACH", 30_000)])]);
        let plan: Plan = self.plan.parse().unwrap_or_default();
        let mut play = Play::new(code);
        let played = play.follow(&cast, &plan).map_err(|error| error.to_string())?;
        if let Some(stop) = play.stop(&played) {
            return Err(verdict::in_words(&stop));
        }
        let answers: Vec<Answer> = played.run.calls.iter().filter_map(|call| call.answer.clone()).collect();
        let tokens: Vec<Option<i64>> = answers.iter().map(token).collect();
        let shape = |tokens: &[Option<i64>]| tokens.iter().map(Option::is_some).collect::<Vec<_>>();
        let rises = tokens.iter().flatten().is_sorted_by(|a, b| a < b);
        if shape(&tokens) == shape(&self.granted) && rises {
            return Ok(());
        }
        let said: Vec<String> = answers.iter().map(words).collect();
        let must = self
            .granted
            .map(|token| token.map_or("refused".to_owned(), |token| format!("granted, token {token}")));
        let (said, must) = (said.join(", then "), must.join(", then "));
        Err(format!("{}\n  you answered   {said}\n  must be        {must}", self.story))
    }
}

fn token(answer: &Answer) -> Option<i64> {
    match answer {
        Ok(Some(Grant { token, .. })) => Some(*token),
        _ => None,
    }
}
