//! One run as the rules of `lease-table` see it: calls, what each was granted, what it changed.

use kit::contract::lease_table::Grant;
use kit::sql::{Row, SqlError, Value};

use super::cast::{Call, Cast, attempt_id, pod};
use crate::Store;
pub(super) use crate::lease::row::column;
pub use crate::lease::row::instant;
use crate::record::{CallEnd, Change, Fault, Outcome, Record};

/// What a call came back with.
pub type Answer = Result<Option<Grant>, SqlError>;

/// A statement that was carried out or answered, in the order of the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Index into [`Run::calls`].
    pub call: usize,
    /// The database's clock, in ms.
    pub at: i64,
    /// Its step in the trace, from 1.
    pub step: u32,
    /// The answer was `Busy`, by a fault or by the database itself.
    pub busy: bool,
    /// The answer got lost, or the request did.
    pub lost: bool,
    /// What it changed in the shared table.
    pub effect: Vec<Change>,
}

/// A call of a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallRecord {
    /// Index into [`Cast::workers`].
    pub worker: usize,
    pub call: Call,
    /// The first turn that is not before the call, and the first that is after it. Turns of
    /// others lie in between when calls overlap.
    pub began: usize,
    pub ended: usize,
    /// The clock then, in ms.
    pub began_at: i64,
    pub ended_at: i64,
    /// The step of the trace in which it came back.
    pub step: u32,
    /// `None`: the call never came back.
    pub answer: Option<Answer>,
    /// A transaction was open when the call came back.
    pub left_open: bool,
    /// It asked a database for something.
    pub asked: bool,
    pub stores: Stores,
    /// The id of this attempt.
    pub attempt: String,
    /// It gave the database its pod's name by itself.
    pub names_pod: bool,
}

/// Which databases a call asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stores {
    pub shared: bool,
    pub copy: bool,
    pub local: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub cast: Cast,
    pub turns: Vec<Turn>,
    /// By client, then in order. Calls that never began are left out.
    pub calls: Vec<CallRecord>,
}

/// A grant, or what may be one: as the others have to reckon with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hold {
    /// `None`: it was there at the start.
    pub call: Option<usize>,
    /// `None`: nobody was told.
    pub token: Option<i64>,
    /// The end, in ms; the latest that it can be.
    pub expires_at: i64,
}

impl Run {
    pub(super) fn new(cast: &Cast, raw: &crate::Run<Answer>) -> Run {
        let record = &raw.record;
        let numbers = record.numbers();
        let kept: Vec<_> = raw.calls().filter(|(call, _)| call.end != CallEnd::NotReached).collect();
        let position = |who: usize, index: usize| {
            kept.iter().position(|(call, _)| (call.who, call.index) == (who, index)).unwrap_or(0)
        };
        let turns: Vec<Turn> = record
            .turns
            .iter()
            .zip(&numbers.turns)
            .map(|(turn, step)| seen(turn, position(turn.who, turn.call), *step))
            .collect();
        let calls = kept.iter().map(|(call, answer)| {
            let began = call.first_turn.unwrap_or(call.turns_before_end);
            let ended = call.last_turn.map_or(began, |turn| turn + 1);
            let clock = |turn: usize| turns.get(turn).map_or_else(|| last(record), |turn| turn.at);
            CallRecord {
                worker: call.who,
                call: cast.workers[call.who].calls[call.index].clone(),
                began,
                ended,
                began_at: clock(began),
                ended_at: clock(ended.saturating_sub(1).max(began)),
                step: numbers.end_of(call),
                answer: answer.filter(|_| call.end == CallEnd::Returned).cloned(),
                left_open: call.left_open && call.end == CallEnd::Returned,
                asked: call.first_turn.is_some(),
                stores: stores(record, call),
                attempt: attempt_id(&record.cast[call.who], call.index),
                names_pod: names(record, call, pod(&record.cast[call.who])),
            }
        });
        let calls = calls.collect();
        Run { cast: cast.clone(), turns, calls }
    }

    /// The calls that were granted the lease: index and grant.
    pub fn grants(&self) -> impl Iterator<Item = (usize, Grant)> {
        self.calls.iter().enumerate().filter_map(|(call, record)| match record.answer {
            Some(Ok(Some(grant))) => Some((call, grant)),
            _ => None,
        })
    }

    /// Everything but `call` itself that holds or may hold a lease of this name.
    pub fn holds(&self, name: &str, call: usize) -> Vec<Hold> {
        let given = self.cast.leases.iter().filter(|lease| lease.name == name);
        let given =
            given.map(|lease| Hold { call: None, token: Some(lease.token), expires_at: lease.expires_at });
        let others = self
            .calls
            .iter()
            .enumerate()
            .filter(|(other, record)| *other != call && record.call.name == name);
        let others = others.filter_map(|(other, record)| {
            let (token, expires_at) = match &record.answer {
                Some(Ok(Some(grant))) => (Some(grant.token), grant.expires_at),
                // What was applied and not heard of is not held by anybody who knows, and yet stands.
                None | Some(Err(SqlError::NoAnswer)) if record.asked => {
                    (None, record.ended_at + record.call.ttl_ms)
                }
                _ => return None,
            };
            Some(Hold { call: Some(other), token, expires_at })
        });
        given.chain(others).collect()
    }

