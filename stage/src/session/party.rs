//! Where one client of a run stands.

use crate::clients::{Body, Coroutine, OwnClock};
use crate::database::Ask;
use crate::record::{Call, CallEnd, Fault};

pub(super) struct Party {
    calls: std::vec::IntoIter<Body>,
    running: Option<Coroutine>,
    /// The statement at which the running call stands.
    pub(super) asks: Option<Ask>,
    /// The call that runs, counted from 0; of no meaning before the first.
    pub(super) call: usize,
    begun: usize,
    pub(super) statements: u32,
    /// The turn in which its statement began to wait.
    waits_since: Option<usize>,
    /// The turn in which its open transaction began.
    transaction_since: Option<usize>,
    /// What is in store for its next statement.
    pub(super) fault: Option<Fault>,
    pub(super) own_clock: OwnClock,
    restarts: bool,
}

impl Party {
    pub(super) fn new(calls: impl Iterator<Item = Body>, own_clock: OwnClock, restarts: bool) -> Party {
        Party {
            calls: calls.collect::<Vec<_>>().into_iter(),
            running: None,
            asks: None,
            call: 0,
            begun: 0,
            statements: 0,
            waits_since: None,
            transaction_since: None,
            fault: None,
            own_clock,
            restarts,
        }
    }

    /// The body of its next call, which becomes the present one.
    pub(super) fn next_call(&mut self) -> Option<Body> {
        let body = self.calls.next()?;
        self.call = self.begun;
        self.begun += 1;
        self.statements = 0;
        Some(body)
    }

    /// Whether a new process makes the calls that are left when this one is gone.
    pub(super) fn comes_back(&self) -> bool {
        self.restarts && self.calls.len() > 0
    }

    /// Its later calls never happen.
    pub(super) fn give_up_calls(&mut self) {
        self.calls = Vec::new().into_iter();
    }

    pub(super) fn suspend(&mut self, coroutine: Option<Coroutine>, asks: Ask) {
        self.running = coroutine;
        self.asks = Some(asks);
    }

    pub(super) fn take_running(&mut self) -> Option<Coroutine> {
        self.asks = None;
        self.waits_since = None;
        self.running.take()
    }

    pub(super) fn is_live(&self) -> bool {
        self.running.is_some()
    }

    pub(super) fn is_able(&self) -> bool {
        self.is_live() && self.waits_since.is_none()
    }

    pub(super) fn waits_since(&self) -> Option<usize> {
        self.waits_since
    }

    pub(super) fn wait_from(&mut self, turn: usize) {
        self.waits_since = Some(turn);
    }

    pub(super) fn transaction_since(&self) -> Option<usize> {
        self.transaction_since
    }

    /// Notes after a statement in `turn` whether a transaction is open.
    pub(super) fn note_transaction(&mut self, open: bool, turn: usize) {
        self.transaction_since = open.then(|| self.transaction_since.unwrap_or(turn));
    }
}

pub(super) fn unreached(who: usize, index: usize, label: String) -> Call {
    Call {
        who,
        index,
        label,
        first_turn: None,
        last_turn: None,
        turns_before_end: 0,
        end: CallEnd::NotReached,
        left_open: false,
    }
}
