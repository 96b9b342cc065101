//! Any plan over every database, with time, faults and restarts: a run comes back from its plan, its
//! steps are counted right, its trace can be read again, and it leaves nothing to the next run.

use std::cell::RefCell;
use std::collections::BTreeSet;

use kit::plan::{Act, Extent, Mail, Phase, Plan, Who};
use kit::sql::{Databases, Row, Sql, SqlError, Value};
use kit::trace::{Mark, Trace};
use proptest::prelude::*;
use stage::record::{CallEnd, Labels, Lasting, lane};
use stage::{Client, Run, Setup, Stage};

type Answer = Result<i64, SqlError>;
type Body = fn(&mut dyn Databases) -> Answer;

fn stage() -> Stage {
    let setup = Setup {
        schema: "CREATE TABLE board (name TEXT PRIMARY KEY, n INTEGER NOT NULL, until INTEGER NOT NULL)"
            .to_owned(),
        reset: "INSERT INTO board VALUES ('a', 1, 15), ('b', 1, 40)".to_owned(),
        probe: "SELECT rowid, * FROM board ORDER BY rowid".to_owned(),
        copied: vec!["board".to_owned()],
        ..Setup::default()
    };
    Stage::open(setup).unwrap()
}

/// A bar for each row.
struct Bars;

impl Labels<Answer> for Bars {
    fn lasts(&self, row: &Row) -> Option<Lasting> {
        let until = u64::try_from(row.int(3)).ok()?;
        Some(Lasting { lane: lane(row.text(1)), text: row.int(2).to_string(), until })
    }
}

fn replace(db: &mut dyn Sql) -> Answer {
    let again = "INSERT OR REPLACE INTO board SELECT 'a', coalesce(max(n), 0) + 1, now_ms() + 20 FROM board";
    db.execute(again, &[]).map(|rows| rows as i64)
}

fn delete(db: &mut dyn Sql) -> Answer {
    db.execute("DELETE FROM board WHERE name = 'a'", &[]).map(|rows| rows as i64)
}

fn locked(db: &mut dyn Sql, body: impl FnOnce(&mut dyn Sql) -> Answer) -> Answer {
    db.execute("BEGIN IMMEDIATE", &[])?;
    let done = body(db);
    let end = if done.is_ok() { "COMMIT" } else { "ROLLBACK" };
    db.execute(end, &[]).and(done)
}

fn here_then_there(databases: &mut dyn Databases) -> Answer {
    databases.local().execute("BEGIN IMMEDIATE", &[])?;
    let done = locked(databases.shared(), replace);
    databases.local().execute("ROLLBACK", &[]).and(done)
}

fn there_then_here(databases: &mut dyn Databases) -> Answer {
    databases.shared().execute("BEGIN IMMEDIATE", &[])?;
    let done = replace(databases.shared()).and_then(|_| locked(databases.local(), replace));
    let end = if done.is_ok() { "COMMIT" } else { "ROLLBACK" };
    databases.shared().execute(end, &[]).and(done)
}

fn twice_from_the_copy(databases: &mut dyn Databases) -> Answer {
    let copy = databases.copy();
    copy.execute("BEGIN", &[])?;
    let read = "SELECT coalesce(max(n), 0) FROM board";
    let first = copy.query(read, &[])?[0].int(0);
    let second = copy.query(read, &[])?[0].int(0);
    assert_eq!(first, second, "a transaction on the copy sees one state");
    copy.execute("COMMIT", &[]).map(|_| first)
}

fn there(databases: &mut dyn Databases) -> Answer {
    replace(databases.shared())
}

fn away(databases: &mut dyn Databases) -> Answer {
    delete(databases.shared())
}

fn leaves_all_open(databases: &mut dyn Databases) -> Answer {
    databases.local().execute("BEGIN IMMEDIATE", &[])?;
    databases.copy().execute("BEGIN", &[])?;
    databases.shared().execute("BEGIN IMMEDIATE", &[])?;
    replace(databases.shared())
}

fn asks_nothing(databases: &mut dyn Databases) -> Answer {
    Ok(databases.own_clock_ms())
}

const BODIES: [Body; 7] =
    [here_then_there, there_then_here, twice_from_the_copy, there, away, leaves_all_open, asks_nothing];
const NAMES: [&str; 3] = ["pod-7", "pod-7.b", "pod-3"];

fn clients(which: &[[usize; 2]; 3]) -> Vec<Client<Answer>> {
    let client = |(name, calls): (&&str, &[usize; 2])| {
        let client = Client::new(*name).on_pod(&name[..5]).restarts();
        calls.iter().fold(client, |client, body| client.call_reaching(format!("call {body}"), BODIES[*body]))
    };
    NAMES.iter().zip(which).map(client).collect()
}

