use super::*;
use crate::prove::explanations;
use crate::prove::facts::Facts;
use crate::prove::variant::{Kind, parse};

/// Two parts with two rules each; `idle` stands, `late` breaks one rule of one part.
const FACTS: &str = "\
examples reference credit passes
examples stub credit fails
examples idle credit fails
examples late credit passes
examples tidy credit passes
rule reference p::one safe fixed passes 9 0
rule reference p::one ends fixed passes 9 0
rule reference p::two safe fixed passes 9 0
rule reference p::two ends fixed passes 9 0
rule stub p::one safe fixed waits 0 0
rule stub p::one ends fixed fails 0 0
rule stub p::two safe fixed passes 9 0
rule stub p::two ends fixed waits 0 0
rule tidy p::one safe fixed passes 9 0
rule tidy p::one ends fixed passes 9 0
rule tidy p::two safe fixed passes 9 0
rule tidy p::two ends fixed passes 9 0
rule idle p::one safe fixed passes 9 0
rule idle p::one ends fixed fails 1 2
rule idle p::two safe fixed passes 9 0
rule idle p::two ends fixed fails 1 6
rule late p::one safe fixed fails 3 4
rule late p::one ends fixed passes 9 0
rule late p::two safe fixed passes 9 0
rule late p::two ends fixed passes 9 0
";

const EXPLAINED: &str = "p::two::safe: It is what a learner looks for first.\n";

fn variants() -> Vec<Variant> {
    let hunk = "\nfile: src/lib.rs\n--- find\na\n--- with\nb\n--- end\n";
    let idle = format!("name: idle\npart: all\nbreaks: ends\nsays: Idle.\nstanding: yes\n{hunk}");
    let late = format!("name: late\npart: p::one\nbreaks: safe\nsays: Late.\n{hunk}");
    let tidy = format!("name: tidy\npart: p::two\nsays: Tidy.\n{hunk}");
    vec![
        parse("wrong/idle.txt", "idle", Kind::Wrong, &idle).unwrap(),
        parse("wrong/late.txt", "late", Kind::Wrong, &late).unwrap(),
        parse("right/tidy.txt", "tidy", Kind::Right, &tidy).unwrap(),
    ]
}

fn facts(lines: &str) -> Facts {
    let mut facts = Facts::default();
    for line in lines.lines() {
        assert_eq!(facts.line(&line.replace(' ', "\t")), Ok(true), "{line}");
    }
    facts
}

fn judged(lines: &str, explained: &str, fresh: u32) -> Judgement {
    let explanations = explanations::parse("explanations.txt", explained).unwrap();
    let (variants, facts) = (variants(), facts(lines));
    judge(&Evidence { exercise: "x", variants: &variants, explanations: &explanations, facts: &facts, fresh })
}

/// The faults after each change of a line of facts; there must be exactly one.
fn fault(from: &str, to: &str) -> String {
    let lines = FACTS.replacen(from, to, 1);
    assert_ne!(lines, FACTS, "{from}");
    let faults = judged(&lines, EXPLAINED, 0).faults;
    assert_eq!(faults.len(), 1, "{faults:#?}");
    faults[0].clone()
}

#[test]
fn a_sound_grader_is_green() {
    let judgement = judged(FACTS, EXPLAINED, 0);
    assert_eq!(judgement.faults, Vec::<String>::new());
    assert_eq!(judgement.steps, [2, 6, 4]);
}

#[test]
fn no_rules_are_red() {
    let fault = judged("", "", 0).faults.remove(0);
    assert!(fault.starts_with("no rules yet: the proof of x reported no rule for the reference"), "{fault}");
    // Examples alone are no rules.
    assert_eq!(judged("examples reference credit passes\n", "", 0).faults.len(), 1);
}

#[test]
fn a_stub_that_passes_a_part_is_red() {
    let fault = fault("stub p::two ends fixed waits", "stub p::two ends fixed passes");
    assert!(fault.starts_with("stub: passes every rule of p::two"), "{fault}");
}

