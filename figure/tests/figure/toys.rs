//! Runs of the kit's toys: what a figure of messages looks like before the first chapter has one.

use kit::plan::Plan;
use kit::toys::{election, lease, two_phase_commit};
use kit::trace::Trace;
use kit::world::{Fold, Make, Protocol, World};

/// A name, whom it plays, and what happens.
const ELECTIONS: [(&str, &str); 4] = [
    ("votes-lost", "drop Vote n2 -> n1; drop Vote n3 -> n1; ask n1 \"stand\"\n at 1 s"),
    ("cut", "cut n1 | n2 n3 n4 n5\n ask n1 \"stand\"\n ask n3 \"stand\"\n heal\n ask n2 \"stand\""),
    (
        "late-votes",
        "hold Vote n2 -> n1; hold Vote n4 -> n1; hold Ask n1 -> n3; hold Ask n1 -> n5
         ask n1 \"stand\"
         release Vote n2 -> n1; release Vote n4 -> n1
         ask n3 \"stand\"",
    ),
    ("restart", "ask n1 \"stand\"\n crash n1, keeping 9 unsynced writes\n restart n1\n ask n1 \"stand\""),
];

const COMMITS: [(&str, &str); 5] = [
    ("crash", "hold Decide n1 -> n2\n ask n1 \"commit\"\n crash n2\n restart n2"),
    (
        "torn",
        "crash n2 after output 1 of its next step, keeping 1 unsynced write\n ask n1 \"commit\"\n restart n2",
    ),
    ("mail-lost", "hold Decide n1 -> n2\n ask n1 \"commit\"\n crash n1, losing mail in flight\n restart n1"),
    ("pause", "pause n2\n ask n1 \"commit\"\n at 2 s\n resume n2"),
    ("late", "hold Prepare n1 -> n2\n ask n1 \"commit\"\n at 2 s\n release Prepare n1 -> n2"),
];

const LEASES: [(&str, &str); 5] = [
    ("pause", "ask pod-7 \"work\"\n pause pod-7\n at 31 s\n ask pod-3 \"work\"\n resume pod-7\n at 70 s"),
    ("cut", "ask pod-7 \"work\"\n cut table | pod-3; ask pod-3 \"work\"\n at 31 s\n heal"),
    ("drop", "drop Granted table -> pod-7; ask pod-7 \"work\"\n at 31 s\n ask pod-3 \"work\"\n at 90 s"),
    ("clock", "at 60 s\n clock pod-7 -25 s\n ask pod-7 \"work\"\n at 91 s\n ask pod-3 \"work\"\n at 150 s"),
    (
        "copies",
        "duplicate Acquire pod-7 -> table; duplicate Granted table -> pod-7; ask pod-7 \"work\"\n at 31 s",
    ),
];

/// Every run, by phase and (where that is short) by event, with the name of its figure.
pub(crate) fn runs() -> Vec<(String, Trace)> {
    let mut runs = Vec::new();
    for (name, plan) in ELECTIONS {
        let make: Make<election::Election> = Box::new(|me| Box::new(election::Node::new(me, 5)));
        told(&mut runs, "election", name, World::new(&["n1", "n2", "n3", "n4", "n5"], make), plan);
    }
    for (name, plan) in COMMITS {
        let make: Make<_> = Box::new(|me| two_phase_commit::node(me, 3));
        told(&mut runs, "commit", name, World::new(&["n1", "n2", "n3"], make), plan);
    }
    for (name, plan) in LEASES {
        let make: Make<_> = Box::new(lease::node);
        told(&mut runs, "lease", name, World::new(&["table", "pod-7", "pod-3"], make), plan);
    }
    runs
}

fn told<P: Protocol>(
    runs: &mut Vec<(String, Trace)>,
    toy: &str,
    name: &str,
    mut world: World<P>,
    plan: &str,
) {
    let plan: Plan = plan.parse().unwrap_or_else(|error| panic!("{toy} {name}: {error:?}"));
    world.run(&plan);
    runs.push((format!("{toy}-{name}-phases"), world.seen().trace(Fold::Phases)));
    let events = world.seen().trace(Fold::Events);
    // A figure with more steps is for nobody's eyes.
    if events.steps.len() <= 24 {
        runs.push((format!("{toy}-{name}-events"), events));
    }
}
