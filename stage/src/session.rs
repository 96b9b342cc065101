//! One run: whose statement is next, what came of it, and who goes on.
//!
//! A client is *able* when its next statement is known and it does not wait. Whenever somebody
//! has finished a statement, those who wait are tried again, first come first served; that is no
//! choice of the schedule, for coming later would have had the same effect as waiting. So
//! nobody is ever asked to run who could only wait again.
//!
//! The rest of a run, when a plan or a list of choices has been used up, has the fewest switches:
//! the client that ran last goes on until it ends or waits, then the first in the cast who is able.

mod follow;
mod party;
mod turn;

use std::collections::BTreeSet;

use kit::Ms;

use crate::clients::{Body, OwnClock, Stacks};
use crate::database::{DatabaseError, Stores};
use crate::record::{CallEnd, Decision, Fault, Record, Stop};
pub(crate) use follow::moves;
pub use follow::{Choice, Choices, PlanError, PlanSlip};
use party::Party;
pub(crate) use turn::said;

/// How much a run may do. A client that goes beyond it is taken for one that never ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub statements_per_call: u32,
    pub statements_per_run: u32,
}

impl Default for Limits {
    /// A repair of an exercise takes three to five statements, and a few more with retries.
    fn default() -> Self {
        Limits { statements_per_call: 64, statements_per_run: 1024 }
    }
}

/// The calls of one client, ready to run.
pub(crate) struct Cast {
    pub(crate) name: String,
    pub(crate) pod: String,
    /// By how much its own clock is ahead, in ms.
    pub(crate) clock_ahead: i64,
    /// After a crash its next call is made by a new process.
    pub(crate) restarts: bool,
    pub(crate) calls: Vec<(String, Body)>,
}

/// A run under way.
pub(crate) struct Session<'s> {
    stores: &'s mut Stores,
    stacks: &'s mut Stacks,
    limits: Limits,
    parties: Vec<Party>,
    record: Record,
    clock: Ms,
    /// What it was at the last choice of the schedule.
    decided_at: Ms,
    /// Who ran last by a choice of the schedule.
    current: Option<usize>,
    /// Somebody has finished a statement since those who wait were tried.
    stirred: bool,
    answered: u32,
    over: bool,
    /// The database itself failed; what the record says is worth nothing.
    broken: Option<DatabaseError>,
}

