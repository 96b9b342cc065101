//! Plans for nodes that send messages: a portfolio, for one generator misses what another finds.
//!
//! Measured on Raft's Figure 8: phases with macros need 15 cases, random phases 1,151, a seed alone
//! 16,475; on a forgotten vote, macros alone are nine times worse than random phases. So every
//! search mixes: two fifths macros, two fifths random phases, one fifth timed plans in which
//! timers go off by themselves.

use std::collections::VecDeque;
use std::marker::PhantomData;

use kit::plan::{Act, Mail, Phase, Plan, Who};
use kit::world::Protocol;
use proptest::prelude::*;
use proptest::strategy::{NewTree, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::{Nodes, Roster, Seen};
use grader::settings::Settings;
use grader::world::{Case, Search, Tried, World};

/// Which faults plans may contain. A property that holds only without a fault says so here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Faults {
    pub crash: bool,
    /// A crash may lose mail and unsynced writes, and fall between two outputs.
    pub crash_inside: bool,
    pub pause: bool,
    pub cut: bool,
    pub drop: bool,
    pub duplicate: bool,
    /// Messages held and released later: late delivery.
    pub hold: bool,
    /// Wall clocks are set.
    pub clock: bool,
    /// Steady clocks run fast or slow, by at most so many parts per million.
    pub rate: Option<i32>,
}

impl Faults {
    pub const NONE: Faults = Faults {
        crash: false,
        crash_inside: false,
        pause: false,
        cut: false,
        drop: false,
        duplicate: false,
        hold: false,
        clock: false,
        rate: None,
    };
    /// All of them, but clocks that run fast or slow: how far is for the exercise to say.
    pub const ALL: Faults = Faults {
        crash: true,
        crash_inside: true,
        pause: true,
        cut: true,
        drop: true,
        duplicate: true,
        hold: true,
        clock: true,
        rate: None,
    };
}

/// What the plans of one exercise are made of, beside its protocol's kinds, timers and roles.
#[derive(Debug, Clone)]
pub struct Vocabulary {
    pub names: Vec<&'static str>,
    pub requests: Vec<&'static str>,
    /// Short sequences that mean something: "elect n2", "isolate the leader and write".
    pub macros: Vec<Plan>,
    pub faults: Faults,
    /// How far a timed plan lets the clock go in one step, in ms.
    pub stride: u64,
}

/// The search: scripted plans first, then cases from the portfolio.
pub struct Portfolio<P: Protocol> {
    cast: Roster,
    scripted: VecDeque<Plan>,
    left: u32,
    runner: TestRunner,
    strategy: BoxedStrategy<Plan>,
    tree: Option<Box<dyn ValueTree<Value = Plan>>>,
    protocol: PhantomData<P>,
}

impl<P: Protocol> std::fmt::Debug for Portfolio<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Portfolio").field("left", &self.left).finish_non_exhaustive()
    }
}

impl<P: Protocol> Portfolio<P> {
    /// `cases` unless the settings say otherwise; the same settings give the same cases.
    pub fn new(vocabulary: &Vocabulary, scripted: Vec<Plan>, cases: u32, settings: &Settings) -> Self {
        let cast = Roster::new(&vocabulary.names);
        Portfolio::of(cast, plans::<P>(vocabulary), scripted, cases, settings)
    }

    /// The same with plans of the exercise's own making; the strategy must have no filters.
    pub fn of(
        cast: Roster,
        strategy: BoxedStrategy<Plan>,
        scripted: Vec<Plan>,
        cases: u32,
        settings: &Settings,
    ) -> Self {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&settings.seed.to_le_bytes());
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let config = Config { failure_persistence: None, ..Config::default() };
        Portfolio {
            cast,
            scripted: scripted.into(),
            left: settings.cases.unwrap_or(cases),
            runner: TestRunner::new_with_rng(config, rng),
            strategy,
            tree: None,
            protocol: PhantomData,
        }
    }

    fn draw(&mut self) -> Option<Plan> {
        self.tree = None;
        if let Some(plan) = self.scripted.pop_front() {
            return Some(plan);
        }
        self.left = self.left.checked_sub(1)?;
        let tree: NewTree<BoxedStrategy<Plan>> = self.strategy.new_tree(&mut self.runner);
        // Strategies here have no filters, so that none can give up.
        let tree = tree.ok()?;
        let plan = tree.current();
        self.tree = Some(Box::new(tree));
        Some(plan)
    }
}

