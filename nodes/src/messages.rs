//! Nodes that send messages, as a world that the grader can search.
//!
//! The kit runs the plans; this room adds what grading needs: panics are caught, livelocks become
//! a verdict, and after the plan a fair final phase shows whether the work gets done.

mod portfolio;
mod roster;
mod series;
mod small_world;
mod sooner;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use kit::Ms;
use kit::diagnostic::{Diagnostic, Place, nearest};
use kit::plan::{Act, Phase, Plan, Who};
use kit::scenario::{Scenario, Setting};
use kit::trace::Trace;
use kit::world::{Ending, Fold, Input, Machine, NodeId, Outputs, Protocol, Run, Why};

use grader::guard::quiet;
use grader::property::Check;
use grader::world::{Case, Slip, Stop, World, acts};

pub use portfolio::{Faults, Portfolio, Vocabulary, plans};
pub use roster::Roster;
pub use series::Series;
pub use small_world::{Bounds, SmallWorld};
use sooner::sooner;

/// What comes next in a run that is chosen while it goes on.
#[derive(Debug)]
pub enum Next {
    Phase(Phase),
    /// The plan is over, and the final phase follows.
    Stop,
    /// The run is of no use to anybody.
    Abandon,
}

/// What each rule says of a run, for exercises that ask all of them in one look at it. It follows from the
/// run, so it makes no two runs differ.
#[derive(Debug, Default)]
pub struct Checks(std::cell::OnceCell<Vec<Check>>);

impl Checks {
    pub fn get(&self, look: impl FnOnce() -> Vec<Check>) -> &[Check] {
        self.0.get_or_init(look)
    }
}

impl Clone for Checks {
    fn clone(&self) -> Self {
        Checks::default()
    }
}

impl PartialEq for Checks {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A run of nodes, with how its final phase ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen<P: Protocol> {
    pub run: Run<P>,
    /// How many events the plan itself had; what follows is the fair final phase.
    pub planned: usize,
    /// `None` when the exercise asks for no final phase.
    pub ending: Option<Ending>,
    pub stop: Option<Stop>,
    pub checks: Checks,
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

/// Makes the node of this place in the cast, with nothing in its memory. It is asked again at each
/// restart, and at the beginning of each run.
pub type MakeNode<P> = Rc<dyn Fn(NodeId, &[&'static str]) -> Box<dyn Machine<P>>>;

/// Everybody who can take part in an exercise of messages.
#[derive(Debug, Clone, Copy)]
pub struct Everybody {
    /// In the order of their ids.
    pub names: &'static [&'static str],
    /// So many of them, from the first, are in every cast that shrinking makes.
    pub least: usize,
}

/// The nodes of one exercise.
pub struct Nodes<P: Protocol> {
    everybody: Everybody,
    make: MakeNode<P>,
    last: Option<Final<P>>,
    /// The world of the cast that ran last, kept for its buffers.
    world: Option<(Roster, kit::world::World<P>)>,
}

impl<P: Protocol> std::fmt::Debug for Nodes<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Nodes").field("final", &self.last).finish_non_exhaustive()
    }
}

impl<P: Protocol> Nodes<P> {
    pub fn new(everybody: Everybody, make: MakeNode<P>, last: Option<Final<P>>) -> Self {
        Nodes { everybody, make, last, world: None }
    }

    /// The case with a smaller cast, unless it is the smallest.
    fn without_last(&self, case: &Case<Roster>) -> Option<Case<Roster>> {
        if case.cast.0.len() <= self.everybody.least {
            return None;
        }
        let (cast, gone) = case.cast.without_last()?;
        let mut plan = case.plan.clone();
        for phase in &mut plan.phases {
            phase.acts.retain(|act| !speaks_of(act, gone));
        }
        plan.phases.retain(|phase| !phase.acts.is_empty());
        Some(Case { cast, plan })
    }

