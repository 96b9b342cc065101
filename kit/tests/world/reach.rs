//! The arbitrary plans reach what there is to reach, so that the audit is not silent for want of
//! trouble.

use std::collections::BTreeMap;

use kit::toys::election::{Election, wrong};
use kit::world::{Make, What, World};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::{config, plans};

#[test]
fn arbitrary_plans_reach_every_trouble() {
    let make =
        || -> Make<Election> { Box::new(|me| Box::new(wrong::Wrong::new(me, 3, wrong::Flaw::NeverSyncs))) };
    let cast = ["n1", "n2", "n3"];
    let mut world = World::new(&cast, make());
    let mut runner = TestRunner::new(config());
    let strategy = plans::of::<Election>(&cast, &["stand"], 20);
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let (mut acts, mut skipped) = (0, 0);
    for _ in 0..config().cases {
        let plan = strategy.new_tree(&mut runner).expect("a plan").current();
        acts += plan.phases.iter().map(|phase| phase.acts.len()).sum::<usize>();
        let run = world.run(&plan);
        skipped += run.skipped.len();
        for event in &run.events {
            let name = match &event.what {
                What::Lost { why, .. } => format!("{why:?}"),
                What::Delivered { copy: 1.., .. } => "Twice".to_owned(),
                What::Delivered { message, .. } => {
                    let sent = &run.events[*message as usize];
                    let late = sent.at < event.at || event.life > 0;
                    if late { "Late".to_owned() } else { continue }
                }
                What::Crashed { forgot: 1.. } => "Forgot".to_owned(),
                What::Restarted { kept: 1.. } => "Kept".to_owned(),
                What::Held { .. } => "Held".to_owned(),
                What::Resumed => "Resumed".to_owned(),
                What::Fired(_) => "Fired".to_owned(),
                What::Became("leader") => "Leader".to_owned(),
                _ => continue,
            };
            *seen.entry(name).or_default() += 1;
        }
    }
    let wanted = [
        "Cut",
        "Dropped",
        "Down",
        "SenderCrashed",
        "Twice",
        "Late",
        "Forgot",
        "Kept",
        "Held",
        "Resumed",
        "Fired",
        "Leader",
    ];
    for name in wanted {
        assert!(seen.get(name).is_some_and(|&count| count >= 5), "{name} is rare: {seen:?}");
    }
    assert!(skipped * 3 < acts * 2, "of {acts} acts, {skipped} had no effect");
}