impl<P: Protocol> Search<Nodes<P>> for Portfolio<P> {
    fn next(&mut self, world: &mut Nodes<P>) -> Option<Tried<Nodes<P>>> {
        let case = Case { cast: self.cast.clone(), plan: self.draw()? };
        let run: Seen<P> = world.run(&case);
        Some(Tried::of(case, run))
    }

    fn shrink(&mut self, still: &mut dyn FnMut(&Case<Roster>) -> bool) -> Option<Case<Roster>> {
        let cast = self.cast.clone();
        let tree = self.tree.as_mut()?;
        let mut smallest = tree.current();
        for _ in 0..MOST_SIMPLIFICATIONS {
            if !tree.simplify() {
                break;
            }
            loop {
                let case = Case { cast: cast.clone(), plan: tree.current() };
                if still(&case) {
                    smallest = case.plan;
                    break;
                }
                if !tree.complicate() {
                    break;
                }
            }
        }
        Some(Case { cast, plan: smallest })
    }

    fn skip(&mut self, _: &mut Nodes<P>) {
        self.draw();
    }
}

const MOST_SIMPLIFICATIONS: u32 = 400;

/// What a search draws from, unless an exercise has plans of its own.
pub fn plans<P: Protocol>(vocabulary: &Vocabulary) -> BoxedStrategy<Plan> {
    let phase = phase::<P>(vocabulary);
    let random = prop::collection::vec(phase.clone(), 1..10).prop_map(|phases| Plan { phases });
    let timed = timed::<P>(vocabulary);
    if vocabulary.macros.is_empty() {
        return prop_oneof![2 => random, 1 => timed].boxed();
    }
    let block = prop_oneof![
        3 => prop::sample::select(vocabulary.macros.clone()).prop_map(|plan| plan.phases),
        2 => phase.prop_map(|phase| vec![phase]),
    ];
    let macros = prop::collection::vec(block, 1..7).prop_map(|blocks| Plan { phases: blocks.concat() });
    prop_oneof![2 => macros, 2 => random, 1 => timed].boxed()
}

/// Faults of nodes and of the network, faults of single messages, something to do: each may be
/// missing, and they come in this order, so that a fault can meet what is done.
fn phase<P: Protocol>(vocabulary: &Vocabulary) -> BoxedStrategy<Phase> {
    let some = |strategy: Option<BoxedStrategy<Act>>, most: usize| match strategy {
        Some(strategy) => prop::collection::vec(strategy, 0..=most).boxed(),
        None => Just(Vec::new()).boxed(),
    };
    let faults = some(fault::<P>(vocabulary), 1);
    let mail = some(mail_fault::<P>(vocabulary), 2);
    let work = prop_oneof![
        1 => Just(Vec::new()),
        4 => work::<P>(vocabulary).prop_map(|act| vec![act]),
    ];
    (faults, mail, work).prop_map(|parts| Phase { acts: [parts.0, parts.1, parts.2].concat() }).boxed()
}

/// Phases at rising times, in which timers go off by themselves.
fn timed<P: Protocol>(vocabulary: &Vocabulary) -> BoxedStrategy<Plan> {
    let stride = vocabulary.stride.max(1);
    let step = (0..=stride, phase::<P>(vocabulary));
    prop::collection::vec(step, 1..8)
        .prop_map(|steps| {
            let mut now = 0;
            let phases = steps.into_iter().flat_map(|(wait, phase)| {
                now += wait;
                [Phase { acts: vec![Act::At(now)] }, phase]
            });
            Plan { phases: phases.collect() }
        })
        .boxed()
}

fn who<P: Protocol>(vocabulary: &Vocabulary) -> BoxedStrategy<Who> {
    let names = prop::sample::select(vocabulary.names.clone()).prop_map(Who::new);
    if P::ROLES.is_empty() {
        return names.boxed();
    }
    let roles = (prop::sample::select(P::ROLES), prop::bool::weighted(0.3));
    let roles = roles.prop_map(|(role, old)| Who { word: role.to_owned(), old });
    prop_oneof![2 => names, 1 => roles].boxed()
}

