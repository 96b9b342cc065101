//! The trace of a run: what a reader and a figure get.

use std::fmt::Write;

use kit::money::rupees;
use kit::plan::{Act, Who};
use kit::sql::{Row, Sql, Value};
use kit::trace::{ArrowKind, Clock, Fate, Mark, Trace};
use stage::Client;
use stage::record::{Call, Change, Labels, Outcome, Plain, Statement};

use crate::bank::{Answer, crash, immediate, naive, plan, play, pods, run, stage, to_end, two_reads};

/// The words of an exercise about money.
struct Money;

impl Labels<Answer> for Money {
    fn request(&self, statement: &Statement) -> String {
        let new = match statement.params.get(1) {
            Some(Value::Int(paise)) => rupees(*paise),
            _ => return statement.shown().split(' ').next().unwrap_or_default().to_owned(),
        };
        format!("SET {new}")
    }

    fn reply(&self, statement: &Statement) -> String {
        match &statement.outcome {
            Outcome::Done { rows, .. } if rows.len() == 1 => rupees(rows[0].int(0)),
            _ => String::new(),
        }
    }

    fn value(&self, column: &str, value: &Value) -> String {
        match value {
            Value::Int(paise) if column == "balance" => rupees(*paise),
            other => other.to_string(),
        }
    }

    fn pill(&self, change: &Change) -> Option<String> {
        change.after.as_ref().map(|row| rupees(row.int(1)))
    }

    fn answer(&self, _call: &Call, value: &Answer) -> Option<String> {
        Some(if value.is_ok() { "accepted".to_owned() } else { "error".to_owned() })
    }

    fn fact(&self, row: &Row) -> Option<(String, String)> {
        (row.int(0) == 42).then(|| ("balance".to_owned(), rupees(row.int(1))))
    }
}

/// Every step on a line of its own, its marks below it.
fn shown(trace: &Trace) -> String {
    let lanes: Vec<&str> = trace.lanes.iter().map(|lane| lane.id.as_str()).collect();
    let mut out = format!("{}\n", lanes.join(" | "));
    for step in &trace.steps {
        writeln!(out, "{} {}: {} = {}", step.at, step.who, step.act, step.result).unwrap();
        for mark in &step.marks {
            writeln!(out, "    {}", mark_shown(mark)).unwrap();
        }
    }
    for (name, value) in &trace.facts {
        writeln!(out, "{name} {value}").unwrap();
    }
    out
}

fn mark_shown(mark: &Mark) -> String {
    match mark {
        Mark::Arrow { from, to, kind, label, sent, arrives, fate } => {
            let line = if *kind == ArrowKind::Request { "->" } else { "-->" };
            format!("{from} {line} {to} [{label}] {sent}..{arrives} {fate:?}")
        }
        Mark::Pill { lane, text, at } => format!("({text}) on {lane} at {at}"),
        Mark::Note { lane, text, at } => format!("note at {lane}: {text}, at {at}"),
        Mark::Crash { lane, at } => format!("{lane} crashes at {at}"),
        other => format!("{other:?}"),
    }
}

