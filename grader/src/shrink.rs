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

/// Drops halves of the plan, then quarters, and so on down to what [`second_pass`] drops by itself: a
/// long plan would use up all its runs otherwise. `fails` says whether the case still fails.
pub fn coarse_pass<C: Clone>(mut case: Case<C>, mut fails: impl FnMut(&Case<C>) -> bool) -> Case<C> {
    let mut window = case.plan.phases.len() / 2;
    while window > WINDOWS[0] {
        let mut start = 0;
        while start < case.plan.phases.len() {
            let plan = without(&case.plan, |phase| (start..start + window).contains(&phase));
            let candidate = Case { cast: case.cast.clone(), plan };
            if fails(&candidate) {
                case = candidate;
            } else {
                start += window;
            }
        }
        window /= 2;
    }
    case
}

/// So many phases in a row are dropped at a time.
const WINDOWS: [usize; 4] = [4, 3, 2, 1];

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
        let before = case.clone();
        let plans = simpler(&before.plan).map(|plan| Case { cast: before.cast.clone(), plan });
        for candidate in smaller(&before).into_iter().chain(plans) {
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

/// Plans that are simpler than this one, boldest first. Made one by one: of a long plan there are too
/// many to hold.
fn simpler(plan: &Plan) -> impl Iterator<Item = Plan> {
    let count = plan.phases.len();
    let windows = WINDOWS.into_iter().flat_map(move |window| {
        let starts = 0..count.saturating_sub(window - 1);
        starts.map(move |start| without(plan, |phase| (start..start + window).contains(&phase)))
    });
    let pairs = (0..count).flat_map(move |first| {
        (first + 2..count).map(move |second| without(plan, |phase| phase == first || phase == second))
    });
    windows.chain(pairs).chain((0..count).flat_map(move |phase| simpler_phases(plan, phase)))
}

/// The plan with one act of this phase gone or simpler.
fn simpler_phases(plan: &Plan, phase: usize) -> Vec<Plan> {
    let mut plans = Vec::new();
    let acts = &plan.phases[phase].acts;
    for (number, act) in acts.iter().enumerate() {
        if acts.len() > 1 {
            let mut smaller = plan.clone();
            smaller.phases[phase].acts.remove(number);
            plans.push(smaller);
        }
        for simpler in simpler_acts(act) {
            let mut smaller = plan.clone();
            smaller.phases[phase].acts[number] = simpler;
            plans.push(smaller);
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

    /// With pairs held at once, this would take gigabytes.
    #[test]
    fn a_long_plan_is_cut_down_in_few_runs() {
        let plan = "heal\n".repeat(3_000) + "crash n2\n" + &"heal\n".repeat(4_000) + "ask n1 \"stand\"\n";
        let case = Case { cast: (), plan: plan.parse().expect("a plan") };
        let mut runs = 0;
        let coarse = coarse_pass(case, |case| {
            runs += 1;
            crash_then_stand(case).is_some()
        });
        assert!(runs < 200, "{runs} runs");
        assert_eq!(shrunk(&coarse.plan.to_string(), crash_then_stand), "crash n2\nask n1 \"stand\"\n");
    }

    #[test]
    fn a_longer_run_is_no_gain() {
        // Without its second phase the run fails too, but takes longer.
        let fails = |case: &Case<()>| Some(10 - case.plan.phases.len() as u32);
        assert_eq!(shrunk("heal\nrestart n1\n", fails), "heal\nrestart n1\n");
    }
}
