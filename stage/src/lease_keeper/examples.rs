//! The visible examples: a renewal in time, one that comes too late, and a lease that is given back.

use grader::world::World;
use kit::plan::Plan;

use super::Code;
use super::cast::{Call, Cast, acquire, release, renew};
use super::play::Play;
use super::run::words;
use crate::verdict;

/// What is asked, and what must come of it.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    pub name: &'static str,
    /// The schedule of pod-7 and pod-3.
    pub plan: &'static str,
    pub calls: fn() -> (Vec<Call>, Vec<Call>),
    pub story: &'static str,
    /// What pod-7 and then pod-3 must be told.
    pub answers: &'static [&'static str],
}

const ACH: &str = "kickoff:ACH";

fn renewed() -> (Vec<Call>, Vec<Call>) {
    (vec![acquire(ACH, 30_000), renew(ACH, 30_000)], Vec::new())
}

fn taken_over() -> (Vec<Call>, Vec<Call>) {
    (vec![acquire(ACH, 30_000), renew(ACH, 30_000)], vec![acquire(ACH, 30_000)])
}

fn given_back() -> (Vec<Call>, Vec<Call>) {
    (vec![acquire(ACH, 30_000), release(ACH)], vec![acquire(ACH, 30_000)])
}

pub const EXAMPLES: [Example; 3] = [
    Example {
        name: "renewed_in_time",
        plan: "run pod-7 for 1\nat 10 s\nrun pod-7 to end\n",
        calls: renewed,
        story: "pod-7 is granted kickoff:ACH for 30 s, and renews it for 30 s after 10 s.",
        answers: &["granted, token 1, until 30 s", "renewed until 40 s"],
    },
    Example {
        name: "lost_to_another",
        plan: "run pod-7 for 1\nat 31 s\nrun pod-3 to end\nat 32 s\nrun pod-7 to end\n",
        calls: taken_over,
        story: "pod-7 is granted kickoff:ACH for 30 s. At 31 s pod-3 is, and at 32 s pod-7 renews.",
        answers: &["granted, token 1, until 30 s", "lost", "granted, token 2, until 61 s"],
    },
    Example {
        name: "given_back_and_taken",
        plan: "run pod-7 for 1\nat 5 s\nrun pod-7 to end\nrun pod-3 to end\n",
        calls: given_back,
        story: "pod-7 is granted kickoff:ACH for 30 s, and gives it back after 5 s. Then pod-3 asks for it.",
        answers: &["granted, token 1, until 30 s", "released", "granted, token 2, until 35 s"],
    },
];

impl Example {
    /// Tries it on one part.
    ///
    /// # Errors
    /// What was observed and what was required, in words.
    pub fn check(&self, code: Code) -> Result<(), String> {
        let (holder, other) = (self.calls)();
        let cast = match other.is_empty() {
            true => Cast::new(&[("pod-7", &holder)]),
            false => Cast::new(&[("pod-7", &holder), ("pod-3", &other)]),
        };
        let plan: Plan = self.plan.parse().unwrap_or_default();
        let mut play = Play::new(code);
        let played = play.follow(&cast, &plan).map_err(|error| error.to_string())?;
        if let Some(stop) = play.stop(&played) {
            return Err(verdict::in_words(&stop));
        }
        let answers =
            played.run.calls.iter().map(|call| call.answer.as_ref().map_or("nothing".into(), words));
        let said: Vec<String> = answers.collect();
        if said == self.answers {
            return Ok(());
        }
        Err(format!(
            "{}\n  pod-7 and pod-3 were told   {}\n  must be                     {}",
            self.story,
            said.join("; "),
            self.answers.join("; ")
        ))
    }
}
