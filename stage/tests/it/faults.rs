//! Each fault, what it does to the statement, to an open transaction and to those who wait.

use std::cell::Cell;
use std::rc::Rc;

use kit::plan::{Act, Who};
use kit::sql::{Sql, SqlError};
use stage::Client;
use stage::record::{CallEnd, Fault, Outcome};

use crate::bank::{
    Answer, READ, WRITE, balance, crash, immediate, int, naive, plan, play, run, stage, story, to_end,
};

fn lose_reply(who: &str) -> Act {
    Act::LoseReply(Who::new(who))
}

fn lose_request(who: &str) -> Act {
    Act::LoseRequest(Who::new(who))
}

fn refuse(who: &str) -> Act {
    Act::Refuse(Who::new(who))
}

#[test]
fn lose_reply_leaves_the_effect_of_a_statement_on_its_own() {
    let run = play(&mut stage(), &[naive], [run("pod-7", 1), lose_reply("pod-7")]);
    assert_eq!(story(&run), ["pod-7 SELECT: 10000", "pod-7 UPDATE: no answer"]);
    assert_eq!(run.returned(&run.record.calls[0]), Some(&Err(SqlError::NoAnswer)));
    assert_eq!(balance(&run), 7000);
    assert_eq!(run.record.turns[1].effect.len(), 1);
    assert_eq!(run.record.turns[1].statement().unwrap().fault, Some(Fault::LoseReply));
}

#[test]
fn lose_reply_takes_an_open_transaction_along() {
    let run = play(&mut stage(), &[immediate], [run("pod-7", 2), lose_reply("pod-7")]);
    assert_eq!(story(&run)[2], "pod-7 UPDATE: no answer");
    assert_eq!(balance(&run), 10000);
    assert!(!run.record.calls[0].left_open, "the connection was lost with it");
}

#[test]
fn lose_reply_to_a_commit_leaves_it_committed() {
    let run = play(&mut stage(), &[immediate], [run("pod-7", 3), lose_reply("pod-7")]);
    assert_eq!(story(&run)[3], "pod-7 COMMIT: no answer");
    assert_eq!(balance(&run), 7000);
}

fn overdraws(sql: &mut dyn Sql) -> Answer {
    sql.execute(WRITE, &[int(42), int(-1)]).map(drop)
}

#[test]
fn lose_reply_to_a_statement_that_fails_notes_what_was_not_heard() {
    let run = play(&mut stage(), &[overdraws], [lose_reply("pod-7")]);
    let outcome = &run.record.turns[0].statement().unwrap().outcome;
    let Outcome::Failed { error: SqlError::NoAnswer, unheard: Some(SqlError::Constraint(_)) } = outcome
    else {
        panic!("{outcome:?}");
    };
}

#[test]
fn lose_request_carries_nothing_out() {
    let run = play(&mut stage(), &[naive], [run("pod-7", 1), lose_request("pod-7")]);
    assert_eq!(story(&run), ["pod-7 SELECT: 10000", "pod-7 UPDATE: no answer"]);
    assert_eq!(balance(&run), 10000);
    assert!(run.record.turns[1].effect.is_empty());
}

#[test]
fn lose_request_of_a_commit_rolls_back_and_frees_the_lock() {
    let acts = [run("pod-7", 3), run("pod-3", 1), lose_request("pod-7"), run("pod-7", 1)];
    let run = play(&mut stage(), &[immediate, immediate], acts);
    assert_eq!(story(&run)[4..6], ["pod-7 COMMIT: no answer", "pod-3 BEGIN: 0, waited"]);
    assert_eq!(balance(&run), 7000);
}

/// After `Busy` the transaction is still open, so the same statement can be tried again.
fn tries_the_write_again(sql: &mut dyn Sql) -> Answer {
    sql.execute("BEGIN IMMEDIATE", &[])?;
    while sql.execute(WRITE, &[int(42), int(5000)]) == Err(SqlError::Busy) {}
    sql.execute("COMMIT", &[])?;
    Ok(())
}

#[test]
fn refuse_carries_nothing_out_and_keeps_the_transaction() {
    let run = play(&mut stage(), &[tries_the_write_again], [run("pod-7", 1), refuse("pod-7")]);
    let expected = ["pod-7 BEGIN: 0", "pod-7 UPDATE: busy", "pod-7 UPDATE: 1", "pod-7 COMMIT: 0"];
    assert_eq!(story(&run), expected);
    assert_eq!(balance(&run), 5000);
}