    /// Begins with these phases, and then goes on with what is chosen, looking at the world. `None` if it was
    /// abandoned.
    pub fn play(
        &mut self,
        cast: &Roster,
        opening: &[Phase],
        choose: &mut dyn FnMut(&kit::world::World<P>) -> Next,
    ) -> Option<Seen<P>> {
        let mut phases = Vec::new();
        let mut seen = self.seen(cast, |world| {
            world.start();
            let mut opening = opening.iter().cloned();
            loop {
                let phase = match opening.next().map_or_else(|| choose(world), Next::Phase) {
                    Next::Phase(phase) => phase,
                    Next::Stop => break,
                    Next::Abandon => return false,
                };
                // Kept first: should the node's code panic, the run ends with this phase.
                phases.push(phase);
                world.unplanned(&phases[phases.len() - 1]);
            }
            world.plan(std::mem::take(&mut phases));
            true
        })?;
        if !phases.is_empty() {
            seen.run.plan.phases = phases;
        }
        Some(seen)
    }

    /// The run of what is done to the world, with the final phase and how it stopped; unless what is done
    /// says that nobody wants it.
    fn seen(
        &mut self,
        cast: &Roster,
        act: impl FnOnce(&mut kit::world::World<P>) -> bool,
    ) -> Option<Seen<P>> {
        self.world(cast);
        let Some((_, world)) = &mut self.world else { unreachable!("it was made above") };
        let last = &self.last;
        let ran = quiet::caught(|| {
            catch_unwind(AssertUnwindSafe(|| {
                let wanted = act(world);
                let planned = world.seen().events.len();
                let last = last.as_ref().filter(|_| wanted);
                let ending = last.map(|last| world.finish(last.within, &mut |run| (last.until)(run)));
                wanted.then_some((planned, ending))
            }))
        });
        let run = match ran {
            Ok(None) => return None,
            _ => world.take(),
        };
        Some(match ran.map(Option::unwrap_or_default) {
            Ok((planned, ending)) => {
                let stop = run.livelock.as_ref().map(|livelock| Stop::NeverEnds {
                    // The messages say who: it may take two.
                    who: String::new(),
                    what: format!("{}, {} times", livelock.what, livelock.times),
                });
                Seen { run, planned, ending, stop, checks: Checks::default() }
            }
            Err(panic) => {
                let who =
                    run.events.iter().rev().find(|event| event.what.is_input()).and_then(|event| event.who);
                let who = who.map_or_else(|| "a node".to_owned(), |who| run.name(who).to_owned());
                let stop = Stop::from_panic(&who, &panic.message, &panic.at);
                let planned = run.events.len();
                Seen { run, planned, ending: None, stop: Some(stop), checks: Checks::default() }
            }
        })
    }

    fn world(&mut self, roster: &Roster) -> &mut kit::world::World<P> {
        if self.world.as_ref().is_none_or(|(of, _)| of != roster) {
            let (make, names) = (Rc::clone(&self.make), roster.0.clone());
            let world = kit::world::World::new(&roster.0, Box::new(move |me| make(me, &names)));
            self.world = Some((roster.clone(), world));
        }
        match &mut self.world {
            Some((_, world)) => world,
            None => unreachable!("it was made above"),
        }
    }
}

/// Does nothing: for asking a world whether it knows the words of a plan.
struct Idle;

impl<P: Protocol> Machine<P> for Idle {
    fn step(&mut self, _: Ms, _: Input<P>, _: &mut Outputs<P>) {}
}

/// The first act of a plan that can have no effect in any run: its text is wrong.
fn mistake<P: Protocol>(roster: &Roster, plan: &Plan) -> Option<Slip> {
    let mut world = kit::world::World::<P>::new(&roster.0, Box::new(|_| Box::new(Idle)));
    let skipped = world.run(plan).skipped.iter().find(|skipped| skipped.why.is_mistake())?;
    Some(Slip {
        phase: skipped.phase as usize,
        act: skipped.act as usize,
        message: skipped.why.to_string(),
        help: way_out::<P>(roster, &skipped.why),
    })
}

/// What to write instead.
fn way_out<P: Protocol>(roster: &Roster, why: &Why) -> String {
    let list = |what: &str, word: &str, known: &[&'static str]| {
        let meant = nearest(word, known.iter().copied());
        let meant = meant.map_or(String::new(), |known| format!("did you mean `{known}`? "));
        format!("{meant}the {what} are {}", known.join(", "))
    };
    match why {
        Why::NoSuchParty(word) => list("nodes", word, &roster.0),
        Why::NoSuchKind(word) => list("messages", word, P::KINDS),
        Why::NoSuchTimer(word) => list("timers", word, P::TIMERS),
        Why::BadRequest(_) => "a request is what a client of this node may ask".to_owned(),
        _ => "kit/src/plan/act.rs lists the acts, each with its text beside it".to_owned(),
    }
}

/// An act of the learner's that came to nothing, at its place in the file: for
/// [`Attack::misses`](grader::attack::Attack::misses).
pub fn misses<P: Protocol>(scenario: &Scenario, seen: &Seen<P>) -> Option<Diagnostic> {
    let skipped = seen.run.skipped.first()?;
    let place = scenario.places.get(skipped.phase as usize)?.get(skipped.act as usize);
    let place = place.copied().unwrap_or(Place { line: 1, column: 1 });
    let message = format!("this act comes to nothing: {}", skipped.why);
    Some(Diagnostic::new(place, message).help("take it out, or put it where it can apply"))
}

impl<P: Protocol> World for Nodes<P> {
    type Cast = Roster;
    type Run = Seen<P>;

