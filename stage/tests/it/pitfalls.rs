//! Nine ways in which a stage over a real database goes wrong; each has bitten a prototype.

use kit::plan::Act;
use kit::sql::{Sql, SqlError};
use rusqlite::Connection;
use stage::explore::Bounds;
use stage::record::{CallEnd, Outcome, Stop};
use stage::{Journal, Limits, Stage};

use crate::bank::{
    Answer, READ, WRITE, balance, deferred, explore, immediate, int, naive, play, rollback_stage, run, setup,
    stage, story, to_end,
};

#[test]
fn pitfall_1_busy_waits_for_others_to_finish_and_a_retry_is_no_choice() {
    let mut stage = stage();
    let acts = [run("pod-7", 2), run("pod-3", 9), run("pod-7", 1), to_end("pod-7")];
    let run = play(&mut stage, &[immediate, immediate], acts);

    let expected = [
        "pod-7 BEGIN: 0",
        "pod-7 SELECT: 10000",
        "pod-3 BEGIN: waits for [0]",
        // Tried again in vain after this one; not a word about it.
        "pod-7 UPDATE: 1",
        "pod-7 COMMIT: 0",
        "pod-3 BEGIN: 0, waited",
        "pod-3 SELECT: 7000",
        "pod-3 UPDATE: 1",
        "pod-3 COMMIT: 0",
    ];
    assert_eq!(story(&run), expected);
    assert_eq!(run.record.decisions.len(), expected.len() - 1, "the retry is no decision");
    let waited = run.record.turns[5].statement().unwrap().waited;
    assert_eq!(waited, Some(2), "it says since when");
}

#[test]
fn pitfall_1_with_the_lock_around_read_and_write_no_schedule_loses_money() {
    for mut stage in [stage(), rollback_stage()] {
        let runs = explore(&mut stage, &[immediate, immediate], Bounds::default());
        assert!(runs.len() > 2);
        for run in runs {
            assert_eq!(balance(&run), 4000);
        }
    }
}

#[test]
fn pitfall_2_a_snapshot_grown_stale_is_refused_at_once() {
    let acts = [run("pod-7", 2), to_end("pod-3"), to_end("pod-7")];
    let run = play(&mut stage(), &[deferred, naive], acts);
    let expected = [
        "pod-7 BEGIN: 0",
        "pod-7 SELECT: 10000",
        "pod-3 SELECT: 10000",
        "pod-3 UPDATE: 1",
        "pod-7 UPDATE: busy",
        "pod-7 ROLLBACK: 0",
    ];
    assert_eq!(story(&run), expected);
}

/// Begins to write in the words of a query, after it has read.
fn reads_then_writes_in_disguise(sql: &mut dyn Sql) -> Answer {
    sql.execute("BEGIN", &[])?;
    sql.query(READ, &[int(42)])?;
    let done = sql
        .query("WITH ignored AS (SELECT 1) UPDATE accounts SET balance = 1 WHERE id = 42 RETURNING id", &[]);
    sql.execute("ROLLBACK", &[])?;
    done.map(drop)
}

/// Begins with a write, in a transaction that has read nothing.
fn writes_first(sql: &mut dyn Sql) -> Answer {
    sql.execute("BEGIN", &[])?;
    sql.execute(WRITE, &[int(42), int(1)])?;
    sql.execute("COMMIT", &[])?;
    Ok(())
}

#[test]
fn pitfall_2_the_transactions_state_decides_and_not_the_text() {
    for mut stage in [stage(), rollback_stage()] {
        // pod-7 holds the write lock; pod-3 has read, so waiting could never help it.
        let acts = [run("pod-3", 2), run("pod-7", 1), run("pod-3", 1)];
        let read = play(&mut stage, &[immediate, reads_then_writes_in_disguise], acts);
        assert_eq!(story(&read)[3], "pod-3 WITH: busy");
        // pod-3 has read nothing yet: it can wait.
        let acts = [run("pod-7", 1), run("pod-3", 2)];
        let wrote = play(&mut stage, &[immediate, writes_first], acts);
        assert_eq!(story(&wrote)[2], "pod-3 UPDATE: waits for [0]");
        assert_eq!(balance(&wrote), 1);
    }
}

fn reads_for_long(sql: &mut dyn Sql) -> Answer {
    sql.execute("BEGIN", &[])?;
    sql.query(READ, &[int(42)])?;
    sql.query(READ, &[int(42)])?;
    sql.execute("COMMIT", &[])?;
    Ok(())
}