#[test]
fn crash_frees_the_lock_and_ends_all_calls() {
    let clients = vec![
        Client::new("pod-7").call("first", immediate).call("second", naive),
        Client::new("pod-3").call("debit", immediate),
    ];
    let acts = plan([run("pod-7", 3), run("pod-3", 1), crash("pod-7")]);
    let run = stage().run_plan(clients, &acts).unwrap();
    assert_eq!(
        story(&run)[3..6],
        ["pod-3 BEGIN: waits for [0]", "pod-7 crashes, open true", "pod-3 BEGIN: 0, waited"]
    );
    assert_eq!(balance(&run), 7000);
    let ends: Vec<CallEnd> = run.record.calls.iter().map(|call| call.end).collect();
    assert_eq!(ends, [CallEnd::Crashed, CallEnd::NotReached, CallEnd::Returned]);
    assert_eq!(run.returned(&run.record.calls[0]), None);
}

/// Rolls back when it is dropped, as careful code does, and counts how often that was done.
struct Guard<'s> {
    sql: &'s mut dyn Sql,
    dropped: Rc<Cell<u32>>,
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        let answer = self.sql.execute("ROLLBACK", &[]);
        assert_eq!(answer, Err(SqlError::NoAnswer), "nobody is there to answer");
        self.dropped.set(self.dropped.get() + 1);
    }
}

#[test]
fn crash_runs_destructors_and_cannot_be_caught_for_long() {
    let dropped = Rc::new(Cell::new(0));
    let counter = Rc::clone(&dropped);
    let body = move |sql: &mut dyn Sql| {
        let guard = Guard { sql, dropped: counter };
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            guard.sql.query(READ, &[int(42)]).map(drop)
        }));
        assert!(caught.is_err());
        // Whoever goes on after its crash dies at the next statement.
        guard.sql.query(READ, &[int(42)]).map(drop)
    };
    let clients = vec![Client::new("pod-7").call("read", body)];
    let run = stage().run_plan(clients, &plan([crash("pod-7")])).unwrap();
    assert_eq!(story(&run), ["pod-7 crashes, open false"]);
    assert_eq!(dropped.get(), 1);
    assert!(run.record.stops.is_empty(), "{:?}", run.record.stops);
}

#[test]
fn a_fault_strikes_a_statement_that_waits() {
    let begin = [run("pod-7", 2), run("pod-3", 1)];
    let with = |act: Act| {
        let acts = begin.iter().cloned().chain([act, run("pod-7", 1)]);
        story(&play(&mut stage(), &[immediate, immediate], acts))
    };
    assert_eq!(with(refuse("pod-3"))[3..5], ["pod-3 BEGIN: busy, waited", "pod-7 UPDATE: 1"]);
    assert_eq!(with(lose_request("pod-3"))[3..5], ["pod-3 BEGIN: no answer, waited", "pod-7 UPDATE: 1"]);
    assert_eq!(with(crash("pod-3"))[3..5], ["pod-3 crashes, open false", "pod-7 UPDATE: 1"]);
    let lost = with(lose_reply("pod-3"));
    assert_eq!(lost[3..6], ["pod-7 UPDATE: 1", "pod-7 COMMIT: 0", "pod-3 BEGIN: no answer, waited"]);
}

#[test]
fn a_second_fault_in_store_takes_the_place_of_the_first() {
    let run = play(&mut stage(), &[naive], [refuse("pod-7"), lose_request("pod-7")]);
    assert_eq!(story(&run), ["pod-7 SELECT: no answer"]);
}

fn notes_the_time(sql: &mut dyn Sql) -> Answer {
    sql.execute("INSERT INTO journal VALUES ('first', now_ms())", &[])?;
    sql.execute("INSERT INTO journal VALUES ('second', now_ms())", &[])?;
    sql.query("SELECT at FROM journal ORDER BY operation", &[])?;
    Ok(())
}

#[test]
fn the_databases_clock_moves_when_the_plan_says_so() {
    let acts = [run("pod-7", 1), Act::At(31_000), to_end("pod-7")];
    let mut stage = stage();
    let run = play(&mut stage, &[notes_the_time], acts);
    assert_eq!(story(&run)[2], "pod-7 SELECT: 0 31000");
    let at: Vec<u64> = run.record.turns.iter().map(|turn| turn.at).collect();
    assert_eq!(at, [0, 31_000, 31_000]);
    let again = play(&mut stage, &[notes_the_time], []);
    assert_eq!(story(&again)[2], "pod-7 SELECT: 0 0", "each run begins at 0");
}
