//! Three-phase commit is right where silence means death: every crash is tried in a small world. So what
//! breaks it is a message that is late, and no mistake of ours.

use grader::property::Check;
use grader::world::{Case, Search, World};
use kit::contract::commit::three_phases::{Deed, ThreePhases};
use kit::plan::{Act, Phase, Plan};
use kit::world::{Event, NodeId, Protocol, What};
use nodes::Settings;
use nodes::messages::{Bounds, Faults, Nodes, Portfolio, SmallWorld, Vocabulary};
use nodes::three_phases::exercise::rules;
use nodes::three_phases::{NAMES, Played, Silence};

const SMALL: &[&str] = &["coordinator", "bank-a", "bank-b"];

/// Both banks can; only bank-b can.
const VOTES: [&str; 2] = ["t1: bank-a -₹30, bank-b +₹30", "t1: bank-a -₹300, bank-b +₹30"];

/// Crashes with every message in time.
const CRASHES: Bounds = Bounds {
    crashes: 1,
    lossy: false,
    firings: 2,
    timers: &["votes", "readied", "doubt", "answers"],
    on_time: true,
};

fn broken(seen: &Played) -> Vec<&'static str> {
    let rules = rules().into_iter().filter(|rule| matches!((rule.check)(seen), Check::Broken(_)));
    rules.map(|rule| rule.name).collect()
}

/// Shows every schedule, until one is not as it should be.
fn explore(
    silence: Silence,
    bounds: Bounds,
    mut wrong: impl FnMut(&mut Nodes<ThreePhases>, &Plan, &Played) -> Option<String>,
) -> (u32, Option<String>) {
    let mut search = SmallWorld::<ThreePhases>::new(SMALL, &VOTES, bounds, None);
    let (mut world, mut other) = (nodes::three_phases::nodes(silence), nodes::three_phases::nodes(silence));
    let mut count = 0;
    while let Some(tried) = search.next(&mut world) {
        count += 1;
        if let Some(what) = wrong(&mut other, tried.plan(), &tried.run) {
            return (count, Some(format!("{what}\n{}", tried.plan())));
        }
    }
    (count, None)
}

/// A rule that the run breaks.
fn breaks(_: &mut Nodes<ThreePhases>, _: &Plan, seen: &Played) -> Option<String> {
    let stop = seen.stop.as_ref().map(|stop| format!("{stop:?}"));
    stop.or_else(|| broken(seen).first().map(|name| (*name).to_owned()))
}

/// The numbers that the chapter may tell. Another number is no error in itself; it must be meant.
#[test]
fn one_crash_breaks_nothing() {
    assert_eq!(explore(Silence::IsDeath, CRASHES, breaks), (3_322, None));
}

/// Such as the one who leads after the coordinator.
#[test]
fn two_crashes_break_nothing() {
    assert_eq!(explore(Silence::IsDeath, Bounds { crashes: 2, ..CRASHES }, breaks), (141_827, None));
}

/// When all have failed, the last of them may have decided: here the coordinator, after both banks had died.
#[test]
fn the_last_to_fail_is_waited_for() {
    let plan = format!(
        "hold Ready coordinator -> bank-a; hold Ready coordinator -> bank-b\nask coordinator \"{}\"\n\
         crash bank-a; crash bank-b\ncoordinator times out readied\ncrash coordinator\n\
         restart bank-a; restart bank-b\nat 30 s",
        VOTES[0]
    );
    let plan: Plan = plan.parse().expect("a plan");
    let mut world = nodes::three_phases::nodes(Silence::IsDeath);
    let seen = world.run(&Case { cast: nodes::messages::Roster::new(SMALL), plan });
    assert_eq!((seen.run.skipped.as_slice(), broken(&seen)), (&[][..], Vec::new()));
    let commits = |event: &Event<ThreePhases>| matches!(event.what, What::Applied(Deed::Commits { .. }));
    let (planned, after) = seen.run.events.split_at(seen.planned);
    assert!(!planned.iter().any(commits), "nobody who is up can know");
    assert_eq!(after.iter().filter(|event| commits(event)).count(), 2);
}