#[test]
fn pitfall_3_a_commit_waits_for_readers_of_a_rollback_journal() {
    let acts = [run("pod-3", 2), to_end("pod-7"), to_end("pod-3")];
    let bodies: [fn(&mut dyn Sql) -> Answer; 2] = [immediate, reads_for_long];
    let waits = play(&mut rollback_stage(), &bodies, acts.clone());
    let expected = [
        "pod-3 BEGIN: 0",
        "pod-3 SELECT: 10000",
        "pod-7 BEGIN: 0",
        "pod-7 SELECT: 10000",
        "pod-7 UPDATE: 1",
        "pod-7 COMMIT: waits for [1]",
        "pod-3 SELECT: 10000",
        "pod-3 COMMIT: 0",
        "pod-7 COMMIT: 0, waited",
    ];
    assert_eq!(story(&waits), expected);
    let committed = &waits.record.turns[8].effect;
    assert_eq!(committed.len(), 1, "the effect belongs to the commit that came through");

    let passes = play(&mut stage(), &bodies, acts);
    assert_eq!(story(&passes)[5], "pod-7 COMMIT: 0", "in WAL nobody waits for a reader");
}

/// Waits for a lock twice, and rolls its transaction back in between.
fn tries_twice(sql: &mut dyn Sql) -> Answer {
    sql.execute("BEGIN", &[])?;
    if sql.execute(WRITE, &[int(42), int(1)]) == Err(SqlError::Busy) {
        sql.execute("ROLLBACK", &[])?;
        return Err(SqlError::Busy);
    }
    sql.execute("COMMIT", &[])?;
    Ok(())
}

#[test]
fn pitfall_4_when_all_wait_the_youngest_is_refused_and_its_transaction_stays_open() {
    let mut stage = stage();
    play(&mut stage, &[naive], []);
    // One database alone cannot bring all clients to wait for each other: SQLite refuses at once
    // who has read, and who writes waits for nobody. So somebody outside holds the lock.
    let outsider = Connection::open(stage.database_file()).unwrap();
    // A client that comes to the lock in the middle of the run, since the reset needs it first.
    let path = stage.database_file().to_owned();
    let grabs = move |sql: &mut dyn Sql| {
        outsider.execute_batch("BEGIN IMMEDIATE").unwrap();
        let done = tries_twice(sql);
        outsider.execute_batch("ROLLBACK").unwrap();
        done
    };
    let clients = vec![
        stage::Client::new("pod-7").call("debit", grabs),
        stage::Client::new("pod-3").call("debit", tries_twice),
    ];
    assert!(path.exists());
    let acts = [run("pod-7", 1), run("pod-3", 1), run("pod-3", 1), run("pod-7", 1)];
    let run = stage.run_plan(clients, &crate::bank::plan(acts)).unwrap();
    let expected = [
        "pod-7 BEGIN: 0",
        "pod-3 BEGIN: 0",
        "pod-3 UPDATE: waits for []",
        "pod-7 UPDATE: waits for []",
        // pod-3 began last.
        "pod-3 UPDATE: busy, waited",
        "pod-3 ROLLBACK: 0",
        "pod-7 UPDATE: busy, waited",
        "pod-7 ROLLBACK: 0",
    ];
    assert_eq!(story(&run), expected);
    assert!(run.record.turns[4].statement().unwrap().deadlock);
}

/// Takes the write lock and forgets it.
fn forgets_to_commit(sql: &mut dyn Sql) -> Answer {
    sql.execute("BEGIN IMMEDIATE", &[])?;
    sql.execute(WRITE, &[int(42), int(1)])?;
    Ok(())
}

#[test]
fn pitfall_5_a_transaction_left_open_is_rolled_back_and_noted() {
    let mut stage = stage();
    let acts = [run("pod-7", 1), run("pod-3", 1)];
    let run = play(&mut stage, &[forgets_to_commit, immediate], acts);
    let expected = [
        "pod-7 BEGIN: 0",
        "pod-3 BEGIN: waits for [0]",
        "pod-7 UPDATE: 1",
        "pod-7 left open",
        "pod-3 BEGIN: 0, waited",
        "pod-3 SELECT: 10000",
        "pod-3 UPDATE: 1",
        "pod-3 COMMIT: 0",
    ];
    assert_eq!(story(&run), expected);
    assert!(run.record.calls[0].left_open);
    assert!(!run.record.calls[1].left_open);
    assert_eq!(run.record.calls[0].end, CallEnd::Returned);
    assert_eq!(balance(&play(&mut stage, &[naive], [])), 7000, "the next run is not held up");
}

/// Looks at the first row only; the cursor of a careless client would stand there still.
fn takes_the_first_of_many(sql: &mut dyn Sql) -> Answer {
    let rows = sql.query("SELECT id FROM accounts ORDER BY id", &[])?;
    assert_eq!((rows.len(), rows[0].int(0)), (2, 7));
    sql.query("SELECT 1", &[])?;
    Ok(())
}

#[test]
fn pitfall_6_a_query_that_was_answered_holds_no_lock() {
    let acts = [run("pod-7", 1), to_end("pod-3")];
    let run = play(&mut rollback_stage(), &[takes_the_first_of_many, naive], acts);
    let story = story(&run);
    assert_eq!(story[2], "pod-3 UPDATE: 1", "it did not have to wait");
}

