//! Clients: named parties that make calls against the database, written as plain Rust.

mod coroutine;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use kit::sql::Sql;

pub(crate) use coroutine::{Coroutine, End, Stacks, Step};

/// One party of a run: it makes its calls in order, each when the one before has returned.
///
/// ```ignore
/// Client::new("pod-7").call("debit ₹30 from 42", move |sql| debit(sql, &order))
/// ```
pub struct Client<T> {
    pub(crate) name: String,
    pub(crate) calls: Vec<(String, CallBody<T>)>,
}

impl<T> Client<T> {
    /// `name` is what plans and traces say: `pod-7`.
    pub fn new(name: impl Into<String>) -> Client<T> {
        Client { name: name.into(), calls: Vec::new() }
    }

    /// Adds a call. `label` says in words what it is; the value that `body` returns is found in
    /// [`Run::returned`](crate::Run::returned).
    pub fn call(mut self, label: impl Into<String>, body: impl FnOnce(&mut dyn Sql) -> T + 'static) -> Self {
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
pub(crate) type CallBody<T> = Box<dyn FnOnce(&mut dyn Sql) -> T>;

/// A call whose value goes to a shelf, so that what runs it need not know the value's type.
pub(crate) type Body = CallBody<()>;

/// What the calls of a run returned, by client and call.
pub(crate) type Shelf<T> = Rc<RefCell<BTreeMap<(usize, usize), T>>>;

pub(crate) fn onto_shelf<T: 'static>(shelf: &Shelf<T>, place: (usize, usize), body: CallBody<T>) -> Body {
    let shelf = Rc::clone(shelf);
    Box::new(move |sql| {
        let value = body(sql);
        shelf.borrow_mut().insert(place, value);
    })
}
