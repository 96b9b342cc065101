//! What the edge cases of `lease-keeper` come to, by code that keeps all rules: as the contract says.

use grader::Check;
use grader::world::{Case, World};
use kit::scenario::Scenario;
use kit::trace::{Mark, Trace};
use stage::lease_keeper::attack;
use stage::lease_keeper::given::REFERENCE;
use stage::lease_keeper::play::{Play, Played};
use stage::lease_keeper::rules::rules;

/// A run of the reference: the lines of a cast, then a plan.
fn run(cast: &str, plan: &str) -> (Played, Trace) {
    let text = format!("title: T\nfor: lease-keeper\ncode: faded\n{cast}\nclaim: holds\n\n{plan}\n");
    let scenario = Scenario::parse(&text).unwrap_or_else(|error| panic!("{}", error.render("a", &text)));
    let mut play = Play::new(REFERENCE);
    let cast = play.cast(&scenario.cast).unwrap_or_else(|error| panic!("{}", error.render("a", &text)));
    let case = Case { cast, plan: scenario.plan.clone() };
    play.check(&case).unwrap_or_else(|slip| panic!("{}", slip.diagnostic(&scenario).render("a", &text)));
    let played = play.run(&case);
    let trace = play.trace(&played);
    (played, trace)
}

/// What each was told, and how the rows stand: `pod-7: granted 1, then lost`.
fn told(cast: &str, plan: &str) -> String {
    let (played, trace) = run(cast, plan);
    for rule in rules() {
        assert!(
            !matches!((rule.check)(&played), Check::Broken(_)),
            "{} is broken by\n{cast}\n{plan}",
            rule.name
        );
    }
    let facts = trace.facts.iter().map(|(name, fact)| format!("{name}: {fact}"));
    facts.collect::<Vec<_>>().join("; ")
}

const TAKE: &str = "acquire kickoff:ACH for 30 s";
const RENEW: &str = "renew kickoff:ACH for 30 s";
const BACK: &str = "release kickoff:ACH";

#[test]
fn the_end_itself_is_too_late() {
    let cast = format!("pod-7: {TAKE}, then {RENEW}, then {BACK}");
    assert_eq!(
        told(&cast, "run pod-7\nat 29999 ms\nrun pod-7 to end"),
        "kickoff:ACH: token 1, nobody, until 29.999 s; pod-7: granted 1, then renewed, then released"
    );
    assert_eq!(
        told(&cast, "run pod-7\nat 30 s\nrun pod-7 to end"),
        "kickoff:ACH: token 1, pod-7:1, until 30 s; pod-7: granted 1, then lost, then lost"
    );
}

#[test]
fn a_shorter_ttl_ends_sooner() {
    let cast = format!("pod-7: {TAKE}, then renew kickoff:ACH for 5 s\npod-3: {TAKE}");
    assert_eq!(
        told(&cast, "run pod-7 to end\nat 5 s\nrun pod-3 to end"),
        "kickoff:ACH: token 2, pod-3:1, until 35 s; pod-7: granted 1, then renewed; pod-3: granted 2"
    );
}

#[test]
fn what_is_given_back_is_over_for_good() {
    let cast = format!("pod-7: {TAKE}, then {BACK}, then {BACK}, then {RENEW}");
    assert_eq!(
        told(&cast, "run pod-7 to end"),
        "kickoff:ACH: token 1, nobody, until 0 s; pod-7: granted 1, then released, then lost, then lost"
    );
}

#[test]
fn an_older_grant_of_the_same_process_and_another_thread_are_others() {
    let cast = format!("pod-7: {TAKE}, then {TAKE}, then {RENEW} with grant 1, then {BACK} with grant 1");
    assert_eq!(
        told(&cast, "run pod-7\nat 30 s\nrun pod-7 to end"),
        "kickoff:ACH: token 2, pod-7:2, until 60 s; pod-7: granted 1, then granted 2, then lost, then lost"
    );
    let cast = format!("pod-7: {TAKE}, then {BACK}\npod-7.b: {TAKE}");
    assert_eq!(
        told(&cast, "run pod-7\nat 30 s\nrun pod-7.b to end\nrun pod-7 to end"),
        "kickoff:ACH: token 2, pod-7.b:1, until 60 s; pod-7: granted 1, then lost; pod-7.b: granted 2"
    );
}

