//! Schedules for the break-it part. Each that does not get there is told why, in a text of its own; the texts are
//! held by snapshots.

use std::fs;
use std::path::Path;

use nodes::attack::Attack;
use nodes::exercise::Exercise;
use nodes::property::Check;
use nodes::three_phases::attack::{three_phases, under_two_phases};
use nodes::two_phase_commit::attack::{blocks, one_bank};
use nodes::two_phase_commit::rules::rules;
use nodes::world::{Case, World};

/// The schedules of a folder by their names: `blocks.no-crash.txt` is one for `attack/blocks.txt`.
fn schedules(folder: &str, file: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("a folder of schedules")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with(&format!("{file}.")))
        .collect();
    names.sort();
    let read = |name: String| {
        let text = fs::read_to_string(folder.join(&name)).expect("a schedule is text");
        (name, text)
    };
    names.into_iter().map(read).collect()
}

fn misses_are_told<W: World<Cast: PartialEq>>(file: &str, attack: &Attack<W>) {
    let misses = schedules("misses", file);
    assert!(misses.len() >= 8, "{file}: {}", misses.len());
    let mut hints: Vec<String> = Vec::new();
    for (name, text) in misses {
        let said = attack.verdict(attack.file, &text).expect_err(&name);
        let drawn = said.starts_with('✗');
        assert!(!drawn || said.lines().all(|line| line.chars().count() <= 80), "{name}:\n{said}");
        insta::assert_snapshot!(name.trim_end_matches(".txt"), said);
        let hint = said.split("at the end:").nth(1).and_then(|rest| rest.split("\n\n").nth(1));
        hints.extend(hint.map(str::to_owned));
    }
    assert!(hints.iter().all(|hint| !hint.trim().is_empty()));
    hints.sort();
    hints.dedup();
    assert!(hints.len() >= 7, "{file} has {} hints", hints.len());
}

fn hits_are_accepted<W: World<Cast: PartialEq>>(file: &str, attack: &Attack<W>) {
    let hits = schedules("hits", file);
    assert!(hits.len() >= 2, "{file}: {}", hits.len());
    for (name, text) in hits {
        let said = attack.verdict(attack.file, &text).unwrap_or_else(|said| panic!("{name}:\n{said}"));
        assert!(said.starts_with('✓'), "{name}:\n{said}");
        insta::assert_snapshot!(name.trim_end_matches(".txt"), said);
    }
}

/// Nothing can be left out of the shortest schedule that we know.
fn every_act_is_needed<W: World<Cast: PartialEq>>(attack: &Attack<W>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(attack.file);
    let text = fs::read_to_string(path).expect("a schedule is text");
    let plan = kit::scenario::Scenario::parse(&text).expect("a schedule is right").plan;
    let acts: usize = plan.phases.iter().map(|phase| phase.acts.len()).sum();
    assert_eq!(acts, attack.shortest, "{}", attack.file);
    let head = text.split("\n\n").next().expect("a head ends with an empty line");
    for phase in 0..plan.phases.len() {
        for act in 0..plan.phases[phase].acts.len() {
            let mut plan = plan.clone();
            let gone = plan.phases[phase].acts.remove(act);
            plan.phases.retain(|phase| !phase.acts.is_empty());
            let verdict = attack.verdict(attack.file, &format!("{head}\n\n{plan}"));
            assert!(verdict.is_err(), "{} breaks without `{gone}` too", attack.file);
        }
    }
}

/// A stub's first try does not get there, and is told why.
fn first_try_is_told<W: World<Cast: PartialEq>>(attack: &Attack<W>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(attack.folder);
    let first = fs::read_to_string(root.join("stub").join(attack.file)).expect("a stub is there");
    let said = attack.verdict(attack.file, &first).expect_err("a first try misses");
    assert!(said.starts_with('✗'), "{said}");
    insta::assert_snapshot!(format!("stub.{}", attack.goal), said);
}

fn all<W: World<Cast: PartialEq>>(file: &str, attack: &Attack<W>) {
    misses_are_told(file, attack);
    hits_are_accepted(file, attack);
    every_act_is_needed(attack);
    first_try_is_told(attack);
}

#[test]
fn money_in_one_bank() {
    all("one-bank", &one_bank());
}

#[test]
fn a_bank_that_waits() {
    all("blocks", &blocks());
}

#[test]
fn two_outcomes() {
    all("three-phases", &three_phases());
}

/// Under every schedule that breaks the file's coordinator the solution keeps all its rules; and it waits, as it
/// must, where the correct protocol does.
#[test]
fn the_solution_comes_through_and_waits() {
    let candidate = nodes::two_phase_commit_candidate!(two_phase_commit_solution);
    let mut world = candidate.code("commit").expect("a code of this name");
    for attack in [one_bank(), blocks()] {
        let name = attack.file.trim_start_matches("attack/").trim_end_matches(".txt");
        let hits = schedules("hits", name);
        for (name, text) in hits.into_iter().chain(schedules("attack", name)) {
            let plan = kit::scenario::Scenario::parse(&text).expect("a schedule is right").plan;
            let run = world.run(&Case { cast: attack.cast.clone(), plan });
            for rule in rules() {
                let check = (rule.check)(&run);
                assert!(!matches!(check, Check::Broken(_)), "{name}: {}: {check:?}", rule.name);
            }
            assert_eq!((attack.reached)(&run), attack.goal == blocks().goal, "{name}");
        }
    }
}

/// The cut that breaks three phases makes two phases wait.
#[test]
fn two_phases_wait_where_three_disagree() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("attack/three-phases.txt");
    let text = fs::read_to_string(path).expect("a schedule is text");
    let scenario = kit::scenario::Scenario::parse(&text).expect("a schedule is right");
    insta::assert_snapshot!(under_two_phases(&scenario.plan));
}
