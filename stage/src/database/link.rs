//! One connection, one statement at a time, and what SQLite's "busy" means for a client.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use kit::sql::{Row, SqlError, Value};
use rusqlite::functions::FunctionFlags;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::types::{Null, ValueRef};
use rusqlite::{Connection, Error, ErrorCode, OpenFlags, Statement, TransactionState, ffi};

use super::Journal;

/// A statement that a client asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ask {
    pub(crate) store: Store,
    pub(crate) way: Way,
    pub(crate) sql: String,
    pub(crate) params: Vec<Value>,
}

/// Of which database it is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Store {
    /// The one that all clients share.
    Shared,
    /// The read-only copy that lags behind it.
    Copy,
    /// The one of the client's pod.
    Local,
}

/// Through which of the two doors of [`kit::sql::Sql`] it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Execute,
    Query,
}

/// What came of trying a statement.
#[derive(Debug)]
pub(crate) enum Reply {
    Done {
        changed: u64,
        rows: Vec<Row>,
    },
    Failed(SqlError),
    /// Somebody is in the way and may get out of it: nothing was applied, try again later.
    Wait,
}

/// A client's own connection.
#[derive(Debug)]
pub(crate) struct Link {
    connection: Connection,
    /// Set by SQLite when a transaction that wrote something commits.
    committing: Arc<AtomicBool>,
}

impl Link {
    pub(super) fn open(file: &Path, journal: Journal, clock: &Arc<AtomicI64>) -> rusqlite::Result<Link> {
        let mut connection = connect(file, journal, clock)?;
        let committing = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&committing);
        connection.commit_hook(Some(move || {
            seen.store(true, Ordering::Relaxed);
            false
        }))?;
        connection.authorizer(Some(allowed))?;
        Ok(Link { connection, committing })
    }

    /// Carries a statement out. Its rows are read to the end and it is reset before this
    /// returns: a cursor left open would hold its locks.
    pub(crate) fn attempt(&self, ask: &Ask) -> Reply {
        let before = self.state();
        match self.carry_out(ask) {
            Ok((changed, rows)) => Reply::Done { changed, rows },
            Err(Slip::Text(text)) => Reply::Failed(SqlError::Statement(text)),
            Err(Slip::Sqlite(error)) if is_busy(&error) => busy(&error, before),
            Err(Slip::Sqlite(error)) => Reply::Failed(explain(error)),
        }
    }

    /// The same on a database that nobody may write to.
    pub(crate) fn attempt_reading(&self, ask: &Ask) -> Reply {
        match self.connection.prepare(&ask.sql) {
            Ok(statement) if !statement.readonly() => {
                let text = "this is a read-only copy: it takes no writes";
                Reply::Failed(SqlError::Statement(text.to_owned()))
            }
            // Whatever is wrong with it, `attempt` says.
            _ => self.attempt(ask),
        }
    }

    fn carry_out(&self, ask: &Ask) -> Result<(u64, Vec<Row>), Slip> {
        let mut statement = self.connection.prepare_cached(&ask.sql)?;
        if ask.way == Way::Execute && statement.readonly() && statement.column_count() > 0 {
            return Err(Slip::Text("this statement returns rows: ask for them with `query`".to_owned()));
        }
        bind(&mut statement, &ask.params)?;
        let total = self.connection.total_changes();
        let rows = drain(&mut statement)?;
        // `changes` speaks of the last statement that wrote; only the total tells if this one did.
        let wrote = self.connection.total_changes() != total;
        Ok((if wrote { self.connection.changes() } else { 0 }, rows))
    }

    /// Whether a commit has happened, or been tried, since the last call.
    pub(crate) fn take_committing(&self) -> bool {
        self.committing.swap(false, Ordering::Relaxed)
    }

    pub(crate) fn in_transaction(&self) -> bool {
        !self.connection.is_autocommit()
    }

    pub(crate) fn writes(&self) -> bool {
        self.state() == TransactionState::Write
    }

    pub(crate) fn reads(&self) -> bool {
        self.state() == TransactionState::Read
    }

    fn state(&self) -> TransactionState {
        self.connection.transaction_state(None::<&str>).unwrap_or(TransactionState::None)
    }

    /// What the database does when the client is gone: an open transaction is rolled back.
    /// True if one was open.
    pub(crate) fn hang_up(&self) -> bool {
        let open = self.in_transaction();
        if open {
            // A ROLLBACK fails only where SQLite has already rolled back by itself.
            let _ = self.connection.execute_batch("ROLLBACK");
        }
        open
    }
}

/// Opens the file so that SQLite itself never waits and never syncs.
pub(super) fn connect(file: &Path, journal: Journal, clock: &Arc<AtomicI64>) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_PRIVATE_CACHE;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(Duration::ZERO)?;
    let mode = match journal {
        Journal::Wal => "WAL",
        Journal::Rollback => "MEMORY",
    };
    connection.execute_batch(&format!("PRAGMA journal_mode = {mode}; PRAGMA synchronous = OFF;"))?;
    let clock = Arc::clone(clock);
    connection.create_scalar_function("now_ms", 0, FunctionFlags::SQLITE_UTF8, move |_| {
        Ok(clock.load(Ordering::Relaxed))
    })?;
    Ok(connection)
}

/// All rows of a query without parameters.
pub(super) fn read(connection: &Connection, sql: &str) -> rusqlite::Result<Vec<Row>> {
    drain(&mut *connection.prepare_cached(sql)?)
}

pub(super) fn is_busy(error: &Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
}

