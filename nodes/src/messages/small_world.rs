//! Every schedule of a small world: which message arrives next, which timer goes off, where a crash
//! falls, and what it loses. Nothing is drawn; schedules come from the shortest number of faults up.
//!
//! Each schedule is run from its beginning, for a learner's node cannot be copied. The way to the next
//! is an odometer: the last choice that has an alternative takes it, and all after it begin anew. Steps
//! of two nodes lead to the same whichever comes first, so one order is tried: what was tried before a
//! step sleeps after it, until its own node takes a step (sleep sets: Godefroid 1996, chapter 5). A crash
//! comes to the same wherever it falls between two steps of its node, for it may lose any of what that
//! has on the way: so it falls into a step, or right after it.

use std::marker::PhantomData;

use kit::plan::{Act, Mail, Phase, Who};
use kit::world::{NodeId, Parcel, Protocol, What, World};

use super::{Next, Nodes, Roster};
use grader::world::{Case, Search, Tried};

/// How small the world is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    pub crashes: u32,
    /// A crash may lose what the node has on the way, and what comes while it is down.
    pub lossy: bool,
    /// How many times one of these timers goes off by the schedule. In the fair final phase all go off as
    /// they do.
    pub firings: u32,
    pub timers: &'static [&'static str],
    /// No message is later than a timer: none goes off by the schedule while one is on the way.
    pub on_time: bool,
}

