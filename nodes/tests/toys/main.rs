//! The toys of the kit are the grader's first customers for plans of messages: every right node
//! passes, every wrong one is rejected by a small run that replays.

mod exams;

use grader::guard::Beacon;
use grader::harness::Exam;
use grader::settings::FIXED_SEED;
use grader::verdict::Counterexample;
use grader::world::{Case, World};
use grader::{Check, Judgement, Settings, Verdict};
use kit::scenario::Scenario;
use kit::world::Protocol;
use nodes::messages::Nodes;

use exams::{elections, leases, two_phase_commits};

fn judged<P: Protocol>(exam: &Exam<Nodes<P>>, seed: u64) -> Vec<Verdict> {
    let settings = Settings { seed, ..Settings::default() };
    exam.explore(&settings, &[], &Default::default(), &Beacon::dark())
}

fn assert_passes<P: Protocol>(exam: &Exam<Nodes<P>>, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        for verdict in judged(exam, seed) {
            assert!(verdict.passes(), "seed {seed}: {verdict:#?}");
        }
    }
}

/// The counterexample of the first rule: small, and its file does it again.
fn assert_rejected<P: Protocol>(name: &str, exam: &Exam<Nodes<P>>) -> Box<Counterexample> {
    let verdict = judged(exam, FIXED_SEED).swap_remove(1);
    let Judgement::Broken(found) = verdict.judgement else {
        panic!("{name} passes: {:?}", verdict.judgement)
    };
    assert!(found.trace.steps.len() <= 20, "{name}: {} steps", found.trace.steps.len());
    assert!(found.trace.violation.is_some(), "{name}");

    let text = found.scenario.to_string();
    let again = Scenario::parse(&text).unwrap_or_else(|error| panic!("{}", error.render(name, &text)));
    assert_eq!(again.plan, found.scenario.plan, "{name}");
    let mut world = (exam.world)();
    let cast = world.cast(&again.cast).unwrap_or_else(|error| panic!("{}", error.render(name, &text)));
    let run = world.run(&Case { cast, plan: again.plan });
    assert!(
        matches!((exam.properties[1].check)(&run), Check::Broken(_)),
        "{name}: the file does not do it again"
    );
    found
}

fn assert_mostly_rejected<P: Protocol>(name: &str, exam: &Exam<Nodes<P>>) {
    let rejects = |seed: &u64| matches!(judged(exam, *seed)[1].judgement, Judgement::Broken(_));
    let rejected = (100..110).filter(rejects).count();
    assert!(rejected == 10, "{name}: only {rejected} of 10 fresh seeds reject it");
}

#[test]
fn right_nodes_pass_on_every_seed() {
    assert_passes(&elections::right(), FIXED_SEED..FIXED_SEED + 3);
    assert_passes(&two_phase_commits::right(), FIXED_SEED..FIXED_SEED + 3);
    assert_passes(&leases::right(), FIXED_SEED..FIXED_SEED + 3);
}

#[test]
fn what_the_portfolio_finds_it_finds_on_nearly_every_seed() {
    for (name, exam) in elections::wrong() {
        assert_rejected(name, &exam);
        assert_mostly_rejected(name, &exam);
    }
    for (name, exam) in two_phase_commits::wrong() {
        assert_rejected(name, &exam);
        assert_mostly_rejected(name, &exam);
    }
}

#[test]
fn the_hard_ones_fall_to_their_scenarios() {
    for (name, exam) in elections::hard() {
        assert_rejected(name, &exam);
    }
    for (name, exam) in two_phase_commits::hard() {
        assert_rejected(name, &exam);
    }
    for (name, exam) in leases::hard() {
        assert_rejected(name, &exam);
    }
}

#[test]
fn the_same_seed_gives_the_same_counterexample() {
    let (_, exam) = elections::wrong().swap_remove(0);
    assert_eq!(judged(&exam, FIXED_SEED), judged(&exam, FIXED_SEED));
}

/// Nodes that do nothing break no rule about what must not happen; they fail all the same.
#[test]
fn idle_nodes_fail() {
    for verdict in judged(&elections::idle(), FIXED_SEED) {
        assert_ne!(verdict.judgement, Judgement::Passes, "{}", verdict.property);
    }
}

/// What a learner would see, as it stands in the terminal.
#[test]
fn the_report_of_a_double_vote() {
    let (name, exam) = elections::wrong().swap_remove(0);
    let found = assert_rejected(name, &exam);
    let property = &exam.properties[1];
    let heading = exam.heading(property);
    let report = grader::report::broken(&heading, &found.scenario, &found.finding, &found.trace);
    assert!(report.lines().all(|line| line.chars().count() <= 80), "{report}");
    insta::assert_snapshot!(report);
}

/// What failed yesterday is tried before anything else, even when nothing else is tried.
#[test]
fn a_kept_counterexample_is_tried_first() {
    let (name, exam) = elections::wrong().swap_remove(1);
    let kept = assert_rejected(name, &exam).scenario;
    let none = Settings { cases: Some(0), ..Settings::default() };
    let judged =
        |kept: &[Scenario]| exam.explore(&none, kept, &Default::default(), &Beacon::dark()).swap_remove(1);
    assert_eq!(judged(&[]).judgement, Judgement::Passes, "without it nothing is tried");
    assert!(matches!(judged(std::slice::from_ref(&kept)).judgement, Judgement::Broken(_)));
}
