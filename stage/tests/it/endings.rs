//! How calls end: in order, in a panic, without a statement; and what is left for the next run.

use kit::sql::{Sql, SqlError};
use stage::record::{CallEnd, Stop};
use stage::{Client, StageError};

use crate::bank::{Answer, Body, balance, immediate, int, naive, plan, play, pods, run, stage, story};

fn panics_in_a_transaction(sql: &mut dyn Sql) -> Answer {
    sql.execute("BEGIN IMMEDIATE", &[])?;
    let rows = sql.query("SELECT balance FROM accounts WHERE id = 99", &[])?;
    let _ = rows[0].int(0);
    Ok(())
}

#[test]
fn a_panic_is_a_finding_and_the_others_go_on() {
    let mut stage = stage();
    let acts = [run("pod-7", 1), run("pod-3", 1)];
    let run = play(&mut stage, &[panics_in_a_transaction, immediate], acts);
    let [Stop::Panicked { who: 0, call: 0, message, location }] = run.record.stops.as_slice() else {
        panic!("{:?}", run.record.stops);
    };
    assert!(message.contains("index out of bounds"), "{message}");
    assert!(location.contains("endings.rs:"), "{location}");
    assert_eq!(story(&run)[3], "pod-7 panics, open true");
    assert_eq!(run.record.calls[0].end, CallEnd::Panicked);
    assert!(run.record.calls[0].left_open);
    assert_eq!(balance(&run), 7000, "pod-3 was let through");
}

#[test]
fn a_panic_before_the_first_statement_is_one_too() {
    let clients = vec![
        Client::new("pod-7").call("stub", |_: &mut dyn Sql| -> Answer { unimplemented!("yours to write") }),
        Client::new("pod-3").call("debit", naive),
    ];
    let run = stage().run_plan(clients, &plan([])).unwrap();
    let [Stop::Panicked { message, .. }] = run.record.stops.as_slice() else {
        panic!("{:?}", run.record.stops);
    };
    assert!(message.ends_with("yours to write"));
    assert_eq!(run.record.calls[0].first_turn, None);
    assert_eq!(balance(&run), 7000);
}

#[test]
fn a_panic_ends_the_clients_later_calls() {
    let clients = vec![Client::new("pod-7").call("bad", panics_in_a_transaction).call("good", naive)];
    let run = stage().run_plan(clients, &plan([])).unwrap();
    let ends: Vec<CallEnd> = run.record.calls.iter().map(|call| call.end).collect();
    assert_eq!(ends, [CallEnd::Panicked, CallEnd::NotReached]);
}

/// A destructor that speaks to the database while the panic passes by must not be suspended.
#[test]
fn a_destructor_during_a_panic_gets_no_answer() {
    struct Guard<'s>(&'s mut dyn Sql);
    impl Drop for Guard<'_> {
        fn drop(&mut self) {
            assert_eq!(self.0.execute("ROLLBACK", &[]), Err(SqlError::NoAnswer));
        }
    }
    let body = |sql: &mut dyn Sql| -> Answer {
        let guard = Guard(sql);
        guard.0.execute("BEGIN IMMEDIATE", &[])?;
        panic!("in the middle");
    };
    let clients = vec![Client::new("pod-7").call("bad", body), Client::new("pod-3").call("debit", naive)];
    let run = stage().run_plan(clients, &plan([])).unwrap();
    assert_eq!(story(&run)[..2], ["pod-7 BEGIN: 0", "pod-7 panics, open true"]);
    assert_eq!(balance(&run), 7000);
}

#[test]
fn a_panic_without_the_hook_still_says_what_it_carries() {
    let body = |_: &mut dyn Sql| -> Answer { std::panic::resume_unwind(Box::new("passed on")) };
    let run = stage().run_plan(vec![Client::new("pod-7").call("bad", body)], &plan([])).unwrap();
    let [Stop::Panicked { message, .. }] = run.record.stops.as_slice() else {
        panic!("{:?}", run.record.stops);
    };
    assert_eq!(message, "passed on");
}

#[test]
fn calls_of_a_client_come_in_order_and_return_their_values() {
    let client = Client::new("pod-7")
        .call("read", |sql: &mut dyn Sql| sql.query("SELECT 5", &[]).map(|rows| rows[0].int(0)))
        .call("nothing", |_: &mut dyn Sql| Ok(6))
        .call("write", |sql: &mut dyn Sql| sql.execute("DELETE FROM accounts", &[]).map(|n| n as i64));
    let run = stage().run_plan(vec![client], &plan([])).unwrap();
    let returned: Vec<_> = run.calls().map(|(call, value)| (call.label.as_str(), value.cloned())).collect();
    assert_eq!(returned, [("read", Some(Ok(5))), ("nothing", Some(Ok(6))), ("write", Some(Ok(2)))]);
    let turns: Vec<_> = run.record.calls.iter().map(|call| (call.first_turn, call.last_turn)).collect();
    assert_eq!(turns, [(Some(0), Some(0)), (None, None), (Some(1), Some(1))]);
    let gone: Vec<_> = run.record.turns[1].effect.iter().map(|change| change.key.clone()).collect();
    assert_eq!(gone, [int(7), int(42)]);
}

/// A pool hands the same connection to the next request: what one call leaves, the next meets.
#[test]
fn a_transaction_left_open_by_one_call_meets_the_next() {
    let clients = vec![
        Client::new("pod-7")
            .call("begin", |sql: &mut dyn Sql| sql.execute("BEGIN", &[]).map(drop))
            .call("begin", |sql: &mut dyn Sql| sql.execute("BEGIN", &[]).map(drop)),
    ];
    let run = stage().run_plan(clients, &plan([])).unwrap();
    let second = run.returned(&run.record.calls[1]).unwrap();
    assert!(matches!(second, Err(SqlError::Statement(text)) if text.contains("within a transaction")));
    assert!(run.record.calls.iter().all(|call| call.left_open));
    assert_eq!(story(&run)[2], "pod-7 left open");
}

#[test]
fn two_clients_of_one_name_are_refused() {
    let body: Body = naive;
    let clients = vec![Client::new("pod-7").call("a", body), Client::new("pod-7").call("b", body)];
    let error = stage().run_plan(clients, &plan([])).unwrap_err();
    assert_eq!(error, StageError::SameName("pod-7".to_owned()));
}

#[test]
fn a_reset_that_cannot_run_says_so_and_spoils_nothing() {
    let mut stage = stage();
    stage.set_reset("DELETE FROM accounts; INSERT INTO nowhere VALUES (1)");
    let error = stage.run_plan(pods(&[naive]), &plan([])).unwrap_err().to_string();
    assert!(error.starts_with("the stage could not reset the tables: "), "{error}");
    stage.set_reset("DELETE FROM accounts; INSERT INTO accounts VALUES (42, 3000, 0)");
    assert_eq!(balance(&stage.run_plan(pods(&[naive]), &plan([])).unwrap()), 0);
}
