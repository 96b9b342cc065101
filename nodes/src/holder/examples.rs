//! The visible examples: one pod alone, and a second one that waits for its turn.

use kit::contract::holder::{Answer, Deed, Keeping, Make};
use kit::plan::Plan;
use kit::world::What;

use super::exercise::nodes;
use crate::messages::{Roster, Seen};
use grader::world::{Case, World};

/// What is asked. Everybody must be answered `Done` within half a minute, with all pieces done.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    pub name: &'static str,
    pub plan: &'static str,
    pub pods: &'static [&'static str],
    pub pieces: usize,
    pub story: &'static str,
}

pub const EXAMPLES: [Example; 2] = [
    Example {
        name: "one_pod_does_a_job_of_three_pieces",
        plan: "ask pod-7 \"work 3\"\nat 30 s\n",
        pods: &["pod-7"],
        pieces: 3,
        story: "The lease is free, and no message gets lost. A client asks pod-7 to `work 3`. 30 s pass.",
    },
    Example {
        name: "the_second_pod_waits_for_its_turn",
        plan: "ask pod-7 \"work 1\"\nask pod-3 \"work 1\"\nat 30 s\n",
        pods: &["pod-7", "pod-3"],
        pieces: 2,
        story: "The lease is free, and no message gets lost. pod-7 is asked to `work 1`, and pod-3 a moment later. 30 s \
                pass.",
    },
];

impl Example {
    /// Tries it.
    ///
    /// # Errors
    /// What was observed and what was required, in words.
    pub fn check(&self, make: Make) -> Result<(), String> {
        let plan: Plan = self.plan.parse().unwrap_or_default();
        let cast = Roster::new(&[&["store"], self.pods].concat());
        let seen = nodes(make).run(&Case { cast, plan });
        if let Some(stop) = &seen.stop {
            return Err(grader::report::story(stop, &[]));
        }
        let (done, pieces) = (self.done(&seen), pieces(&seen));
        if done.len() == self.pods.len() && pieces == self.pieces {
            return Ok(());
        }
        let said = if done.is_empty() { "nobody".to_owned() } else { done.join(" and ") };
        Err(format!(
            "{}\n  Done is answered by   {said}\n  must be               {}\n  pieces begun          {pieces}\n  \
             must be               {}",
            self.story,
            self.pods.join(" and "),
            self.pieces
        ))
    }

    /// Who answered `Done` before the plan was over.
    fn done(&self, seen: &Seen<Keeping>) -> Vec<&'static str> {
        let events = &seen.run.events[..seen.planned];
        let answered =
            events.iter().filter(|event| matches!(event.what, What::Answered { answer: Answer::Done, .. }));
        let names: Vec<&str> = answered.filter_map(|event| event.who).map(|who| seen.run.name(who)).collect();
        self.pods.iter().copied().filter(|pod| names.contains(pod)).collect()
    }
}

fn pieces(seen: &Seen<Keeping>) -> usize {
    let events = &seen.run.events[..seen.planned];
    events.iter().filter(|event| matches!(event.what, What::Applied(Deed::Piece { .. }))).count()
}
