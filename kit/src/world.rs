//! The world: a handful of nodes, their disks and clocks, and the network between them.
//!
//! # If you write a node
//!
//! A node is one function, [`Machine::step`]. The world calls it with one [`Input`] at a time and
//! does what it put into [`Outputs`] when it returns. Nothing else ever calls it, and nobody else
//! sees its memory.
//!
//! * **First** comes `Start`, once in the life of a disk. A node that comes back after a crash is a
//!   fresh value from the same constructor and is handed `Restart` instead, with what its disk kept.
//! * **Outputs are done one by one, in your order**, and a crash may fall between any two. What was
//!   sent before it is on the way; what stands after it never happens.
//! * **Disk.** `write` appends a record. Only `sync` makes it safe: a crash keeps all up to the last
//!   sync and any number of the first writes after it.
//! * **Messages** may be lost, late, twice, and in another order. A message that was sent to you
//!   before you crashed may reach you after your restart, for the name is the same; and one that you
//!   sent in an earlier life may reach others now. While you are down nothing reaches you: it is
//!   lost. Timers of an earlier life never go off.
//! * **Clocks.** `now` is what your wall clock shows, in milliseconds. It may be off and may be set.
//!   Your steady clock comes by [`Machine::steady`]: it is never set, goes on through pauses and
//!   crashes, and counts true milliseconds unless a plan makes it run fast or slow.
//! * **Timers** have names, go off once, and count milliseconds of your steady clock: if that runs
//!   fast, they go off early. Setting one again replaces it.
//! * **A pause** (a long garbage collection, a suspended machine) is not visible to you. The world
//!   goes on; messages, timers and requests wait and then come in the order in which they came.
//!
//! # If you run one
//!
//! [`World::run`] takes a [`Plan`]. All nodes start; then, for each phase, its acts are done in
//! order, each at once, and then everything that is not held is delivered, first in first out, until
//! nothing moves. The clock stands still meanwhile: mail takes no time. Only `at` moves the clock. It
//! first lets all mail arrive, then lets timers go off in the order of (time, setting), with all mail
//! that they cause delivered before the next one.
//!
//! An act that cannot apply (crash what is down, a role that nobody plays) changes nothing and is
//! listed in [`Run::skipped`]. `crash … after output k` means the next step, whatever it is: after its
//! k-th output, or at its end if it has fewer; with 0 the input is used up and nothing comes of it.
//! `drop` and `duplicate` wait for the next message that they name if none is on the way.
//!
//! Roles: `leader` is the last of those who became leader, are up, and have not become something
//! else. `old leader` is the last who became leader and is not `leader` now, up or down.
//!
//! **Lives.** Each restart begins a new life under the same name. Into it may come: a message that was
//! sent to the earlier life and was still on the way, held or not; a message that an earlier life of
//! its sender sent, unless that crash lost its mail. Into it never comes: what arrived while the node
//! was down; what had reached the earlier life while that was paused; a timer that the earlier life
//! set. And a life that has ended says nothing more.
//!
//! [`World::finish`] ends every fault and lets time pass, for properties such as "in the end
//! somebody leads". Clocks stay as they are: one that is off, fast or slow is not a fault that ends.
//!
//! The same plan and the same nodes give the same [`Run`], event for event. Nothing is random.

mod acts;
mod clock;
mod disk;
mod mail;
mod node;
mod roles;
mod run;
mod step;
mod story;

use std::collections::BTreeMap;
use std::fmt;

pub use mail::Parcel;
pub use node::{Data, Input, Lasting, Machine, NodeId, Output, Outputs, Protocol, RequestId};
pub use run::{Breach, Ending, Event, Livelock, Loss, Run, Skipped, What, Why};
pub use story::Fold;

use crate::Ms;
use crate::plan::{self, Phase, Plan};
use acts::Spot;
use mail::{Errand, Mail};
use roles::Roles;

/// A panic whose text begins so is a fault of the workbook; a learner's code is innocent.
pub const OURS: &str = "a fault of the workbook, not of your code: ";

