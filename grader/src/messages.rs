//! Nodes that send messages, as a world that the grader can search.
//!
//! The kit runs the plans; this room adds what grading needs: panics are caught, livelocks become
//! a verdict, and after the plan a fair final phase shows whether the work gets done.

mod portfolio;

use std::panic::{AssertUnwindSafe, catch_unwind};

use kit::Ms;
use kit::diagnostic::Diagnostic;
use kit::scenario::Setting;
use kit::trace::Trace;
use kit::world::{Ending, Fold, Make, Protocol, Run};

use crate::guard::quiet;
use crate::world::{Case, Stop, World};

pub use portfolio::{Faults, Portfolio, Vocabulary};

/// A run of nodes, with how its final phase ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen<P: Protocol> {
    pub run: Run<P>,
    /// How many events the plan itself had; what follows is the fair final phase.
    pub planned: usize,
    /// `None` when the exercise asks for no final phase.
    pub ending: Option<Ending>,
    pub stop: Option<Stop>,
}

/// How long the fair final phase may last, and what it waits for.
pub struct Final<P: Protocol> {
    pub within: Ms,
    pub until: fn(&Run<P>) -> bool,
}

impl<P: Protocol> std::fmt::Debug for Final<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Final").field("within", &self.within).finish_non_exhaustive()
    }
}

/// The nodes of one exercise.
pub struct Nodes<P: Protocol> {
    world: kit::world::World<P>,
    last: Option<Final<P>>,
}

impl<P: Protocol> std::fmt::Debug for Nodes<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Nodes").field("final", &self.last).finish_non_exhaustive()
    }
}

impl<P: Protocol> Nodes<P> {
    pub fn new(cast: &[&str], make: Make<P>, last: Option<Final<P>>) -> Self {
        Nodes { world: kit::world::World::new(cast, make), last }
    }
}

impl<P: Protocol> World for Nodes<P> {
    type Cast = ();
    type Run = Seen<P>;

    fn run(&mut self, case: &Case<()>) -> Seen<P> {
        let Nodes { world, last } = self;
        let ran = quiet::caught(|| {
            catch_unwind(AssertUnwindSafe(|| {
                let planned = world.run(&case.plan).events.len();
                let ending =
                    last.as_ref().map(|last| world.finish(last.within, &mut |run| (last.until)(run)));
                (planned, ending)
            }))
        });
        let run = world.seen().clone();
        match ran {
            Ok((planned, ending)) => {
                let stop = run.livelock.as_ref().map(|livelock| Stop::NeverEnds {
                    who: "somebody".to_owned(),
                    what: livelock.to_string(),
                });
                Seen { run, planned, ending, stop }
            }
            Err(panic) => {
                let who =
                    run.events.iter().rev().find(|event| event.what.is_input()).and_then(|event| event.who);
                let who = who.map_or_else(|| "a node".to_owned(), |who| run.name(who).to_owned());
                let stop = Stop::from_panic(&who, &panic.message, &panic.at);
                let planned = run.events.len();
                Seen { run, planned, ending: None, stop: Some(stop) }
            }
        }
    }

    fn trace(&self, seen: &Seen<P>) -> Trace {
        seen.run.trace(Fold::Phases)
    }

    fn events(&self, seen: &Seen<P>) -> u32 {
        // What the final phase adds is not the plan's doing.
        seen.run.events[..seen.planned].iter().filter(|event| event.what.counts()).count() as u32
    }

    fn stop(&self, seen: &Seen<P>) -> Option<Stop> {
        seen.stop.clone()
    }

    fn fingerprint(&self, seen: &Seen<P>) -> String {
        let lines = seen.run.events.iter().map(|event| {
            let who = event.who.map_or("nobody", |who| seen.run.name(who));
            format!("{} ms, {who}: {:?}", event.at, event.what)
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    fn settings(&self, (): &()) -> Vec<Setting> {
        Vec::new()
    }

    fn cast(&self, settings: &[Setting]) -> Result<(), Diagnostic> {
        match settings.first() {
            None => Ok(()),
            Some(setting) => {
                let message = format!("this world has no setting `{}`", setting.key);
                Err(Diagnostic::new(setting.key_at, message).help("remove the line"))
            }
        }
    }
}
