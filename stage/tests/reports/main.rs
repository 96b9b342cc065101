//! The product's face: what a learner reads at eighty columns, for the mistakes that are made most often.

mod debits;
mod fence;
mod lease_keeper;
mod lease_table;

use grader::guard::Beacon;
use grader::harness::Exam;
use grader::report::{WIDTH, render};
use grader::world::World;
use grader::{Judgement, Settings};

/// The report on one rule, which the code of this exam breaks.
fn told<W: World>(exam: &Exam<W>, rule: &str) -> String {
    let verdicts = exam.explore(&Settings::default(), &[], &Default::default(), &Beacon::dark());
    let verdict = verdicts.iter().find(|verdict| verdict.property == rule).expect("a rule of this name");
    assert_ne!(verdict.judgement, Judgement::Passes, "{rule}");
    let property = exam.properties.iter().find(|property| property.name == rule).expect("the same");
    let heading = exam.heading(property);
    let report = render(&heading, &verdict.judgement, verdict.runs);
    assert!(report.lines().all(|line| line.chars().count() <= WIDTH), "a line is too long:\n{report}");
    report
}
