//! Three of the five are the shortest that there is, as far as these acts go: every schedule with one
//! act less was tried, at the instants that matter. Of `failover` we know no shorter one, and
//! `two-leases` needs both requests.

use kit::contract::break_the_lock::BreakTheLock;
use kit::plan::{Phase, Plan};
use nodes::attack::Attack;
use nodes::break_the_lock::attack;
use nodes::messages::Nodes;
use nodes::world::{Case, World};

/// Acts of every schedule.
const ALL: [&str; 7] = [
    "ask pod-7 \"debit ₹30\"",
    "ask pod-3 \"debit ₹30\"",
    "at 30 s",
    "at 35 s",
    "at 60 s",
    "pod-7 times out work",
    "pod-3 times out work",
];

fn phases(acts: &[&str]) -> Vec<Phase> {
    let read = |act: &str| act.parse::<Plan>().expect("an act is a plan").phases.remove(0);
    ALL.iter().chain(acts).map(|act| read(act)).collect()
}

/// Tries all schedules of up to `left` more acts. An act that comes to nothing is not worth going on.
fn none_reaches(
    attack: &Attack<Nodes<BreakTheLock>>,
    world: &mut Nodes<BreakTheLock>,
    acts: &[Phase],
    plan: &mut Plan,
    left: usize,
) -> u32 {
    let mut tried = 0;
    for act in acts {
        plan.phases.push(act.clone());
        let run = world.run(&Case { cast: attack.cast.clone(), plan: plan.clone() });
        tried += 1;
        assert!(!(attack.reached)(&run), "this is shorter:\n{plan}");
        if left > 1 && run.run.skipped.is_empty() {
            tried += none_reaches(attack, world, acts, plan, left - 1);
        }
        plan.phases.pop();
    }
    tried
}

fn is_the_shortest(attack: &Attack<Nodes<BreakTheLock>>, acts: &[&str]) {
    let mut world = (attack.broken)();
    let tried = none_reaches(attack, &mut world, &phases(acts), &mut Plan::default(), attack.shortest - 1);
    assert!(tried > 10_000, "only {tried} schedules were tried");
}

#[test]
fn no_shorter_pause() {
    is_the_shortest(&attack::pause(), &["pause pod-7", "resume pod-7", "pause pod-3", "resume pod-3"]);
}

#[test]
fn no_shorter_late_packet() {
    is_the_shortest(
        &attack::late_packet(),
        &[
            "hold Write pod-7 -> ledger",
            "release Write pod-7 -> ledger",
            "hold Balance ledger -> pod-7",
            "release Balance ledger -> pod-7",
        ],
    );
}

#[test]
fn no_shorter_check() {
    is_the_shortest(
        &attack::check_then_act(),
        &[
            "hold Yes lease -> pod-7",
            "release Yes lease -> pod-7",
            "hold Write pod-7 -> ledger",
            "release Write pod-7 -> ledger",
        ],
    );
}
