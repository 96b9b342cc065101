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

/// The schedules of a folder by their names, each with the scene that its name begins with.
fn schedules(folder: &str) -> Vec<(Scene, String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("a folder of schedules")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let read = |name: String| {
        let scene = name.split('.').next().and_then(Scene::named).expect("a file is named after a scene");
        let text = fs::read_to_string(folder.join(&name)).expect("a schedule is text");
        (scene, name, text)
    };
    names.into_iter().map(read).collect()
}

/// `pause.still-asleep.txt` is a schedule for `attack/pause.txt`.
#[test]
fn every_miss_is_told_why() {
    for (scene, name, text) in schedules("misses") {
        let attack = file(scene);
        let said = attack.verdict(attack.file, &text).expect_err(&name);
        let drawn = said.starts_with('✗');
        assert!(!drawn || said.lines().all(|line| line.chars().count() <= 80), "{name}:\n{said}");
        insta::assert_snapshot!(name.trim_end_matches(".txt"), said);
    }
}

/// Other answers than the shortest: `failover.the-store-dies.txt` is one for `attack/failover.txt`.
#[test]
fn every_other_answer_is_accepted() {
    for (scene, name, text) in schedules("hits") {
        let attack = file(scene);
        let said = attack.verdict(attack.file, &text).unwrap_or_else(|said| panic!("{name}:\n{said}"));
        assert!(said.starts_with('✓'), "{name}:\n{said}");
    }
}

/// As many acts as are allowed, most of them for nothing: shortening them has an end.
#[test]
fn a_long_schedule_is_made_short() {
    let attack = attack::pause();
    let head = "title: x\nfor: break-the-lock\ncode: trusting\n\n";
    let asks = "ask pod-3 \"debit ₹30\"\n".repeat(94);
    let text = format!(
        "{head}ask pod-7 \"debit ₹30\"\npause pod-7\nat 30 s\n{asks}at 35 s\nresume pod-7\nat 36 s\n"
    );
    let said = attack.verdict(attack.file, &text).unwrap_or_else(|said| panic!("{said}"));
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("in 100 acts; 6 would do. The shortest one known has 6."), "{said}");
}

/// Time goes on for a day and more, with a renewal every 10 s.
#[test]
fn a_schedule_that_takes_days_is_judged_in_seconds() {
    let attack = attack::failover();
    let text = "title: x\nfor: break-the-lock\ncode: renewing\n\nhold Balance ledger -> pod-7\nask pod-7 \"debit ₹30\"\n\
                at 90000 s\ncut store | replica pod-3\nat 90030 s\nask replica \"take over\"\n\
                ask pod-3 \"debit ₹30\"\nrelease Balance ledger -> pod-7\nat 90035 s\n";
    assert!(attack.verdict(attack.file, text).unwrap_or_else(|said| panic!("{said}")).starts_with('✓'));
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