#[test]
fn the_same_token_of_another_lease_is_another_grant() {
    let cast = format!("pod-7: {TAKE}, then acquire recon:card for 30 s, then {BACK}");
    assert_eq!(
        told(&cast, "run pod-7 to end"),
        "kickoff:ACH: token 1, nobody, until 0 s; recon:card: token 1, pod-7:2, until 30 s; \
         pod-7: granted 1, then granted 1, then released"
    );
}

#[test]
fn who_was_told_of_no_grant_or_has_crashed_shows_none() {
    let cast = format!("pod-7: {TAKE}, then {RENEW}, then {BACK}\npod-3: {TAKE}");
    let refused = told(&cast, "run pod-3 to end\nrun pod-7 to end");
    assert!(refused.contains("pod-7: refused, then has no grant, then has no grant"), "{refused}");
    let unheard = told(&cast, "lose the reply to pod-7; run pod-7 to end");
    assert!(unheard.contains("pod-7: no answer, then has no grant, then has no grant"), "{unheard}");
    let crashed = told(&cast, "run pod-7\ncrash pod-7\nrun pod-7 to end");
    assert!(crashed.contains("pod-7: granted 1, then has no grant"), "{crashed}");
    assert!(crashed.contains("kickoff:ACH: token 1, pod-7:1, until 30 s"), "{crashed}");
}

#[test]
fn a_lost_answer_and_a_refused_lock_are_passed_on() {
    let cast = format!("pod-7: {TAKE}, then {RENEW}, then {BACK}");
    assert_eq!(
        told(&cast, "run pod-7\nat 10 s\nlose the reply to pod-7; run pod-7\nrefuse pod-7; run pod-7 to end"),
        "kickoff:ACH: token 1, pod-7:1, until 40 s; pod-7: granted 1, then no answer, then busy"
    );
}

#[test]
fn a_bar_goes_on_at_a_renewal_and_ends_at_a_release() {
    let (_, trace) = run(
        &format!("pod-7: {TAKE}, then {RENEW}, then {BACK}\npod-3: {TAKE}"),
        "run pod-7\nat 10 s\nrun pod-7\nat 35 s\nrun pod-7 to end\nrun pod-3 to end",
    );
    let marks: Vec<(usize, &Mark)> = trace
        .steps
        .iter()
        .enumerate()
        .flat_map(|(at, step)| step.marks.iter().map(move |mark| (at + 1, mark)))
        .collect();
    let begins: Vec<usize> = marks
        .iter()
        .filter(|(_, mark)| matches!(mark, Mark::BarBegins { .. }))
        .map(|(step, _)| *step)
        .collect();
    let ends: Vec<usize> = marks
        .iter()
        .filter(|(_, mark)| matches!(mark, Mark::BarEnds { .. }))
        .map(|(step, _)| *step)
        .collect();
    // Acquired in step 1, renewed in 3, kept over 30 s in 4, given back in 5, acquired again in 6.
    assert_eq!((begins, ends), (vec![1, 6], vec![5]));
}

fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The given files miss, the solution's reach; neither says how it is done.
#[test]
fn an_attack_is_told_what_it_misses_and_how_short_it_is() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text =
        |folder: &str, file: &str| std::fs::read_to_string(root.join(folder).join(file)).expect("a file");
    for (attack, hint) in [
        (attack::a_new_token(), "can the renewal of pod-7 take over?"),
        (attack::anothers_lease(), "What does the DELETE compare?"),
        (attack::count_again(), "that somebody still relies on?"),
    ] {
        let missed = attack.verdict(attack.file, &text("exercises/06-lease-keeper/stub", attack.file));
        let missed = missed.expect_err("the given file misses");
        assert!(unwrapped(&missed).contains(hint), "{missed}");
        assert!(missed.lines().all(|line| line.chars().count() <= 80), "{missed}");
        let reached = attack.verdict(attack.file, &text("solutions/06-lease-keeper", attack.file));
        let praise = reached.unwrap_or_else(|why| panic!("{why}"));
        assert!(unwrapped(&praise).contains("in 5 steps, and no shorter one is known"), "{praise}");
    }
}
