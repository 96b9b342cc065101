//! A state on the way of a search, what can be chosen there, and what is known of each choice without
//! taking it.
//!
//! Many a step leads to a state in which all that could be done sleeps. Taking it would cost a run from
//! the beginning that nobody wants. What a node does in a step follows from its own past alone, so what it
//! did when others went first is what it will do now: such steps are passed over.

use kit::world::NodeId;

use super::Bounds;

/// A choice, as it can be made at some state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Choice {
    /// Nothing more; the fair final phase follows.
    Stop,
    Step(Step),
    /// What the opening made this node do is done, and it crashes before anything else.
    Crash(NodeId),
    /// The step at this place among the options, and a crash after so many of its outputs.
    CrashIn {
        option: usize,
        after: u32,
    },
    /// What becomes of the next message that the crashed node has on the way.
    Keep,
    Lose(Route),
}

/// Something that makes one node take a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    Deliver(Route),
    Fire(NodeId, &'static str),
    Restart(NodeId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Route {
    pub(super) kind: &'static str,
    pub(super) from: NodeId,
    pub(super) to: NodeId,
}

impl Step {
    /// Whether the two lead to the same in either order. Timers share what is left of their number.
    pub(super) fn commutes(&self, other: &Step) -> bool {
        let timers = matches!((self, other), (Step::Fire(..), Step::Fire(..)));
        self.who() != other.who() && !timers
    }

    pub(super) fn who(&self) -> NodeId {
        match self {
            Step::Deliver(route) => route.to,
            Step::Fire(who, _) | Step::Restart(who) => *who,
        }
    }
}

/// Which message it is, in whatever run: its sender's past, and its place among what that step sent.
pub(super) type Letter = (u32, u32);

/// A message on the way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Waits {
    pub(super) route: Route,
    pub(super) letter: Letter,
    /// The event that sent it, in this run.
    pub(super) event: u32,
}

/// How things stand with a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stand {
    pub(super) up: bool,
    pub(super) timers: Timers,
    /// All that it has met so far.
    pub(super) past: u32,
}

/// Those that are set, of those that the bounds name: a bit for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Timers(u32);

impl Timers {
    pub(super) fn of(set: impl Iterator<Item = &'static str>, bounds: Bounds) -> Timers {
        let place = |timer| bounds.timers.iter().position(|named| *named == timer);
        Timers(set.filter_map(place).fold(0, |bits, place| bits | 1 << place))
    }

    fn names(self, bounds: Bounds) -> impl Iterator<Item = &'static str> {
        let set = move |(place, _): &(usize, &&str)| self.0 & 1 << place != 0;
        bounds.timers.iter().enumerate().filter(set).map(|(_, timer)| *timer)
    }
}

/// What decides what can be done next.
#[derive(Debug, Clone, Default)]
pub(super) struct Scene {
    /// Oldest first.
    pub(super) waiting: Vec<Waits>,
    pub(super) nodes: Vec<Stand>,
    /// How many timers may still go off.
    pub(super) firings: u32,
}

impl Scene {
    /// All steps; and whether no message is to be delivered, so that the schedule may end.
    pub(super) fn steps(&self, bounds: Bounds) -> (Vec<Step>, bool) {
        let up = |who: NodeId| self.nodes.get(who.index()).is_some_and(|node| node.up);
        let mut steps: Vec<Step> = Vec::new();
        for Waits { route, .. } in &self.waiting {
            let step = Step::Deliver(*route);
            if (up(route.to) || bounds.lossy) && !steps.contains(&step) {
                steps.push(step);
            }
        }
        let rest = steps.is_empty();
        for (at, node) in self.nodes.iter().enumerate() {
            let who = NodeId(at as u8);
            if !node.up {
                steps.push(Step::Restart(who));
            } else if self.firings > 0 && (rest || !bounds.on_time) {
                steps.extend(node.timers.names(bounds).map(|timer| Step::Fire(who, timer)));
            }
        }
        (steps, rest)
    }

