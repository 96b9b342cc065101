//! The toys as exams: their rules, and what their plans are made of.

use std::rc::Rc;

use grader::harness::Exam;
use grader::{Check, Finding, Property, Settings};
use kit::plan::Plan;
use kit::toys::{election, lease, two_phase_commit};
use kit::world::{Breach, Fold, Machine, NodeId, Protocol, Run, What};
use nodes::messages::{Everybody, Faults, Final, Nodes, Portfolio, Seen, Vocabulary};

const CASES: u32 = 1_500;

/// What a search tries.
struct Plans {
    vocabulary: Vocabulary,
    /// Scenarios for bugs that a portfolio alone finds only now and then.
    scripted: Vec<Plan>,
}

type Factory<P> = fn(NodeId) -> Box<dyn Machine<P>>;

const DEED: &str = "done what it is for";

/// A check of the toys as a check of the grader. Silent until something was done.
fn check<P: Protocol>(seen: &Seen<P>, rule: fn(&Run<P>) -> Result<(), Breach>) -> Check {
    match rule(&seen.run) {
        Err(Breach { event, observed, required }) => Check::Broken(Finding {
            step: seen.run.step_of(event, Fold::Phases),
            observed,
            required,
            consequence: "Two parties act at once, and each believes that it is alone.".into(),
            ..Finding::default()
        }),
        Ok(()) if seen.run.events.iter().any(|event| matches!(event.what, What::Applied(_))) => Check::Holds,
        Ok(()) => Check::Silent,
    }
}

fn exam<P: Protocol>(
    names: &'static [&'static str],
    make: Factory<P>,
    rules: Vec<Property<Seen<P>>>,
    plans: Plans,
    last: fn() -> Option<Final<P>>,
) -> Exam<Nodes<P>> {
    let Plans { vocabulary, scripted } = plans;
    Exam {
        exercise: "toy",
        part: "toy",
        file: "",
        properties: rules,
        world: Box::new(move || {
            Nodes::new(Everybody { names, least: names.len() }, Rc::new(move |me, _| make(me)), last())
        }),
        search: Box::new(move |settings: &Settings| {
            Box::new(Portfolio::<P>::new(&vocabulary, scripted.clone(), CASES, settings))
        }),
    }
}

fn ends<P: Protocol>(name: &'static str, check: fn(&Seen<P>) -> Check) -> Property<Seen<P>> {
    Property {
        name,
        sentence: "In the end the work is done.",
        section: "the toys of the kit",
        deed: DEED,
        check,
        ends: true,
    }
}

fn safe<P: Protocol>(
    name: &'static str,
    sentence: &'static str,
    check: fn(&Seen<P>) -> Check,
) -> Property<Seen<P>> {
    Property { name, sentence, section: "the toys of the kit", deed: DEED, check, ends: false }
}

fn plans(texts: &[&str]) -> Vec<Plan> {
    texts.iter().map(|text| text.parse().expect("a macro is a plan")).collect()
}

pub(crate) mod elections {
    use super::*;
    use election::Election;
    use election::wrong::{Flaw, Wrong};

    const NAMES: &[&str] = &["n1", "n2", "n3", "n4", "n5"];

    fn of(make: Factory<Election>, scripted: &[&str]) -> Exam<Nodes<Election>> {
        let rules = vec![
            // The toy has no random patience: two candidates may split a vote for ever.
            ends("no_node_is_stuck", |seen| check(seen, |_| Ok(()))),
            safe("at_most_one_leader_per_term", "At most one node leads a term.", |seen| {
                check(seen, election::at_most_one_leader_per_term)
            }),
        ];
        let vocabulary = Vocabulary {
            names: NAMES.to_vec(),
            requests: vec!["stand"],
            macros: plans(&[
                "ask n1 \"stand\"",
                "ask n3 \"stand\"",
                "crash n2\nrestart n2",
                "hold Ask n1 -> n3; hold Ask n1 -> n5\nask n1 \"stand\"",
                "ask n3 \"stand\"\nask n2 \"stand\"",
            ]),
            faults: Faults::ALL,
            stride: 150,
        };
        exam(NAMES, make, rules, Plans { vocabulary, scripted: plans(scripted) }, || None)
    }

    pub(crate) fn right() -> Exam<Nodes<Election>> {
        of(|me| Box::new(election::Node::new(me, 5)), &[LATE_VOTES, CRASH_INSIDE])
    }

    struct Idle;

    impl Machine<Election> for Idle {
        fn step(&mut self, _: kit::Ms, _: election::Input, _: &mut election::Outputs) {}
    }

    pub(crate) fn idle() -> Exam<Nodes<Election>> {
        of(|_| Box::new(Idle), &[])
    }

    const LATE_VOTES: &str = "hold Vote n2 -> n1; hold Vote n4 -> n1; hold Ask n1 -> n3; hold Ask n1 -> n5
        ask n1 \"stand\"
        hold Ask n1 -> n2; hold Ask n1 -> n4
        ask n1 \"stand\"
        release Vote n2 -> n1; release Vote n4 -> n1
        ask n2 \"stand\"
        ask n3 \"stand\"";
    const CRASH_INSIDE: &str = "hold Ask n1 -> n3; hold Ask n1 -> n5
        crash n2 after output 1 of its next step, keeping 1 unsynced write; ask n1 \"stand\"
        restart n2
        ask n3 \"stand\"
        ask n2 \"stand\"";

