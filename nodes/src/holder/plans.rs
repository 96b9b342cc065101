//! What is tried: plans for one slip each, then random ones in which time passes.
//!
//! Half of what can go wrong here needs a certain message to be late while another one is lost, and a
//! random search meets that once in thousands of runs. So each such story is told once, by hand, and
//! then again at other times.

use kit::Ms;
use kit::contract::holder::Keeping;
use kit::plan::{Act, Mail, Phase, Plan, Who};
use proptest::prelude::*;
use proptest::sample::select;

use super::stories::{STORIES, slow_clocks};
use crate::messages::{Nodes, Portfolio, Roster};
use grader::settings::Settings;
use grader::world::{Case, Search, Tried};

pub(super) const EVERYBODY: &[&str] = &["store", "pod-7", "pod-3", "pod-5"];

/// How many random plans follow the scripted ones.
const CASES: u32 = 600;

/// The search: the stories, then random plans.
pub struct Plans {
    portfolio: Portfolio<Keeping>,
}

impl std::fmt::Debug for Plans {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Plans").field("portfolio", &self.portfolio).finish()
    }
}

impl Plans {
    pub fn new(settings: &Settings) -> Self {
        let stories = STORIES.iter().map(|story| story.plan.to_owned());
        let told = stories.chain(slow_clocks()).map(|plan| plan.parse().unwrap_or_default()).collect();
        let random = prop_oneof![3 => random(), 1 => retold()].boxed();
        let portfolio = Portfolio::of(Roster::new(EVERYBODY), random, told, CASES, settings);
        Plans { portfolio }
    }
}

impl Search<Nodes<Keeping>> for Plans {
    fn next(&mut self, world: &mut Nodes<Keeping>) -> Option<Tried<Nodes<Keeping>>> {
        self.portfolio.next(world)
    }

    fn shrink(&mut self, still: &mut dyn FnMut(&Case<Roster>) -> bool) -> Option<Case<Roster>> {
        self.portfolio.shrink(still)
    }

    fn skip(&mut self, world: &mut Nodes<Keeping>) {
        self.portfolio.skip(world);
    }
}

/// A story at other times: each of its waits lasts half as long to half as long again. What happens
/// at fixed instants fits some pods, whose beats lie so, and says nothing of the others.
fn retold() -> BoxedStrategy<Plan> {
    let stories: Vec<Plan> = STORIES.iter().map(|story| story.plan.parse().unwrap_or_default()).collect();
    let most = stories.iter().map(|plan| plan.phases.len()).max().unwrap_or_default();
    let waits = prop::collection::vec(8..=24u64, most);
    (select(stories), waits).prop_map(|(plan, waits)| at_other_times(plan, &waits)).boxed()
}

/// The plan with each wait so many sixteenths as long.
fn at_other_times(mut plan: Plan, sixteenths: &[u64]) -> Plan {
    let (mut before, mut now) = (0, 0);
    let instants = plan.phases.iter_mut().flat_map(|phase| &mut phase.acts).filter_map(|act| match act {
        Act::At(to) => Some(to),
        _ => None,
    });
    for (to, sixteenths) in instants.zip(sixteenths) {
        now += to.saturating_sub(before) * sixteenths / 16;
        before = std::mem::replace(to, now);
    }
    plan
}

/// Two to nine steps; in each, time passes and something happens.
fn random() -> BoxedStrategy<Plan> {
    let wait = prop_oneof![
        3 => Just(0),
        3 => select(vec![100, 1_000, 2_000, 3_500]),
        3 => select(vec![5_000, 9_900, 10_100, 12_000]),
        1 => select(vec![20_000, 28_000, 31_000, 45_000]),
    ];
    let step = (wait, prop::collection::vec(act(), 1..4));
    prop::collection::vec(step, 2..9).prop_map(plan).boxed()
}

fn plan(steps: Vec<(Ms, Vec<Act>)>) -> Plan {
    let mut now = 0;
    let phases = steps.into_iter().map(|(wait, acts)| {
        now += wait;
        let at = (wait > 0).then_some(Act::At(now));
        Phase { acts: at.into_iter().chain(acts).collect() }
    });
    Plan { phases: phases.collect() }
}

fn pod() -> BoxedStrategy<Who> {
    prop_oneof![5 => Just("pod-7"), 3 => Just("pod-3"), 1 => Just("pod-5"), 1 => Just("holder")]
        .prop_map(Who::new)
        .boxed()
}

/// What clients ask, what becomes of messages, what becomes of nodes and clocks.
fn act() -> BoxedStrategy<Act> {
    let ask = |who: Who, request: &str| Act::Ask { who, request: request.to_owned() };
    let work = select(vec!["work 1", "work 3", "work 8", "work 16"]);
    let ppm = select(vec![10_000, -10_000, -5_000]);
    let offset = select(vec![60_000, -60_000, -5_000]);
    prop_oneof![
        9 => (pod(), work).prop_map(move |(who, request)| ask(who, request)),
        2 => pod().prop_map(move |who| ask(who, "stop")),
        1 => Just(ask(Who::new("store"), "revoke")),
        9 => mail(),
        2 => pod().prop_map(Act::Pause),
        2 => pod().prop_map(Act::Resume),
        1 => pod().prop_map(|who| Act::Crash { who, after: None, mail: Mail::Kept, keeping: 0 }),
        1 => (pod(), 0..6u32).prop_map(|(who, after)| {
            Act::Crash { who, after: Some(after), mail: Mail::Kept, keeping: 0 }
        }),
        2 => pod().prop_map(Act::Restart),
        1 => pod().prop_map(|pod| Act::Cut { left: vec![pod], right: vec![Who::new("store")] }),
        2 => Just(Act::Heal),
        2 => (pod(), ppm).prop_map(|(who, ppm)| Act::Rate { who, ppm }),
        1 => (pod(), offset).prop_map(|(who, offset)| Act::Clock { who, offset }),
        1 => Just(Act::Crash { who: Who::new("store"), after: None, mail: Mail::Kept, keeping: 0 }),
        1 => Just(Act::Restart(Who::new("store"))),
    ]
    .boxed()
}

/// Something happens to messages of one kind between a pod and the store.
fn mail() -> BoxedStrategy<Act> {
    type Made = fn(String, Who, Who) -> Act;
    let made: Vec<Made> = vec![
        |kind, from, to| Act::Drop { kind, from, to },
        |kind, from, to| Act::Duplicate { kind, from, to },
        |kind, from, to| Act::Hold { kind, from, to },
        |kind, from, to| Act::Release { kind, from, to },
    ];
    let asks = select(vec!["Acquire", "Renew", "Release"]);
    let tells = select(vec!["Granted", "Refused", "Renewed", "Lost", "Released"]);
    let store = || Who::new("store");
    let route = prop_oneof![
        (asks, pod()).prop_map(move |(kind, pod)| (kind, pod, store())),
        (tells, pod()).prop_map(move |(kind, pod)| (kind, store(), pod)),
    ];
    (select(made), route).prop_map(|(made, (kind, from, to))| made(kind.to_owned(), from, to)).boxed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_story_at_other_times_keeps_its_order() {
        let plan: Plan = "heal\nat 8 s; heal\nat 10 s\n".parse().expect("a plan");
        let told = at_other_times(plan, &[8, 24]).to_string();
        assert_eq!(told, "heal\nat 4 s; heal\nat 7 s\n");
    }
}
