//! Three-phase commit is right where silence means death: every crash is tried in a small world. So what
//! breaks it is a message that is late, and no mistake of ours.

use grader::property::Check;
use grader::world::{Case, Search, World};
use kit::contract::commit::Outcome;
use kit::contract::commit::three_phases::{Deed, ThreePhases};
use kit::world::What;
use nodes::messages::{Bounds, Roster, SmallWorld};
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

/// How many schedules there are, and the first that breaks a rule.
fn explore(silence: Silence, bounds: Bounds, most: u32) -> (u32, Option<String>) {
    let mut search = SmallWorld::<ThreePhases>::new(SMALL, &VOTES, bounds, Some(most));
    let mut world = nodes::three_phases::nodes(silence);
    let mut count = 0;
    while let Some(tried) = search.next(&mut world) {
        count += 1;
        let broken = broken(&tried.run);
        if tried.run.stop.is_some() || !broken.is_empty() {
            return (count, Some(format!("{broken:?} {:?}\n{}", tried.run.stop, tried.case.plan)));
        }
    }
    (count, None)
}

#[test]
fn one_crash_breaks_nothing() {
    let (count, broken) = explore(Silence::IsDeath, CRASHES, u32::MAX);
    println!("{count} schedules");
    assert_eq!(broken, None);
}

#[test]
fn two_crashes_break_nothing() {
    let (count, broken) = explore(Silence::IsDeath, Bounds { crashes: 2, ..CRASHES }, 300_000);
    println!("{count} schedules");
    assert_eq!(broken, None);
}
