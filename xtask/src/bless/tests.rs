use super::*;
use crate::scratch::Scratch;

const SCENARIO: &str = "title: T\nfor: x\naccount 42: ₹100\n\nrun pod-7 to end\n";

fn house() -> Scratch {
    Scratch::new(&[
        ("exercises/01-x/Cargo.toml", ""),
        ("scenarios/x/a.txt", SCENARIO),
        ("scenarios/x/b.txt", SCENARIO),
        ("scenarios/toys/c.txt", &SCENARIO.replace("for: x", "for: election")),
        ("grader/tests/scenarios.rs", ""),
        ("scenarios/README.md", "no scenario"),
        ("elsewhere/d.txt", SCENARIO),
    ])
}

fn choose(scratch: &Scratch, paths: &[&str]) -> Result<Vec<String>, Stop> {
    let house = scratch.house();
    let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
    let texts = chosen(&house, &scratch.path("scenarios"), &paths)?;
    Ok(texts.keys().map(|path| house.shown(path)).collect())
}

#[test]
fn files_folders_or_all_can_be_chosen() {
    let scratch = house();
    assert_eq!(choose(&scratch, &[]).unwrap().len(), 3);
    assert_eq!(choose(&scratch, &["scenarios/x"]).unwrap(), ["scenarios/x/a.txt", "scenarios/x/b.txt"]);
    assert_eq!(choose(&scratch, &["scenarios/x/b.txt"]).unwrap(), ["scenarios/x/b.txt"]);
    assert_eq!(choose(&scratch, &["elsewhere/d.txt"]).unwrap_err().code(), 2);
    assert_eq!(choose(&scratch, &["scenarios/lost.txt"]).unwrap_err().code(), 2);
}

#[test]
fn each_world_has_its_package() {
    let scratch = house();
    let house = scratch.house();
    let all = texts(&house, &scratch.path("scenarios")).unwrap();
    let packages = packages(&house, &all).unwrap();
    let counts: Vec<(&str, usize)> =
        packages.iter().map(|(name, files)| (name.as_str(), files.len())).collect();
    assert_eq!(counts, [("grader", 1), ("x-solution", 2)]);
}

#[test]
fn a_scenario_of_no_world_has_a_place() {
    let scratch = house();
    std::fs::remove_file(scratch.path("grader/tests/scenarios.rs")).unwrap();
    let house = scratch.house();
    let all = texts(&house, &scratch.path("scenarios")).unwrap();
    let stop = packages(&house, &all).unwrap_err();
    let said = "scenarios/toys/c.txt:2:1: nothing here runs scenarios for `election`";
    assert!(stop.to_string().starts_with(said), "{stop}");
    assert_eq!(stop.code(), 2);
}

#[test]
fn a_scenario_that_does_not_parse_stops_all() {
    let scratch = house();
    scratch.write("scenarios/x/b.txt", &SCENARIO.replace("title", "titel"));
    let house = scratch.house();
    let all = texts(&house, &scratch.path("scenarios")).unwrap();
    let stop = packages(&house, &all).unwrap_err();
    assert!(stop.to_string().starts_with("scenarios/x/b.txt:1:1: "), "{stop}");
    assert_eq!(stop.code(), 2);
}