    /// What it will be after the step, by which its node comes to this past.
    fn after(&self, step: &Step, past: u32, effect: &Effect) -> Scene {
        let mut next = self.clone();
        match step {
            Step::Deliver(route) => {
                let oldest = next.waiting.iter().position(|waits| waits.route == *route);
                oldest.map(|at| next.waiting.remove(at));
            }
            Step::Fire(..) => next.firings = next.firings.saturating_sub(1),
            Step::Restart(_) => {}
        }
        // No run has sent these, so no event of a run is theirs.
        let sent = |(route, place): (&Route, u32)| Waits { route: *route, letter: (past, place), event: 0 };
        next.waiting.extend(effect.sends.iter().zip(0..).map(sent));
        if let Some(node) = next.nodes.get_mut(step.who().index()) {
            *node = Stand { up: effect.up, timers: effect.timers, past };
        }
        next
    }

    /// What the node meets by this step here, and by a crash after so many of its outputs.
    pub(super) fn meets(&self, step: Step, crash: Option<u32>) -> Meets {
        let letter = match step {
            Step::Deliver(route) => self.waiting.iter().find(|waits| waits.route == route),
            _ => None,
        };
        let past = self.nodes.get(step.who().index()).map_or(0, |node| node.past);
        Meets { past, step: Some(step), letter: letter.map(|waits| waits.letter), crash }
    }

    /// What the node meets that crashes between two steps.
    pub(super) fn crashes(&self, who: NodeId) -> Meets {
        let past = self.nodes.get(who.index()).map_or(0, |node| node.past);
        Meets { past, step: None, letter: None, crash: Some(u32::from(who.0)) }
    }
}

/// One thing more that a node meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Meets {
    past: u32,
    step: Option<Step>,
    letter: Option<Letter>,
    crash: Option<u32>,
}

/// What a step did to its own node, and what that sent.
#[derive(Debug)]
pub(super) struct Effect {
    pub(super) sends: Vec<Route>,
    pub(super) up: bool,
    pub(super) timers: Timers,
    /// After which of its outputs a crash makes a difference.
    pub(super) cuts: Vec<u32>,
}

/// All pasts of nodes that have been met, by number; with 0 all begin.
#[derive(Debug, Default)]
pub(super) struct Pasts {
    /// What was met after each, and the past that it made. These are few, and asked for at every state:
    /// to look through them takes less than a map of all.
    next: Vec<Vec<(Meets, u32)>>,
    /// What the last step of each did.
    effects: Vec<Option<Effect>>,
}

impl Pasts {
    /// The past that this makes.
    pub(super) fn with(&mut self, meets: Meets) -> u32 {
        if let Some(number) = self.number(&meets) {
            return number;
        }
        // The first is that with which all begin.
        let number = self.effects.len().max(1) as u32;
        self.effects.resize_with(number as usize + 1, || None);
        self.next.resize_with(number as usize + 1, Vec::new);
        if let Some(next) = self.next.get_mut(meets.past as usize) {
            next.push((meets, number));
        }
        number
    }

    fn number(&self, meets: &Meets) -> Option<u32> {
        let next = self.next.get(meets.past as usize)?;
        next.iter().find(|(known, _)| known == meets).map(|(_, number)| *number)
    }

    pub(super) fn learn(&mut self, past: u32, effect: impl FnOnce() -> Effect) {
        if let Some(known) = self.effects.get_mut(past as usize) {
            known.get_or_insert_with(effect);
        }
    }

    fn effect(&self, meets: &Meets) -> Option<&Effect> {
        self.known(meets).map(|(_, effect)| effect)
    }

    /// The past that this makes, and what the step does, if it was ever taken.
    fn known(&self, meets: &Meets) -> Option<(u32, &Effect)> {
        let past = self.number(meets)?;
        Some((past, self.effects.get(past as usize)?.as_ref()?))
    }

    pub(super) fn forget(&mut self) {
        self.next.clear();
        self.effects.clear();
    }
}

