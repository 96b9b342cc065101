//! Drives SQL clients one statement at a time over a real SQLite database.
//!
//! A client is plain synchronous Rust that asks a [`kit::sql::Sql`] for statements. The stage
//! runs each call as a coroutine, decides whose statement is next, carries it out on the
//! client's own connection and records what came of it: [`Stage::run_plan`] follows a plan,
//! [`Stage::run_choices`] one schedule of an [`explore::Explorer`], which goes through all of
//! them from the cheapest to the dearest.
//!
//! The stage itself knows no rules. The rooms of exercises, [`lost_update`], [`lease_table`] and [`lease_keeper`], stand on it. What
//! they share:
//!
//! * [`cast`], [`play`]: who takes part, and how a case is run.
//! * [`ladder`]: which cases are tried, in which order.
//! * [`verdict`]: whether code came to its end.
//! * [`missed`]: what came to nothing in a file to break something with.
//!
//! What an exercise says of itself, and what comes of it, is the grader's: [`exercise`], [`scenarios`].

pub mod cast;
mod clients;
mod database;
pub mod explore;
pub mod fence;
pub mod ladder;
mod lease;
pub mod lease_keeper;
pub mod lease_table;
pub mod lost_update;
pub mod missed;
pub mod play;
pub mod record;
mod session;
pub mod verdict;

use std::fmt;
use std::path::Path;

use kit::plan::Plan;
use kit::trace::Trace;

use clients::{Shelf, Stacks, onto_shelf};
use database::Stores;
use record::{Call, Labels, Record};
use session::{Cast, Session};

pub use clients::Client;
pub use database::{DatabaseError, Journal, Setup, Store};
/// For the tests of exercises and solutions, which depend on the stage alone.
pub use grader::{book::Book, exercise, grade_attack, grade_examples, grade_part, names_of, scenarios};
pub use session::{Choice, Choices, Limits, PlanError, PlanSlip};

/// A database and what it takes to run clients against it, many times over.
#[derive(Debug)]
pub struct Stage {
    stores: Stores,
    stacks: Stacks,
    limits: Limits,
}

/// A finished run: the record, and what each call returned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run<T> {
    pub record: Record,
    returned: std::collections::BTreeMap<(usize, usize), T>,
}

/// Why there was no run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StageError {
    /// The plan says something that these clients cannot follow.
    Plan(PlanError),
    /// Two clients have this name.
    SameName(String),
    Database(DatabaseError),
}

impl Stage {
    /// Opens a database of its own in the system's place for temporary files; it is gone when
    /// the stage is dropped.
    pub fn open(setup: Setup) -> Result<Stage, StageError> {
        let stores = Stores::open(setup).map_err(StageError::Database)?;
        Ok(Stage { stores, stacks: Stacks::default(), limits: Limits::default() })
    }

    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Replaces [`Setup::reset`] for the runs to come.
    pub fn set_reset(&mut self, sql: impl Into<String>) {
        self.stores.set_reset(sql.into());
    }

    /// The database's file, for a look from outside.
    pub fn database_file(&self) -> &Path {
        self.stores.file()
    }

    /// Resets the tables, follows the plan, then lets everybody finish.
    ///
    /// An act without effect (`run` or `crash` of a client whose calls are over, a second fault
    /// in store for the same statement, which replaces the first) is no error.
    pub fn run_plan<T: 'static>(
        &mut self,
        clients: Vec<Client<T>>,
        plan: &Plan,
    ) -> Result<Run<T>, StageError> {
        let names: Vec<String> = clients.iter().map(|client| client.name.clone()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let moves = session::moves(plan, &names).map_err(StageError::Plan)?;
        self.run(clients, |session| session.follow_moves(&moves))
    }

    /// Resets the tables, makes these choices, then lets everybody finish.
    pub fn run_choices<T: 'static>(
        &mut self,
        clients: Vec<Client<T>>,
        choices: &Choices,
    ) -> Result<Run<T>, StageError> {
        self.run(clients, |session| session.follow_choices(choices))
    }

    fn run<T: 'static>(
        &mut self,
        clients: Vec<Client<T>>,
        follow: impl FnOnce(&mut Session<'_>),
    ) -> Result<Run<T>, StageError> {
        let shelf = Shelf::default();
        let mut cast: Vec<Cast> = Vec::with_capacity(clients.len());
        for (who, Client { name, pod, clock_ahead, restarts, calls }) in clients.into_iter().enumerate() {
            if cast.iter().any(|other| other.name == name) {
                return Err(StageError::SameName(name));
            }
            let calls = calls.into_iter().enumerate();
            let calls = calls.map(|(index, (label, body))| (label, onto_shelf(&shelf, (who, index), body)));
            cast.push(Cast { name, pod, clock_ahead, restarts, calls: calls.collect() });
        }
        let mut session = Session::begin(&mut self.stores, &mut self.stacks, self.limits, cast)
            .map_err(StageError::Database)?;
        follow(&mut session);
        let record = session.finish().map_err(StageError::Database)?;
        Ok(Run { record, returned: shelf.take() })
    }
}

impl<T> Run<T> {
    /// What this call returned; `None` if it did not return.
    pub fn returned(&self, call: &Call) -> Option<&T> {
        self.returned.get(&(call.who, call.index))
    }

    /// Takes out what this call returned.
    pub fn into_returned(mut self, call: &Call) -> Option<T> {
        self.returned.remove(&(call.who, call.index))
    }

    /// Every call with what it returned, by client, then in order.
    pub fn calls(&self) -> impl Iterator<Item = (&Call, Option<&T>)> {
        self.record.calls.iter().map(|call| (call, self.returned(call)))
    }

    /// The run for people: one step for each statement.
    pub fn trace(&self, labels: &dyn Labels<T>) -> Trace {
        self.record.trace(labels, &|call| self.returned(call))
    }
}

impl fmt::Display for StageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StageError::Plan(error) => write!(f, "{error}"),
            StageError::SameName(name) => write!(f, "two clients are called `{name}`"),
            StageError::Database(DatabaseError { doing, message }) => {
                write!(f, "the stage could not {doing}: {message}")
            }
        }
    }
}

impl std::error::Error for StageError {}