/// Decides between "wait" and "give up" as SQLite's own busy handler does: a transaction that
/// holds a read snapshot cannot write after somebody else has, however long it waits.
fn busy(error: &Error, before: TransactionState) -> Reply {
    let stale = error.sqlite_error().is_some_and(|e| e.extended_code == ffi::SQLITE_BUSY_SNAPSHOT);
    if stale || before == TransactionState::Read { Reply::Failed(SqlError::Busy) } else { Reply::Wait }
}

/// Why a statement was not carried out: SQLite says so, or we do.
enum Slip {
    Sqlite(Error),
    Text(String),
}

impl From<Error> for Slip {
    fn from(error: Error) -> Self {
        Slip::Sqlite(error)
    }
}

/// Binds `$1`, `$2`, … by name: SQLite numbers parameters by their first use in the text.
fn bind(statement: &mut Statement<'_>, params: &[Value]) -> Result<(), Slip> {
    let mut used = 0;
    for index in 1..=statement.parameter_count() {
        let name = statement.parameter_name(index).unwrap_or("?").to_owned();
        let Some(number) = name.strip_prefix('$').and_then(|n| n.parse::<usize>().ok()) else {
            return Err(Slip::Text(format!("`{name}` is no parameter here: write $1, $2, …")));
        };
        let Some(value) = number.checked_sub(1).and_then(|n| params.get(n)) else {
            return Err(Slip::Text(format!("there is no value for {name}: {} given", params.len())));
        };
        used = used.max(number);
        match value {
            Value::Null => statement.raw_bind_parameter(index, Null)?,
            Value::Int(n) => statement.raw_bind_parameter(index, n)?,
            Value::Text(text) => statement.raw_bind_parameter(index, text)?,
        }
    }
    if used < params.len() {
        return Err(Slip::Text(format!("{} values given, and the last parameter is ${used}", params.len())));
    }
    Ok(())
}

fn drain(statement: &mut Statement<'_>) -> rusqlite::Result<Vec<Row>> {
    let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let mut rows = statement.raw_query();
    let mut read = Vec::new();
    while let Some(row) = rows.next()? {
        let mut columns = Vec::with_capacity(names.len());
        for (index, name) in names.iter().enumerate() {
            columns.push((name.clone(), value(row.get_ref(index)?)));
        }
        read.push(Row { columns });
    }
    Ok(read)
}

/// Reals and blobs have no place in our tables; a query that makes one gets it as text.
fn value(from: ValueRef<'_>) -> Value {
    match from {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(n) => Value::Int(n),
        ValueRef::Real(x) => Value::Text(x.to_string()),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
            Value::Text(String::from_utf8_lossy(bytes).into_owned())
        }
    }
}

fn explain(error: Error) -> SqlError {
    let text = match &error {
        Error::SqlInputError { msg, .. } => msg.clone(),
        Error::SqliteFailure(_, Some(message)) => message.clone(),
        Error::Empty => "there is no statement in this text".to_owned(),
        Error::MultipleStatement => "one statement at a time: this text holds several".to_owned(),
        other => other.to_string(),
    };
    match error.sqlite_error_code() {
        Some(ErrorCode::ConstraintViolation) => SqlError::Constraint(text),
        Some(ErrorCode::AuthorizationForStatementDenied) => {
            SqlError::Statement(format!("{text}: the stage takes queries, changes to rows and transactions"))
        }
        _ => SqlError::Statement(text),
    }
}

/// Functions whose answer would differ from run to run; the database's clock is `now_ms()`.
const UNREPEATABLE: [&str; 12] = [
    "random",
    "randomblob",
    "current_date",
    "current_time",
    "current_timestamp",
    "date",
    "time",
    "datetime",
    "julianday",
    "unixepoch",
    "strftime",
    "timediff",
];

/// Keeps clients to rows and transactions: a pragma could make SQLite wait, and a changed table
/// would outlive the run.
fn allowed(context: AuthContext<'_>) -> Authorization {
    match context.action {
        AuthAction::Function { function_name } => {
            let refused = UNREPEATABLE.iter().any(|name| function_name.eq_ignore_ascii_case(name));
            if refused { Authorization::Deny } else { Authorization::Allow }
        }
        AuthAction::Select
        | AuthAction::Read { .. }
        | AuthAction::Insert { .. }
        | AuthAction::Update { .. }
        | AuthAction::Delete { .. }
        | AuthAction::Transaction { .. }
        | AuthAction::Savepoint { .. }
        | AuthAction::Recursive => Authorization::Allow,
        _ => Authorization::Deny,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::folder::Folder;

    /// Pitfalls 1 and 9: SQLite must neither wait by itself nor sync.
    #[test]
    fn no_connection_waits_or_syncs() {
        for (journal, mode) in [(Journal::Wal, "wal"), (Journal::Rollback, "memory")] {
            let folder = Folder::create().unwrap();
            let file = folder.path().join("test.sqlite");
            let clock = Arc::new(AtomicI64::new(0));
            let own = connect(&file, journal, &clock).unwrap();
            let mut link = Link::open(&file, journal, &clock).unwrap();
            // A client may not ask for pragmas; here we want to.
            link.connection.authorizer(None::<fn(AuthContext<'_>) -> Authorization>).unwrap();
            for connection in [&own, &link.connection] {
                let pragma = |name: &str| {
                    let rows = read(connection, &format!("PRAGMA {name}")).unwrap();
                    rows[0].columns[0].1.to_string()
                };
                assert_eq!(pragma("busy_timeout"), "0");
                assert_eq!(pragma("synchronous"), "0");
                assert_eq!(pragma("journal_mode"), format!("'{mode}'"));
            }
        }
    }
}