/// Who learns messages or reads the book compiles no database. The drill writes Anki packages with it,
/// but only with its feature `drill`, which the book does without.
#[test]
fn pitfall_7_nobody_but_the_stage_and_the_drill_builds_sqlite() {
    let lock = include_str!("../../../Cargo.lock");
    let entry_of = |who: &str| {
        let entry = lock.split("[[package]]").find(|entry| entry.contains(&format!("\nname = \"{who}\"\n")));
        entry.unwrap_or_else(|| panic!("no {who} in Cargo.lock"))
    };
    let needs = |who: &str, what: &str| entry_of(who).contains(&format!("\"{what}\""));
    let users = lock.split("[[package]]").filter(|entry| entry.contains("\"rusqlite\""));
    let users: Vec<&str> =
        users.filter_map(|entry| entry.split('"').nth(1)).filter(|name| *name != "rusqlite").collect();
    assert_eq!(users, ["quiz", "stage"]);
    let quiz = include_str!("../../../quiz/Cargo.toml");
    assert!(quiz.contains("\nrusqlite = { workspace = true, optional = true }"), "{quiz}");
    let workspace = include_str!("../../../Cargo.toml");
    assert!(workspace.contains("\nquiz = { path = \"quiz\", default-features = false }"), "{workspace}");
    for pure in ["kit", "figure", "grader", "nodes", "quiz", "book"] {
        assert!(!needs(pure, "stage"), "{pure} would build SQLite");
    }
}

/// Asks for statements for ever.
fn never_ends(sql: &mut dyn Sql) -> Answer {
    loop {
        sql.query(READ, &[int(42)])?;
    }
}

#[test]
fn pitfall_8_a_client_that_never_ends_is_stopped_at_its_limit() {
    let mut stage = stage();
    let endless = play(&mut stage, &[never_ends, naive], []);
    assert_eq!(endless.record.stops, [Stop::TooManyStatements { who: 0, call: 0, limit: 64 }]);
    assert_eq!(endless.record.turns.len(), 64);
    let ends: Vec<CallEnd> = endless.record.calls.iter().map(|call| call.end).collect();
    assert_eq!(ends, [CallEnd::Stopped, CallEnd::Stopped]);
    assert_eq!(balance(&play(&mut stage, &[naive], [])), 7000, "the next run is as any other");
}

#[test]
fn pitfall_8_all_calls_together_have_a_limit_too() {
    let mut stage = stage();
    stage.set_limits(Limits { statements_per_call: 64, statements_per_run: 5 });
    let run = play(&mut stage, &[immediate, immediate], []);
    assert_eq!(run.record.stops, [Stop::RunTooLong { limit: 5 }]);
    assert_eq!(run.record.turns.len(), 5);
    assert!(run.record.calls[1].left_open, "it was stopped with the lock in its hand");
    assert_eq!(balance(&play(&mut stage, &[naive], [])), 7000, "and the next run finds it free");
}

#[test]
fn pitfall_9_the_file_outlives_the_run_and_goes_with_the_stage() {
    for (journal, mode) in [(Journal::Wal, "wal"), (Journal::Rollback, "delete")] {
        let mut stage = Stage::open(setup(journal)).unwrap();
        play(&mut stage, &[naive], []);
        let file = stage.database_file().to_owned();
        let look = Connection::open(&file).unwrap();
        // Only WAL is written into the file; "delete" is what a fresh look takes for granted.
        let found: String = look.query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap();
        assert_eq!(found, mode);
        // The same file: what is put there beside the exercise's tables is still there.
        look.execute_batch("CREATE TABLE mark (x)").unwrap();
        play(&mut stage, &[naive, immediate], []);
        assert!(look.prepare("SELECT x FROM mark").is_ok());
        drop(look);
        drop(stage);
        assert!(!file.parent().unwrap().exists());
    }
}

#[test]
fn pitfall_9_stages_side_by_side_do_not_meet() {
    let spent = |body| std::thread::spawn(move || balance(&play(&mut stage(), &[body], [])));
    let threads: Vec<_> = (0..4).map(|_| spent(naive as fn(&mut dyn Sql) -> Answer)).collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), 7000);
    }
}

#[test]
fn a_plan_may_say_to_wait_and_the_outcome_names_whom() {
    let acts: [Act; 3] = [run("pod-3", 1), run("pod-7", 1), run("pod-1", 1)];
    let run = play(&mut stage(), &[immediate, immediate, immediate], acts);
    let on = |turn: usize| match &run.record.turns[turn].statement().unwrap().outcome {
        Outcome::Waits { on } => on.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!((on(1), on(2)), (vec![1], vec![1]));
    assert_eq!(balance(&run), 1000);
}