/// A choice, as it can be made at some state.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Choice {
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
#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Deliver(Route),
    Fire(NodeId, &'static str),
    Restart(NodeId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Route {
    kind: &'static str,
    from: NodeId,
    to: NodeId,
}

impl Step {
    /// Whether the two lead to the same in either order. Timers share what is left of their number.
    fn commutes(&self, other: &Step) -> bool {
        let timers = matches!((self, other), (Step::Fire(..), Step::Fire(..)));
        self.who() != other.who() && !timers
    }

    fn who(&self) -> NodeId {
        match self {
            Step::Deliver(route) => route.to,
            Step::Fire(who, _) | Step::Restart(who) => *who,
        }
    }
}

/// A state on the present way, with what can be chosen there.
#[derive(Debug)]
struct Fork {
    options: Vec<Choice>,
    taken: usize,
    /// Steps that lead to what has been tried.
    asleep: Vec<Step>,
    /// For each step that was taken here: after which of its outputs a crash makes a difference.
    cuts: Vec<(usize, Vec<u32>)>,
    /// Whether a crash may fall into a step that is taken here, and is not among the options yet.
    crash: bool,
}

impl Fork {
    fn choice(&self) -> &Choice {
        &self.options[self.taken]
    }

    /// Goes on to the next option; crashes come after all steps, for by then it is known where they
    /// can fall.
    fn turn(&mut self) -> bool {
        self.taken += 1;
        if self.taken == self.options.len() && self.crash {
            self.crash = false;
            for (option, cuts) in std::mem::take(&mut self.cuts) {
                self.options.extend(cuts.into_iter().map(|after| Choice::CrashIn { option, after }));
            }
        }
        self.taken < self.options.len()
    }
}

/// The search.
#[derive(Debug)]
pub struct SmallWorld<P> {
    cast: Roster,
    /// What each schedule begins with; the last one is being explored.
    openings: Vec<Vec<Phase>>,
    bounds: Bounds,
    way: Vec<Fork>,
    left: u64,
    protocol: PhantomData<P>,
}

/// Where the present schedule is.
struct Walk {
    depth: usize,
    crashes: u32,
    firings: u32,
    /// What the node that has just crashed has on the way, and may lose.
    at_stake: Vec<Route>,
    /// How many events there were when the last choice was made.
    seen: usize,
}

impl<P: Protocol> SmallWorld<P> {
    /// `requests` are what a client may ask at the beginning, each the first act of schedules of its own.
    pub fn new(names: &[&'static str], requests: &[&str], bounds: Bounds, most: Option<u32>) -> Self {
        let first = |request: &&str| {
            let who = Who::new(names.first().copied().unwrap_or_default());
            let ask = Act::Ask { who, request: (*request).to_owned() };
            vec![Phase { acts: vec![Act::HoldAll, ask] }]
        };
        SmallWorld {
            cast: Roster::new(names),
            openings: requests.iter().rev().map(first).collect(),
            bounds,
            way: Vec::new(),
            left: most.map_or(u64::MAX, u64::from),
            protocol: PhantomData,
        }
    }

    /// The next schedule that begins as the present one does; or else the next beginning.
    fn turn(&mut self) {
        while let Some(fork) = self.way.last_mut() {
            if fork.turn() {
                return;
            }
            self.way.pop();
        }
        self.openings.pop();
    }

    fn choose(&mut self, world: &World<P>, walk: &mut Walk) -> Next {
        self.note_cuts(world, walk);
        loop {
            if walk.depth == self.way.len() {
                let asleep = self.asleep(walk);
                let options = self.options(world, walk, &asleep);
                if options.is_empty() {
                    return Next::Abandon;
                }
                let crash = walk.crashes > 0 && walk.at_stake.is_empty();
                self.way.push(Fork { options, taken: 0, asleep, cuts: Vec::new(), crash });
            }
            let fork = &self.way[walk.depth];
            walk.depth += 1;
            walk.seen = world.seen().events.len();
            match fork.choice() {
                Choice::Stop => return Next::Stop,
                Choice::Keep => drop(walk.at_stake.remove(0)),
                Choice::Lose(route) => {
                    walk.at_stake.remove(0);
                    let (kind, from, to) = self.words(*route);
                    return Next::Phase(Phase { acts: vec![Act::Drop { kind, from, to }] });
                }
                Choice::Step(step) => {
                    walk.firings -= u32::from(matches!(step, Step::Fire(..)));
                    return Next::Phase(Phase { acts: vec![self.act(step)] });
                }
                Choice::Crash(who) => {
                    walk.crashes -= 1;
                    let who = self.who(*who);
                    let crash = Act::Crash { who, after: None, mail: Mail::Kept, keeping: 0 };
                    return Next::Phase(Phase { acts: vec![crash] });
                }
                Choice::CrashIn { option, after } => {
                    let Choice::Step(step) = &fork.options[*option] else { return Next::Stop };
                    walk.firings -= u32::from(matches!(step, Step::Fire(..)));
                    walk.crashes -= 1;
                    let crash = Act::Crash {
                        who: self.who(step.who()),
                        after: Some(*after),
                        mail: Mail::Kept,
                        keeping: 0,
                    };
                    return Next::Phase(Phase { acts: vec![crash, self.act(step)] });
                }
            }
        }
    }

    /// Looks at the step that was taken last: where a crash in it would make a difference, and, if there
    /// was one, what it puts at stake.
    fn note_cuts(&mut self, world: &World<P>, walk: &mut Walk) {
        let Some(fork) = walk.depth.checked_sub(1).and_then(|last| self.way.get_mut(last)) else { return };
        let events = &world.seen().events[walk.seen..];
        match fork.choice() {
            Choice::Step(step) if fork.crash && fork.cuts.iter().all(|(option, _)| *option != fork.taken) => {
                let who = step.who();
                // A node that is down takes no step.
                let stepped = events.iter().any(|event| event.who == Some(who) && event.what.is_input());
                let cuts = if stepped { cuts(world, walk.seen, who, self.bounds.lossy) } else { Vec::new() };
                let taken = fork.taken;
                fork.cuts.push((taken, cuts));
            }
            Choice::Crash(who) if self.bounds.lossy => {
                let who = *who;
                walk.at_stake = routes(world).into_iter().filter(|route| route.from == who).collect();
            }
            Choice::CrashIn { option, .. } if self.bounds.lossy => {
                let Choice::Step(step) = &fork.options[*option] else { return };
                let who = step.who();
                walk.at_stake = routes(world).into_iter().filter(|route| route.from == who).collect();
                let outputs = events.iter().filter(|event| event.who == Some(who) && event.what.is_output());
                if outputs.last().is_some_and(|event| matches!(event.what, What::Sent { .. })) {
                    // Without it the crash might as well have come before it.
                    walk.at_stake.pop();
                }
            }
            _ => {}
        }
    }

    /// What sleeps after the last choice: what slept before it, or was tried in its place, and commutes
    /// with it.
    fn asleep(&self, walk: &Walk) -> Vec<Step> {
        let Some(before) = walk.depth.checked_sub(1).map(|last| &self.way[last]) else { return Vec::new() };
        let Choice::Step(last) = before.choice() else { return Vec::new() };
        let tried = before.options[..before.taken].iter().filter_map(|choice| match choice {
            Choice::Step(step) => Some(step),
            _ => None,
        });
        before.asleep.iter().chain(tried).filter(|step| step.commutes(last)).cloned().collect()
    }

    /// None: all that could be done here leads to what has been tried.
    fn options(&self, world: &World<P>, walk: &Walk, asleep: &[Step]) -> Vec<Choice> {
        if let Some(route) = walk.at_stake.first() {
            return vec![Choice::Keep, Choice::Lose(*route)];
        }
        let up = |who: NodeId| world.is_up(who);
        let mut steps: Vec<Step> = Vec::new();
        let mut waiting = routes(world);
        waiting.dedup();
        for route in waiting {
            let step = Step::Deliver(route);
            if (up(route.to) || self.bounds.lossy) && !steps.contains(&step) {
                steps.push(step);
            }
        }
        let rest = steps.is_empty();
        for at in 0..self.cast.0.len() {
            let who = NodeId(at as u8);
            if !up(who) {
                steps.push(Step::Restart(who));
            } else if walk.firings > 0 && (rest || !self.bounds.on_time) {
                let timers = world.timers(who).filter(|timer| self.bounds.timers.contains(timer));
                steps.extend(timers.map(|timer| Step::Fire(who, timer)));
            }
        }
        let stop = rest.then_some(Choice::Stop);
        let steps = steps.into_iter().filter(|step| !asleep.contains(step));
        let crashes = if walk.depth == 0 && walk.crashes > 0 { opened(world) } else { Vec::new() };
        let crashes = crashes.into_iter().map(Choice::Crash);
        stop.into_iter().chain(steps.map(Choice::Step)).chain(crashes).collect()
    }

    fn act(&self, step: &Step) -> Act {
        match step {
            Step::Deliver(route) => {
                let (kind, from, to) = self.words(*route);
                Act::Deliver { kind, from, to }
            }
            Step::Fire(who, timer) => Act::TimesOut { who: self.who(*who), timer: Some((*timer).to_owned()) },
            Step::Restart(who) => Act::Restart(self.who(*who)),
        }
    }

    fn words(&self, route: Route) -> (String, Who, Who) {
        (route.kind.to_owned(), self.who(route.from), self.who(route.to))
    }

    fn who(&self, node: NodeId) -> Who {
        Who::new(self.cast.0.get(node.index()).copied().unwrap_or_default())
    }
}

/// After how many outputs of the step that begins at this event a crash comes to something of its own. It
/// leaves what is synced, and what others have heard or may yet hear: so it falls after those. A crash
/// before all of them loses the step, which comes to the same as one after the step before, and whatever
/// makes this step met nobody; so it is tried only where there is no step before, or nothing gets lost.
fn cuts<P: Protocol>(world: &World<P>, begins: usize, who: NodeId, lossy: bool) -> Vec<u32> {
    let events = &world.seen().events;
    let own = |event: &&kit::world::Event<P>| event.who == Some(who);
    let earlier = events[..begins].iter().filter(own);
    let is_first =
        earlier.filter(|event| event.what.is_input()).all(|event| matches!(event.what, What::Started));
    let lasts =
        |what: &What<P>| matches!(what, What::Synced { .. } | What::Sent { .. } | What::Answered { .. });
    let outputs = events[begins..].iter().filter(own).filter(|event| event.what.is_output());
    let after = outputs.zip(1..).filter(|(event, _)| lasts(&event.what)).map(|(_, number)| number);
    (is_first || !lossy).then_some(0).into_iter().chain(after).collect()
}

/// Who has been made to do something by what a schedule begins with. No choice is made there, so none of its
/// crashes either; what of that step a crash may lose, it loses on the way.
fn opened<P: Protocol>(world: &World<P>) -> Vec<NodeId> {
    let inputs = world.seen().events.iter().filter(|event| event.what.is_input());
    let inputs = inputs.filter(|event| !matches!(event.what, What::Started));
    inputs.filter_map(|event| event.who).collect()
}

/// What is on the way, oldest first.
fn routes<P: Protocol>(world: &World<P>) -> Vec<Route> {
    let run = world.seen();
    let route = |parcel: &Parcel| {
        let (_, _, msg) = run.message(parcel.message)?;
        Some(Route { kind: P::kind(msg), from: parcel.from, to: parcel.to })
    };
    run.on_the_way.iter().filter_map(route).collect()
}

impl<P: Protocol> Search<Nodes<P>> for SmallWorld<P> {
    fn next(&mut self, world: &mut Nodes<P>) -> Option<Tried<Nodes<P>>> {
        self.left = self.left.checked_sub(1)?;
        let cast = self.cast.clone();
        loop {
            let opening = self.openings.last()?.clone();
            let Bounds { crashes, firings, .. } = self.bounds;
            let at_stake = Vec::new();
            let mut walk = Walk { depth: 0, crashes, firings, at_stake, seen: 0 };
            let run = world.play(&cast, &opening, &mut |world| self.choose(world, &mut walk));
            self.turn();
            if let Some(run) = run {
                let case = Case { cast, plan: run.run.plan.clone() };
                return Some(Tried { case, run });
            }
        }
    }

    /// All that begins as a schedule that never came back is passed over with it.
    fn skip(&mut self, _: &mut Nodes<P>) {
        self.turn();
    }
}
