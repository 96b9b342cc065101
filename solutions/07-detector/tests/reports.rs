//! What a learner of `detector` reads at eighty columns, for the mistakes that are made most often.

use kit::contract::detector::{Clocks, Detector, Make, Outputs, Seen};
use nodes::detector::adversary::{Found, Silence, try_all};
use nodes::detector::attack::wrong_kill;
use nodes::detector::examples::EXAMPLES;
use nodes::detector::{Candidate, nodes};
use nodes::exercise::exam;
use nodes::guard::Beacon;
use nodes::report::{WIDTH, render};
use nodes::{Judgement, Settings};

/// Patience of so many ms, by one clock or the other.
struct Patient {
    ms: u64,
    by_wall: bool,
    for_ever: bool,
    heard: u64,
    dead: bool,
}

impl Detector for Patient {
    fn step(&mut self, clocks: Clocks, seen: Seen, out: &mut Outputs) {
        let now = if self.by_wall { clocks.wall } else { clocks.steady };
        if seen != Seen::Look {
            self.heard = now;
        } else if now >= self.heard + self.ms && !self.dead {
            self.dead = !self.for_ever;
            out.declare_dead();
        }
        out.look_in(500);
    }
}

fn steady<const MS: u64>() -> Box<dyn Detector> {
    Box::new(Patient { ms: MS, by_wall: false, for_ever: false, heard: 0, dead: false })
}

fn wall() -> Box<dyn Detector> {
    Box::new(Patient { ms: 35_000, by_wall: true, for_ever: false, heard: 0, dead: false })
}

fn again() -> Box<dyn Detector> {
    Box::new(Patient { ms: 35_000, by_wall: false, for_ever: true, heard: 0, dead: false })
}

/// The report on one rule about a detector.
fn report(make: Make, rule: &str) -> String {
    let exam = exam((), Candidate { make });
    let verdicts = exam.explore(&Settings::default(), &[], &Default::default(), &Beacon::dark());
    let verdict = verdicts.iter().find(|verdict| verdict.property == rule).expect("a rule of this name");
    assert_ne!(verdict.judgement, Judgement::Passes, "{rule}");
    let property = exam.properties.iter().find(|property| property.name == rule).expect("the same");
    let heading = exam.heading(property);
    let report = render(&heading, &verdict.judgement, verdict.runs);
    assert!(report.lines().all(|line| line.chars().count() <= WIDTH), "a line is too long:\n{report}");
    report
}

const ALIVE: &str = "nobody_alive_is_declared_dead";
const NOTICED: &str = "a_death_is_noticed_in_time";

#[test]
fn one_missed_beat() {
    insta::assert_snapshot!(report(steady::<11_000>, ALIVE));
}

#[test]
fn no_margin_for_clocks() {
    insta::assert_snapshot!(report(steady::<30_000>, ALIVE));
}

#[test]
fn the_time_of_day() {
    insta::assert_snapshot!(report(wall, ALIVE));
}

#[test]
fn sixty_seconds_from_the_last_beat() {
    insta::assert_snapshot!(report(steady::<59_000>, NOTICED));
}

#[test]
fn nobody_is_ever_declared_dead() {
    insta::assert_snapshot!(report(steady::<{ u64::MAX / 2 }>, NOTICED));
}

#[test]
fn dead_again() {
    insta::assert_snapshot!(report(again, "dead_is_said_once"));
}

/// What is said of a schedule against a detector of 35 s.
fn attack(plan: &str) -> String {
    let attack = wrong_kill(|| nodes(steady::<35_000>));
    let text = format!("title: x\nfor: detector\ncode: watch\n\n{plan}");
    attack.verdict("attack/wrong-kill.txt", &text).unwrap_or_else(|said| said)
}

#[test]
fn a_schedule_that_the_detector_outlasts() {
    insta::assert_snapshot!(attack("at 25 s\npause pod-7\nat 40 s\nresume pod-7\nat 60 s\n"));
}

#[test]
fn a_schedule_in_which_it_really_dies() {
    insta::assert_snapshot!(attack("at 25 s\ncrash pod-7\nat 90 s\n"));
}

#[test]
fn a_schedule_in_which_nothing_is_heard_afterwards() {
    insta::assert_snapshot!(attack("at 25 s\npause pod-7\nat 90 s\n"));
}

#[test]
fn a_schedule_in_which_only_old_beats_arrive_afterwards() {
    insta::assert_snapshot!(attack(
        "hold Beat pod-7 -> watch\nat 36 s\nrelease Beat pod-7 -> watch\nat 37 s\n"
    ));
}

#[test]
fn a_schedule_that_forces_the_watcher() {
    insta::assert_snapshot!(attack("watch times out\nat 60 s\n"));
}

#[test]
fn a_beat_in_the_millisecond_of_the_declaration_counts() {
    assert!(attack("pause pod-7\nat 35 s\nresume pod-7\n").starts_with('✓'));
}

#[test]
fn two_acts_do_it_in_two_ways() {
    for plan in ["hold Beat pod-7 -> watch\nat 50 s\n", "isolate pod-7\nat 50 s\n"] {
        let said = attack(plan);
        assert!(said.contains("in 2 acts, and no shorter one is known"), "{said}");
    }
}

#[test]
fn who_looks_at_once_is_told_so() {
    struct Hasty;
    impl Detector for Hasty {
        fn step(&mut self, _: Clocks, _: Seen, out: &mut Outputs) {
            out.look_in(0);
        }
    }
    let said = EXAMPLES[0].check(|| Box::new(Hasty)).unwrap_err();
    insta::assert_snapshot!(said);
}

#[test]
fn a_schedule_that_makes_it_kill() {
    insta::assert_snapshot!(attack("at 25 s\npause pod-7\nat 90 s\nheal\nresume pod-7\nat 100 s\n"));
}

#[test]
fn the_adversary_answers_any_patience() {
    let found = |forgives, unnoticed, unnoticed_late| Found {
        forgives: Some(forgives),
        unnoticed: Silence::For(unnoticed),
        unnoticed_late: Silence::For(unnoticed_late),
    };
    assert_eq!(try_all(steady::<31_000>), found(21_000, 31_000, 51_000));
    assert_eq!(try_all(steady::<39_000>), found(29_000, 39_000, 59_000));
    assert_eq!(
        try_all(steady::<{ u64::MAX / 2 }>),
        Found { forgives: None, unnoticed: Silence::Ever, unnoticed_late: Silence::Ever }
    );
}

#[test]
fn who_has_no_patience_kills_before_anybody_dies() {
    let found = try_all(steady::<11_000>);
    assert_eq!((found.forgives, found.unnoticed_late), (Some(1_000), Silence::Killed));
}

#[test]
fn the_adversary_says_what_it_found() {
    insta::assert_snapshot!(try_all(steady::<35_000>).in_words().join("\n"));
}
