//! The second pass of shrinking: it minimises the run, not only the plan.
//!
//! proptest stops in local minima, since it simplifies the plan in the order of generation. This
//! pass drops phases and acts and replaces acts by simpler ones, and keeps a change only when the
//! same property still fails in a run that is no longer and a plan that is simpler. Measured on
//! Figure 8: 36 events after the first pass, 31 after this one.

use kit::plan::{Act, Extent, Mail, Plan};

use crate::world::Case;

/// How many runs shrinking may cost; each takes well under a millisecond.
const RUNS: u32 = 600;

/// Makes `case` small. `fails` says how many events the failing run has, or `None` when it does
/// not fail in the same way any more; `smaller` makes cases of a smaller cast.
pub fn second_pass<C: Clone>(
    mut case: Case<C>,
    smaller: &dyn Fn(&Case<C>) -> Vec<Case<C>>,
    mut fails: impl FnMut(&Case<C>) -> Option<u32>,
) -> Case<C> {
    let Some(events) = fails(&case) else { return case };
    let mut cost = (events, weight(&case.plan));
    let mut runs = 0;
    loop {
        let mut improved = false;
        let plans = simpler(&case.plan).into_iter();
        let plans: Vec<Case<C>> = plans.map(|plan| Case { cast: case.cast.clone(), plan }).collect();
        for candidate in smaller(&case).into_iter().chain(plans) {
            if runs == RUNS {
                return case;
            }
            runs += 1;
            let weight = weight(&candidate.plan);
            if let Some(events) = fails(&candidate)
                && (events, weight) < cost
            {
                case = candidate;
                cost = (events, weight);
                improved = true;
                break;
            }
        }
        if !improved {
            return case;
        }
    }
}

/// How much there is to read in a plan.
fn weight(plan: &Plan) -> u32 {
    plan.phases.iter().map(|phase| 1 + phase.acts.iter().map(act_weight).sum::<u32>()).sum()
}

fn act_weight(act: &Act) -> u32 {
    match act {
        Act::Run { extent: Extent::End, .. } => 2,
        Act::Run { extent: Extent::Statements(n), .. } => 2 + n.min(&8),
        Act::Crash { after, mail, keeping, .. } => {
            3 + u32::from(after.is_some()) + u32::from(*mail == Mail::Lost) + keeping.min(&8)
        }
        Act::At(_) | Act::Ask { .. } | Act::Heal => 2,
        Act::Cut { left, right } => 2 + (left.len() + right.len()) as u32,
        _ => 3,
    }
}

/// Plans that are simpler than this one, boldest first.
fn simpler(plan: &Plan) -> Vec<Plan> {
    let mut plans = Vec::new();
    let count = plan.phases.len();
    for window in [4, 3, 2, 1] {
        for start in 0..count.saturating_sub(window - 1) {
            plans.push(without(plan, |phase| (start..start + window).contains(&phase)));
        }
    }
    for first in 0..count {
        for second in first + 2..count {
            plans.push(without(plan, |phase| phase == first || phase == second));
        }
    }
    for phase in 0..count {
        for act in 0..plan.phases[phase].acts.len() {
            if plan.phases[phase].acts.len() > 1 {
                let mut smaller = plan.clone();
                smaller.phases[phase].acts.remove(act);
                plans.push(smaller);
            }
            for simpler in simpler_acts(&plan.phases[phase].acts[act]) {
                let mut smaller = plan.clone();
                smaller.phases[phase].acts[act] = simpler;
                plans.push(smaller);
            }
        }
    }
    plans
}

fn without(plan: &Plan, gone: impl Fn(usize) -> bool) -> Plan {
    let phases = plan.phases.iter().enumerate();
    Plan { phases: phases.filter(|(index, _)| !gone(*index)).map(|(_, phase)| phase.clone()).collect() }
}

fn simpler_acts(act: &Act) -> Vec<Act> {
    match act {
        Act::Run { who, extent: Extent::Statements(n) } => {
            let run = |extent| Act::Run { who: who.clone(), extent };
            let fewer = (*n > 1).then(|| run(Extent::Statements(n - 1)));
            [Some(run(Extent::End)), fewer].into_iter().flatten().collect()
        }
        Act::Crash { who, after, mail, keeping } => {
            let crash = |after, mail, keeping| Act::Crash { who: who.clone(), after, mail, keeping };
            let mut simpler = Vec::new();
            if after.is_some() {
                simpler.push(crash(None, *mail, *keeping));
            }
            if *mail == Mail::Lost {
                simpler.push(crash(*after, Mail::Kept, *keeping));
            }
            if *keeping > 0 {
                simpler.push(crash(*after, *mail, 0));
            }
            simpler
        }
        Act::Cut { left, right } if left.len() + right.len() > 2 => {
            vec![Act::Cut { left: left[..1].to_vec(), right: right[..1].to_vec() }]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shrunk(plan: &str, fails: impl FnMut(&Case<()>) -> Option<u32>) -> String {
        let plan = plan.parse().expect("a plan");
        second_pass(Case { cast: (), plan }, &|_| Vec::new(), fails).plan.to_string()
    }

    /// Fails when n2 crashes and n1 stands, in this order, with one event for each act.
    fn crash_then_stand(case: &Case<()>) -> Option<u32> {
        let acts: Vec<&Act> = case.plan.phases.iter().flat_map(|phase| &phase.acts).collect();
        let crash = acts.iter().position(|act| matches!(act, Act::Crash { who, .. } if who.word == "n2"))?;
        let stands = |act: &&Act| matches!(act, Act::Ask { who, .. } if who.word == "n1");
        acts[crash..].iter().any(stands).then_some(acts.len() as u32)
    }

    #[test]
    fn what_does_not_matter_goes() {
        let plan = "heal\nisolate n3; ask n3 \"stand\"\ncrash n2 after output 2 of its next step, losing mail in flight\n\
                    at 3 s\nrestart n3\nask n1 \"stand\"; heal\npause n1\n";
        assert_eq!(shrunk(plan, crash_then_stand), "crash n2; ask n1 \"stand\"\n".replace("; ", "\n"));
    }

    #[test]
    fn what_does_not_fail_stays_as_it_is() {
        assert_eq!(shrunk("heal\nheal\n", |_| None), "heal\nheal\n");
    }

    #[test]
    fn a_longer_run_is_no_gain() {
        // Without its second phase the run fails too, but takes longer.
        let fails = |case: &Case<()>| Some(10 - case.plan.phases.len() as u32);
        assert_eq!(shrunk("heal\nrestart n1\n", fails), "heal\nrestart n1\n");
    }
}
