//! What happened in a run: every turn in order, what it committed, and who else could have run.
//!
//! A record holds what the stage saw and nothing that a client claims; it compares equal to the
//! record of any run that went the same way.

mod numbers;
mod plan;
mod text;
mod trace;

use kit::Ms;
use kit::sql::{Row, SqlError, Value};

use crate::session::Choice;

pub use crate::database::{Change, Store};
pub use numbers::Numbers;
pub(crate) use trace::instant;
pub use trace::{Labels, Lasting, Plain, lane};

/// A run, as the stage saw it. Clients are counted from 0 in the order of [`Record::cast`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// The clients' names.
    pub cast: Vec<String>,
    /// The probe's answer before the first turn.
    pub before: Vec<Row>,
    /// The probe's answer after the last turn.
    pub after: Vec<Row>,
    pub turns: Vec<Turn>,
    /// The choices of the schedule. A statement that had waited and is tried again is none.
    pub decisions: Vec<Decision>,
    /// Every call of every client, also those that never began: by client, then in order.
    pub calls: Vec<Call>,
    /// What went wrong with a client, or with all of them.
    pub stops: Vec<Stop>,
}

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The database's clock.
    pub at: Ms,
    pub who: usize,
    /// Which of the client's calls, counted from 0.
    pub call: usize,
    pub what: What,
    /// What it changed in the committed state.
    pub effect: Vec<Change>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    Statement(Statement),
    /// The client crashed: its calls are over. `open`: a transaction was open and is rolled back.
    /// `comes_back`: a new process makes those that are left, under the same name.
    Crash {
        open: bool,
        comes_back: bool,
    },
    /// The call panicked: the client's calls are over.
    Panic {
        open: bool,
    },
    /// The client's last call returned and a transaction was open; it is rolled back.
    LeftOpen,
}

/// A statement, each time that it was tried and something came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    pub store: Store,
    /// As the client wrote it.
    pub sql: String,
    pub params: Vec<Value>,
    pub outcome: Outcome,
    /// The turn in which it began to wait, if it had to.
    pub waited: Option<usize>,
    pub fault: Option<Fault>,
    /// Answered `Busy` because all clients were waiting and this one's transaction was the
    /// youngest. The transaction is still open, as after a lock wait that timed out.
    pub deadlock: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It was carried out. A statement that changes rows may also return some.
    Done { changed: u64, rows: Vec<Row> },
    /// This was answered. After [`Fault::LoseReply`] the statement was carried out nevertheless,
    /// unless `unheard` says that it failed.
    Failed { error: SqlError, unheard: Option<SqlError> },
    /// Somebody is in the way: it waits, and is tried again whenever another has finished a
    /// statement. The clients that hold what it waits for; empty if none of this cast does.
    Waits { on: Vec<usize> },
}

/// What the stage does to a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// The statement is carried out; then the connection is lost with the answer.
    LoseReply,
    /// The connection is lost before the statement arrives.
    LoseRequest,
    /// `Busy`, and nothing is carried out; a transaction stays open.
    Refuse,
    /// The client is gone, and its connection with it.
    Crash,
}

/// One choice of the schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The turn that it led to.
    pub turn: usize,
    pub chosen: usize,
    /// Struck for the first time here.
    pub fault: Option<Fault>,
    /// Who had run before and could have gone on.
    pub current: Option<usize>,
    /// All who could have run, in the order of the cast.
    pub able: Vec<usize>,
    /// Those of them whose next statement no lock can refuse.
    pub sure: Vec<usize>,
    /// The clock at the choice before this one, and now: between the two, time may have passed.
    pub since: Ms,
    pub at: Ms,
}

impl Decision {
    /// Whether somebody was interrupted who could have gone on.
    /// The choice that was made here.
    pub fn choice(&self) -> Choice {
        let at = (self.at != self.since).then_some(self.at);
        Choice { at, who: self.chosen, fault: self.fault }
    }

    pub fn is_preemption(&self) -> bool {
        self.current.is_some_and(|current| current != self.chosen)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    pub who: usize,
    /// Counted from 0, for each client.
    pub index: usize,
    pub label: String,
    /// The turn of its first statement; `None` if it asked for none.
    pub first_turn: Option<usize>,
    pub last_turn: Option<usize>,
    /// How many turns there had been when it ended.
    pub turns_before_end: usize,
    pub end: CallEnd,
    /// A transaction was open when it ended.
    pub left_open: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CallEnd {
    Returned,
    Panicked,
    Crashed,
    /// The run was stopped while it was under way.
    Stopped,
    NotReached,
}

/// What went wrong with the code of a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// The client is over, and the others go on.
    Panicked { who: usize, call: usize, message: String, location: String },
    /// A call asked for more than `limit` statements; the run is over.
    TooManyStatements { who: usize, call: usize, limit: u32 },
    /// All calls together did; the run is over.
    RunTooLong { limit: u32 },
    /// The schedule was made from a run of the same code, and cannot be followed: the code does
    /// not do the same thing twice. The run went on without the schedule from this decision on.
    Diverged { decision: usize },
}

impl Turn {
    pub fn statement(&self) -> Option<&Statement> {
        match &self.what {
            What::Statement(statement) => Some(statement),
            _ => None,
        }
    }
}

impl Statement {
    /// For people: parameters filled in, on one line.
    pub fn shown(&self) -> String {
        text::shown(&self.sql, &self.params)
    }

    /// Whether it writes and asks for the rows that it wrote: no rows is then its answer, rather
    /// than a count of 0.
    pub fn returns_rows(&self) -> bool {
        self.sql.split_whitespace().any(|word| word.eq_ignore_ascii_case("RETURNING"))
    }
}

pub(crate) use text::shown;

impl Record {
    pub fn preemptions(&self) -> usize {
        self.decisions.iter().filter(|decision| decision.is_preemption()).count()
    }

    pub fn faults(&self) -> usize {
        self.decisions.iter().filter(|decision| decision.fault.is_some()).count()
    }

    /// The calls of one client.
    pub fn calls_of(&self, who: usize) -> impl Iterator<Item = &Call> {
        self.calls.iter().filter(move |call| call.who == who)
    }
}
