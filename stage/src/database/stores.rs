//! The databases that the clients of a run reach: the shared one, a copy of it that lags behind,
//! and one on each pod. The last two are made when somebody first asks for them.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use kit::Ms;
use kit::sql::{COPY_LAGS_MS, Row, SqlError, Value};

use super::history::{History, Tables};
use super::link::{self, Ask, Link, Reply, Store};
use super::{Database, DatabaseError, Journal, Setup, failed};

#[derive(Debug)]
pub(crate) struct Stores {
    shared: Database,
    /// One a pod, by the pod's number.
    locals: Vec<Option<Database>>,
    copy: Option<Database>,
    /// The columns of each copied table that a row is written with.
    columns: Vec<String>,
    history: History,
    /// Which state of the history the copy shows.
    copied: Option<usize>,
    /// The pod of each client, counted from 0.
    pods: Vec<usize>,
    clock: Arc<AtomicI64>,
}

impl Stores {
    pub(crate) fn open(setup: Setup) -> Result<Stores, DatabaseError> {
        let clock = Arc::new(AtomicI64::new(0));
        let shared = Database::open(setup, &clock)?;
        let columns = shared.setup.copied.iter().map(|table| shared.columns(table));
        Ok(Stores {
            columns: columns.collect::<Result<_, _>>()?,
            shared,
            locals: Vec::new(),
            copy: None,
            history: History::default(),
            copied: None,
            pods: Vec::new(),
            clock,
        })
    }

    pub(crate) fn file(&self) -> &Path {
        self.shared.file()
    }

    pub(crate) fn set_reset(&mut self, sql: String) {
        self.shared.set_reset(sql);
    }

    /// The clock of all databases; pods' own clocks are off from it.
    pub(crate) fn clock(&self) -> &Arc<AtomicI64> {
        &self.clock
    }

    pub(crate) fn set_clock(&self, now: Ms) {
        self.clock.store(i64::try_from(now).unwrap_or(i64::MAX), Ordering::Relaxed);
    }

    /// Makes ready for a run of clients on these pods: tables reset, clock at 0.
    pub(crate) fn begin_run(&mut self, pods: Vec<usize>) -> Result<(), DatabaseError> {
        self.set_clock(0);
        self.shared.begin_run(pods.len())?;
        self.pods = pods;
        for local in self.locals.iter_mut().flatten() {
            local.begin_run(self.pods.len())?;
        }
        if !self.shared.setup.copied.is_empty() {
            let tables = self.tables()?;
            self.history.begin(tables);
            self.copied = None;
        }
        Ok(())
    }

    /// Carries out a statement of a client on the database that it names.
    ///
    /// # Errors
    /// When a database itself failed.
    pub(crate) fn attempt(&mut self, who: usize, ask: &Ask) -> Result<Reply, DatabaseError> {
        match ask.store {
            Store::Shared => {}
            Store::Copy if self.shared.setup.copied.is_empty() => {
                let text = "there is no copy of this database".to_owned();
                return Ok(Reply::Failed(SqlError::Statement(text)));
            }
            Store::Copy => self.refresh_copy()?,
            Store::Local => self.make_local(self.pods[who])?,
        }
        match self.link(who, ask.store) {
            Some(link) if ask.store == Store::Copy => Ok(link.attempt_reading(ask)),
            Some(link) => Ok(link.attempt(ask)),
            None => Ok(Reply::Failed(SqlError::Statement("there is no such database".to_owned()))),
        }
    }

    fn make_local(&mut self, pod: usize) -> Result<(), DatabaseError> {
        if self.locals.len() <= pod {
            self.locals.resize_with(pod + 1, || None);
        }
        if self.locals[pod].is_none() {
            let mut local = self.beside(self.shared.setup.journal)?;
            local.begin_run(self.pods.len())?;
            self.locals[pod] = Some(local);
        }
        Ok(())
    }

    /// Another database with the same tables, empty at the start of each run.
    fn beside(&self, journal: Journal) -> Result<Database, DatabaseError> {
        let schema = self.shared.setup.schema.clone();
        Database::open(Setup { schema, journal, ..Setup::default() }, &self.clock)
    }

