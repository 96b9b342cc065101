//! Plans: what they can say to clients, and that a run's own plan leads to the same run.

use std::cell::RefCell;

use kit::plan::{Act, Extent, Mail, Phase, Plan, Who};
use proptest::prelude::*;
use stage::explore::{Bounds, Explorer};
use stage::record::Fault;
use stage::{PlanError, PlanSlip, StageError};

use crate::bank::{
    Body, crash, deferred, immediate, naive, persistent, plan, play, pods, rollback_stage, run, stage, story,
    to_end, two_reads,
};

const ALL_FAULTS: [Fault; 4] = [Fault::LoseReply, Fault::LoseRequest, Fault::Refuse, Fault::Crash];

#[test]
fn run_to_a_text_stops_before_the_statement_that_holds_it() {
    let before =
        Act::Run { who: Who::new("pod-7"), extent: Extent::Before("update accounts SET".to_owned()) };
    let run = play(&mut stage(), &[naive, naive], [before.clone(), before, to_end("pod-3")]);
    let expected = ["pod-7 SELECT: 10000", "pod-3 SELECT: 10000", "pod-3 UPDATE: 1", "pod-7 UPDATE: 1"];
    assert_eq!(story(&run), expected, "the second time it stands there already");
}

#[test]
fn the_rest_goes_on_with_whoever_ran_last() {
    let run = play(&mut stage(), &[naive, naive, two_reads], [run("pod-7", 1), run("pod-1", 1)]);
    let who: Vec<usize> = run.record.turns.iter().map(|turn| turn.who).collect();
    assert_eq!(who, [0, 2, 2, 0, 1, 1]);
}

#[test]
fn an_act_without_effect_is_no_error() {
    let acts = [to_end("pod-7"), run("pod-7", 3), crash("pod-7"), Act::Refuse(Who::new("pod-7"))];
    let run = play(&mut stage(), &[naive], acts);
    assert_eq!(run.record.turns.len(), 2);
}

#[test]
fn a_plan_that_clients_cannot_follow_says_where_and_runs_nothing() {
    let slip = |phases: Vec<Vec<Act>>| {
        let phases = phases.into_iter().map(|acts| Phase { acts }).collect();
        match stage().run_plan(pods(&[naive]), &Plan { phases }) {
            Err(StageError::Plan(error)) => error,
            other => panic!("{other:?}"),
        }
    };
    let nobody = slip(vec![vec![run("pod-7", 1)], vec![run("pod-7", 1), run("pod-9", 1)]]);
    assert_eq!((nobody.phase, nobody.act), (1, 1));
    assert_eq!(nobody.to_string(), "phase 2, act 2: there is no client `pod-9` here; there is pod-7");

    let old = slip(vec![vec![to_end("pod-7"), Act::Refuse(Who { word: "pod-7".into(), old: true })]]);
    assert!(matches!(old.slip, PlanSlip::Nobody { word, .. } if word == "old pod-7"));

    let heal = slip(vec![vec![], vec![Act::Heal]]);
    assert_eq!(heal, PlanError { phase: 1, act: 0, slip: PlanSlip::NotForClients { what: "heal" } });

    let mail = Act::Crash { who: Who::new("pod-7"), after: None, mail: Mail::Lost, keeping: 0 };
    assert!(matches!(slip(vec![vec![mail]]).slip, PlanSlip::NotForClients { .. }));

    let back = slip(vec![vec![Act::At(5)], vec![Act::At(4)]]);
    assert_eq!((back.phase, back.slip), (1, PlanSlip::ClockRunsBack));
}