    /// Those that the portfolio finds on nearly every seed.
    pub(crate) fn wrong() -> Vec<(&'static str, Exam<Nodes<Election>>)> {
        vec![
            ("counts-votes", of(|me| Box::new(Wrong::new(me, 5, Flaw::CountsVotes)), &[])),
            ("never-syncs", of(|me| Box::new(Wrong::new(me, 5, Flaw::NeverSyncs)), &[])),
            ("silence-is-consent", of(|me| Box::new(Wrong::new(me, 5, Flaw::SilenceIsConsent)), &[])),
        ]
    }

    /// Those that have a scenario of their own.
    pub(crate) fn hard() -> Vec<(&'static str, Exam<Nodes<Election>>)> {
        vec![
            ("any-term", of(|me| Box::new(Wrong::new(me, 5, Flaw::AnyTerm)), &[LATE_VOTES])),
            (
                "votes-before-writing",
                of(|me| Box::new(Wrong::new(me, 5, Flaw::VotesBeforeWriting)), &[CRASH_INSIDE]),
            ),
        ]
    }
}

pub(crate) mod two_phase_commits {
    use super::*;
    use two_phase_commit::TwoPhaseCommit;
    use two_phase_commit::wrong::{self, Flaw};

    const NAMES: &[&str] = &["coordinator", "bank-a", "bank-b"];
    const COORDINATOR_FORGETS: &str = "hold Decide coordinator -> bank-a
        ask coordinator \"commit\"
        crash coordinator, losing mail in flight
        restart coordinator";

    fn of(make: Factory<TwoPhaseCommit>) -> Exam<Nodes<TwoPhaseCommit>> {
        let rules = vec![
            ends("all_decide_in_the_end", |seen| check(seen, two_phase_commit::all_decide_in_the_end)),
            safe("all_decide_alike", "No two banks decide differently.", |seen| {
                check(seen, two_phase_commit::all_decide_alike)
            }),
        ];
        let vocabulary = Vocabulary {
            names: NAMES.to_vec(),
            requests: vec!["commit"],
            macros: plans(&[
                "ask coordinator \"commit\"",
                "crash bank-a after output 1 of its next step",
                "restart coordinator",
                "restart bank-a",
                "coordinator times out",
            ]),
            faults: Faults::ALL,
            stride: 1_200,
        };
        let last = || Some(Final { within: 5_000, until: |run| run.events.len() > 2_000 });
        exam(NAMES, make, rules, Plans { vocabulary, scripted: plans(&[COORDINATOR_FORGETS]) }, last)
    }

    pub(crate) fn right() -> Exam<Nodes<TwoPhaseCommit>> {
        of(|me| two_phase_commit::node(me, 3))
    }

    pub(crate) fn wrong() -> Vec<(&'static str, Exam<Nodes<TwoPhaseCommit>>)> {
        vec![("votes-before-writing", of(|me| wrong::node(me, 3, Flaw::VotesBeforeWriting)))]
    }

    pub(crate) fn hard() -> Vec<(&'static str, Exam<Nodes<TwoPhaseCommit>>)> {
        vec![("forgets-its-decision", of(|me| wrong::node(me, 3, Flaw::ForgetsItsDecision)))]
    }
}

pub(crate) mod leases {
    use super::*;
    use lease::Lease;
    use lease::wrong::{self, Flaw};

    const NAMES: &[&str] = &["table", "pod-7", "pod-3"];
    const PAUSED_HOLDER: &str = "ask pod-7 \"work\"
        pause pod-7
        at 31 s
        ask pod-3 \"work\"
        resume pod-7";

    fn of(make: Factory<Lease>, faults: Faults) -> Exam<Nodes<Lease>> {
        let rules = vec![
            ends("nobody_is_stuck", |seen| check(seen, |_| Ok(()))),
            safe(
                "nobody_works_after_the_next_grant",
                "A worker does no work once another was granted.",
                |seen| check(seen, lease::nobody_works_after_the_next_grant),
            ),
        ];
        let vocabulary = Vocabulary {
            names: NAMES.to_vec(),
            requests: vec!["work"],
            macros: plans(&["ask pod-7 \"work\"", "ask pod-3 \"work\"", "pause pod-7", "resume pod-7"]),
            faults,
            stride: 20_000,
        };
        exam(NAMES, make, rules, Plans { vocabulary, scripted: plans(&[PAUSED_HOLDER]) }, || None)
    }

    /// No clock of a lease's holder can be trusted, so the toy is right only while clocks are.
    const CLOCKS_ARE_RIGHT: Faults = Faults { clock: false, ..Faults::ALL };

    pub(crate) fn right() -> Exam<Nodes<Lease>> {
        of(lease::node, CLOCKS_ARE_RIGHT)
    }

    pub(crate) fn hard() -> Vec<(&'static str, Exam<Nodes<Lease>>)> {
        vec![("checks-once", of(|me| wrong::node(me, Flaw::ChecksOnce), CLOCKS_ARE_RIGHT))]
    }
}