fn any_act() -> impl Strategy<Value = Act> {
    let who = || prop_oneof![Just(NAMES[0]), Just(NAMES[1]), Just(NAMES[2])].prop_map(Who::new);
    prop_oneof![
        6 => (who(), 1..4u32).prop_map(|(who, n)| Act::Run { who, extent: Extent::Statements(n) }),
        1 => who().prop_map(|who| Act::Run { who, extent: Extent::End }),
        1 => who().prop_map(Act::LoseReply),
        1 => who().prop_map(Act::LoseRequest),
        1 => who().prop_map(Act::Refuse),
        1 => who().prop_map(|who| Act::Crash { who, after: None, mail: Mail::Kept, keeping: 0 }),
    ]
}

fn any_plan() -> impl Strategy<Value = Plan> {
    let later = prop_oneof![3 => Just(0u64), 1 => Just(10), 1 => Just(600)];
    prop::collection::vec((later, prop::collection::vec(any_act(), 1..3)), 0..12).prop_map(|phases| {
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

/// Every bar begins once and ends at most once, not before it began; none outlasts its time.
fn bars_are_sound(trace: &Trace) {
    let (mut begun, mut ended) = (BTreeSet::new(), BTreeSet::new());
    for step in &trace.steps {
        for mark in &step.marks {
            match mark {
                Mark::BarBegins { span, .. } => assert!(begun.insert(span.clone()), "{span} begins twice"),
                Mark::BarEnds { span, .. } => {
                    assert!(begun.contains(span) && ended.insert(span.clone()), "{span} ends")
                }
                _ => {}
            }
        }
        let clock = step.act.strip_prefix("the clock goes to ").and_then(kit::plan::read_duration);
        if clock.is_some_and(|clock| clock >= 40) && trace.steps[0] == *step {
            assert_eq!(ended.len(), begun.len(), "a bar outlasts its time");
        }
    }
}

fn last_step(run: &Run<Answer>) -> u32 {
    let numbers = run.record.numbers();
    let ends = run.record.calls.iter().filter(|call| call.end == CallEnd::Returned);
    numbers.turns.iter().copied().chain(ends.map(|call| numbers.end_of(call))).max().unwrap_or(0)
}

#[test]
fn any_run_over_every_database_comes_back_from_its_plan() {
    let stage = RefCell::new(stage());
    let config = ProptestConfig {
        cases: 400,
        rng_seed: proptest::test_runner::RngSeed::Fixed(7),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let body = || 0..BODIES.len();
    let calls = || [body(), body()];
    proptest!(config, |(plan in any_plan(), which in [calls(), calls(), calls()])| {
        let mut stage = stage.borrow_mut();
        let run = stage.run_plan(clients(&which), &plan).unwrap();
        let own = run.record.plan();
        let again = stage.run_plan(clients(&which), &own).unwrap();
        prop_assert_eq!(&run, &again, "{}", own);
        prop_assert!(run.record.stops.is_empty(), "{:?}", run.record.stops);
        let trace = run.trace(&Bars);
        bars_are_sound(&trace);
        prop_assert_eq!(trace.steps.len() as u32, last_step(&run), "{}", own);
        let read = trace.to_string().parse::<Trace>();
        prop_assert_eq!(read.as_ref(), Ok(&trace), "{}", trace);
    });
}

#[test]
fn tables_of_another_make_are_emptied_and_copied() {
    let setup = Setup {
        schema: "CREATE TABLE board (\"the name\" TEXT, id INTEGER PRIMARY KEY AUTOINCREMENT,
                   twice INTEGER GENERATED ALWAYS AS (2 * id));
                 CREATE TABLE beside (id INTEGER REFERENCES board (id));"
            .to_owned(),
        probe: "SELECT id, \"the name\" FROM board ORDER BY id".to_owned(),
        copied: vec!["board".to_owned()],
        ..Setup::default()
    };
    let mut stage = Stage::open(setup).unwrap();
    let body: Body = |databases| {
        let db = databases.shared();
        let id =
            db.query("INSERT INTO board (\"the name\") VALUES ($1) RETURNING id", &[Value::from("it's")])?;
        db.execute("INSERT INTO beside VALUES ($1)", &[id[0].int(0).into()])?;
        Ok(id[0].int(0))
    };
    let copy: Body = |databases| Ok(databases.copy().query("SELECT sum(twice) FROM board", &[])?[0].int(0));
    for _run in 0..2 {
        let client = Client::new("pod-7").call_reaching("write", body).call_reaching("read", copy);
        let run =
            stage.run_plan(vec![client], &"run pod-7 for 2\nat 1 s\nrun pod-7 to end\n".parse().unwrap());
        let run = run.unwrap();
        let answers: Vec<_> = run.calls().map(|(_, answer)| answer.cloned()).collect();
        assert_eq!(answers, [Some(Ok(1)), Some(Ok(2))], "the second run begins as the first");
    }
}