impl<'s> Session<'s> {
    /// Resets the tables and runs every client up to its first statement.
    pub(crate) fn begin(
        stores: &'s mut Stores,
        stacks: &'s mut Stacks,
        limits: Limits,
        cast: Vec<Cast>,
    ) -> Result<Session<'s>, DatabaseError> {
        stores.begin_run(pods(&cast))?;
        let before = stores.probe()?.unwrap_or_default();
        let mut record = Record { after: before.clone(), before, ..Record::default() };
        let mut parties = Vec::with_capacity(cast.len());
        for (who, Cast { name, calls, clock_ahead, restarts, .. }) in cast.into_iter().enumerate() {
            let labels = calls.iter().map(|(label, _)| label.clone());
            record.calls.extend(labels.enumerate().map(|(index, label)| party::unreached(who, index, label)));
            record.cast.push(name);
            let own_clock = OwnClock::new(stores.clock(), clock_ahead);
            parties.push(Party::new(calls.into_iter().map(|(_, body)| body), own_clock, restarts));
        }
        let mut session = Session {
            stores,
            stacks,
            limits,
            parties,
            record,
            clock: 0,
            decided_at: 0,
            current: None,
            stirred: false,
            answered: 0,
            over: false,
            broken: None,
        };
        for who in 0..session.parties.len() {
            session.next_call(who);
        }
        Ok(session)
    }

    /// Lets everybody finish and closes the record.
    pub(crate) fn finish(mut self) -> Result<Record, DatabaseError> {
        while let Some(who) = self.next_by_default() {
            self.choose(who);
        }
        self.hang_up_all();
        match self.broken.take() {
            Some(error) => Err(error),
            None => Ok(std::mem::take(&mut self.record)),
        }
    }

    fn able(&self) -> Vec<usize> {
        (0..self.parties.len()).filter(|who| self.is_able(*who)).collect()
    }

    fn is_able(&self, who: usize) -> bool {
        !self.over && self.parties[who].is_able()
    }

    fn next_by_default(&self) -> Option<usize> {
        let current = self.current.filter(|who| self.is_able(*who));
        current.or_else(|| (0..self.parties.len()).find(|who| self.is_able(*who)))
    }

    /// One choice of the schedule: the next statement of `who`, then all that follows of itself.
    fn choose(&mut self, who: usize) {
        if self.parties[who].fault == Some(Fault::Refuse) && self.gives_back(who) {
            self.parties[who].fault = None;
        }
        self.decide(who, self.parties[who].fault);
        self.current = Some(who);
        self.try_statement(who);
        self.settle();
    }

    /// A ROLLBACK takes no lock, so no wait of it can end in vain.
    fn gives_back(&self, who: usize) -> bool {
        let ask = self.parties[who].asks.as_ref();
        let word = ask.and_then(|ask| ask.sql.trim_start().get(.."ROLLBACK".len()));
        word.is_some_and(|word| word.eq_ignore_ascii_case("ROLLBACK"))
    }

    /// Crashes a client whose calls are not over.
    fn crash(&mut self, who: usize) {
        self.decide(who, Some(Fault::Crash));
        self.end_by_crash(who);
        self.settle();
    }

    fn decide(&mut self, chosen: usize, fault: Option<Fault>) {
        let current = self.current.filter(|who| self.is_able(*who));
        let able = self.able();
        let sure = able.iter().copied().filter(|who| self.gives_back(*who)).collect();
        let (since, at) = (self.decided_at, self.clock);
        self.decided_at = at;
        let turn = self.record.turns.len();
        self.record.decisions.push(Decision { turn, chosen, fault, current, able, sure, since, at });
    }

    /// The clock goes on; nobody acts.
    fn set_clock(&mut self, now: Ms) {
        self.clock = now;
        self.stores.set_clock(now);
    }

    /// Tries those who wait, until nobody can move without a choice of the schedule.
    fn settle(&mut self) {
        while !self.over {
            if std::mem::take(&mut self.stirred) {
                for who in self.waiting() {
                    self.try_statement(who);
                }
            } else if self.parties.iter().any(Party::is_able) {
                return;
            } else if let Some(who) = self.youngest_waiting() {
                self.break_deadlock(who);
            } else {
                return;
            }
        }
    }

    /// Those who wait, in the order in which they came.
    fn waiting(&self) -> Vec<usize> {
        let since: BTreeSet<(usize, usize)> = (0..self.parties.len())
            .filter_map(|who| self.parties[who].waits_since().map(|turn| (turn, who)))
            .collect();
        since.into_iter().map(|(_, who)| who).collect()
    }

    /// Of those who wait, the one whose transaction began last; if none is in a transaction, the
    /// one who came last.
    fn youngest_waiting(&self) -> Option<usize> {
        self.waiting().into_iter().max_by_key(|who| {
            let party = &self.parties[*who];
            (party.transaction_since(), party.waits_since())
        })
    }

    fn stop(&mut self, stop: Stop) {
        self.record.stops.push(stop);
        self.over = true;
    }

    /// Ends all that is still under way; without effect after a run that came to its end.
    fn hang_up_all(&mut self) {
        for who in 0..self.parties.len() {
            if let Some(coroutine) = self.parties[who].take_running() {
                coroutine.kill(self.stacks);
                self.end_call(who, CallEnd::Stopped);
            }
            self.stores.hang_up(who);
        }
    }
}

/// The pod of each client, counted from 0 as they first appear.
fn pods(cast: &[Cast]) -> Vec<usize> {
    let mut known: Vec<&str> = Vec::new();
    let mut numbers = Vec::with_capacity(cast.len());
    for Cast { pod, .. } in cast {
        let number = known.iter().position(|other| other == pod).unwrap_or(known.len());
        if number == known.len() {
            known.push(pod);
        }
        numbers.push(number);
    }
    numbers
}

impl Drop for Session<'_> {
    /// The connections are used again: also a run that is given up must leave no lock behind.
    fn drop(&mut self) {
        self.hang_up_all();
    }
}
