//! What a record says of code before any rule is asked: whether it came to its end, and whether
//! two runs went the same way.

use grader::world::Stop as Verdict;
use kit::sql::SqlError;

use crate::record::{Outcome, Record, Stop};
use crate::session::said;

/// Why the code did not come to its end, if it did not: it panicked, is not written, went on
/// asking, asked what the database cannot run, or differs from run to run.
pub fn stop(record: &Record) -> Option<Verdict> {
    let first = record.stops.first().map(|stop| match stop {
        Stop::Panicked { who, message, location, .. } => {
            Verdict::from_panic(&record.cast[*who], message, location)
        }
        Stop::TooManyStatements { who, limit, .. } => Verdict::NeverEnds {
            who: record.cast[*who].clone(),
            what: format!("one call asked for more than {limit} statements, and no call may"),
        },
        Stop::RunTooLong { limit } => Verdict::NeverEnds {
            who: "somebody".to_owned(),
            what: format!("together the calls asked for more than {limit} statements"),
        },
        Stop::Diverged { .. } => Verdict::Random {
            first: "one order of statements".to_owned(),
            second: "another, under the same schedule".to_owned(),
        },
    });
    first.or_else(|| slip(record))
}

/// The first statement that the database cannot run.
fn slip(record: &Record) -> Option<Verdict> {
    record.turns.iter().find_map(|turn| match &turn.statement()?.outcome {
        // A ROLLBACK after the connection was lost finds nothing to undo, and does no harm.
        Outcome::Failed { error: SqlError::Statement(error), .. } if error.contains("cannot rollback") => {
            None
        }
        Outcome::Failed { error: SqlError::Statement(error), .. } => {
            Some(bad_statement(&record.cast[turn.who], error))
        }
        _ => None,
    })
}

/// A statement that fails by itself; one with a blank is a stub.
pub fn bad_statement(who: &str, error: &str) -> Verdict {
    if error.contains("____") {
        return Verdict::NotWritten { what: "a statement still has a blank, ____".to_owned() };
    }
    let help = if error.contains("ON CONFLICT clause does not match") {
        ". No key of your TABLE stands on what it names"
    } else if error.contains("NOT NULL constraint failed") {
        ". Rows are put in that name the columns of the contract, so others need a default"
    } else {
        ""
    };
    Verdict::BadStatement { who: who.to_owned(), error: format!("{error}{help}") }
}

/// The verdict in words, for an example, which has no report of its own.
pub fn in_words(stop: &Verdict) -> String {
    match stop {
        Verdict::NotWritten { what } => format!("Not written yet: {what}."),
        Verdict::Panicked { message, at, .. } => format!("Your code panicked at {at}: {message}"),
        Verdict::BadStatement { who, error } if who.is_empty() => {
            format!("The database does not take your TABLE: {error}.")
        }
        Verdict::BadStatement { error, .. } => {
            format!("The database cannot run your statement: {error}.")
        }
        _ => "Your code did not come to its end; its rules say more.".to_owned(),
    }
}

/// Every turn of a record, a line each.
pub fn turns(record: &Record) -> impl Iterator<Item = String> {
    record.turns.iter().map(|turn| {
        let who = &record.cast[turn.who];
        match turn.statement() {
            Some(statement) => format!("{who}: {} → {}", statement.shown(), said(&statement.outcome)),
            None => format!("{who}: {:?}", turn.what),
        }
    })
}