/// A state on the present way, with what can be chosen there.
#[derive(Debug)]
pub(super) struct Fork {
    pub(super) options: Vec<Choice>,
    pub(super) taken: usize,
    /// Steps that lead to what has been tried.
    pub(super) asleep: Vec<Step>,
    pub(super) scene: Scene,
    /// Whether a crash may fall into a step that is taken here, and is not among the options yet.
    crash: bool,
}

impl Fork {
    pub(super) fn new(options: Vec<Choice>, asleep: Vec<Step>, scene: Scene, crash: bool) -> Fork {
        Fork { options, taken: 0, asleep, scene, crash }
    }

    pub(super) fn choice(&self) -> &Choice {
        &self.options[self.taken]
    }

    /// Goes on to the next option; crashes come after all steps, for by then it is known where they
    /// can fall.
    pub(super) fn turn(&mut self, pasts: &Pasts) -> bool {
        self.taken += 1;
        if self.taken == self.options.len() && self.crash {
            self.crash = false;
            let steps = self.options.iter().enumerate().filter_map(|(option, choice)| match choice {
                Choice::Step(step) => Some((option, pasts.effect(&self.scene.meets(*step, None))?)),
                _ => None,
            });
            let crashes = steps.flat_map(|(option, effect)| {
                effect.cuts.iter().map(move |&after| Choice::CrashIn { option, after })
            });
            let crashes: Vec<Choice> = crashes.collect();
            self.options.extend(crashes);
        }
        self.taken < self.options.len()
    }

    /// Turns to the first option from the present one on that leads anywhere.
    pub(super) fn settle(&mut self, pasts: &Pasts, bounds: Bounds) -> bool {
        while self.taken < self.options.len() && self.leads_nowhere(pasts, bounds) {
            if !self.turn(pasts) {
                return false;
            }
        }
        self.taken < self.options.len()
    }

    /// Whether it is known that all ways on from the present choice end where all that could be done
    /// sleeps.
    fn leads_nowhere(&self, pasts: &Pasts, bounds: Bounds) -> bool {
        let Choice::Step(step) = self.choice() else { return false };
        let mut ahead = Ahead { pasts, bounds, crash: self.crash, left: LOOKED_AT };
        ahead.sleeps_after(&self.scene, step, || self.asleep_after(step))
    }

    /// What sleeps after this step, the present choice: what slept before it, or was tried in its place,
    /// and commutes with it.
    pub(super) fn asleep_after(&self, last: &Step) -> Vec<Step> {
        let tried = self.options[..self.taken].iter().filter_map(|choice| match choice {
            Choice::Step(step) => Some(step),
            _ => None,
        });
        self.asleep.iter().chain(tried).filter(|step| step.commutes(last)).copied().collect()
    }
}

/// So many states are looked at before a run is made after all.
const LOOKED_AT: u32 = 2_000;

/// Goes on from a state without a run, by what steps are known to do.
struct Ahead<'a> {
    pasts: &'a Pasts,
    bounds: Bounds,
    /// Whether a crash may still fall into a step. It would lead on from wherever a step can be taken.
    crash: bool,
    left: u32,
}

impl Ahead<'_> {
    fn sleeps_after(&mut self, scene: &Scene, step: &Step, asleep: impl FnOnce() -> Vec<Step>) -> bool {
        match self.pasts.known(&scene.meets(*step, None)) {
            Some((past, effect)) => self.sleeps(&scene.after(step, past, effect), &asleep()),
            None => false,
        }
    }

    /// Whether all that can be done here sleeps, or leads to where it does.
    fn sleeps(&mut self, scene: &Scene, asleep: &[Step]) -> bool {
        let (steps, rest) = scene.steps(self.bounds);
        let awake: Vec<Step> = steps.into_iter().filter(|step| !asleep.contains(step)).collect();
        if rest || (self.crash && !awake.is_empty()) {
            return false;
        }
        (0..awake.len()).all(|at| {
            let Some(left) = self.left.checked_sub(1) else { return false };
            self.left = left;
            let (tried, step) = (&awake[..at], &awake[at]);
            let still = || asleep.iter().chain(tried).filter(|other| other.commutes(step)).copied().collect();
            self.sleeps_after(scene, step, still)
        })
    }
}