    /// The turns of one call.
    pub fn turns_of(&self, call: usize) -> impl DoubleEndedIterator<Item = (usize, &Turn)> {
        self.turns.iter().enumerate().filter(move |(_, turn)| turn.call == call)
    }

    /// The rows of its lease that a call has written, in order.
    pub fn rows(&self, call: usize) -> impl Iterator<Item = (&Change, &Row)> {
        let name = Value::from(self.calls[call].call.name.as_str());
        let changes = self.turns_of(call).flat_map(|(_, turn)| &turn.effect);
        let rows = changes.filter_map(|change| Some((change, change.after.as_ref()?)));
        rows.filter(move |(_, row)| column(row, "name") == Some(&name))
    }

    /// When a grant was given, if its end tells: in ms, and within the call.
    pub fn given_at(&self, call: usize, expires_at: i64) -> Option<i64> {
        let record = &self.calls[call];
        let given = expires_at.saturating_sub(record.call.ttl_ms);
        (record.began_at..=record.ended_at).contains(&given).then_some(given)
    }

    /// Whether a call has changed anything that others can see.
    pub fn wrote(&self, call: usize) -> bool {
        self.turns_of(call).any(|(_, turn)| !turn.effect.is_empty())
    }

    /// Whether an answer was lost in this call.
    pub fn in_doubt(&self, call: usize) -> bool {
        self.turns_of(call).any(|(_, turn)| turn.lost)
    }

    /// Whether anybody else did anything while the call was under way.
    pub fn alone(&self, call: usize) -> bool {
        let record = &self.calls[call];
        (record.began..record.ended).all(|turn| self.turns[turn].call == call)
    }

    /// Whether no answer in this call was lost or `Busy`.
    pub fn undisturbed(&self, call: usize) -> bool {
        self.turns_of(call).all(|(_, turn)| !turn.lost && !turn.busy)
    }

    /// Whether the clock went on while the call was under way.
    pub fn took_time(&self, call: usize) -> bool {
        self.calls[call].began_at != self.calls[call].ended_at
    }

    pub fn client(&self, call: usize) -> &str {
        &self.cast.workers[self.calls[call].worker].name
    }

    pub fn pod(&self, call: usize) -> &str {
        pod(self.client(call))
    }

    /// Whoever holds it, in words: `pod-7`, or `somebody before the run`.
    pub fn holder(&self, hold: &Hold) -> &str {
        hold.call.map_or("the attempt pod-9:1, which came before,", |call| self.client(call))
    }
}

fn names(record: &Record, call: &crate::record::Call, pod: &str) -> bool {
    let theirs = record.turns.iter().filter(|turn| (turn.who, turn.call) == (call.who, call.index));
    let mut params = theirs.filter_map(|turn| turn.statement()).flat_map(|statement| &statement.params);
    params.any(|param| *param == Value::from(pod))
}

fn stores(record: &Record, call: &crate::record::Call) -> Stores {
    let theirs = record.turns.iter().filter(|turn| (turn.who, turn.call) == (call.who, call.index));
    let asked: Vec<Store> = theirs.filter_map(|turn| Some(turn.statement()?.store)).collect();
    let has = |store| asked.contains(&store);
    Stores { shared: has(Store::Shared), copy: has(Store::Copy), local: has(Store::Local) }
}

fn seen(turn: &crate::record::Turn, call: usize, step: u32) -> Turn {
    let statement = turn.statement();
    let busy = statement
        .is_some_and(|statement| matches!(&statement.outcome, Outcome::Failed { error: SqlError::Busy, .. }));
    let lost = statement
        .is_some_and(|statement| matches!(statement.fault, Some(Fault::LoseReply | Fault::LoseRequest)));
    let at = i64::try_from(turn.at).unwrap_or(i64::MAX);
    Turn { call, at, step, busy, lost, effect: turn.effect.clone() }
}

fn last(record: &Record) -> i64 {
    record.turns.last().map_or(0, |turn| i64::try_from(turn.at).unwrap_or(i64::MAX))
}

/// An answer in the words of a report.
pub fn words(answer: &Answer) -> String {
    match answer {
        Ok(Some(Grant { token, expires_at })) => {
            format!("granted, token {token}, until {}", instant(*expires_at))
        }
        Ok(None) => "refused".into(),
        Err(error) => error.to_string(),
    }
}
