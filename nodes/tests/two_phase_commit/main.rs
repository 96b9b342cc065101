//! The rules of `two-phase-commit` on machines that are right and machines that are not, and how many
//! schedules the small worlds have.

use kit::Ms;
use kit::contract::commit::{COORDINATOR, Commit, Input, Msg, Outputs, Record, Vote};
use kit::world::{Event, Machine, What};

use grader::Judgement;
use grader::Verdict;
use grader::exercise::{Exercise, exam};
use grader::guard::Beacon;
use grader::property::Check;
use grader::world::Search;
use nodes::Settings;
use nodes::messages::Bounds;
use nodes::two_phase_commit::rules::rules;
use nodes::two_phase_commit::{Candidate, Part, SCHEDULES, bounds, broken, every_schedule};

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
            if let Judgement::Broken(found) = &verdict.judgement {
                println!("{}\n{:#?}", found.scenario, found.finding);
            }
            assert!(matches!(verdict.judgement, Judgement::Passes), "{part:?}: {verdict:?}");
        }
    }
}

/// The right machines, as far as a learner has written them who has come to this part.
struct Unfinished {
    machine: Box<dyn Machine<Commit>>,
    part: Part,
}

impl Machine<Commit> for Unfinished {
    fn step(&mut self, now: Ms, input: Input, out: &mut Outputs) {
        let later = match (&input, self.part) {
            (
                Input::Restart { .. } | Input::Timer("doubt") | Input::Message { msg: Msg::Ask { .. }, .. },
                Part::Protocol,
            ) => true,
            (Input::Message { from, msg: Msg::Ask { .. } }, Part::Recovery) => *from != COORDINATOR,
            _ => false,
        };
        match self.part {
            _ if !later => self.machine.step(now, input, out),
            Part::Protocol => panic!("recovery is not written yet"),
            // The stub of `termination` answers no bank.
            _ => {}
        }
    }
}

fn unfinished(machine: Box<dyn Machine<Commit>>, part: Part) -> Box<dyn Machine<Commit>> {
    Box::new(Unfinished { machine, part })
}

#[test]
fn each_part_is_green_before_the_next_is_written() {
    let protocol = Candidate {
        coordinator: || unfinished((broken::right().coordinator)(), Part::Protocol),
        bank: |setup| unfinished((broken::right().bank)(setup), Part::Protocol),
    };
    assert_eq!(broken_rules(protocol, Part::Protocol), [""; 0]);
    assert!(!broken_rules(protocol, Part::Recovery).is_empty());
    let recovery = Candidate {
        coordinator: broken::right().coordinator,
        bank: |setup| unfinished((broken::right().bank)(setup), Part::Recovery),
    };
    assert_eq!(broken_rules(recovery, Part::Recovery), [""; 0]);
    assert!(!broken_rules(recovery, Part::Termination).is_empty());
}

#[test]
fn a_decision_that_is_told_first_and_logged_later_is_seen() {
    let rules = broken_rules(broken::send_decision_before_log(), Part::Recovery);
    assert!(rules.contains(&"commit_is_durable_first".to_owned()), "{rules:?}");
    assert!(rules.contains(&"all_decide_alike".to_owned()), "{rules:?}");
}

#[test]
fn a_bank_that_waits_and_then_aborts_is_seen() {
    let rules = broken_rules(broken::timeout_aborts_alone(), Part::Recovery);
    assert!(rules.contains(&"in_doubt_decides_nothing".to_owned()), "{rules:?}");
    assert!(rules.contains(&"all_decide_alike".to_owned()), "{rules:?}");
}

/// How many schedules the small world has: those in which both banks can, and those in which one cannot.
fn count(bounds: Bounds) -> [u32; 2] {
    let mut search = every_schedule(bounds, None);
    let mut world = broken::right().world(Part::Recovery);
    let mut counts = [0, 0];
    while let Some(tried) = search.next(&mut world) {
        counts[usize::from(tried.run.run.requests[0].changes[0].1 != -30_00)] += 1;
    }
    counts
}

