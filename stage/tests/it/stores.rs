//! The shared database, the copy that lags behind it, a database a pod; time, and coming back.

use kit::sql::{COPY_LAGS_MS, Databases, Row, Sql, SqlError};
use kit::trace::{Lane, Mark};
use stage::explore::{Bounds, Explorer};
use stage::record::{Call, Fault, Labels, Lasting, Record, Statement, What, lane};
use stage::{Client, Run, Setup, Stage, Store};

type Answer = Result<i64, SqlError>;

fn stage() -> Stage {
    let setup = Setup {
        schema: "CREATE TABLE board (n INTEGER NOT NULL)".to_owned(),
        reset: "DELETE FROM board; INSERT INTO board VALUES (1)".to_owned(),
        probe: "SELECT rowid, n FROM board ORDER BY rowid".to_owned(),
        copied: vec!["board".to_owned()],
        ..Setup::default()
    };
    Stage::open(setup).unwrap()
}

fn read(db: &mut dyn Sql) -> Answer {
    Ok(db.query("SELECT coalesce(max(n), 0) FROM board", &[])?[0].int(0))
}

fn raise(db: &mut dyn Sql) -> Answer {
    db.execute("UPDATE board SET n = n + 1", &[]).map(|rows| rows as i64)
}

fn put(db: &mut dyn Sql) -> Answer {
    db.execute("INSERT INTO board VALUES (5)", &[]).map(|rows| rows as i64)
}

fn shared(name: &str, body: fn(&mut dyn Sql) -> Answer) -> Client<Answer> {
    Client::new(name).call("shared", body)
}

fn copy(name: &str, body: fn(&mut dyn Sql) -> Answer) -> Client<Answer> {
    Client::new(name).call_reaching("copy", move |databases| body(databases.copy()))
}

fn local(name: &str, pod: &str, body: fn(&mut dyn Sql) -> Answer) -> Client<Answer> {
    Client::new(name).on_pod(pod).call_reaching("local", move |databases| body(databases.local()))
}

fn answers(run: &Run<Answer>) -> Vec<Answer> {
    run.calls().map(|(_, answer)| answer.cloned().unwrap_or(Err(SqlError::Busy))).collect()
}

#[test]
fn the_copy_shows_what_was_committed_half_a_second_ago() {
    for (later, seen) in [(0, 1), (COPY_LAGS_MS - 1, 1), (COPY_LAGS_MS, 2), (10 * COPY_LAGS_MS, 2)] {
        let clients = vec![shared("pod-7", raise), copy("pod-3", read)];
        let plan = format!("at 1 s\nrun pod-7 to end\nat {} ms\nrun pod-3 to end\n", 1000 + later);
        let run = stage().run_plan(clients, &plan.parse().unwrap()).unwrap();
        assert_eq!(answers(&run), [Ok(1), Ok(seen)], "{later} ms later");
        assert_eq!(run.record.turns[1].statement().unwrap().store, Store::Copy);
    }
}

#[test]
fn nobody_writes_to_the_copy() {
    let run = stage().run_plan(vec![copy("pod-3", raise)], &"".parse().unwrap()).unwrap();
    assert!(matches!(&answers(&run)[0], Err(SqlError::Statement(why)) if why.contains("read-only")));
}

#[test]
fn a_pod_has_a_database_of_its_own_which_its_processes_share() {
    let mut stage = stage();
    for _run in 0..2 {
        let clients = vec![
            local("pod-7", "pod-7", put),
            local("pod-7.b", "pod-7", read),
            local("pod-3", "pod-3", read),
            shared("pod-1", read),
        ];
        let run = stage.run_plan(clients, &"".parse().unwrap()).unwrap();
        assert_eq!(answers(&run), [Ok(1), Ok(5), Ok(0), Ok(1)]);
        assert!(run.record.turns.iter().all(|turn| turn.effect.is_empty()), "nothing shared has changed");
    }
}

