//! A state on the way of a search, what can be chosen there, and what is known of each choice without
//! taking it.
//!
//! Many a step leads to a state in which all that could be done sleeps. Taking it would cost a run from
//! the beginning that nobody wants. What a node does in a step follows from its own past alone, so what it
//! did when others went first is what it will do now: such steps are passed over.

use std::collections::BTreeMap;

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
#[derive(Debug, Clone)]
pub(super) struct Stand {
    pub(super) up: bool,
    /// Those that are set and that the bounds name.
    pub(super) timers: Vec<&'static str>,
    /// All that it has met so far.
    pub(super) past: u32,
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
                steps.extend(node.timers.iter().map(|timer| Step::Fire(who, timer)));
            }
        }
        (steps, rest)
    }

    /// What it will be after the step.
    fn after(&self, step: &Step, effect: &Effect) -> Scene {
        let mut next = self.clone();
        match step {
            Step::Deliver(route) => {
                let oldest = next.waiting.iter().position(|waits| waits.route == *route);
                oldest.map(|at| next.waiting.remove(at));
            }
            Step::Fire(..) => next.firings = next.firings.saturating_sub(1),
            Step::Restart(_) => {}
        }
        // Which letters they are matters to nobody who only asks what can be done.
        let sent = |route: &Route| Waits { route: *route, letter: (0, 0), event: 0 };
        next.waiting.extend(effect.sends.iter().map(sent));
        if let Some(node) = next.nodes.get_mut(step.who().index()) {
            (node.up, node.timers) = (effect.up, effect.timers.clone());
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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
    pub(super) timers: Vec<&'static str>,
    /// After which of its outputs a crash makes a difference.
    pub(super) cuts: Vec<u32>,
}

/// All pasts of nodes that have been met, by number; with 0 all begin.
#[derive(Debug, Default)]
pub(super) struct Pasts {
    numbers: BTreeMap<Meets, u32>,
    /// What the last step of each did, by number less 1.
    effects: Vec<Option<Effect>>,
}

impl Pasts {
    /// The past that this makes.
    pub(super) fn with(&mut self, meets: Meets) -> u32 {
        let next = self.effects.len() as u32 + 1;
        let number = *self.numbers.entry(meets).or_insert(next);
        if number == next {
            self.effects.push(None);
        }
        number
    }

    pub(super) fn learn(&mut self, past: u32, effect: impl FnOnce() -> Effect) {
        if let Some(known) = past.checked_sub(1).and_then(|at| self.effects.get_mut(at as usize)) {
            known.get_or_insert_with(effect);
        }
    }

    fn effect(&self, meets: &Meets) -> Option<&Effect> {
        let at = self.numbers.get(meets)?.checked_sub(1)?;
        self.effects.get(at as usize)?.as_ref()
    }

    pub(super) fn forget(&mut self) {
        self.numbers.clear();
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

    /// Whether it is known that after the present choice all that could be done sleeps.
    fn leads_nowhere(&self, pasts: &Pasts, bounds: Bounds) -> bool {
        let Choice::Step(step) = self.choice() else { return false };
        let Some(effect) = pasts.effect(&self.scene.meets(*step, None)) else { return false };
        let asleep = self.asleep_after(step);
        let (steps, rest) = self.scene.after(step, effect).steps(bounds);
        !rest && steps.iter().all(|step| asleep.contains(step))
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
