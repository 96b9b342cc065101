//! How many schedules there are, in what order they come, and what two naive debits lose in them.

use std::cell::Cell;
use std::collections::BTreeSet;

use kit::sql::Sql;
use stage::explore::{Bounds, Explorer};
use stage::record::{Fault, Record, Stop};
use stage::{Choice, Choices, Client};

use crate::bank::{
    Answer, Body, READ, balance, deferred, explore, four_reads, immediate, int, naive, pods, stage, two_reads,
};

#[test]
fn two_naive_debits_lose_thirty_rupees_in_four_of_six_interleavings() {
    let runs = explore(&mut stage(), &[naive, naive], Bounds::default());
    let balances: Vec<i64> = runs.iter().map(balance).collect();
    assert_eq!(balances.len(), 6);
    assert_eq!(balances.iter().filter(|balance| **balance == 7000).count(), 4, "{balances:?}");
    assert_eq!(balances.iter().filter(|balance| **balance == 4000).count(), 2, "{balances:?}");
}

#[test]
fn the_first_run_that_loses_money_has_one_preemption() {
    let runs = explore(&mut stage(), &[naive, naive], Bounds::default());
    let first = runs.iter().find(|run| balance(run) == 7000).unwrap();
    assert_eq!(first.record.preemptions(), 1);
    assert_eq!(first.record.turns.len(), 4);
}

/// C(8, 4): every order of two sequences of four.
#[test]
fn two_clients_of_four_statements_have_seventy_schedules() {
    let runs = explore(&mut stage(), &[four_reads, four_reads], Bounds::default());
    assert_eq!(runs.len(), 70);
    assert_eq!(distinct(runs.iter().map(|run| &run.record)), 70);
}

/// With no preemption 3! = 6; with one, three ways to part one of three clients in two, in 6
/// orders: 54; with two, one client in three parts (3 · 3 · 2) or two in two (3 · 9 · 12): 342.
#[test]
fn three_clients_with_two_preemptions_have_four_hundred_and_two() {
    let bounds = Bounds { preemptions: Some(2), ..Bounds::default() };
    let runs = explore(&mut stage(), &[four_reads as Body; 3], bounds);
    let with = |count| runs.iter().filter(|run| run.record.preemptions() == count).count();
    assert_eq!((with(0), with(1), with(2), runs.len()), (6, 54, 342, 402));
    assert_eq!(distinct(runs.iter().map(|run| &run.record)), 402);
}

/// One client, two statements, three faults: none, or one of three at one of two statements. A
/// crash at the first leaves no second.
#[test]
fn each_fault_strikes_at_each_statement() {
    let faults = [Fault::LoseReply, Fault::Refuse, Fault::Crash];
    let body: Body = |sql| {
        let _ = sql.query(READ, &[int(42)]);
        let _ = sql.query(READ, &[int(42)]);
        Ok(())
    };
    let one = Bounds { faults: faults.into(), faults_per_run: 1, ..Bounds::default() };
    assert_eq!(explore(&mut stage(), &[body], one.clone()).len(), 1 + 2 * 3);
    // Two faults: the first must not be the crash, the second may be any.
    let two = Bounds { faults_per_run: 2, ..one };
    let runs = explore(&mut stage(), &[body], two);
    assert_eq!(runs.len(), 1 + 2 * 3 + 2 * 3);
    assert_eq!(distinct(runs.iter().map(|run| &run.record)), 13);
}

#[test]
fn schedules_come_in_the_order_of_their_cost_and_none_twice() {
    let bounds = Bounds {
        faults: vec![Fault::LoseReply, Fault::LoseRequest, Fault::Refuse, Fault::Crash],
        faults_per_run: 2,
        preemptions: Some(2),
        ..Bounds::default()
    };
    let runs = explore(&mut stage(), &[deferred, naive], bounds);
    let costs: Vec<(usize, usize)> = runs
        .iter()
        .map(|run| (run.record.preemptions() + run.record.faults(), run.record.faults()))
        .collect();
    assert!(costs.is_sorted(), "{costs:?}");
    assert_eq!(costs.last(), Some(&(4, 2)));
    assert_eq!(distinct(runs.iter().map(|run| &run.record)), runs.len());
}

#[test]
fn a_bound_on_schedules_ends_an_exploration_that_is_not_complete() {
    let mut explorer = Explorer::new(Bounds { schedules: Some(3), ..Bounds::default() });
    let mut stage = stage();
    while let Some(choices) = explorer.next() {
        explorer.learn(&stage.run_choices(pods(&[naive, naive]), &choices).unwrap().record);
    }
    assert_eq!(explorer.explored(), 3);
    assert!(!explorer.is_complete());
}

#[test]
fn the_same_exploration_on_two_stages_is_the_same_to_the_letter() {
    let bounds =
        Bounds { faults: vec![Fault::LoseReply, Fault::Crash], faults_per_run: 1, ..Bounds::default() };
    let once = explore(&mut stage(), &[immediate, deferred], bounds.clone());
    let twice = explore(&mut stage(), &[immediate, deferred], bounds);
    assert!(once.len() > 100, "{}", once.len());
    assert_eq!(once, twice);
}

#[test]
fn nobody_waits_in_vain_and_everybody_ends() {
    let bounds = Bounds { preemptions: Some(2), ..Bounds::default() };
    for run in explore(&mut stage(), &[immediate, immediate, deferred], bounds) {
        assert_eq!(run.record.stops, []);
        assert!(run.record.turns.iter().all(|turn| !turn.statement().is_some_and(|s| s.deadlock)));
        assert!(run.calls().all(|(_, answer)| answer.is_some()));
    }
}

/// Code that does something else each time cannot follow a schedule that was made from it.
#[test]
fn a_client_that_is_not_deterministic_diverges() {
    thread_local! { static RUNS: Cell<u32> = const { Cell::new(0) } }
    let fickle = |sql: &mut dyn Sql| -> Answer {
        RUNS.set(RUNS.get() + 1);
        if RUNS.get() == 1 { two_reads(sql) } else { Ok(()) }
    };
    let clients = || vec![Client::new("pod-7").call("read", fickle)];
    let mut stage = stage();
    let first = stage.run_choices(clients(), &Choices::default()).unwrap();
    let forced: Vec<Choice> = first.record.decisions.iter().map(|d| d.choice()).collect();
    let second = stage.run_choices(clients(), &Choices(forced)).unwrap();
    assert_eq!(second.record.stops, [Stop::Diverged { decision: 0 }]);
}

/// A grader keeps a stage in a worker thread.
#[test]
fn a_stage_and_its_runs_can_be_handed_to_another_thread() {
    fn sendable<T: Send>(value: T) -> T {
        value
    }
    let mut stage = sendable(stage());
    sendable(stage.run_choices(pods(&[naive]), &Choices::default()).unwrap());
}

/// How many different orders of statements, waits and faults there are among these.
fn distinct<'r>(records: impl Iterator<Item = &'r Record>) -> usize {
    let choices = records.map(|record| {
        let choices = record.decisions.iter().map(|d| d.choice());
        choices.collect::<Vec<_>>()
    });
    choices.collect::<BTreeSet<_>>().len()
}