/// What moves the work on: a request or a timer.
fn work<P: Protocol>(vocabulary: &Vocabulary) -> BoxedStrategy<Act> {
    let mut acts: Vec<BoxedStrategy<Act>> = Vec::new();
    if !vocabulary.requests.is_empty() {
        let request = prop::sample::select(vocabulary.requests.clone());
        acts.push(
            (who::<P>(vocabulary), request)
                .prop_map(|(who, request)| Act::Ask { who, request: request.to_owned() })
                .boxed(),
        );
    }
    if !P::TIMERS.is_empty() {
        acts.push(who::<P>(vocabulary).prop_map(|who| Act::TimesOut { who, timer: None }).boxed());
        let timer = prop::sample::select(P::TIMERS);
        acts.push(
            (who::<P>(vocabulary), timer)
                .prop_map(|(who, timer)| Act::TimesOut { who, timer: Some(timer.to_owned()) })
                .boxed(),
        );
    }
    prop::strategy::Union::new(acts).boxed()
}

fn fault<P: Protocol>(vocabulary: &Vocabulary) -> Option<BoxedStrategy<Act>> {
    let Faults { crash, crash_inside, pause, cut, clock, rate, .. } = vocabulary.faults;
    let who = || who::<P>(vocabulary);
    let mut acts: Vec<BoxedStrategy<Act>> = Vec::new();
    if crash {
        acts.push(
            who().prop_map(|who| Act::Crash { who, after: None, mail: Mail::Kept, keeping: 0 }).boxed(),
        );
        acts.push(who().prop_map(Act::Restart).boxed());
    }
    if crash_inside {
        let mail = prop::sample::select(&[Mail::Kept, Mail::Lost][..]);
        let inside = (who(), prop::option::of(0u32..6), mail, 0u32..3);
        acts.push(
            inside.prop_map(|(who, after, mail, keeping)| Act::Crash { who, after, mail, keeping }).boxed(),
        );
    }
    if pause {
        acts.push(who().prop_map(Act::Pause).boxed());
        acts.push(who().prop_map(Act::Resume).boxed());
    }
    if cut {
        acts.push(who().prop_map(Act::Isolate).boxed());
        acts.push(Just(Act::Heal).boxed());
        acts.push(split(&vocabulary.names));
    }
    if clock {
        let offset = prop::sample::select(&[500i64, -500, 5_000, -5_000, 60_000][..]);
        acts.push((who(), offset).prop_map(|(who, offset)| Act::Clock { who, offset }).boxed());
    }
    if let Some(most) = rate {
        // The bound itself is where arithmetic goes wrong; a clock in between, where rounding does.
        let ppm = prop::sample::select(vec![most, most.saturating_neg(), most / 3]);
        acts.push((who(), ppm).prop_map(|(who, ppm)| Act::Rate { who, ppm }).boxed());
    }
    (!acts.is_empty()).then(|| prop::strategy::Union::new(acts).boxed())
}

/// A cut through the cast, anywhere.
fn split(names: &[&'static str]) -> BoxedStrategy<Act> {
    let names = names.to_vec();
    prop::collection::vec(any::<bool>(), names.len())
        .prop_map(move |sides| {
            let side = |wanted: bool| {
                let chosen = names.iter().zip(&sides).filter(|(_, side)| **side == wanted);
                chosen.map(|(name, _)| Who::new(name)).collect()
            };
            Act::Cut { left: side(false), right: side(true) }
        })
        .boxed()
}

/// Something happens to messages of one kind between two nodes.
fn mail_fault<P: Protocol>(vocabulary: &Vocabulary) -> Option<BoxedStrategy<Act>> {
    let Faults { drop, duplicate, hold, .. } = vocabulary.faults;
    type Made = fn(String, Who, Who) -> Act;
    let mut made: Vec<Made> = Vec::new();
    if drop {
        made.push(|kind, from, to| Act::Drop { kind, from, to });
    }
    if duplicate {
        made.push(|kind, from, to| Act::Duplicate { kind, from, to });
    }
    if hold {
        made.push(|kind, from, to| Act::Hold { kind, from, to });
        made.push(|kind, from, to| Act::Release { kind, from, to });
    }
    if made.is_empty() || P::KINDS.is_empty() {
        return None;
    }
    let kind = prop::sample::select(P::KINDS);
    let pair = (who::<P>(vocabulary), who::<P>(vocabulary));
    let fault = (prop::sample::select(made), kind, pair);
    Some(fault.prop_map(|(made, kind, (from, to))| made(kind.to_owned(), from, to)).boxed())
}