    /// Brings the copy to what had been committed [`COPY_LAGS_MS`] ago.
    fn refresh_copy(&mut self) -> Result<(), DatabaseError> {
        let then = self.clock.load(Ordering::Relaxed) - COPY_LAGS_MS;
        let Some((state, tables)) = self.history.at(then) else { return Ok(()) };
        if self.copied == Some(state) {
            return Ok(());
        }
        let mut copy = match self.copy.take() {
            Some(copy) => copy,
            // A reader of the copy may be amid a transaction: it goes on with what it has seen, and
            // keeps nobody waiting.
            None => self.beside(Journal::Wal)?,
        };
        copy.begin_run(self.pods.len())?;
        for ((table, columns), rows) in self.shared.setup.copied.iter().zip(&self.columns).zip(tables) {
            copy.fill(table, columns, rows)?;
        }
        self.copy = Some(copy);
        self.copied = Some(state);
        Ok(())
    }

    fn tables(&self) -> Result<Tables, DatabaseError> {
        let read = |(table, columns): (&String, &String)| {
            link::read(&self.shared.own, &format!("SELECT {columns} FROM {table}"))
                .map_err(failed("read what is copied"))
        };
        self.shared.setup.copied.iter().zip(&self.columns).map(read).collect()
    }

    fn database(&self, who: usize, store: Store) -> Option<&Database> {
        match store {
            Store::Shared => Some(&self.shared),
            Store::Copy => self.copy.as_ref(),
            Store::Local => self.locals.get(*self.pods.get(who)?)?.as_ref(),
        }
    }

    fn link(&self, who: usize, store: Store) -> Option<&Link> {
        self.database(who, store)?.links.get(who)
    }

    fn links(&self, who: usize) -> impl Iterator<Item = &Link> {
        [Store::Shared, Store::Copy, Store::Local].into_iter().filter_map(move |store| self.link(who, store))
    }

    /// Whether this client has a transaction open that writes to the database which `other` would
    /// reach as `store`.
    pub(crate) fn writes(&self, who: usize, other: usize, store: Store) -> bool {
        self.meets(who, other, store).is_some_and(Link::writes)
    }

    /// The same for one that has only read.
    pub(crate) fn reads(&self, who: usize, other: usize, store: Store) -> bool {
        self.meets(who, other, store).is_some_and(Link::reads)
    }

    fn meets(&self, who: usize, other: usize, store: Store) -> Option<&Link> {
        let same = store != Store::Local || self.pods.get(who) == self.pods.get(other);
        self.link(who, store).filter(|_| same)
    }

    /// Whether a transaction of this client is open, wherever.
    pub(crate) fn in_transaction(&self, who: usize) -> bool {
        self.links(who).any(Link::in_transaction)
    }

    /// What the databases do when a client is gone, or its connection to one of them: what it had
    /// open is rolled back. True if anything was.
    pub(crate) fn hang_up(&self, who: usize) -> bool {
        self.links(who).fold(false, |open, link| link.hang_up() | open)
    }

    /// The connection to one database is lost; the others are as they were.
    pub(crate) fn cut(&self, who: usize, store: Store) {
        if let Some(link) = self.link(who, store) {
            link.hang_up();
        }
    }

    /// The committed state of the shared database if this client has just committed to it.
    pub(crate) fn committed(&mut self, who: usize) -> Result<Option<Vec<Row>>, DatabaseError> {
        if !self.link(who, Store::Shared).is_some_and(Link::take_committing) {
            return Ok(None);
        }
        if !self.shared.setup.copied.is_empty() {
            let tables = self.tables()?;
            self.history.commit(self.clock.load(Ordering::Relaxed), tables);
        }
        self.probe()
    }

    pub(crate) fn probe(&self) -> Result<Option<Vec<Row>>, DatabaseError> {
        self.shared.probe()
    }
}

impl Database {
    /// The columns of a table, but for those that are computed from others.
    fn columns(&self, table: &str) -> Result<String, DatabaseError> {
        let names = "SELECT group_concat('\"' || replace(name, '\"', '\"\"') || '\"', ', ')
                     FROM pragma_table_xinfo(?1) WHERE hidden = 0";
        self.own.query_row(names, [table], |row| row.get(0)).map_err(failed("list the columns of a table"))
    }

    fn fill(&self, table: &str, columns: &str, rows: &[Row]) -> Result<(), DatabaseError> {
        let literal = |value: &Value| value.to_string();
        for row in rows {
            let values: Vec<String> = row.columns.iter().map(|(_, value)| literal(value)).collect();
            let insert = format!("INSERT INTO {table} ({columns}) VALUES ({})", values.join(", "));
            self.own.execute_batch(&insert).map_err(failed("fill the copy"))?;
        }
        Ok(())
    }
}
