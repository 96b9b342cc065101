//! A call as a coroutine: it runs until it asks for a statement, and goes on with the answer.
//!
//! Everything stays on one thread. A coroutine needs no unsafe code here, since its closures own
//! what they use. It always ends by returning, so that its stack can be used again: a call that
//! must die is answered by an unwinding of our own, caught where the coroutine began.

use std::any::Any;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;

use corosensei::stack::DefaultStack;
use corosensei::{CoroutineResult, Yielder};
use kit::sql::{Databases, Row, Sql, SqlError, Value};

use grader::guard::quiet;

use super::Body;
use crate::database::{Ask, Store, Way};

/// What a statement came to, as its client hears it.
pub(crate) type Answer = Result<(u64, Vec<Row>), SqlError>;

enum Word {
    Begin,
    Answer(Answer),
    Die,
}

/// How a call ended.
#[derive(Debug)]
pub(crate) enum End {
    Returned,
    Panicked {
        message: String,
        location: String,
    },
    /// It was told to die.
    Died,
}

/// Where a call stands after it has run for a while.
#[derive(Debug)]
pub(crate) enum Step {
    Asks(Ask),
    Ended(End),
}

/// Stacks that are not in use. Making one costs a memory mapping, most of a hand-off's price.
#[derive(Default)]
pub(crate) struct Stacks {
    idle: Vec<DefaultStack>,
}

impl fmt::Debug for Stacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stacks").field("idle", &self.idle.len()).finish()
    }
}

/// A call that has begun and has not ended.
pub(crate) struct Coroutine(corosensei::Coroutine<Word, Ask, End, DefaultStack>);

impl fmt::Debug for Coroutine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Coroutine")
    }
}

impl Coroutine {
    /// Begins a call and runs it up to its first statement.
    pub(crate) fn begin(body: Body, own_clock: OwnClock, stacks: &mut Stacks) -> (Option<Coroutine>, Step) {
        let stack = stacks.idle.pop().unwrap_or_default();
        let call = corosensei::Coroutine::with_stack(stack, move |yielder, _: Word| {
            let mut wire = Wire { yielder, own_clock, store: Store::Shared, dead: false };
            match panic::catch_unwind(AssertUnwindSafe(|| body(&mut wire))) {
                Ok(()) => End::Returned,
                Err(payload) if payload.is::<Death>() => End::Died,
                Err(payload) => panicked(payload),
            }
        });
        Coroutine(call).go_on(Word::Begin, stacks)
    }

    pub(crate) fn answer(self, answer: Answer, stacks: &mut Stacks) -> (Option<Coroutine>, Step) {
        self.go_on(Word::Answer(answer), stacks)
    }

    /// Unwinds the call from the statement at which it stands. Its destructors run, and what
    /// they ask of the database goes unanswered.
    pub(crate) fn kill(self, stacks: &mut Stacks) {
        // A dead wire never asks again, so this ends the call.
        self.go_on(Word::Die, stacks);
    }

    fn go_on(mut self, word: Word, stacks: &mut Stacks) -> (Option<Coroutine>, Step) {
        match quiet::while_quiet(|| self.0.resume(word)) {
            CoroutineResult::Yield(ask) => (Some(self), Step::Asks(ask)),
            CoroutineResult::Return(end) => {
                stacks.idle.push(self.0.into_stack());
                (None, Step::Ended(end))
            }
        }
    }
}

/// The payload of the unwinding that ends a call from outside.
struct Death;

fn panicked(payload: Box<dyn Any + Send>) -> End {
    let quiet::Panic { message, at: location } = quiet::of(&*payload);
    End::Panicked { message, location }
}

/// A pod's own clock: the databases' with something added.
#[derive(Debug, Clone)]
pub(crate) struct OwnClock {
    clock: Arc<AtomicI64>,
    ahead: i64,
}

impl OwnClock {
    pub(crate) fn new(clock: &Arc<AtomicI64>, ahead: i64) -> OwnClock {
        OwnClock { clock: Arc::clone(clock), ahead }
    }
}

/// The client's end of its connections.
struct Wire<'y> {
    yielder: &'y Yielder<Word, Ask>,
    own_clock: OwnClock,
    /// Of which database it asks next.
    store: Store,
    dead: bool,
}

impl Wire<'_> {
    fn ask(&mut self, way: Way, sql: &str, params: &[Value]) -> Answer {
        // A destructor that runs because of a panic must not be suspended: the count of panics
        // belongs to the thread, and the other clients would inherit it.
        if thread::panicking() {
            return Err(SqlError::NoAnswer);
        }
        if !self.dead {
            let ask = Ask { store: self.store, way, sql: sql.to_owned(), params: params.to_vec() };
            match self.yielder.suspend(ask) {
                Word::Answer(answer) => return answer,
                Word::Begin | Word::Die => self.dead = true,
            }
        }
        panic::resume_unwind(Box::new(Death))
    }
}

impl Wire<'_> {
    fn asking(&mut self, store: Store) -> &mut dyn Sql {
        self.store = store;
        self
    }
}

impl Databases for Wire<'_> {
    fn shared(&mut self) -> &mut dyn Sql {
        self.asking(Store::Shared)
    }

    fn copy(&mut self) -> &mut dyn Sql {
        self.asking(Store::Copy)
    }

    fn local(&mut self) -> &mut dyn Sql {
        self.asking(Store::Local)
    }

    fn own_clock_ms(&self) -> i64 {
        self.own_clock.clock.load(Ordering::Relaxed).saturating_add(self.own_clock.ahead)
    }
}

impl Sql for Wire<'_> {
    fn execute(&mut self, sql: &str, params: &[Value]) -> Result<u64, SqlError> {
        self.ask(Way::Execute, sql, params).map(|(changed, _)| changed)
    }

    fn query(&mut self, sql: &str, params: &[Value]) -> Result<Vec<Row>, SqlError> {
        self.ask(Way::Query, sql, params).map(|(_, rows)| rows)
    }
}