fn hold(db: &mut dyn Sql) -> Answer {
    db.execute("BEGIN IMMEDIATE", &[])?;
    put(db)?;
    db.execute("COMMIT", &[]).map(|_| 1)
}

#[test]
fn only_who_shares_a_database_waits_for_its_lock() {
    let clients =
        vec![local("pod-7", "pod-7", hold), local("pod-7.b", "pod-7", put), local("pod-3", "pod-3", put)];
    let plan = "run pod-7 for 1\nrun pod-7.b to end\nrun pod-3 to end\n".parse().unwrap();
    let run = stage().run_plan(clients, &plan).unwrap();
    let text = |turn: usize| format!("{:?}", run.record.turns[turn].statement().unwrap().outcome);
    assert!(text(1).contains("Waits { on: [0] }"), "{}", text(1));
    assert!(text(2).contains("Done"), "{}", text(2));
}

#[test]
fn a_lost_connection_takes_only_its_own_transaction() {
    let both = |databases: &mut dyn Databases| {
        databases.shared().execute("BEGIN IMMEDIATE", &[])?;
        databases.shared().execute("UPDATE board SET n = 9", &[])?;
        // Its answer gets lost, and with it the connection to the pod's own database.
        let _ = put(databases.local());
        databases.shared().execute("COMMIT", &[]).map(|_| 0)
    };
    let client = Client::new("pod-7").call_reaching("both", both);
    let plan = "run pod-7 for 2\nlose the reply to pod-7; run pod-7\n".parse().unwrap();
    let run = stage().run_plan(vec![client], &plan).unwrap();
    assert_eq!(answers(&run), [Ok(0)]);
    assert_eq!(run.record.after[0].int(1), 9);
}

#[test]
fn a_pods_own_clock_is_off() {
    let ask = |databases: &mut dyn Databases| Ok(databases.own_clock_ms());
    let first = |databases: &mut dyn Databases| read(databases.shared());
    let client =
        Client::new("pod-3").clock_ahead(-40_000).call_reaching("read", first).call_reaching("ask", ask);
    let run = stage().run_plan(vec![client], &"at 41 s\nrun pod-3 to end\n".parse().unwrap()).unwrap();
    assert_eq!(answers(&run), [Ok(1), Ok(1_000)]);
}

#[test]
fn who_restarts_makes_the_calls_that_are_left_in_a_new_process() {
    let twice = |restarts: bool| {
        let client = Client::new("pod-7").call("first", hold).call("second", read);
        let client = if restarts { client.restarts() } else { client };
        let plan = "run pod-7 for 2\ncrash pod-7\n".parse().unwrap();
        stage().run_plan(vec![client], &plan).unwrap()
    };
    let (stays, comes_back) = (twice(false), twice(true));
    assert_eq!(answers(&stays), [Err(SqlError::Busy), Err(SqlError::Busy)]);
    assert_eq!(answers(&comes_back), [Err(SqlError::Busy), Ok(1)], "the insert was rolled back");
    assert!(matches!(comes_back.record.turns[2].what, What::Crash { open: true, comes_back: true }));
}

fn explored(bounds: Bounds) -> Vec<Record> {
    let mut stage = stage();
    let mut explorer = Explorer::new(bounds);
    let mut records = Vec::new();
    while let Some(choices) = explorer.next() {
        let clients =
            ["pod-7", "pod-3"].map(|pod| Client::new(pod).call("raise", raise).call("read", read).restarts());
        let run = stage.run_choices(clients.into(), &choices).unwrap();
        explorer.learn(&run.record);
        records.push(run.record);
    }
    records
}

