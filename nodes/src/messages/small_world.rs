//! Every schedule of a small world: which message arrives next, which timer goes off, where a crash
//! falls, and what it loses. Nothing is drawn; schedules come from the shortest number of faults up.
//!
//! Each schedule is run from its beginning, for a learner's node cannot be copied. The way to the next
//! is an odometer: the last choice that has an alternative takes it, and all after it begin anew. Steps
//! of two nodes lead to the same whichever comes first, so one order is tried: what was tried before a
//! step sleeps after it, until its own node takes a step (sleep sets: Godefroid 1996, chapter 5). A crash
//! comes to the same wherever it falls between two steps of its node, for it may lose any of what that
//! has on the way: so it falls into a step, or right after it.

mod fork;

use std::marker::PhantomData;

use kit::plan::{Act, Mail, Phase, Who};
use kit::world::{NodeId, Parcel, Protocol, What, World};

use super::{Next, Nodes, Roster, Seen};
use fork::{Choice, Effect, Fork, Pasts, Route, Scene, Stand, Step, Timers, Waits};
use grader::world::{Search, Tried};

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

/// The search.
#[derive(Debug)]
pub struct SmallWorld<P> {
    cast: Roster,
    /// What each schedule begins with; the last one is being explored.
    openings: Vec<Vec<Phase>>,
    bounds: Bounds,
    way: Vec<Fork>,
    pasts: Pasts,
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
            pasts: Pasts::default(),
            left: most.map_or(u64::MAX, u64::from),
            protocol: PhantomData,
        }
    }

    /// The next schedule that begins as the present one does; or else the next beginning.
    fn turn(&mut self) {
        while let Some(fork) = self.way.last_mut() {
            if fork.turn(&self.pasts) && fork.settle(&self.pasts, self.bounds) {
                return;
            }
            self.way.pop();
        }
        self.pasts.forget();
        self.openings.pop();
    }

    fn choose(&mut self, world: &World<P>, walk: &mut Walk) -> Next {
        self.look_back(world, walk);
        loop {
            if walk.depth == self.way.len() {
                match self.fork(world, walk) {
                    Some(fork) => self.way.push(fork),
                    None => return Next::Abandon,
                }
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

    /// Looks at the crash that was chosen last, if one was: what it puts at stake.
    fn look_back(&self, world: &World<P>, walk: &mut Walk) {
        let Some(fork) = walk.depth.checked_sub(1).and_then(|last| self.way.get(last)) else { return };
        let events = &world.seen().events[walk.seen..];
        match fork.choice() {
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

    /// The state after the last choice. None: all that could be done here leads to what has been tried.
    fn fork(&mut self, world: &World<P>, walk: &Walk) -> Option<Fork> {
        let scene = self.scene(world, walk);
        if let Some(route) = walk.at_stake.first() {
            let options = vec![Choice::Keep, Choice::Lose(*route)];
            return Some(Fork::new(options, Vec::new(), scene, false));
        }
        let asleep = match self.way.last().map(|before| (before, before.choice())) {
            Some((before, Choice::Step(step))) => before.asleep_after(step),
            _ => Vec::new(),
        };
        let (steps, rest) = scene.steps(self.bounds);
        let stop = rest.then_some(Choice::Stop);
        let steps = steps.into_iter().filter(|step| !asleep.contains(step));
        let crashes = if walk.depth == 0 && walk.crashes > 0 { opened(world) } else { Vec::new() };
        let crashes = crashes.into_iter().map(Choice::Crash);
        let options: Vec<Choice> = stop.into_iter().chain(steps.map(Choice::Step)).chain(crashes).collect();
        let mut fork = Fork::new(options, asleep, scene, walk.crashes > 0);
        fork.settle(&self.pasts, self.bounds).then_some(fork)
    }

    /// How things stand after the last choice. What the step did, if it was one, is learned here.
    fn scene(&mut self, world: &World<P>, walk: &Walk) -> Scene {
        let nothing = Scene::default();
        let before = self.way.last();
        let was = before.map_or(&nothing, |before| &before.scene);
        let meets = before.and_then(|before| match before.choice() {
            Choice::Step(step) => Some((step.who(), was.meets(*step, None))),
            Choice::Crash(who) => Some((*who, was.crashes(*who))),
            Choice::CrashIn { option, after } => match &before.options[*option] {
                Choice::Step(step) => Some((step.who(), was.meets(*step, Some(*after)))),
                _ => None,
            },
            Choice::Stop | Choice::Keep | Choice::Lose(_) => None,
        });
        let new = meets.map(|(who, meets)| (who, self.pasts.with(meets)));
        let number = new.map_or(0, |(_, number)| number);
        if let (Some((who, number)), Some(Choice::Step(_))) = (new, before.map(Fork::choice)) {
            self.pasts.learn(number, || effect(world, walk.seen, who, self.bounds));
        }
        let nodes = (0..self.cast.0.len()).map(|at| {
            let who = NodeId(at as u8);
            let past = match new {
                Some((of, number)) if of == who => number,
                _ => was.nodes.get(at).map_or(0, |node| node.past),
            };
            Stand { up: world.is_up(who), timers: timers(world, who, self.bounds), past }
        });
        let mut sent = 0;
        let waiting = world.seen().on_the_way.iter().filter_map(|parcel| {
            let known = was.waiting.iter().find(|waits| waits.event == parcel.message);
            let letter = known.map_or((number, sent), |waits| waits.letter);
            sent += u32::from(known.is_none());
            Some(Waits { route: route(world, parcel)?, letter, event: parcel.message })
        });
        Scene { nodes: nodes.collect(), waiting: waiting.collect(), firings: walk.firings }
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

fn timers<P: Protocol>(world: &World<P>, who: NodeId, bounds: Bounds) -> Timers {
    Timers::of(world.timers(who), bounds)
}

/// What the step did that begins at this event.
fn effect<P: Protocol>(world: &World<P>, begins: usize, who: NodeId, bounds: Bounds) -> Effect {
    let run = world.seen();
    let sent = run.on_the_way.iter().filter(|parcel| parcel.message as usize >= begins);
    // A node that is down takes no step.
    let own = |event: &kit::world::Event<P>| event.who == Some(who) && event.what.is_input();
    let stepped = bounds.crashes > 0 && run.events[begins..].iter().any(own);
    Effect {
        sends: sent.filter_map(|parcel| route(world, parcel)).collect(),
        up: world.is_up(who),
        timers: timers(world, who, bounds),
        cuts: if stepped { cuts(world, begins, who, bounds.lossy) } else { Vec::new() },
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
    world.seen().on_the_way.iter().filter_map(|parcel| route(world, parcel)).collect()
}

fn route<P: Protocol>(world: &World<P>, parcel: &Parcel) -> Option<Route> {
    let (_, _, msg) = world.seen().message(parcel.message)?;
    Some(Route { kind: P::kind(msg), from: parcel.from, to: parcel.to })
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
                return Some(Tried::recorded(cast, run, |seen: &Seen<P>| &seen.run.plan));
            }
        }
    }

    /// All that begins as a schedule that never came back is passed over with it.
    fn skip(&mut self, _: &mut Nodes<P>) {
        self.turn();
    }
}
