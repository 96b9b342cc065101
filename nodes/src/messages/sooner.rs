//! Plans in which less time passes, for shrinking.

use kit::Ms;
use kit::plan::{Act, Plan};

/// Each wait of a plan made shorter in two ways; what comes later comes so much sooner.
pub(super) fn sooner(plan: &Plan) -> Vec<Plan> {
    let instants: Vec<Ms> = plan.phases.iter().flat_map(|phase| &phase.acts).filter_map(instant).collect();
    let mut plans = Vec::new();
    let mut before = 0;
    for (at, &to) in instants.iter().enumerate() {
        let wait = to.saturating_sub(before);
        before = before.max(to);
        for shorter in [wait / 2, wait - wait / 4] {
            let shorter = round(shorter);
            if shorter > 0 && shorter < wait {
                plans.push(earlier(plan, at, wait - shorter));
            }
        }
    }
    plans
}

fn instant(act: &Act) -> Option<Ms> {
    match act {
        Act::At(to) => Some(*to),
        _ => None,
    }
}

/// Whole seconds are read most easily.
fn round(wait: Ms) -> Ms {
    if wait < 1_000 { wait } else { wait / 1_000 * 1_000 }
}

/// The plan with its instants from this one on so much earlier.
fn earlier(plan: &Plan, from: usize, by: Ms) -> Plan {
    let mut plan = plan.clone();
    let acts = plan.phases.iter_mut().flat_map(|phase| &mut phase.acts);
    let instants = acts.filter_map(|act| match act {
        Act::At(to) => Some(to),
        _ => None,
    });
    instants.skip(from).for_each(|to| *to = to.saturating_sub(by));
    plan
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_become_shorter_and_what_follows_comes_sooner() {
        let plan: Plan = "at 10 s; heal\nheal\nat 60 s\n".parse().expect("a plan");
        let plans: Vec<String> = sooner(&plan).iter().map(Plan::to_string).collect();
        assert_eq!(
            plans,
            [
                "at 5 s; heal\nheal\nat 55 s\n",
                "at 7 s; heal\nheal\nat 57 s\n",
                "at 10 s; heal\nheal\nat 35 s\n",
                "at 10 s; heal\nheal\nat 47 s\n",
            ]
        );
    }

    #[test]
    fn no_wait_vanishes() {
        let plan: Plan = "at 1 ms\nat 1 ms\n".parse().expect("a plan");
        assert_eq!(sooner(&plan), []);
    }
}