#[test]
fn the_clock_goes_on_before_any_choice_and_each_schedule_comes_once() {
    let ticks = |per_run| Bounds { ticks: vec![10, 20], ticks_per_run: per_run, ..Bounds::default() };
    // Six orders of two calls each. One tick: before any of the four choices, to either instant.
    assert_eq!([0, 1].map(|most| explored(ticks(most)).len()), [6, 6 + 6 * 4 * 2]);
    let all = explored(ticks(2));
    // Two ticks: to 10 and later to 20.
    assert_eq!(all.len(), 6 + 6 * 8 + 6 * 6);
    let mut plans: Vec<String> = all.iter().map(|record| record.plan().to_string()).collect();
    plans.sort();
    plans.dedup();
    assert_eq!(plans.len(), all.len(), "no two schedules are the same plan");
    let costs: Vec<usize> = all
        .iter()
        .map(|record| record.preemptions() + record.decisions.iter().filter(|d| d.since != d.at).count())
        .collect();
    assert!(costs.is_sorted(), "{costs:?}");
}

#[test]
fn a_plan_made_of_a_schedule_with_ticks_and_crashes_leads_to_the_same_run() {
    let bounds = Bounds {
        ticks: vec![1_000],
        ticks_per_run: 1,
        faults: vec![Fault::Crash, Fault::LoseReply],
        faults_per_run: 1,
        cost: Some(2),
        ..Bounds::default()
    };
    let records = explored(bounds);
    assert!(records.len() > 50);
    let mut stage = stage();
    for record in records {
        let clients =
            ["pod-7", "pod-3"].map(|pod| Client::new(pod).call("raise", raise).call("read", read).restarts());
        let again = stage.run_plan(clients.into(), &record.plan()).unwrap().record;
        assert_eq!(again.turns, record.turns, "{}", record.plan());
    }
}

/// A row of the board as something that lasts for as many seconds as its number says.
struct Bars;

impl Labels<Answer> for Bars {
    fn lane(&self, call: &Call, statement: &Statement) -> Lane {
        if statement.store == Store::Shared {
            lane("board")
        } else {
            lane(&format!("{} of {}", call.label, call.who))
        }
    }

    fn lasts(&self, row: &Row) -> Option<Lasting> {
        Some(Lasting {
            lane: lane("board"),
            text: row.int(1).to_string(),
            until: row.int(1).unsigned_abs() * 1000,
        })
    }
}

#[test]
fn what_lasts_begins_and_ends_where_the_run_says() {
    let clients = vec![shared("pod-7", raise), copy("pod-3", read), shared("pod-1", raise)];
    // Row 1 lasts until 1 s. It is over when pod-7 raises it to 2; at 1.5 s pod-1 raises it to 3.
    let plan = "at 1 s\nrun pod-7 to end\nat 1500 ms\nrun pod-1 to end; run pod-3 to end\n".parse().unwrap();
    let run = stage().run_plan(clients, &plan).unwrap();
    let trace = run.trace(&Bars);
    let lanes: Vec<&str> = trace.lanes.iter().map(|lane| lane.id.as_str()).collect();
    assert_eq!(lanes, ["pod-7", "pod-3", "pod-1", "board", "copy of 1"]);
    let marks = trace.steps.iter().flat_map(|step| &step.marks).filter_map(|mark| match mark {
        Mark::BarBegins { text, at, .. } => Some(format!("{text} from {at}")),
        Mark::BarEnds { span, at, text } => Some(format!("{span} to {at} {text}")),
        Mark::Note { lane, text, at } => Some(format!("{text} on {lane} at {at}")),
        _ => None,
    });
    let expected = [
        "1 from 0",
        "1 s on board at 0",
        "bar-1 to 1 expires",
        "2 from 3",
        "1.500 s on board at 4",
        "bar-2 to 7 ",
        "3 from 7",
    ];
    assert_eq!(marks.collect::<Vec<_>>(), expected);
    let numbers = run.record.numbers();
    assert_eq!(numbers.turns, [2, 4, 5]);
}

#[test]
fn a_budget_of_turns_ends_a_search() {
    // Each of these runs has four turns.
    let most = |turns| explored(Bounds { turns: Some(turns), ..Bounds::default() }).len();
    assert_eq!([most(0), most(1), most(4), most(5), most(1_000)], [0, 1, 1, 2, 6]);
}
