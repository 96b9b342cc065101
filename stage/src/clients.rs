//! Clients: named parties that make calls against the database, written as plain Rust.

mod coroutine;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use kit::sql::{Databases, Sql};

pub(crate) use coroutine::{Coroutine, End, OwnClock, Stacks, Step};

/// One party of a run: it makes its calls in order, each when the one before has returned.
///
/// ```ignore
/// Client::new("pod-7").call("debit ₹30 from 42", move |sql| debit(sql, &order))
/// ```
pub struct Client<T> {
    pub(crate) name: String,
    pub(crate) pod: String,
    pub(crate) clock_ahead: i64,
    pub(crate) restarts: bool,
    pub(crate) calls: Vec<(String, CallBody<T>)>,
}

impl<T> Client<T> {
    /// `name` is what plans and traces say: `pod-7`. It is on a pod of its own.
    pub fn new(name: impl Into<String>) -> Client<T> {
        let name = name.into();
        Client { pod: name.clone(), name, clock_ahead: 0, restarts: false, calls: Vec::new() }
    }

    /// Says on which pod it is: all clients there share the pod's own database.
    pub fn on_pod(mut self, pod: impl Into<String>) -> Self {
        self.pod = pod.into();
        self
    }

    /// Its own clock is ahead of the databases' by so many ms (behind, if negative).
    pub fn clock_ahead(mut self, ms: i64) -> Self {
        self.clock_ahead = ms;
        self
    }

    /// After a crash a new process makes the calls that are left, under the same name.
    pub fn restarts(mut self) -> Self {
        self.restarts = true;
        self
    }

    /// Adds a call. `label` says in words what it is; the value that `body` returns is found in
    /// [`Run::returned`](crate::Run::returned).
    pub fn call(self, label: impl Into<String>, body: impl FnOnce(&mut dyn Sql) -> T + 'static) -> Self {
        self.call_reaching(label, move |databases| body(databases.shared()))
    }

    /// Adds a call that reaches more than the shared database.
    pub fn call_reaching(
        mut self,
        label: impl Into<String>,
        body: impl FnOnce(&mut dyn Databases) -> T + 'static,
    ) -> Self {
        self.calls.push((label.into(), Box::new(body)));
        self
    }
}

impl<T> fmt::Debug for Client<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let labels: Vec<&str> = self.calls.iter().map(|(label, _)| label.as_str()).collect();
        f.debug_struct("Client").field("name", &self.name).field("calls", &labels).finish()
    }
}

/// What a call does.
pub(crate) type CallBody<T> = Box<dyn FnOnce(&mut dyn Databases) -> T>;

/// A call whose value goes to a shelf, so that what runs it need not know the value's type.
pub(crate) type Body = CallBody<()>;

/// What the calls of a run returned, by client and call.
pub(crate) type Shelf<T> = Rc<RefCell<BTreeMap<(usize, usize), T>>>;

pub(crate) fn onto_shelf<T: 'static>(shelf: &Shelf<T>, place: (usize, usize), body: CallBody<T>) -> Body {
    let shelf = Rc::clone(shelf);
    Box::new(move |databases| {
        let value = body(databases);
        shelf.borrow_mut().insert(place, value);
    })
}
