//! The rules of `two-phase-commit` on machines that are right and machines that are not, and how many
//! schedules the small worlds have.

use grader::exercise::{Exercise, exam};
use grader::guard::Beacon;
use grader::{Judgement, Verdict};
use nodes::Settings;
use nodes::two_phase_commit::{Candidate, Part, broken};

fn verdicts(candidate: Candidate, part: Part) -> Vec<Verdict> {
    exam(part, candidate).explore(&Settings::default(), &[], &Default::default(), &Beacon::dark())
}

fn broken_rules(candidate: Candidate, part: Part) -> Vec<String> {
    let verdicts = verdicts(candidate, part);
    let broken = verdicts.into_iter().filter(|verdict| !matches!(verdict.judgement, Judgement::Passes));
    broken.map(|verdict| verdict.property).collect()
}

#[test]
fn the_right_machines_pass_every_rule() {
    for part in Candidate::PARTS {
        for verdict in verdicts(broken::right(), *part) {
            println!("{part:?} {} tried {} of {}", verdict.property, verdict.tried, verdict.runs);
            if let Judgement::Broken(found) = &verdict.judgement {
                println!("{}\n{:#?}", found.scenario, found.finding);
            }
            assert!(matches!(verdict.judgement, Judgement::Passes), "{part:?}: {verdict:?}");
        }
    }
}

#[test]
fn a_decision_that_is_told_first_and_logged_later_is_seen() {
    let rules = broken_rules(broken::send_decision_before_log(), Part::Recovery);
    assert!(rules.contains(&"commit_is_durable_first".to_owned()), "{rules:?}");
    assert!(rules.contains(&"all_decide_alike".to_owned()), "{rules:?}");
}

/// How many schedules there are, of which the first so many are tried.
fn count(bounds: nodes::messages::Bounds, most: u32) -> (u32, usize) {
    use grader::world::Search;
    let mut search = nodes::two_phase_commit::every_schedule(bounds, Some(most));
    let mut world = broken::right().world(Part::Recovery);
    let (mut count, mut longest) = (0, 0);
    while let Some(tried) = search.next(&mut world) {
        count += 1;
        if tried.case.plan.phases.len() > longest {
            longest = tried.case.plan.phases.len();
        }
    }
    (count, longest)
}

#[test]
fn counts() {
    use nodes::messages::Bounds;
    const V: &[&str] = &["votes"];
    const D: &[&str] = &["doubt"];
    const B: &[&str] = &["votes", "doubt"];
    for (crashes, lossy, firings, timers) in [
        (0, false, 1, V),
        (0, false, 1, D),
        (0, false, 2, D),
        (0, false, 3, B),
        (1, true, 1, V),
        (1, true, 1, D),
        (1, false, 2, D),
        (1, false, 0, D),
        (1, true, 0, D),
    ] {
        let begun = std::time::Instant::now();
        let n = count(Bounds { crashes, lossy, firings, timers }, 300_000);
        println!(
            "crashes {crashes} lossy {lossy} firings {firings} {timers:?}: {n:?} in {:?}",
            begun.elapsed()
        );
    }
}
