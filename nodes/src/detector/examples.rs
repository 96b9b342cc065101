//! The visible examples: a pod that beats in time, and one that dies.

use kit::contract::detector::Make;

use super::facts::Facts;
use super::{EVERYBODY, nodes, seconds};
use crate::messages::Roster;
use grader::world::{Case, Stop, World};

/// A plan, and what must come of it.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    pub name: &'static str,
    pub plan: &'static str,
    pub story: &'static str,
    /// Whether the pod has to be declared dead.
    pub dead: bool,
}

pub const EXAMPLES: [Example; 2] = [
    Example {
        name: "who_beats_in_time_is_alive",
        plan: "at 100 s",
        story: "pod-7 beats every 10 s, for 100 s.",
        dead: false,
    },
    Example {
        name: "who_falls_silent_is_dead",
        plan: "at 25 s\ncrash pod-7\nat 86 s",
        story: "pod-7 beats at 10 s and 20 s, and dies at 25 s.",
        dead: true,
    },
];

impl Example {
    /// Tries it.
    ///
    /// # Errors
    /// What was observed and what was required, in words.
    pub fn check(&self, make: Make) -> Result<(), String> {
        let plan = self.plan.parse().unwrap_or_default();
        let mut world = nodes(make);
        let seen = world.run(&Case { cast: Roster::new(EVERYBODY), plan });
        match world.stop(&seen) {
            None => {}
            Some(Stop::NotWritten { what }) => return Err(what),
            Some(Stop::Panicked { message, at, .. }) => {
                return Err(format!("it panicked at {at}: {message}"));
            }
            Some(_) => {
                return Err(format!(
                    "{}\n  observed   asked to look at once, again and again: the clock does \
                                    not get on\n  must be    asked to look a while later",
                    self.story
                ));
            }
        }
        let facts = Facts::of(&seen);
        let said = match facts.declared.first() {
            None => "not declared dead".to_owned(),
            Some((_, at)) => format!("declared dead at {}", seconds(*at)),
        };
        let must = if self.dead { "declared dead between 25 s and 85 s" } else { "not declared dead" };
        let right = match (facts.declared.as_slice(), facts.died) {
            ([], None) => true,
            ([(_, at)], Some(died)) => *at >= died,
            _ => false,
        };
        let story = self.story;
        match right {
            true => Ok(()),
            false => Err(format!("{story}\n  observed   {said}\n  must be    {must}")),
        }
    }
}
