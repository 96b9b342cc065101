//! What is tried: plans for one slip each, then random ones in which time passes.
//!
//! Half of what can go wrong here needs a certain message to be late while another one is lost, and a
//! random search meets that once in thousands of runs. So each such story is told once, by hand.

use kit::Ms;
use kit::contract::holder::Keeping;
use kit::plan::{Act, Mail, Phase, Plan, Who};
use proptest::prelude::*;
use proptest::sample::select;

use crate::messages::{Nodes, Portfolio, Roster};
use grader::settings::Settings;
use grader::world::{Case, Search, Tried};

pub(super) const EVERYBODY: &[&str] = &["store", "pod-7", "pod-3", "pod-5"];

/// How many random plans follow the scripted ones.
const CASES: u32 = 600;

/// A story in which one slip shows, with what it is about.
#[derive(Debug, Clone, Copy)]
pub struct Story {
    pub about: &'static str,
    pub plan: &'static str,
}

pub const STORIES: &[Story] = &[
    Story { about: "a long job", plan: "ask pod-7 \"work 20\"\nat 60 s" },
    Story {
        about: "a grant that is not heard of",
        plan: "drop Granted store -> pod-7; ask pod-7 \"work 2\"\nat 60 s",
    },
    Story {
        about: "a question that does not arrive",
        plan: "drop Acquire pod-7 -> store; ask pod-7 \"work 2\"\nat 60 s",
    },
    Story {
        about: "two beats get lost",
        plan: "ask pod-7 \"work 20\"\ndrop Renew pod-7 -> store; drop Renew pod-7 -> store\nat 60 s",
    },
    Story {
        about: "the answers to two beats get lost",
        plan: "ask pod-7 \"work 20\"\ndrop Renewed store -> pod-7; drop Renewed store -> pod-7\nat 60 s",
    },
    Story {
        about: "the pod is alone with its lease",
        plan: "ask pod-7 \"work 20\"\nat 5 s; cut pod-7 | store\nat 31 s; ask pod-3 \"work 2\"\nat 60 s",
    },
    Story {
        about: "the grant comes late",
        plan: "hold Granted store -> pod-7; ask pod-7 \"work 20\"
               at 12 s; release Granted store -> pod-7
               cut pod-7 | store
               at 60 s",
    },
    Story {
        about: "the grant comes late, and the pod has a slow clock",
        // Its last piece would end at 29.75 s by its own clock, and this is 30.05 s.
        plan: "clock pod-7 runs 1 % slow; hold Granted store -> pod-7; ask pod-7 \"work 20\"
               at 1770 ms; release Granted store -> pod-7
               cut pod-7 | store
               at 60 s",
    },
    Story {
        about: "the time of day is set back",
        plan: "ask pod-7 \"work 20\"\nat 5 s; cut pod-7 | store; clock pod-7 -60 s\nat 100 s",
    },
    Story {
        about: "the time of day is set on",
        plan: "ask pod-7 \"work 20\"\nat 5 s; cut pod-7 | store; clock pod-7 +60 s\nat 60 s",
    },
    Story {
        about: "an old beat is answered, and no later one",
        plan: "ask pod-7 \"work 25\"
               at 9 s; hold Renewed store -> pod-7
               at 10500 ms; hold Renew pod-7 -> store
               at 27 s; release Renewed store -> pod-7
               at 70 s",
    },
    Story {
        about: "old beats are answered late, and no later one, however early the first was sent",
        plan: "ask pod-7 \"work 25\"; hold Renewed store -> pod-7
               at 10500 ms; hold Renew pod-7 -> store
               at 25 s; release Renewed store -> pod-7
               at 70 s",
    },
    Story {
        about: "the same, and some beats were answered before",
        plan: "ask pod-7 \"work 32\"
               at 12 s; hold Renewed store -> pod-7
               at 22500 ms; hold Renew pod-7 -> store
               at 33 s; release Renewed store -> pod-7
               at 90 s",
    },
    Story {
        about: "beats are answered when nothing fits into the lease any more",
        plan: "hold Renewed store -> pod-7; ask pod-7 \"work 25\"
               at 28500 ms; release Renewed store -> pod-7
               at 90 s",
    },
    Story {
        about: "the pod is alone with its lease, and a piece ends shortly before its last tenth",
        plan: "hold Granted store -> pod-7; ask pod-7 \"work 20\"
               at 700 ms; release Granted store -> pod-7
               cut pod-7 | store
               at 60 s",
    },
    Story {
        about: "an operator ends the lease",
        plan: "ask pod-7 \"work 12\"\nat 5 s; ask store \"revoke\"; ask pod-3 \"work 3\"\nat 60 s",
    },
    Story {
        about: "the network is away for longer than the lease lives",
        plan: "ask pod-7 \"work 20\"\nat 5 s; cut pod-7 | store\nat 33 s; heal\nat 90 s",
    },
    Story {
        about: "answers are away for longer than the lease lives",
        plan: "ask pod-7 \"work 20\"
               at 5 s; hold Renewed store -> pod-7
               at 33 s; release Renewed store -> pod-7
               at 90 s",
    },
    Story {
        about: "a pause that is longer than the lease",
        plan: "ask pod-7 \"work 20\"\nat 5 s; pause pod-7\nat 45 s; ask pod-3 \"work 2\"; resume pod-7\nat 90 s",
    },
    Story {
        about: "a pause at the instant of a beat",
        plan: "ask pod-7 \"work 20\"\nat 9 s; pause pod-7\nat 42 s; resume pod-7\nat 90 s",
    },
    Story {
        about: "a grant that comes when its time is over",
        plan: "hold Granted store -> pod-7; ask pod-7 \"work 3\"
               at 29 s; hold Acquire pod-7 -> store
               at 35 s; release Granted store -> pod-7
               at 40 s; release Acquire pod-7 -> store
               at 90 s",
    },
    Story {
        about: "stopped before the grant comes",
        plan: "hold Granted store -> pod-7; ask pod-7 \"work 3\"
               at 1 s; ask pod-7 \"stop\"
               at 4 s; release Granted store -> pod-7; ask pod-3 \"work 1\"
               at 90 s",
    },
    Story {
        about: "stopped, and the question arrives when a grant would be over",
        plan: "hold Acquire pod-7 -> store; ask pod-7 \"work 1\"
               at 1 s; ask pod-7 \"stop\"
               at 40 s; release Acquire pod-7 -> store
               at 90 s",
    },
    Story {
        about: "stopped when all pieces are done, and nobody has answered the release",
        plan: "hold Released store -> pod-7; hold Lost store -> pod-7; ask pod-7 \"work 1\"
               at 3 s; ask pod-7 \"stop\"
               at 20 s; release Released store -> pod-7; release Lost store -> pod-7
               at 60 s",
    },
    Story {
        about: "stopped in the middle of a piece",
        plan: "ask pod-7 \"work 5\"\nat 3 s; ask pod-7 \"stop\"; ask pod-3 \"work 1\"\nat 60 s",
    },
    Story {
        about: "stopped while it waits, and asked again",
        plan: "ask pod-3 \"work 4\"; ask pod-7 \"work 2\"
               at 2 s; ask pod-7 \"stop\"
               at 3 s; ask pod-7 \"work 1\"; ask pod-3 \"work 2\"
               at 60 s",
    },
    Story {
        about: "stopped, and there is no job",
        plan: "ask pod-7 \"stop\"; ask pod-7 \"work 1\"\nat 20 s",
    },
    Story {
        about: "an attempt that was refused is granted later",
        plan: "ask pod-3 \"work 1\"; hold Refused store -> pod-7; ask pod-7 \"work 2\"
               hold Acquire pod-7 -> store
               at 3 s; release Refused store -> pod-7
               at 6 s; release Acquire pod-7 -> store
               at 60 s",
    },
    Story {
        about: "the same, and another attempt is under way",
        plan: "ask pod-3 \"work 1\"; hold Refused store -> pod-7; ask pod-7 \"work 2\"
               hold Acquire pod-7 -> store
               at 11 s; release Refused store -> pod-7
               at 22 s; release Acquire pod-7 -> store
               at 60 s",
    },
    Story {
        about: "an attempt is refused again when the next one is under way",
        // While the store hangs, the first attempt is sent once more; the second one is on its way for long.
        plan: "ask pod-3 \"work 20\"; hold Refused store -> pod-7; ask pod-7 \"work 1\"
               pause store
               at 11 s; hold Acquire pod-7 -> store; release Refused store -> pod-7
               at 22 s; resume store
               at 40 s; release Acquire pod-7 -> store
               at 90 s",
    },
    Story {
        about: "a grant for the life before",
        plan: "hold Granted store -> pod-7; ask pod-7 \"work 5\"
               crash pod-7; restart pod-7
               ask pod-7 \"work 5\"; release Granted store -> pod-7
               at 90 s",
    },
    Story {
        about: "a refusal for the life before",
        plan: "ask pod-3 \"work 20\"; hold Refused store -> pod-7; ask pod-7 \"work 1\"
               crash pod-7; restart pod-7
               hold Acquire pod-7 -> store; ask pod-7 \"work 1\"
               at 1 s; release Refused store -> pod-7
               at 15 s; release Acquire pod-7 -> store
               at 90 s",
    },
    Story {
        about: "beats of the life before",
        plan: "hold Renew pod-7 -> store; ask pod-7 \"work 12\"
               at 15 s; crash pod-7
               at 31 s; restart pod-7; ask pod-7 \"work 14\"
               at 32 s; release Renew pod-7 -> store
               at 90 s",
    },
    Story {
        about: "another life has the same attempts, if its pod does not tell them apart",
        plan: "ask pod-7 \"work 9\"
               at 5 s; crash pod-7
               at 9 s; restart pod-7; ask pod-7 \"work 20\"
               cut pod-7 | store
               at 60 s",
    },
    Story {
        about: "a release gets lost",
        plan: "drop Release pod-7 -> store; ask pod-7 \"work 1\"; ask pod-3 \"work 1\"\nat 60 s",
    },
    Story {
        about: "the answer to a release gets lost",
        plan: "drop Released store -> pod-7; ask pod-7 \"work 1\"; ask pod-3 \"work 1\"\nat 60 s",
    },
    Story {
        about: "no release gets through",
        plan: "ask pod-7 \"work 1\"\nat 1 s; cut pod-7 | store\nat 50 s; heal; ask pod-3 \"work 1\"\nat 90 s",
    },
    Story {
        about: "old beats arrive after the release, and the release does not",
        plan: "ask pod-7 \"work 12\"
               hold Renew pod-7 -> store
               at 23 s; hold Release pod-7 -> store
               at 25 s; release Renew pod-7 -> store
               at 60 s",
    },
    Story {
        about: "old beats arrive in the next lease",
        plan: "hold Renew pod-7 -> store; ask pod-7 \"work 12\"
               at 26 s; ask pod-7 \"work 14\"
               at 27 s; release Renew pod-7 -> store
               at 90 s",
    },
    Story {
        about: "old beats are answered in the next lease, whose own do not arrive",
        plan: "hold Renewed store -> pod-7; ask pod-7 \"work 12\"
               at 26 s; hold Renew pod-7 -> store; ask pod-7 \"work 20\"
               at 37 s; release Renewed store -> pod-7
               at 70 s; release Renew pod-7 -> store
               at 90 s",
    },
    Story {
        about: "an old release is answered while the next lease is given back",
        plan: "hold Released store -> pod-7; hold Lost store -> pod-7; ask pod-7 \"work 1\"
               at 40 s; hold Release pod-7 -> store; ask pod-7 \"work 1\"
               at 43 s; release Released store -> pod-7; release Lost store -> pod-7
               at 47 s; release Release pod-7 -> store
               at 90 s",
    },
    Story {
        about: "old beats arrive while the next lease is given back",
        plan: "hold Renew pod-7 -> store; ask pod-7 \"work 12\"
               at 26 s; hold Release pod-7 -> store; ask pod-7 \"work 1\"
               at 29 s; release Renew pod-7 -> store
               at 34 s; release Release pod-7 -> store
               at 90 s",
    },
    Story {
        about: "answers to the job before",
        plan: "hold Released store -> pod-7; hold Lost store -> pod-7; ask pod-7 \"work 1\"
               at 40 s; ask pod-7 \"work 18\"
               at 41 s; release Released store -> pod-7; release Lost store -> pod-7
               at 90 s",
    },
    Story {
        about: "asked for a second job",
        plan: "ask pod-7 \"work 2\"; ask pod-7 \"work 1\"\nat 3 s; ask pod-7 \"work 1\"\nat 60 s",
    },
    Story {
        about: "two were refused together",
        plan: "ask pod-5 \"work 12\"; ask pod-7 \"work 1\"; ask pod-3 \"work 1\"\nat 60 s",
    },
    Story {
        about: "two wait for a lease that nobody gives back",
        plan: "ask pod-5 \"work 12\"; ask pod-7 \"work 1\"; ask pod-3 \"work 1\"\nat 1 s; crash pod-5\nat 90 s",
    },
    Story {
        about: "everything comes twice",
        plan: "duplicate Acquire pod-7 -> store; duplicate Granted store -> pod-7; ask pod-7 \"work 7\"
               duplicate Renew pod-7 -> store; duplicate Renewed store -> pod-7
               duplicate Release pod-7 -> store; duplicate Released store -> pod-7
               at 60 s",
    },
    Story {
        about: "the store crashes",
        plan: "ask pod-7 \"work 9\"; ask pod-3 \"work 1\"\nat 9 s; crash store\nat 14 s; restart store\nat 90 s",
    },
];

/// A slow clock, beats that were answered, and then silence. Whether a piece ends too late depends on
/// where pieces and beats lie: of the grants that come later and later, one fits.
fn slow_clocks() -> impl Iterator<Item = String> {
    (0..2_000).step_by(50).map(|late| {
        format!(
            "clock pod-7 runs 1 % slow; hold Granted store -> pod-7; ask pod-7 \"work 30\"
             at {} ms; release Granted store -> pod-7
             at 10500 ms; cut pod-7 | store
             at 60 s",
            late + 10
        )
    })
}

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

    #[test]
    fn every_story_is_a_plan_of_acts_that_can_apply() {
        for story in STORIES {
            let plan: Plan = story.plan.parse().unwrap_or_else(|error| panic!("{}: {error}", story.about));
            assert!(!plan.phases.is_empty(), "{}", story.about);
        }
        for plan in slow_clocks() {
            assert!(plan.parse::<Plan>().is_ok_and(|plan| plan.phases.len() == 4), "{plan}");
        }
    }
}