#[test]
fn a_part_that_is_given_passes_in_the_stub_and_says_why() {
    let given = |part: &str| format!("{EXPLAINED}given {part}: It is the worked example.\n");
    let passes = FACTS.replacen("stub p::two ends fixed waits", "stub p::two ends fixed passes", 1);
    assert_eq!(judged(&passes, &given("p::two"), 0).faults, Vec::<String>::new());
    let faults = judged(FACTS, &given("p::two"), 0).faults;
    assert!(faults[0].starts_with("explanations.txt:2:1: stub: p::two is given complete, and does not pass"));
    let faults = judged(FACTS, &given("p::three"), 0).faults;
    assert!(faults[0].starts_with("explanations.txt:2:1: no rule was reported of a part `p::three`"));
}

#[test]
fn a_stub_of_which_nothing_is_known_is_red() {
    let lines: String =
        FACTS.lines().filter(|line| !line.contains("stub p::one")).map(|l| format!("{l}\n")).collect();
    assert_eq!(judged(&lines, EXPLAINED, 0).faults, ["stub: nothing was reported of p::one"]);
}

#[test]
fn what_is_right_passes_everything() {
    assert_eq!(
        fault("reference p::two safe fixed passes", "reference p::two safe fixed fails"),
        "reference: fails p::two::safe, but it is right"
    );
    assert_eq!(
        fault("tidy p::two safe fixed passes", "tidy p::two safe fixed waits"),
        "right/tidy.txt: p::two::safe waits for code to be written, but it is right"
    );
    assert_eq!(
        fault("rule tidy p::two safe fixed passes 9 0\n", ""),
        "right/tidy.txt: nothing was reported of p::two::safe"
    );
    assert_eq!(
        fault("tidy credit passes", "tidy credit fails"),
        "right/tidy.txt: fails the visible example credit"
    );
    assert_eq!(fault("examples reference credit passes\n", ""), "reference: no example was reported");
}

#[test]
fn a_wrong_variant_passes_the_examples_unless_it_stands() {
    assert_eq!(
        fault("late credit passes", "late credit fails"),
        "wrong/late.txt: fails the visible example credit"
    );
    assert_eq!(fault("examples late credit passes\n", ""), "wrong/late.txt: no example was reported");
}

#[test]
fn a_wrong_variant_fails_by_the_rule_meant_for_it() {
    let lines = FACTS.replace("late p::one safe fixed fails 3 4", "late p::one safe fixed passes 9 0");
    let lines = lines.replace("late p::one ends fixed passes 9 0", "late p::one ends fixed fails 1 5");
    let faults = judged(&lines, EXPLAINED, 0).faults;
    assert_eq!(faults[0], "wrong/late.txt: p::one::safe must fail, and passes; it fails ends");
    // And no rule but that one rejected anything.
    assert!(faults[1].starts_with("p::one::safe: rejects no wrong variant"), "{faults:#?}");
    let lines = FACTS.replace("late p::one safe fixed fails 3 4", "late p::one safe fixed waits 0 0");
    let faults = judged(&lines, EXPLAINED, 0).faults;
    assert_eq!(
        faults[0],
        "wrong/late.txt: p::one::safe must fail, and waits for code to be written; no rule there rejects it"
    );
}

#[test]
fn a_variant_of_all_parts_fails_in_each() {
    let lines = FACTS.replace("idle p::two ends fixed fails 1 6", "idle p::two ends fixed passes 9 0");
    let faults = judged(&lines, EXPLAINED, 0).faults;
    assert_eq!(faults[0], "wrong/idle.txt: p::two::ends must fail, and passes; no rule there rejects it");
}

#[test]
fn a_part_that_lacks_the_rule_rejects_by_another() {
    let more = "\
rule reference q only fixed passes 9 0
rule stub q only fixed waits 0 0
rule tidy q only fixed passes 9 0
rule late q only fixed passes 9 0
rule idle q only fixed fails 1 1
";
    assert_eq!(judged(&format!("{FACTS}{more}"), EXPLAINED, 0).faults, Vec::<String>::new());
    let lines = format!("{FACTS}{}", more.replace("fails 1 1", "passes 9 0"));
    assert_eq!(judged(&lines, EXPLAINED, 0).faults[0], "wrong/idle.txt: no rule of q rejects it");
}

