//! The one door through which learner code reaches a database, or, where a contract has several,
//! [`Databases`] with one door each.
//!
//! The stage implements [`Sql`] over real SQLite and decides, before each statement, whose turn
//! it is. Everything that an exercise needs to know about its database is on this page.

use std::fmt;

/// A connection to the database, good for one statement at a time.
///
/// Each call is one point at which another client may run. Outside a transaction (`BEGIN
/// IMMEDIATE` … `COMMIT`) every statement commits by itself. Parameters are written `$1`, `$2`, …
/// The SQL function `now_ms()` is the database's clock, in milliseconds.
pub trait Sql {
    /// Runs a statement that returns no rows; the answer is the number of rows it changed.
    fn execute(&mut self, sql: &str, params: &[Value]) -> Result<u64, SqlError>;

    /// Runs a query and returns all of its rows, already read to the end.
    fn query(&mut self, sql: &str, params: &[Value]) -> Result<Vec<Row>, SqlError>;
}

/// What a pod can reach. Each database is a connection of its own, and a transaction that is open
/// on one of them does not concern the others.
pub trait Databases {
    /// The database that all pods share.
    fn shared(&mut self) -> &mut dyn Sql;

    /// A read-only copy of the shared database that lags behind it: it shows what had been committed
    /// [`COPY_LAGS_MS`] ago.
    fn copy(&mut self) -> &mut dyn Sql;

    /// A database on this pod. Its processes and threads share it, and no other pod sees it.
    fn local(&mut self) -> &mut dyn Sql;

    /// What this pod's own clock says, in ms. It may be off by a minute from the database's
    /// `now_ms()`, and from any other pod's. Time passes while a statement is under way, and between
    /// two of them none does.
    fn own_clock_ms(&self) -> i64;
}

/// By how much [`Databases::copy`] lags behind, in ms of the shared database's clock.
pub const COPY_LAGS_MS: i64 = 500;

/// A value in a parameter or a column.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    Null,
    Int(i64),
    Text(String),
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Value::Int(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Value::Text(value.to_owned())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Value::Text(value)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("NULL"),
            Value::Int(n) => write!(f, "{n}"),
            Value::Text(text) => write!(f, "'{}'", text.replace('\'', "''")),
        }
    }
}

/// One row of a query's answer, columns in the order of the query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub columns: Vec<(String, Value)>,
}

impl Row {
    /// The integer in column `index`, counted from 0.
    ///
    /// # Panics
    /// When there is no such column or it holds no integer: the query and the code disagree.
    #[track_caller]
    pub fn int(&self, index: usize) -> i64 {
        match self.columns.get(index) {
            Some((_, Value::Int(n))) => *n,
            other => panic!("column {index} of this row is {other:?}, not an integer"),
        }
    }

    /// The text in column `index`, counted from 0.
    ///
    /// # Panics
    /// When there is no such column or it holds no text.
    #[track_caller]
    pub fn text(&self, index: usize) -> &str {
        match self.columns.get(index) {
            Some((_, Value::Text(text))) => text,
            other => panic!("column {index} of this row is {other:?}, not text"),
        }
    }
}

/// Why a statement gave no answer, and what you know then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SqlError {
    /// Somebody else is in the way and waiting will not help, or a wait for a lock has ended in
    /// vain. It can come as the answer to any statement. **Nothing was applied.** An open
    /// transaction is still open: `ROLLBACK` it before you try again.
    Busy,
    /// The connection was lost before the answer came. **The statement may have been applied or
    /// not**; an open transaction is gone, and if the statement was its `COMMIT`, that may have
    /// been applied or not. The connection has been replaced: the next statement may run.
    NoAnswer,
    /// The statement broke a constraint of the table. Nothing was applied.
    Constraint(String),
    /// The database cannot run this statement at all: a slip in the SQL. Nothing was applied.
    Statement(String),
}

impl fmt::Display for SqlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SqlError::Busy => f.write_str("busy"),
            SqlError::NoAnswer => f.write_str("no answer"),
            SqlError::Constraint(what) => write!(f, "refused by a constraint: {what}"),
            SqlError::Statement(what) => write!(f, "error: {what}"),
        }
    }
}

impl std::error::Error for SqlError {}