/// The numbers that the chapter tells. Another number is no error in itself; it must be meant.
#[test]
fn every_schedule_is_tried_and_counted() {
    let calm = Bounds { crashes: 0, lossy: false, firings: 0, timers: &[], on_time: false };
    assert_eq!(count(calm), [4, 14]);
    let counts = Candidate::PARTS.iter().map(|&part| (part, count(bounds(part))));
    let counts: Vec<_> = counts.collect();
    for (part, [yes, no]) in &counts {
        println!("{part:?}: {yes} with two that can, {no} with one that cannot, {} in all", yes + no);
    }
    assert_eq!(counts, SCHEDULES);
}

/// What a proof leaves out: schedules that are the same under every seed, and what comes long after the
/// first rule that fell.
#[test]
fn a_proof_may_leave_out_what_it_has_seen() {
    let runs = |candidate: Candidate, settings: &Settings| {
        let verdicts =
            exam(Part::Recovery, candidate).explore(settings, &[], &Default::default(), &Beacon::dark());
        assert!(verdicts.iter().all(|verdict| !matches!(verdict.judgement, Judgement::NeverTested { .. })));
        verdicts[0].runs
    };
    let whole = runs(broken::right(), &Settings::default());
    let drawn = runs(broken::right(), &Settings { drawn: true, ..Settings::default() });
    assert_eq!(whole - drawn, 18 + 164 + 464);
    let enough = Settings { enough: Some(20), ..Settings::default() };
    assert_eq!(runs(broken::right(), &enough), whole);
    assert!(runs(broken::send_decision_before_log(), &enough) < 100);
}

/// Crashes that come to the same are tried once, and this one is like no other: all have voted yes, and
/// nothing was decided.
#[test]
fn the_coordinator_also_dies_undecided() {
    let mut search = every_schedule(bounds(Part::Recovery), None);
    let mut world = broken::right().world(Part::Recovery);
    let mut found = 0;
    while let Some(tried) = search.next(&mut world) {
        let events = &tried.run.run.events;
        let of = |event: &&Event<Commit>| event.who == Some(COORDINATOR);
        let crash = events.iter().position(|event| of(&event) && matches!(event.what, What::Crashed { .. }));
        let decided =
            |what: &What<Commit>| matches!(what, What::Wrote(Record::Decided { .. }) | What::Answered { .. });
        let Some(crash) = crash else { continue };
        let undecided = !events[..crash].iter().filter(of).any(|event| decided(&event.what));
        let yes = |event: &&Event<Commit>| {
            matches!(event.what, What::Sent { msg: Msg::Vote { vote: Vote::Yes, .. }, .. })
        };
        found += u32::from(undecided && events.iter().filter(yes).count() == 2);
    }
    assert!(found > 0);
}

/// Whether a rule holds in every schedule of a small world.
fn holds(rule: &str, candidate: Candidate, bounds: Bounds) -> bool {
    let mut rules = rules();
    let at = rules.iter().position(|property| property.name == rule).expect("a rule of this name");
    let rule = rules.swap_remove(at);
    let mut search = every_schedule(bounds, None);
    let mut world = candidate.world(Part::Recovery);
    while let Some(tried) = search.next(&mut world) {
        if matches!((rule.check)(&tried.run), Check::Broken(_)) {
            return false;
        }
    }
    true
}

/// Why a crash must be able to lose what is on the way: as long as mail always arrives, what was sent is as
/// good as done.
#[test]
fn who_forgets_what_was_sent_is_found_only_where_mail_gets_lost() {
    let candidate = broken::forgets_what_it_sent();
    let bounds = bounds(Part::Recovery);
    assert!(holds("all_decide_alike", candidate, Bounds { lossy: false, ..bounds }));
    assert!(!holds("all_decide_alike", candidate, Bounds { lossy: true, ..bounds }));
}