/// What the world asserts about itself.
fn ours(holds: bool, broken: &str) {
    assert!(holds, "{OURS}{broken}");
}

/// Makes a node with nothing in its memory: at the start, and again at each restart.
pub type Make<P> = Box<dyn FnMut(NodeId) -> Box<dyn Machine<P>>>;

/// How many events a run may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Without the clock moving.
    pub instant: u32,
    pub run: u32,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { instant: 10_000, run: 1_000_000 }
    }
}

/// A world and its nodes. It can be run many times, and keeps its buffers from run to run.
pub struct World<P: Protocol> {
    make: Make<P>,
    budget: Budget,
    run: Run<P>,
    now: Ms,
    /// The first event of this instant, or of this phase if that is later.
    instant: usize,
    nodes: Vec<Node<P>>,
    mail: Mail,
    roles: Roles,
    timers_set: u32,
    out: Outputs<P>,
}

/// A place in the cast. It is up while there is a machine.
struct Node<P: Protocol> {
    machine: Option<Box<dyn Machine<P>>>,
    life: u16,
    /// What its wall clock is ahead of the world.
    offset: i64,
    steady: clock::Steady,
    paused: bool,
    /// What came while it was paused.
    parked: std::collections::VecDeque<Errand>,
    role: Option<&'static str>,
    timers: clock::Timers,
    disk: disk::Disk,
    armed: Option<Armed>,
}

/// A crash that waits for the node's next step.
#[derive(Debug, Clone, Copy)]
struct Armed {
    after: u32,
    mail: plan::Mail,
    keeping: u32,
    cause: u32,
    spot: Spot,
}

impl<P: Protocol> Default for Node<P> {
    fn default() -> Self {
        Node {
            machine: None,
            life: 0,
            offset: 0,
            steady: Default::default(),
            paused: false,
            parked: Default::default(),
            role: None,
            timers: Default::default(),
            disk: Default::default(),
            armed: None,
        }
    }
}

impl<P: Protocol> World<P> {
    /// At most 32 nodes, each with a name of its own.
    pub fn new(cast: &[&str], make: Make<P>) -> Self {
        ours(cast.len() <= 32, "a world of more than 32 nodes");
        let mut nodes = Vec::new();
        nodes.resize_with(cast.len(), Node::default);
        World {
            make,
            budget: Budget::default(),
            run: Run::new(cast.iter().map(|&name| name.to_owned()).collect()),
            now: 0,
            instant: 0,
            nodes,
            mail: Mail::default(),
            roles: Roles::default(),
            timers_set: 0,
            out: Outputs::default(),
        }
    }

    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Runs the plan from the beginning. What is returned stays until the next run.
    pub fn run(&mut self, plan: &Plan) -> &Run<P> {
        self.start();
        for phase in &plan.phases {
            self.phase(phase);
        }
        self.end_of_plan();
        &self.run
    }

    /// What has been recorded so far; also when a node's code has panicked in the middle of it.
    pub fn seen(&self) -> &Run<P> {
        &self.run
    }

    /// Hands over the run as it stands, instead of a copy of it; what [`World::seen`] shows is empty until
    /// the next one.
    pub fn take(&mut self) -> Run<P> {
        let mut next = Run::new(self.run.cast.clone());
        // One run is about as long as the one before.
        next.events.reserve(self.run.events.len() + 16);
        std::mem::replace(&mut self.run, next)
    }

    pub fn is_up(&self, who: NodeId) -> bool {
        self.nodes.get(who.index()).is_some_and(|node| node.machine.is_some())
    }

    /// The timers that are set, in the order of setting.
    pub fn timers(&self, who: NodeId) -> impl Iterator<Item = &'static str> + '_ {
        self.nodes.get(who.index()).into_iter().flat_map(|node| node.timers.names())
    }

    /// Virtual time.
    pub fn now(&self) -> Ms {
        self.now
    }

