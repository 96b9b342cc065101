//! The rules of `fenced-job` against workers that break them: what is found, and what a learner reads.
//!
//! Each wrong worker is the right one behind a wrapper that tampers with what it hears or says, so
//! that nothing else can differ.

mod tampered;

use grader::exercise::{Exercise, exam};
use grader::guard::Beacon;
use grader::report;
use grader::world::{Case, World};
use grader::{Check, Judgement, Settings};
use kit::contract::fenced_job::MakeWorker;
use kit::scenario::Scenario;
use nodes::fenced_job::{Candidate, Worker, broken};

/// The report of this rule, which must be broken, by a file that does it again.
fn report(worker: MakeWorker, rule: &str) -> String {
    let exam = exam(Worker, Candidate { worker });
    let verdicts = exam.explore(&Settings::default(), &[], &Default::default(), &Beacon::dark());
    let at = verdicts.iter().position(|verdict| verdict.property == rule).expect("a rule of this name");
    let (verdict, property) = (&verdicts[at], &exam.properties[at]);
    if let Judgement::Broken(found) = &verdict.judgement {
        assert!(found.trace.steps.len() <= 12, "{} steps", found.trace.steps.len());
        let kept = Scenario::parse(&found.scenario.to_string()).expect("a kept file is a scenario");
        let mut world = (exam.world)();
        let cast = world.cast(&kept.cast).expect("its cast is one");
        let again = world.run(&Case { cast, plan: kept.plan });
        assert!(matches!((property.check)(&again), Check::Broken(_)), "the file does not do it again");
    }
    let heading = exam.heading(property);
    let report = report::render(&heading, &verdict.judgement, verdict.runs);
    assert!(report.lines().all(|line| line.chars().count() <= 80), "{report}");
    report
}

#[test]
fn the_right_worker_keeps_every_rule_on_every_seed() {
    let exam = exam(Worker, Candidate { worker: broken::right });
    for seed in [30, 31, 32] {
        let settings = Settings { seed, ..Settings::default() };
        for verdict in exam.explore(&settings, &[], &Default::default(), &Beacon::dark()) {
            assert!(verdict.passes(), "seed {seed}: {verdict:#?}");
        }
    }
}

/// Nothing is kept from whoever does nothing: each rule fails or waits.
#[test]
fn who_does_nothing_keeps_no_rule() {
    let exam = exam(Worker, Candidate { worker: tampered::idle });
    for verdict in exam.explore(&Settings::default(), &[], &Default::default(), &Beacon::dark()) {
        assert!(!verdict.passes(), "{}", verdict.property);
    }
}

/// A pod cannot do the tables' deeds by saying so.
#[test]
fn deeds_of_a_pod_are_none_of_a_table() {
    let said = report(tampered::says_that_it_is_done, "done_means_all_five");
    assert!(said.contains("is: Done, and steps 1, 2, 3, 4"), "{said}");
}

#[test]
fn one_table_of_three_lets_the_letter_out_twice() {
    insta::assert_snapshot!(report(broken::one_table_of_three, "each_step_lands_once"));
}

#[test]
fn one_table_of_three_is_claimed() {
    insta::assert_snapshot!(report(broken::one_table_of_three, "every_table_is_claimed_first"));
}

#[test]
fn a_fenced_job_takes_back_what_it_did() {
    insta::assert_snapshot!(report(broken::compensates_after_fenced, "nothing_is_compensated"));
}

#[test]
fn a_fenced_job_tries_again() {
    insta::assert_snapshot!(report(tampered::does_not_hear_fenced, "after_fenced_no_effect"));
}

#[test]
fn the_last_step_is_not_fenced() {
    insta::assert_snapshot!(report(tampered::closes_unfenced, "every_write_carries_the_token"));
}

#[test]
fn what_was_read_is_not_used() {
    insta::assert_snapshot!(report(tampered::reads_nothing, "each_step_lands_once"));
}

#[test]
fn a_short_account_is_called_a_fence() {
    insta::assert_snapshot!(report(tampered::short_is_fenced, "short_is_not_fenced"));
}

#[test]
fn a_grant_of_an_earlier_life_is_taken() {
    insta::assert_snapshot!(report(tampered::takes_any_grant, "late_messages_change_nothing"));
}

#[test]
fn nothing_is_sent_again() {
    insta::assert_snapshot!(report(tampered::never_repeats, "every_run_is_answered"));
}

#[test]
fn a_lease_is_kept() {
    insta::assert_snapshot!(report(tampered::keeps_the_lease, "lease_is_given_back_last"));
}

/// Every figure's code is known by its name.
#[test]
fn every_code_has_a_world() {
    let candidate = Candidate { worker: broken::right };
    assert!(Candidate::CODES.iter().all(|name| candidate.code(name).is_some()));
    assert!(candidate.code("another").is_none());
}
