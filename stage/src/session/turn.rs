//! A single turn: a statement is tried, answered, and its client runs up to the next one.

use crate::clients::{Coroutine, End, Step};
use crate::database::{Ask, DatabaseError, Reply, Store, changes};
use crate::record::{CallEnd, Fault, Outcome, Statement, Stop, Turn, What};
use kit::pulse;
use kit::sql::SqlError;

use super::Session;

impl Session<'_> {
    /// Tries the statement at which `who` stands: it is answered, or waits.
    pub(super) fn try_statement(&mut self, who: usize) {
        let Some(ask) = self.parties[who].asks.clone() else { return };
        let fault = self.parties[who].fault;
        let outcome = match fault {
            Some(Fault::Refuse) => failed(SqlError::Busy),
            Some(Fault::LoseRequest) => {
                self.stores.cut(who, ask.store);
                failed(SqlError::NoAnswer)
            }
            _ => match self.stores.attempt(who, &ask) {
                Ok(Reply::Wait) => return self.wait(who, ask),
                Ok(Reply::Done { changed, rows }) => Outcome::Done { changed, rows },
                Ok(Reply::Failed(error)) => failed(error),
                Err(error) => return self.break_off(error),
            },
        };
        let lost = fault == Some(Fault::LoseReply);
        let outcome = if lost { self.lose_reply(who, ask.store, outcome) } else { outcome };
        self.answer(who, ask, outcome, fault, false);
    }

    /// The transaction of the youngest is not rolled back for it: a lock wait that times out in
    /// SQLite fails the statement alone. If everybody still waits then, the next one is refused.
    pub(super) fn break_deadlock(&mut self, who: usize) {
        let Some(ask) = self.parties[who].asks.clone() else { return };
        self.answer(who, ask, failed(SqlError::Busy), None, true);
    }

    /// The database itself failed: what the run says from here on is worth nothing.
    fn break_off(&mut self, error: DatabaseError) {
        self.broken.get_or_insert(error);
        self.over = true;
    }

    fn lose_reply(&mut self, who: usize, store: Store, outcome: Outcome) -> Outcome {
        self.stores.cut(who, store);
        let unheard = match outcome {
            Outcome::Failed { error, .. } => Some(error),
            _ => None,
        };
        Outcome::Failed { error: SqlError::NoAnswer, unheard }
    }

    /// Records the first time that a statement waits; a later try in vain is not worth a word.
    fn wait(&mut self, who: usize, ask: Ask) {
        if self.parties[who].waits_since().is_some() {
            return;
        }
        let others = || (0..self.parties.len()).filter(|other| *other != who);
        let writers: Vec<usize> =
            others().filter(|other| self.stores.writes(*other, who, ask.store)).collect();
        let on = if writers.is_empty() {
            others().filter(|other| self.stores.reads(*other, who, ask.store)).collect()
        } else {
            writers
        };
        self.parties[who].wait_from(self.record.turns.len());
        let fault = self.parties[who].fault;
        self.push_statement(who, ask, Outcome::Waits { on }, fault, None, false);
    }

    fn answer(&mut self, who: usize, ask: Ask, outcome: Outcome, fault: Option<Fault>, deadlock: bool) {
        let answer = match &outcome {
            Outcome::Done { changed, rows } => Ok((*changed, rows.clone())),
            Outcome::Failed { error, .. } => Err(error.clone()),
            Outcome::Waits { .. } => return,
        };
        let open = self.stores.in_transaction(who);
        let turn = self.record.turns.len();
        self.parties[who].note_transaction(open, turn);
        let waited = self.parties[who].waits_since();
        self.push_statement(who, ask, outcome, fault, waited, deadlock);
        self.answered += 1;
        self.parties[who].statements += 1;
        self.parties[who].fault = None;
        self.stirred = true;
        let Some(coroutine) = self.parties[who].take_running() else { return };
        let (coroutine, step) = coroutine.answer(answer, self.stacks);
        self.take_step(who, coroutine, step);
    }

    fn push_statement(
        &mut self,
        who: usize,
        ask: Ask,
        outcome: Outcome,
        fault: Option<Fault>,
        waited: Option<usize>,
        deadlock: bool,
    ) {
        let Ask { store, sql, params, .. } = ask;
        let turn = self.record.turns.len();
        let call = self.parties[who].call;
        if let Some(call) = self.call_mut(who) {
            call.first_turn.get_or_insert(turn);
            call.last_turn = Some(turn);
        }
        let statement = Statement { store, sql, params, outcome, waited, fault, deadlock };
        pulse::beat();
        pulse::tell(|| pulse::Line {
            who: self.record.cast[who].clone(),
            act: statement.shown(),
            result: said(&statement.outcome),
        });
        let what = What::Statement(statement);
        let effect = self.effect(who);
        self.record.turns.push(Turn { at: self.clock, who, call, what, effect });
    }

    /// What the statement just tried has changed for everybody.
    fn effect(&mut self, who: usize) -> Vec<crate::record::Change> {
        match self.stores.committed(who) {
            Ok(Some(now)) => {
                let found = changes(&self.record.after, &now);
                self.record.after = now;
                found
            }
            Ok(None) => Vec::new(),
            Err(error) => {
                self.break_off(error);
                Vec::new()
            }
        }
    }

    /// Begins the next call of `who`, and those after it, up to a statement.
    pub(super) fn next_call(&mut self, who: usize) {
        while !self.over && !self.parties[who].is_live() {
            let Some(body) = self.parties[who].next_call() else { return self.end_client(who) };
            let (coroutine, step) = Coroutine::begin(body, self.parties[who].own_clock.clone(), self.stacks);
            match step {
                Step::Asks(ask) => return self.suspend(who, coroutine, ask),
                Step::Ended(end) => self.note_end(who, end),
            }
        }
    }

    fn take_step(&mut self, who: usize, coroutine: Option<Coroutine>, step: Step) {
        match step {
            Step::Asks(ask) => self.suspend(who, coroutine, ask),
            Step::Ended(end) => {
                self.note_end(who, end);
                self.next_call(who);
            }
        }
    }

    fn suspend(&mut self, who: usize, coroutine: Option<Coroutine>, ask: Ask) {
        let party = &mut self.parties[who];
        party.suspend(coroutine, ask);
        let (call, limits) = (party.call, self.limits);
        if party.statements >= limits.statements_per_call {
            self.stop(Stop::TooManyStatements { who, call, limit: limits.statements_per_call });
        } else if self.answered >= limits.statements_per_run {
            self.stop(Stop::RunTooLong { limit: limits.statements_per_run });
        }
    }

    fn note_end(&mut self, who: usize, end: End) {
        match end {
            End::Returned => self.end_call(who, CallEnd::Returned),
            End::Died => self.end_call(who, CallEnd::Crashed),
            End::Panicked { message, location } => {
                self.end_call(who, CallEnd::Panicked);
                let call = self.parties[who].call;
                self.record.stops.push(Stop::Panicked { who, call, message, location });
                self.lose_client(who, |open| What::Panic { open });
            }
        }
    }

    pub(super) fn end_call(&mut self, who: usize, end: CallEnd) {
        let open = self.stores.in_transaction(who);
        let turns = self.record.turns.len();
        if let Some(call) = self.call_mut(who) {
            call.turns_before_end = turns;
            call.end = end;
            call.left_open = open;
        }
    }

    pub(super) fn end_by_crash(&mut self, who: usize) {
        if let Some(coroutine) = self.parties[who].take_running() {
            coroutine.kill(self.stacks);
        }
        self.end_call(who, CallEnd::Crashed);
        self.stirred = true;
        if self.parties[who].comes_back() {
            let open = self.stores.hang_up(who);
            self.parties[who].fault = None;
            self.parties[who].note_transaction(false, self.record.turns.len());
            self.push_end(who, What::Crash { open, comes_back: true });
            self.next_call(who);
        } else {
            self.lose_client(who, |open| What::Crash { open, comes_back: false });
        }
    }

    fn lose_client(&mut self, who: usize, what: impl FnOnce(bool) -> What) {
        self.parties[who].give_up_calls();
        let open = self.stores.hang_up(who);
        self.push_end(who, what(open));
    }

    /// After the last call: a transaction left open would block the next run as well.
    fn end_client(&mut self, who: usize) {
        if self.stores.hang_up(who) {
            self.push_end(who, What::LeftOpen);
        }
    }

    fn push_end(&mut self, who: usize, what: What) {
        let call = self.parties[who].call;
        self.record.turns.push(Turn { at: self.clock, who, call, what, effect: Vec::new() });
    }

    fn call_mut(&mut self, who: usize) -> Option<&mut crate::record::Call> {
        let index = self.parties[who].call;
        self.record.calls.iter_mut().find(|call| call.who == who && call.index == index)
    }
}

fn failed(error: SqlError) -> Outcome {
    Outcome::Failed { error, unheard: None }
}

/// An outcome in short, for the story of a run that never came to its end.
pub(crate) fn said(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Done { changed, rows } => match rows.first() {
            Some(row) => {
                row.columns.iter().map(|(_, value)| value.to_string()).collect::<Vec<_>>().join(", ")
            }
            None if *changed == 1 => "1 row".to_owned(),
            None => format!("{changed} rows"),
        },
        Outcome::Failed { error, .. } => error.to_string(),
        Outcome::Waits { .. } => "waits".to_owned(),
    }
}