    /// Begins a new run: empty disks, all clocks at 0, and every node takes its first step.
    pub fn start(&mut self) {
        self.run.clear();
        self.now = 0;
        self.instant = 0;
        self.mail.clear(self.nodes.len());
        self.roles.clear();
        self.timers_set = 0;
        self.out.list_mut().clear();
        for (at, node) in self.nodes.iter_mut().enumerate() {
            node.machine = Some((self.make)(NodeId(at as u8)));
            node.life = 0;
            node.offset = 0;
            node.steady = Default::default();
            node.paused = false;
            node.parked.clear();
            node.role = None;
            node.timers.clear();
            node.disk.clear();
            node.armed = None;
        }
        for at in 0..self.nodes.len() {
            self.step(NodeId(at as u8), None, What::Started, Input::Start);
        }
        self.settle();
        self.note_mail();
    }

    /// One more phase of the run that [`World::start`] began.
    pub fn phase(&mut self, phase: &Phase) {
        self.run.plan.phases.push(phase.clone());
        self.unplanned(phase);
    }

    /// The same, for who keeps the plan and hands it over by [`World::plan`] when it is whole.
    pub fn unplanned(&mut self, phase: &Phase) {
        let number = self.run.phases.len() as u32;
        self.begin_phase();
        for (at, act) in phase.acts.iter().enumerate() {
            let spot = Spot { phase: number, act: at as u32 };
            let done = if self.run.livelock.is_some() { Err(Why::Over) } else { self.act(spot, act) };
            if let Err(why) = done {
                self.skip(spot, why);
            }
        }
        self.settle();
        self.note_mail();
    }

    /// The plan that was done, phase by phase.
    pub fn plan(&mut self, phases: Vec<Phase>) {
        self.run.plan.phases = phases;
    }

    /// What still waits for a message or a step gives up, and is listed as skipped.
    fn end_of_plan(&mut self) {
        let armed = self.nodes.iter_mut().filter_map(|node| Some(node.armed.take()?.spot));
        let Mail { drops, duplicates, .. } = &mut self.mail;
        let rules = drops.drain(..).chain(duplicates.drain(..)).map(|rule| rule.spot);
        let waiting =
            armed.chain(rules).map(|Spot { phase, act }| Skipped { phase, act, why: Why::NeverCame });
        self.run.skipped.extend(waiting);
        self.run.skipped.sort_by_key(|skipped| (skipped.phase, skipped.act));
    }

    /// The fair final phase: every fault ends, every node is up, and time goes on until the caller
    /// has seen what it waits for, or for `within` milliseconds. Asked after each instant.
    pub fn finish(&mut self, within: Ms, until: &mut dyn FnMut(&Run<P>) -> bool) -> Ending {
        self.end_of_plan();
        self.begin_phase();
        self.mend();
        let end = self.now.saturating_add(within);
        let ending = loop {
            self.settle();
            if self.run.livelock.is_some() {
                break Ending::Livelock;
            }
            if until(&self.run) {
                break Ending::Reached(self.now);
            }
            match self.next_due() {
                None => break Ending::Quiet,
                Some((due, ..)) if due > end => break Ending::OutOfTime,
                Some((_, who, seq)) => self.fire_due(who, seq),
            }
        };
        self.note_mail();
        ending
    }

    fn mend(&mut self) {
        let cause = self.record(None, None, What::Finish);
        if self.mail.heal() {
            self.record(None, Some(cause), What::Healed);
        }
        self.mail.end_holds();
        let Mail { held, queue, .. } = &mut self.mail;
        held.sort_by_key(|(parcel, _)| (parcel.message, parcel.copy));
        queue.extend(held.drain(..).map(|(parcel, _)| Errand::Mail(parcel)));
        for at in 0..self.nodes.len() {
            if self.nodes[at].machine.is_none() {
                self.restart(NodeId(at as u8), cause);
            } else if self.nodes[at].paused {
                self.resume_now(NodeId(at as u8), cause);
            }
        }
    }

    fn begin_phase(&mut self) {
        self.instant = self.run.events.len();
        self.run.phases.push(self.instant as u32);
    }

