//! The real database under a stage: one SQLite file, one connection a client, one for the stage.
//!
//! The file lives in a [`folder`] of its own and is never re-created: connections are pooled and
//! each run begins with the exercise's reset SQL. In the default journal, WAL, readers never
//! wait and one transaction writes at a time, which is the nearest that SQLite has to the
//! databases in production. (The in-memory VFS `memdb` was refused: it has no WAL, and
//! a reader there waits as soon as anybody has begun to write.)
//!
//! A [`Database`] is one file. What clients reach, the shared one, a lagging copy of it and one of
//! each pod's own, is in [`stores`].

mod folder;
mod history;
mod link;
mod probe;
mod stores;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicI64;

use kit::sql::Row;
use rusqlite::Connection;

pub use link::Store;
pub(crate) use link::{Ask, Link, Reply, Way};
pub use probe::Change;
pub(crate) use probe::changes;
pub(crate) use stores::Stores;

use folder::Folder;

/// What an exercise's database is made of.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Setup {
    /// Creates the tables, once for all runs.
    pub schema: String,
    /// What stands in the tables when a run begins. They are empty before it; several statements are
    /// run as one transaction.
    pub reset: String,
    /// A query for what the exercise's rules look at, with a unique first column and an ORDER BY.
    /// The stage compares its answer after each commit.
    pub probe: String,
    pub journal: Journal,
    /// The tables that the lagging copy has. Empty: there is no copy.
    pub copied: Vec<String>,
}

/// Where SQLite keeps what it needs for a rollback; it decides who waits for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Journal {
    /// Readers see a snapshot and wait for nobody; one transaction writes at a time.
    #[default]
    Wal,
    /// Readers keep a writer's COMMIT waiting, and a COMMIT that waits keeps new readers out.
    Rollback,
}

/// The file and all connections to it.
#[derive(Debug)]
pub(crate) struct Database {
    // Fields drop in this order: connections must be closed before the folder goes.
    links: Vec<Link>,
    own: Connection,
    clock: Arc<AtomicI64>,
    setup: Setup,
    /// Empties every table, also those that the setup does not know of.
    wipe: Vec<String>,
    file: PathBuf,
    _folder: Folder,
}

/// The database itself failed: no place for the file, a disk that is full, a slip in the setup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseError {
    pub doing: &'static str,
    pub message: String,
}

fn failed(doing: &'static str) -> impl Fn(rusqlite::Error) -> DatabaseError {
    move |error| DatabaseError { doing, message: error.to_string() }
}

/// Tables may be a learner's own, and a count that outlives a run would make the next one another:
/// so AUTOINCREMENT begins anew as well.
fn wipe(own: &Connection) -> rusqlite::Result<Vec<String>> {
    let tables = "SELECT 'DELETE FROM \"' || replace(name, '\"', '\"\"') || '\"' FROM sqlite_master
                  WHERE type = 'table' AND (name NOT LIKE 'sqlite^_%' ESCAPE '^' OR name = 'sqlite_sequence')
                  ORDER BY rowid";
    let mut statement = own.prepare(tables)?;
    let deletes = statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
    let order = (deletes.len() > 1).then(|| "PRAGMA defer_foreign_keys = ON".to_owned());
    Ok(order.into_iter().chain(deletes).collect())
}

impl Database {
    pub(crate) fn open(setup: Setup, clock: &Arc<AtomicI64>) -> Result<Database, DatabaseError> {
        let folder = Folder::create().map_err(|error| DatabaseError {
            doing: "make a folder for the database",
            message: error.to_string(),
        })?;
        let file = folder.path().join("stage.sqlite");
        let own = link::connect(&file, setup.journal, clock).map_err(failed("open the database"))?;
        own.execute_batch(&setup.schema).map_err(failed("create the tables"))?;
        let wipe = wipe(&own).map_err(failed("list the tables"))?;
        Ok(Database { links: Vec::new(), own, clock: Arc::clone(clock), setup, wipe, file, _folder: folder })
    }

    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    pub(crate) fn set_reset(&mut self, sql: String) {
        self.setup.reset = sql;
    }

    /// Makes ready for a run of `clients` clients: tables reset, no transaction open.
    pub(crate) fn begin_run(&mut self, clients: usize) -> Result<(), DatabaseError> {
        while self.links.len() < clients {
            let link = Link::open(&self.file, self.setup.journal, &self.clock)
                .map_err(failed("open a connection"))?;
            self.links.push(link);
        }
        self.reset().map_err(|error| {
            // The first failure is the one to report, whether or not a transaction is open.
            let _ = self.own.execute_batch("ROLLBACK");
            failed("reset the tables")(error)
        })
    }

    /// What comes before every run is parsed once; the exercise's own part may differ from run to run.
    fn reset(&self) -> rusqlite::Result<()> {
        let run = |sql: &str| self.own.prepare_cached(sql)?.execute([]);
        run("BEGIN IMMEDIATE")?;
        for sql in &self.wipe {
            run(sql)?;
        }
        if !self.setup.reset.is_empty() {
            self.own.execute_batch(&self.setup.reset)?;
        }
        run("COMMIT")?;
        Ok(())
    }

    /// The committed state, or `None` while a commit in waiting keeps new readers out: then
    /// nobody else has committed anything.
    pub(crate) fn probe(&self) -> Result<Option<Vec<Row>>, DatabaseError> {
        match link::read(&self.own, &self.setup.probe) {
            Ok(rows) => Ok(Some(rows)),
            Err(error) if link::is_busy(&error) => Ok(None),
            Err(error) => Err(failed("look at the committed state")(error)),
        }
    }
}