    fn run(&mut self, case: &Case<Roster>) -> Seen<P> {
        let run = |world: &mut kit::world::World<P>| {
            world.run(&case.plan);
            true
        };
        match self.seen(&case.cast, run) {
            Some(seen) => seen,
            None => unreachable!("it is wanted"),
        }
    }

    fn simpler(&self, case: &Case<Roster>) -> Vec<Case<Roster>> {
        let sooner = sooner(&case.plan).into_iter().map(|plan| Case { cast: case.cast.clone(), plan });
        self.without_last(case).into_iter().chain(sooner).collect()
    }

    fn check(&self, case: &Case<Roster>) -> Result<(), Slip> {
        mistake::<P>(&case.cast, &case.plan).map_or(Ok(()), Err)
    }

    fn trace(&self, seen: &Seen<P>) -> Trace {
        seen.run.trace(Fold::Phases)
    }

    fn events(&self, seen: &Seen<P>) -> u32 {
        // What the final phase adds is not the plan's doing.
        seen.run.events[..seen.planned].iter().filter(|event| event.what.counts()).count() as u32
    }

    const COUNTED: &'static str = "act";

    /// Whatever the nodes do by themselves, and how the acts are joined, is not the schedule's length.
    fn length(&self, case: &Case<Roster>, _: &Seen<P>) -> usize {
        acts(&case.plan)
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

    fn same(&self, one: &Seen<P>, other: &Seen<P>) -> bool {
        one.run.events == other.run.events
    }

    fn settings(&self, roster: &Roster) -> Vec<Setting> {
        // Everybody takes part unless a line says otherwise.
        if roster.0 == self.everybody.names { Vec::new() } else { vec![roster.setting()] }
    }

    fn cast(&self, settings: &[Setting]) -> Result<Roster, Diagnostic> {
        Roster::read(settings, self.everybody.names)
    }
}

/// Whether an act names this node.
fn speaks_of(act: &Act, name: &str) -> bool {
    let is = |who: &Who| who.word == name;
    match act {
        // A request may be about others: without them it would speak of nobody.
        Act::Ask { who, request } => {
            let mut words = request.split(|c: char| !c.is_alphanumeric() && c != '-');
            is(who) || words.any(|word| word == name)
        }
        Act::TimesOut { who, .. }
        | Act::Crash { who, .. }
        | Act::Restart(who)
        | Act::Pause(who)
        | Act::Resume(who)
        | Act::Isolate(who)
        | Act::Clock { who, .. }
        | Act::Rate { who, .. } => is(who),
        Act::Cut { left, right } => left.iter().chain(right).any(is),
        Act::Hold { from, to, .. }
        | Act::Release { from, to, .. }
        | Act::Deliver { from, to, .. }
        | Act::Drop { from, to, .. }
        | Act::Duplicate { from, to, .. } => is(from) || is(to),
        _ => false,
    }
}