    /// Delivers all that is not held, until nothing moves or the budget is used up.
    fn settle(&mut self) {
        while !self.too_much()
            && let Some(errand) = self.mail.queue.pop_front()
        {
            self.hand_over(errand);
        }
    }

    /// Lets time pass up to `to`.
    fn advance(&mut self, to: Ms) {
        loop {
            self.settle();
            match self.next_due() {
                _ if self.run.livelock.is_some() => return,
                Some((due, who, seq)) if due <= to => self.fire_due(who, seq),
                _ => break,
            }
        }
        self.move_clock(to);
    }

    fn fire_due(&mut self, who: NodeId, seq: u32) {
        let Some(timer) = self.nodes[who.index()].timers.get(seq) else { return };
        self.move_clock(timer.due);
        self.fire(who, seq, timer.set);
    }

    /// A timer may be overdue, for a plan can pause and resume its node; the clock never goes back.
    fn move_clock(&mut self, to: Ms) {
        if to > self.now {
            self.now = to;
            self.instant = self.run.events.len();
        }
    }

    /// The timer that goes off next: when, whose, which.
    fn next_due(&self) -> Option<(Ms, NodeId, u32)> {
        let mut first: Option<(Ms, u32, usize)> = None;
        for (at, node) in self.nodes.iter().enumerate() {
            if let Some(timer) = node.timers.next(None)
                && first.is_none_or(|(due, seq, _)| (timer.due, timer.seq) < (due, seq))
            {
                first = Some((timer.due, timer.seq, at));
            }
        }
        first.map(|(due, seq, at)| (due, NodeId(at as u8), seq))
    }

    /// Appends an event, and says its number.
    fn record(&mut self, who: Option<NodeId>, cause: Option<u32>, what: What<P>) -> u32 {
        let number = self.run.events.len() as u32;
        let life = who.and_then(|who| self.nodes.get(who.index())).map_or(0, |node| node.life);
        ours(cause.is_none_or(|cause| cause < number), "an effect before its cause");
        ours(self.run.events.last().is_none_or(|last| last.at <= self.now), "time went back");
        self.run.events.push(Event { at: self.now, who, life, cause, what });
        number
    }

    fn skip(&mut self, Spot { phase, act }: Spot, why: Why) {
        self.run.skipped.push(Skipped { phase, act, why });
    }

    fn note_mail(&mut self) {
        self.run.on_the_way.clear();
        let parked = self.nodes.iter().flat_map(|node| &node.parked);
        let parked = parked.filter_map(|errand| match errand {
            Errand::Arrived(parcel) => Some(*parcel),
            _ => None,
        });
        self.run.on_the_way.extend(self.mail.on_the_way().chain(parked));
    }

    fn too_much(&mut self) -> bool {
        if self.run.livelock.is_some() {
            return true;
        }
        let all = self.run.events.len();
        let still = all - self.instant > self.budget.instant as usize;
        if !still && all <= self.budget.run as usize {
            return false;
        }
        let since = if still { self.instant } else { all - all.min(self.budget.instant as usize) };
        let (what, times) = self.commonest(since);
        let events = if still { all - self.instant } else { all } as u32;
        self.run.livelock = Some(Livelock { at: self.now, events, still, what, times });
        true
    }

    /// What nodes were busy with since this event.
    fn commonest(&self, since: usize) -> (String, u32) {
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for event in &self.run.events[since..] {
            let name = |node: NodeId| self.run.name(node);
            let text = match (&event.what, event.who) {
                (What::Sent { to, msg }, Some(from)) => {
                    format!("{} → {} {}", name(from), name(*to), P::kind(msg))
                }
                (What::Fired(timer), Some(who)) => format!("{} times out {timer}", name(who)),
                _ => continue,
            };
            *counts.entry(text).or_default() += 1;
        }
        counts.into_iter().max_by_key(|(_, count)| *count).unwrap_or_default()
    }
}

impl<P: Protocol> fmt::Debug for World<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World").field("now", &self.now).field("run", &self.run).finish_non_exhaustive()
    }
}