#[test]
fn the_lost_update_reads_as_the_story_goes() {
    let acts = [run("pod-7", 1), to_end("pod-3"), to_end("pod-7")];
    let trace = play(&mut stage(), &[naive, naive], acts).trace(&Money);
    assert_eq!(trace.clock, Clock::Instants);
    insta::assert_snapshot!(shown(&trace), @r"
    pod-7 | database | pod-3
    0 pod-7: SELECT balance FROM accounts WHERE id = 42 = ₹100
        pod-7 -> database [SELECT] 0..1 Arrives
        database --> pod-7 [₹100] 1..2 Arrives
    2 pod-3: SELECT balance FROM accounts WHERE id = 42 = ₹100
        pod-3 -> database [SELECT] 2..3 Arrives
        database --> pod-3 [₹100] 3..4 Arrives
    4 pod-3: UPDATE accounts SET balance = 7000 WHERE id = 42 = 1 row
        pod-3 -> database [SET ₹70] 4..5 Arrives
        (₹70) on database at 5
        database --> pod-3 [] 5..6 Arrives
        note at pod-3: accepted, at 6
    6 pod-7: UPDATE accounts SET balance = 7000 WHERE id = 42 = 1 row
        pod-7 -> database [SET ₹70] 6..7 Arrives
        database --> pod-7 [] 7..8 Arrives
        note at pod-7: accepted, at 8
    balance ₹70
    ");
}

#[test]
fn waiting_is_a_step_and_its_end_another() {
    let acts = [run("pod-7", 1), run("pod-3", 1), to_end("pod-7"), crash("pod-3")];
    let trace = play(&mut stage(), &[immediate, immediate], acts).trace(&Money);
    insta::assert_snapshot!(shown(&trace), @r"
    pod-7 | database | pod-3
    0 pod-7: BEGIN IMMEDIATE = ok
        pod-7 -> database [BEGIN] 0..1 Arrives
        database --> pod-7 [] 1..2 Arrives
    2 pod-3: BEGIN IMMEDIATE = waits for pod-7
        pod-3 -> database [BEGIN] 2..3 Arrives
        note at pod-3: waits for pod-7, at 3
    4 pod-7: SELECT balance FROM accounts WHERE id = 42 = ₹100
        pod-7 -> database [SELECT] 4..5 Arrives
        database --> pod-7 [₹100] 5..6 Arrives
    6 pod-7: UPDATE accounts SET balance = 7000 WHERE id = 42 = 1 row
        pod-7 -> database [SET ₹70] 6..7 Arrives
        database --> pod-7 [] 7..8 Arrives
    8 pod-7: COMMIT = ok
        pod-7 -> database [COMMIT] 8..9 Arrives
        (₹70) on database at 9
        database --> pod-7 [] 9..10 Arrives
        note at pod-7: accepted, at 10
    10 pod-3: BEGIN IMMEDIATE = ok (has waited since step 2)
        database --> pod-3 [] 11..12 Arrives
    12 pod-3: crashes = its transaction is rolled back
        pod-3 crashes at 12
    balance ₹70
    ");
}

#[test]
fn what_is_lost_or_refused_is_drawn_so() {
    let acts = [
        Act::Refuse(Who::new("pod-7")),
        Act::LoseReply(Who::new("pod-3")),
        run("pod-3", 1),
        Act::At(250),
        Act::LoseRequest(Who::new("pod-1")),
    ];
    let trace = play(&mut stage(), &[naive, naive, two_reads], acts).trace(&Plain);
    insta::assert_snapshot!(shown(&trace), @r"
    pod-7 | pod-3 | pod-1 | database
    0 pod-3: SELECT balance FROM accounts WHERE id = 42 = no answer: carried out, and the reply is lost
        pod-3 -> database [SELECT] 0..1 Arrives
        database --> pod-3 [] 1..2 Lost
    2 : the clock goes to 250 ms = 
        note at database: 250 ms, at 2
    4 pod-7: SELECT balance FROM accounts WHERE id = 42 = busy: waited in vain
        pod-7 -> database [SELECT] 4..5 Refused
        database --> pod-7 [busy] 5..6 Arrives
    6 pod-1: SELECT balance FROM accounts WHERE id = 42 = no answer: the request is lost
        pod-1 -> database [SELECT] 6..7 Lost
    ");
}

/// The figure grammar: short labels, known lanes, arrows that lean down, steps that follow.
#[test]
fn every_mark_keeps_to_the_figures_grammar() {
    let acts = [run("pod-7", 2), run("pod-3", 1), Act::LoseReply(Who::new("pod-7")), run("pod-7", 1)];
    let run = stage().run_plan(pods(&[immediate, immediate]), &plan(acts)).unwrap();
    for trace in [run.trace(&Money), run.trace(&Plain)] {
        let lane = |id: &String| trace.lanes.iter().any(|lane| lane.id == *id);
        for (index, step) in trace.steps.iter().enumerate() {
            assert_eq!((step.at, step.events), (2 * index as u64, 1));
            assert!(lane(&step.who));
            for mark in &step.marks {
                match mark {
                    Mark::Arrow { from, to, label, sent, arrives, fate, .. } => {
                        assert!(lane(from) && lane(to) && from != to);
                        assert!(label.chars().count() <= 9, "{label}");
                        assert!(sent < arrives);
                        assert!(step.at <= *sent && *arrives <= step.at + 2);
                        assert_ne!(*fate, Fate::Refused);
                    }
                    Mark::Pill { lane: id, at, .. } | Mark::Note { lane: id, at, .. } => {
                        assert!(lane(id) && step.at <= *at && *at <= step.at + 2);
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
    }
}

#[test]
fn a_call_that_asks_nothing_is_a_step_too() {
    let clients = vec![
        Client::new("pod-7").call("debit ₹30 from 42", |_: &mut dyn Sql| Ok(())),
        Client::new("pod-3").call("debit", naive).call("credit", |_: &mut dyn Sql| Ok(())),
    ];
    let trace = stage().run_plan(clients, &plan([])).unwrap().trace(&Money);
    let lines: Vec<(&str, &str, &str)> =
        trace.steps.iter().map(|step| (step.who.as_str(), step.act.as_str(), step.result.as_str())).collect();
    assert_eq!(lines[0], ("pod-7", "debit ₹30 from 42: asks the database nothing", "accepted"));
    assert_eq!(lines[3], ("pod-3", "credit: asks the database nothing", "accepted"));
    assert_eq!(lines.len(), 4);
}
