//! The visible examples: a renewal in time, and a lease that is given back.

use grader::world::World;
use kit::contract::lease_keeper::{Release, Renewal};
use kit::plan::Plan;

use super::Code;
use super::cast::{Call, Cast, acquire, release, renew};
use super::play::Play;
use super::run::{Answer, words};
use crate::verdict;

/// What pod-7 asks for, and what must come of it.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    pub name: &'static str,
    /// The schedule.
    pub plan: &'static str,
    pub calls: fn() -> [Call; 2],
    pub story: &'static str,
    /// What the second call must be told.
    pub must: &'static str,
    pub is_it: fn(&Answer) -> bool,
}

const ACH: &str = "kickoff:ACH";

pub const EXAMPLES: [Example; 2] = [
    Example {
        name: "renewed_in_time",
        plan: "run pod-7 for 1\nat 10 s\nrun pod-7 to end\n",
        calls: || [acquire(ACH, 30_000), renew(ACH, 30_000)],
        story: "pod-7 is granted kickoff:ACH for 30 s. After 10 s it renews it for 30 s.",
        must: "renewed",
        is_it: |answer| matches!(answer, Answer::Renewed(Ok(Renewal::Until(_)))),
    },
    Example {
        name: "given_back_in_time",
        plan: "run pod-7 for 1\nat 10 s\nrun pod-7 to end\n",
        calls: || [acquire(ACH, 30_000), release(ACH)],
        story: "pod-7 is granted kickoff:ACH for 30 s. After 10 s it gives it back.",
        must: "released",
        is_it: |answer| matches!(answer, Answer::Released(Ok(Release::Released))),
    },
];

impl Example {
    /// Tries it on one part. Whether the row is right is for the rules.
    ///
    /// # Errors
    /// What was observed and what was required, in words.
    pub fn check(&self, code: Code) -> Result<(), String> {
        let plan: Plan = self.plan.parse().unwrap_or_default();
        let mut play = Play::new(code);
        let cast = Cast::new(&[("pod-7", &(self.calls)())]);
        let played = play.follow(&cast, &plan).map_err(|error| error.to_string())?;
        if let Some(stop) = play.stop(&played) {
            return Err(verdict::in_words(&stop));
        }
        let answer = played.run.calls.last().and_then(|call| call.answer.as_ref());
        if answer.is_some_and(self.is_it) {
            return Ok(());
        }
        let said = answer.map_or("nothing".to_owned(), words);
        Err(format!("{}\n  you answered   {said}\n  must be        {}", self.story, self.must))
    }
}
