use super::*;
use crate::scratch::Scratch;

const IDLE: &str = "name: idle\npart: all\nbreaks: ends\nsays: Idle.\n\nfile: src/lib.rs\n--- find\nfn a\n--- with\nfn b\n--- end\n";

fn house(idle: &str) -> Scratch {
    Scratch::new(&[
        ("exercises/01-x/Cargo.toml", ""),
        ("exercises/01-x/stub/src/lib.rs", "todo\n"),
        ("solutions/01-x/src/lib.rs", "// crate::x in a comment\nfn a() {}\n"),
        ("solutions/01-x/wrong/idle.txt", idle),
    ])
}

fn load(scratch: &Scratch) -> Result<load::Loaded, Stop> {
    let house = scratch.house();
    load::load(&house, &house.exercise("x").unwrap())
}

#[test]
fn reference_and_stub_come_before_the_variants() {
    let loaded = load(&house(IDLE)).unwrap();
    let names: Vec<&str> = loaded.modules.iter().map(|module| module.name.as_str()).collect();
    assert_eq!(names, ["reference", "stub", "idle"]);
    assert_eq!(loaded.modules[1].files["src/lib.rs"], "todo\n");
    assert_eq!(loaded.modules[2].files["src/lib.rs"], "// crate::x in a comment\nfn b() {}\n");
}

#[test]
fn all_that_is_wrong_is_said_at_once() {
    let scratch = house(&IDLE.replace("says", "sais"));
    scratch.write("solutions/01-x/right/tidy.txt", "name: tidy\n");
    scratch.write("solutions/01-x/explanations.txt", "nothing\n");
    scratch.write("exercises/01-x/stub/src/lib.rs", "use crate::a;\n");
    let stop = load(&scratch).unwrap_err();
    assert_eq!(stop.code(), 2);
    let text = stop.to_string();
    let is_head = |line: &&str| line.contains(".txt:") || line.contains(".rs:");
    let places: Vec<&str> = text.lines().filter(is_head).filter_map(|line| line.split(": ").next()).collect();
    assert_eq!(
        places,
        [
            "exercises/01-x/stub/src/lib.rs:1:5",
            "solutions/01-x/wrong/idle.txt:4:1",
            "solutions/01-x/right/tidy.txt:2:1",
            "solutions/01-x/explanations.txt:1:1"
        ]
    );
}

#[test]
fn a_name_is_wrong_or_right_but_not_both() {
    let scratch = house(IDLE);
    scratch.write("solutions/01-x/right/idle.txt", &IDLE.replace("breaks: ends\n", ""));
    let text = load(&scratch).unwrap_err().to_string();
    assert!(text.contains("right/idle.txt:1:1: solutions/01-x/wrong/idle.txt has the same name"), "{text}");
}

#[test]
fn a_variant_that_is_no_text_has_a_place() {
    let scratch = house(IDLE);
    std::fs::write(scratch.path("solutions/01-x/wrong/idle.txt"), b"name: idle\nsays: \xff\n").unwrap();
    let text = load(&scratch).unwrap_err().to_string();
    assert!(text.contains("solutions/01-x/wrong/idle.txt:2:7: this is not UTF-8 text"), "{text}");
}

#[test]
fn an_unknown_exercise_names_the_nearest() {
    let stop = house(IDLE).house().exercise("y").unwrap_err();
    assert_eq!(stop, Stop::Input("there is no exercise `y`\n  help: did you mean `x`?\n".into()));
}

#[test]
fn the_table_is_compared_and_written_only_when_it_differs() {
    let scratch = house(IDLE);
    let (house, exercise) = (scratch.house(), scratch.house().exercise("x").unwrap());
    let kills = Kills::of(&house, &exercise);
    assert!(kills.compare("a\n", "x").unwrap().unwrap().contains("not written yet"));
    assert!(kills.bless("a\n").unwrap());
    assert!(!kills.bless("a\n").unwrap());
    assert_eq!(kills.compare("a\n", "x").unwrap(), None);
    assert_eq!(
        kills.compare("b\n", "x").unwrap().unwrap(),
        "solutions/01-x/kills.txt: not what was measured (- committed, + measured)\n  - a\n  + b\n  help: if this is \
         meant, run `cargo xtask prove x --bless`"
    );
    assert_eq!(scratch.read("solutions/01-x/kills.txt"), "a\n");
}

#[test]
fn the_median_is_of_the_sorted() {
    assert_eq!(summary::steps(&[9, 1, 4]), "median 4 steps, at most 9");
    assert_eq!(summary::steps(&[9, 1]), "median 9 steps, at most 9");
    assert_eq!(summary::steps(&[]), "none with steps");
}

#[test]
fn every_exercise_has_the_standing_variants() {
    let loaded = load(&house(IDLE)).unwrap();
    let missing = judge::missing_standing(&loaded.variants, "01-x");
    assert_eq!(missing.len(), 3, "{missing:?}");
    assert!(missing[0].starts_with("solutions/01-x/wrong/always-no.txt is missing"), "{missing:?}");
}