/// Plans by chance, with a third bank and a second transfer.
fn drawn(silence: Silence, faults: Faults, on_time: bool) -> Option<String> {
    let vocabulary = Vocabulary {
        names: NAMES.to_vec(),
        requests: vec![
            VOTES[0],
            "t2: bank-a -₹30, bank-b +₹10, bank-c +₹20",
            "t3: bank-c -₹300, bank-b +₹300",
        ],
        macros: macros(faults),
        faults,
        stride: 4_000,
    };
    let settings = Settings::default();
    let mut search = Portfolio::<ThreePhases>::new(&vocabulary, Vec::new(), 20_000, &settings);
    let (mut world, mut other) = (nodes::three_phases::nodes(silence), nodes::three_phases::nodes(silence));
    while let Some(tried) = search.next(&mut world) {
        let Case { cast, plan } = tried.case();
        let plan = if on_time { one_by_one(&plan) } else { plan };
        let seen = other.run(&Case { cast, plan: plan.clone() });
        if let Some(what) = breaks(&mut world, &plan, &seen) {
            return Some(format!("{what}\n{plan}"));
        }
    }
    None
}

/// What is asked, and what makes a difference while messages are on the way.
fn macros(faults: Faults) -> Vec<Plan> {
    let mut texts = vec![format!("ask coordinator \"{}\"", VOTES[0]); 20];
    texts.extend(["at 5 s", "at 20 s", "coordinator times out readied"].map(str::to_owned));
    if faults.hold {
        let routes = ThreePhases::KINDS.iter().flat_map(|kind| {
            let banks = ["bank-a", "bank-b"].into_iter();
            banks.flat_map(move |bank| {
                [format!("{kind} coordinator -> {bank}"), format!("{kind} {bank} -> coordinator")]
            })
        });
        texts.extend(routes.map(|route| format!("hold {route}")));
    }
    texts.iter().map(|text| text.parse().expect("a macro is a plan")).collect()
}

/// Acts that are done together come before the mail of the first: here nothing is late.
fn one_by_one(plan: &Plan) -> Plan {
    let mut asked = Vec::new();
    let fresh = |act: &&Act| match act {
        Act::Ask { request, .. } if asked.contains(request) => false,
        Act::Ask { request, .. } => {
            asked.push(request.clone());
            true
        }
        _ => true,
    };
    let acts = plan.phases.iter().flat_map(|phase| &phase.acts).filter(fresh);
    Plan { phases: acts.map(|act| Phase { acts: vec![act.clone()] }).collect() }
}

#[test]
fn crashes_of_many_break_nothing() {
    let crashes = Faults { crash: true, crash_inside: true, ..Faults::NONE };
    assert_eq!(drawn(Silence::IsDeath, crashes, true), None);
}

/// As in two-phase commit.
#[test]
fn banks_that_wait_agree_whatever_happens() {
    let faults = Faults { clock: false, ..Faults::ALL };
    assert_eq!(drawn(Silence::IsNothing, faults, true), None);
}

/// A bank that is up and in doubt when whoever crashed first has been dead for a minute.
fn blocks(world: &mut Nodes<ThreePhases>, plan: &Plan, seen: &Played) -> Option<String> {
    let crash =
        plan.phases.iter().position(|phase| phase.acts.iter().any(|act| matches!(act, Act::Crash { .. })))?;
    let mut phases = plan.phases[..=crash].to_vec();
    phases.extend([Act::ReleaseAll, Act::At(60_000)].map(|act| Phase { acts: vec![act] }));
    let cast = seen.run.cast.iter().map(|name| SMALL.iter().find(|known| *known == name).copied());
    let cast = nodes::messages::Roster(cast.map(|name| name.expect("a name of this world")).collect());
    let seen = world.run(&Case { cast, plan: Plan { phases } });
    let mut doubt: Vec<NodeId> = Vec::new();
    for event in &seen.run.events[..seen.planned] {
        let Some(who) = event.who else { continue };
        match event.what {
            What::Applied(Deed::Locks { .. }) => doubt.push(who),
            What::Applied(Deed::Commits { .. } | Deed::Aborts { .. }) | What::Crashed { .. } => {
                doubt.retain(|of| *of != who);
            }
            _ => {}
        }
    }
    doubt.first().map(|who| format!("{} is in doubt", seen.run.name(*who)))
}

#[test]
fn nobody_waits_for_the_dead() {
    assert_eq!(explore(Silence::IsDeath, CRASHES, blocks).1, None);
}

/// What the third phase is for.
#[test]
fn banks_that_wait_do() {
    let (_, blocked) = explore(Silence::IsNothing, CRASHES, blocks);
    assert!(blocked.is_some());
}