#[test]
fn a_part_or_a_rule_that_nobody_reported_has_a_place() {
    let renamed = FACTS.replace("p::one", "p::uno");
    let fault = &judged(&renamed, EXPLAINED, 0).faults[0];
    assert!(fault.starts_with("wrong/late.txt:2:7: no rule was reported of a part `p::one`\n"), "{fault}");
    assert!(fault.ends_with("help: there are: p::two, p::uno"), "{fault}");
    let renamed = FACTS.replace("p::one safe", "p::one sound");
    let fault = &judged(&renamed, EXPLAINED, 0).faults[0];
    assert!(fault.starts_with("wrong/late.txt:3:9: no rule `safe` was reported of p::one\n"), "{fault}");
}

#[test]
fn a_rule_that_rejects_nothing_needs_a_reason() {
    let faults = judged(FACTS, "", 0).faults;
    assert_eq!(faults.len(), 1);
    assert!(faults[0].starts_with("p::two::safe: rejects no wrong variant\n"), "{faults:#?}");
}

#[test]
fn a_reason_that_is_none_has_a_place() {
    let faults =
        judged(FACTS, &format!("# why\n{EXPLAINED}p::one::ends: It is kind.\np::one::lost: No.\n"), 0).faults;
    assert!(faults[0].starts_with("explanations.txt:3:1: this rule needs no explanation: it rejects idle\n"));
    assert!(faults[1].starts_with("explanations.txt:4:1: no rule `p::one::lost` was reported\n"));
    assert_eq!(faults.len(), 2);
}

/// All variants under this many fresh seeds, as the fixed one says, but for `late` in its part.
fn with_fresh(seeds: u64, late_fails: u64) -> String {
    let mut lines = FACTS.to_owned();
    for line in FACTS.lines().filter(|line| line.starts_with("rule ")) {
        for seed in 1..=seeds {
            let late = line.starts_with("rule late p::one safe") && seed > late_fails;
            let line = if late { line.replace("fails 3 4", "passes 9 0") } else { line.to_owned() };
            lines += &format!("{}\n", line.replace(" fixed ", &format!(" {seed} ")));
        }
    }
    lines
}

#[test]
fn nineteen_of_twenty_fresh_seeds_are_enough_and_eighteen_are_not() {
    let judgement = judged(&with_fresh(20, 19), EXPLAINED, 20);
    assert_eq!(judgement.faults, Vec::<String>::new());
    let late = judgement.shares.iter().find(|share| share.variant == "late").unwrap();
    assert_eq!((late.failed, late.tried), (19, 20));
    assert_eq!(
        judged(&with_fresh(20, 18), EXPLAINED, 20).faults,
        ["wrong/late.txt: p::one::safe fails under 18 of 20 fresh seeds; at least 95 % must reject it"]
    );
}

#[test]
fn a_seed_under_which_the_right_fails_is_named() {
    let lines = with_fresh(3, 3).replace("tidy p::two safe 2 passes", "tidy p::two safe 2 fails");
    assert_eq!(
        judged(&lines, EXPLAINED, 3).faults,
        ["right/tidy.txt: fails p::two::safe under 1 of 3 fresh seeds, but it is right (GRADE_SEED=2)"]
    );
}

#[test]
fn fresh_seeds_that_were_not_tried_are_missed() {
    let faults = judged(&with_fresh(3, 3), EXPLAINED, 4).faults;
    assert!(faults.contains(&"reference: p::one::safe was tried under 3 fresh seeds, not 4".to_owned()));
    assert!(faults.iter().any(|fault| fault.starts_with("wrong/late.txt: p::one::safe fails under 3 of 4")));
}

#[test]
fn facts_are_read_strictly_and_other_lines_are_for_people() {
    let mut facts = Facts::default();
    assert_eq!(facts.line("proving 26 variants"), Ok(false));
    assert_eq!(facts.line("rule of thumb"), Ok(false));
    for line in [
        "rule\tx\tp\tsafe\tfixed\tmaybe\t1\t1",
        "rule\tx\tp\tsafe\tfirst\tpasses\t1\t1",
        "rule\tx\tp\tsafe\tfixed\tpasses\t1",
        "rule\tx\tp\tsafe\tfixed\tpasses\t1\tmany",
        "rule\tx\tp\tsafe\tfixed\tpasses\tmany\t1",
        "examples\tx\tcredit\twaits",
    ] {
        assert!(facts.line(line).is_err(), "{line}");
    }
}
