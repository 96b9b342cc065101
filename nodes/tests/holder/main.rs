//! Exercise `holder`: another right pod passes, and the reports of wrong ones are read as a learner
//! reads them.

mod pod;

use grader::guard::Beacon;
use grader::harness::Exam;
use grader::report::{WIDTH, render};
use grader::{Judgement, Settings, Verdict};
use kit::contract::holder::{Keeping, Make};
use nodes::holder::Candidate;
use nodes::messages::Nodes;
use pod::{Flaw, Pod};

fn exam(make: Make) -> Exam<Nodes<Keeping>> {
    grader::exercise::exam((), Candidate { make })
}

fn judged(make: Make, settings: &Settings) -> Vec<Verdict> {
    exam(make).explore(settings, &[], &Default::default(), &Beacon::dark())
}

/// What a learner reads.
fn rendered(verdict: &Verdict) -> String {
    // Whose pod it was does not show.
    let exam = exam(|setup| Box::new(Pod::new(setup, None)));
    let property = exam.properties.iter().find(|property| property.name == verdict.property).expect("a rule");
    let heading = exam.heading(property);
    let report = render(&heading, &verdict.judgement, verdict.runs);
    assert!(report.lines().all(|line| line.chars().count() <= WIDTH), "a line is too long:\n{report}");
    report
}

/// The report of one rule on a pod of this make.
fn report(make: Make, rule: &str) -> String {
    let verdicts = judged(make, &Settings::default());
    let verdict = verdicts.iter().find(|verdict| verdict.property == rule).expect("a verdict");
    assert!(matches!(verdict.judgement, Judgement::Broken(_)), "{:?}", verdict.judgement);
    rendered(verdict)
}

macro_rules! with {
    ($flaw:ident) => {
        |setup| Box::new(Pod::new(setup, Some(Flaw::$flaw)))
    };
}

#[test]
fn a_right_pod_of_another_kind_passes_on_every_seed() {
    for seed in 30..34 {
        let settings = Settings { seed, cases: Some(1_500), ..Settings::default() };
        for verdict in judged(|setup| Box::new(Pod::new(setup, None)), &settings) {
            assert!(verdict.passes(), "seed {seed}:\n{}", rendered(&verdict));
        }
    }
}

#[test]
fn the_time_is_counted_from_the_answer() {
    insta::assert_snapshot!(report(with!(CountsFromTheAnswer), "a_grant_counts_from_its_first_request"));
    insta::assert_snapshot!(report(with!(CountsFromTheAnswer), "no_piece_outside_the_lease"));
}

#[test]
fn the_clock_can_be_set() {
    insta::assert_snapshot!(report(with!(WallClock), "no_piece_outside_the_lease"));
}

#[test]
fn only_an_answer_ends_the_work() {
    insta::assert_snapshot!(report(with!(WorksInSilence), "no_piece_outside_the_lease"));
}

#[test]
fn silence_is_taken_for_a_no() {
    insta::assert_snapshot!(report(with!(SilenceIsLost), "silence_is_no_answer"));
}

#[test]
fn a_question_without_an_answer_is_forgotten() {
    insta::assert_snapshot!(report(with!(NewAttempts), "silence_is_no_answer"));
}

#[test]
fn beats_are_too_far_apart() {
    insta::assert_snapshot!(report(with!(OneBeatOnly), "two_lost_beats_lose_nothing"));
}

#[test]
fn a_clear_no_is_ignored() {
    insta::assert_snapshot!(report(with!(LostIsIgnored), "no_piece_after_lost"));
}

#[test]
fn a_late_grant_is_thrown_away() {
    insta::assert_snapshot!(report(with!(LateGrantsStay), "late_grant_is_given_back"));
}

#[test]
fn the_lease_is_given_back_before_the_work_ends() {
    insta::assert_snapshot!(report(with!(ReleasesFirst), "release_comes_last"));
}

#[test]
fn what_was_sent_is_taken_for_arrived() {
    insta::assert_snapshot!(report(with!(DoneBeforeReleased), "done_means_released"));
}

#[test]
fn all_wait_equally_long() {
    insta::assert_snapshot!(report(with!(AllWaitAlike), "waiters_do_not_stampede"));
}