#[test]
fn the_plan_of_a_run_reads_like_one() {
    let acts = [run("pod-7", 2), run("pod-3", 1), Act::LoseReply(Who::new("pod-7")), to_end("pod-7")];
    let run = play(&mut stage(), &[naive, two_reads], acts);
    let lose = Act::LoseReply(Who::new("pod-7"));
    assert_eq!(run.record.plan(), plan([to_end("pod-7"), to_end("pod-3")]), "{lose:?} came too late");

    let acts = [crate::bank::run("pod-7", 1), Act::At(9), lose.clone(), to_end("pod-7")];
    let run = play(&mut stage(), &[naive, two_reads], acts);
    let phases =
        [vec![crate::bank::run("pod-7", 1)], vec![Act::At(9), lose, to_end("pod-7")], vec![to_end("pod-3")]];
    assert_eq!(run.record.plan(), Plan { phases: phases.map(|acts| Phase { acts }).into() });
}

/// Every schedule with up to one fault: its plan leads to the same record, of turns and choices.
#[test]
fn every_explored_run_comes_back_from_its_plan() {
    for mut stage in [stage(), rollback_stage()] {
        let bodies: [Body; 2] = [immediate, deferred];
        let bounds = Bounds {
            preemptions: Some(3),
            faults: ALL_FAULTS.into(),
            faults_per_run: 1,
            ..Bounds::default()
        };
        let mut explorer = Explorer::new(bounds);
        while let Some(choices) = explorer.next() {
            let run = stage.run_choices(pods(&bodies), &choices).unwrap();
            explorer.learn(&run.record);
            let again = stage.run_plan(pods(&bodies), &run.record.plan()).unwrap();
            assert_eq!(run, again, "{choices:?} {:#?}", run.record.plan());
        }
        assert!(explorer.explored() > 300, "{}", explorer.explored());
    }
}

fn any_who() -> impl Strategy<Value = Who> {
    prop_oneof![Just("pod-7"), Just("pod-3"), Just("pod-1")].prop_map(Who::new)
}

fn any_act() -> impl Strategy<Value = Act> {
    prop_oneof![
        6 => (any_who(), 1..4u32).prop_map(|(who, n)| Act::Run { who, extent: Extent::Statements(n) }),
        1 => any_who().prop_map(|who| Act::Run { who, extent: Extent::End }),
        2 => (any_who(), prop_oneof![Just("UPDATE"), Just("commit"), Just("42")])
            .prop_map(|(who, text)| Act::Run { who, extent: Extent::Before(text.to_owned()) }),
        1 => any_who().prop_map(Act::LoseReply),
        1 => any_who().prop_map(Act::LoseRequest),
        1 => any_who().prop_map(Act::Refuse),
        1 => any_who().prop_map(|who| Act::Crash { who, after: None, mail: Mail::Kept, keeping: 0 }),
    ]
}

/// Times only grow: each phase may begin a little later than the one before.
fn any_plan() -> impl Strategy<Value = Plan> {
    let phase = (0..3u64, prop::collection::vec(any_act(), 1..3));
    prop::collection::vec(phase, 0..12).prop_map(|phases| {
        let mut now = 0;
        let phases = phases.into_iter().map(|(later, mut acts)| {
            now += later;
            if later > 0 {
                acts.insert(0, Act::At(now));
            }
            Phase { acts }
        });
        Plan { phases: phases.collect() }
    })
}

#[test]
fn any_run_comes_back_from_its_plan() {
    let stages = [RefCell::new(stage()), RefCell::new(rollback_stage())];
    let bodies: [Body; 5] = [naive, immediate, persistent, deferred, two_reads];
    let config = ProptestConfig {
        cases: 600,
        rng_seed: proptest::test_runner::RngSeed::Fixed(42),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(plan in any_plan(), which in [0..5usize, 0..5, 0..5], journal in 0..2usize)| {
        let cast = which.map(|body| bodies[body]);
        let mut stage = stages[journal].borrow_mut();
        let run = stage.run_plan(pods(&cast), &plan).unwrap();
        let again = stage.run_plan(pods(&cast), &run.record.plan()).unwrap();
        prop_assert_eq!(&run, &again, "{:#?}", run.record.plan());
        let text = run.record.plan().to_string();
        prop_assert_eq!(text.parse::<Plan>().ok(), Some(run.record.plan()), "{}", text);
    });
}
