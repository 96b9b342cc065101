//! Schedules that do not get there. Each is told why, in a text of its own; the texts are held by snapshots.

use std::fs;
use std::path::Path;

use kit::contract::break_the_lock::BreakTheLock;
use kit::contract::break_the_lock::scene::Scene;
use nodes::attack::Attack;
use nodes::break_the_lock::attack;
use nodes::messages::Nodes;

fn file(scene: Scene) -> Attack<Nodes<BreakTheLock>> {
    match scene {
        Scene::Pause => attack::pause(),
        Scene::LatePacket => attack::late_packet(),
        Scene::Failover => attack::failover(),
        Scene::CheckThenAct => attack::check_then_act(),
        Scene::TwoLeases => attack::two_leases(),
    }
}

/// `pause.still-asleep.txt` is a schedule for `attack/pause.txt`.
#[test]
fn every_miss_is_told_why() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("misses");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("the folder of misses")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    for name in names {
        let scene = name.split('.').next().and_then(Scene::named).expect("a file is named after a scene");
        let attack = file(scene);
        let text = fs::read_to_string(folder.join(&name)).expect("a schedule is text");
        let said = attack.verdict(attack.file, &text).expect_err(&name);
        let drawn = said.starts_with('✗');
        assert!(!drawn || said.lines().all(|line| line.chars().count() <= 80), "{name}:\n{said}");
        insta::assert_snapshot!(name.trim_end_matches(".txt"), said);
    }
}

/// Nothing can be left out of the shortest schedules that we know.
#[test]
fn every_act_of_the_shortest_is_needed() {
    for scene in Scene::ALL {
        let attack = file(scene);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(attack.file);
        let text = fs::read_to_string(path).expect("a schedule is text");
        let scenario = kit::scenario::Scenario::parse(&text).expect("a schedule is right");
        let acts: usize = scenario.plan.phases.iter().map(|phase| phase.acts.len()).sum();
        assert_eq!(acts, attack.shortest, "{scene:?}");
        let head = &text[..text.find("\n\n").expect("a head ends with an empty line")];
        for phase in 0..scenario.plan.phases.len() {
            for act in 0..scenario.plan.phases[phase].acts.len() {
                let mut plan = scenario.plan.clone();
                let gone = plan.phases[phase].acts.remove(act);
                plan.phases.retain(|phase| !phase.acts.is_empty());
                let verdict = attack.verdict(attack.file, &format!("{head}\n\n{plan}"));
                assert!(verdict.is_err(), "{scene:?} breaks without `{gone}` too");
            }
        }
    }
}
