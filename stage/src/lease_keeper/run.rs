//! One run as the rules of `lease-keeper` see it: calls with what they showed and answered, and how
//! the row of a lease stood at every moment.

use std::collections::BTreeMap;

use kit::contract::lease_keeper::{Held, Release, Renewal};
use kit::sql::{Row, SqlError, Value};

use super::cast::{Call, Cast, Which, pod};
use crate::Store;
use crate::lease::row::column;
pub use crate::lease::row::instant;
use crate::record::{self, CallEnd, Fault, Outcome, Record, Statement};

/// What a call came back with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Acquired(Result<Option<Told>, SqlError>),
    Renewed(Result<Renewal, SqlError>),
    Released(Result<Release, SqlError>),
    /// It had no grant to show, and was passed over.
    Nothing,
}

/// A grant that a client was told of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    pub held: Held,
    pub expires_at: i64,
}

/// The grants that a process was told of and has not forgotten.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Memory {
    told: Vec<Held>,
}

impl Memory {
    /// What a renewal or a release of this process shows.
    pub fn shown(&self, call: &Call) -> Option<Held> {
        let mut known = self.told.iter().filter(|held| held.name == call.name);
        match call.grant()? {
            Which::Last => known.next_back().cloned(),
            Which::Number(number) => known.nth(number - 1).cloned(),
        }
    }

    pub fn note(&mut self, answer: &Answer) {
        if let Answer::Acquired(Ok(Some(told))) = answer {
            self.told.push(told.held.clone());
        }
    }
}

/// How the row of a lease stands. The columns are the learner's to write, so they may hold anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    pub owner: Value,
    pub token: Value,
    pub acquired_at: Value,
    pub expires_at: Value,
}

impl Standing {
    fn of(row: &Row) -> Standing {
        let value = |name: &str| column(row, name).cloned().unwrap_or(Value::Null);
        Standing {
            owner: value("owner"),
            token: value("fence_token"),
            acquired_at: value("acquired_at"),
            expires_at: value("expires_at"),
        }
    }

    /// Whether this grant is the one that the row counted last, be it over or not.
    pub fn counts(&self, held: &Held) -> bool {
        self.token == Value::Int(held.token)
    }

    /// Whether the row says that this grant holds the lease, at this instant.
    pub fn holds(&self, held: &Held, at: i64) -> bool {
        self.counts(held) && self.owner == Value::from(held.id.as_str()) && self.live(at)
    }

    /// As the acquire sees it: SQL takes a text for larger than any number.
    pub fn live(&self, at: i64) -> bool {
        match &self.expires_at {
            Value::Int(end) => at < *end,
            Value::Null => false,
            Value::Text(_) => true,
        }
    }

    pub fn names_nobody(&self) -> bool {
        self.owner == Value::from("")
    }

    /// `token 1, pod-7:1, until 30 s`
    pub fn text(&self) -> String {
        let owner = match &self.owner {
            Value::Text(owner) if owner.is_empty() => "nobody".to_owned(),
            Value::Text(owner) => owner.clone(),
            other => other.to_string(),
        };
        format!("token {}, {owner}, until {}", self.token, when(&self.expires_at))
    }
}

/// An instant as it stands in a column.
pub fn when(value: &Value) -> String {
    match value {
        Value::Int(ms) => instant(*ms),
        other => other.to_string(),
    }
}

/// What became of the row of a lease in one turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    pub name: String,
    pub before: Option<Standing>,
    pub after: Option<Standing>,
}

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
    /// The turn in which the transaction began that it commits; otherwise itself.
    pub since: usize,
    /// What it changed in the shared table.
    pub moves: Vec<Move>,
}

/// A call of a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallRecord {
    /// Index into [`Cast::workers`].
    pub worker: usize,
    /// Counted from 0, for each client.
    pub index: usize,
    pub call: Call,
    /// What it showed; `None` for an acquire, and where there was nothing to show.
    pub shown: Option<Held>,
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
    /// Which ones.
    pub shared: bool,
    pub copy: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub cast: Cast,
    pub turns: Vec<Turn>,
    /// By client, then in order. Calls that never began are left out.
    pub calls: Vec<CallRecord>,
    /// How the rows stood at the start, by name.
    start: BTreeMap<String, Standing>,
}

impl Run {
    pub(super) fn new(cast: &Cast, raw: &crate::Run<Answer>) -> Run {
        let record = &raw.record;
        let numbers = record.numbers();
        let kept: Vec<_> = raw.calls().filter(|(call, _)| call.end != CallEnd::NotReached).collect();
        let position = |turn: &record::Turn| {
            kept.iter().position(|(call, _)| (call.who, call.index) == (turn.who, turn.call)).unwrap_or(0)
        };
        let start: BTreeMap<String, Standing> = record.before.iter().filter_map(named).collect();
        let mut rows = start.clone();
        let turns: Vec<Turn> = record
            .turns
            .iter()
            .enumerate()
            .map(|(index, turn)| Turn {
                since: since(record, index),
                moves: moves(&mut rows, turn),
                ..seen(turn, position(turn), numbers.turns[index])
            })
            .collect();
        let mut memories: BTreeMap<usize, Memory> = BTreeMap::new();
        let calls = kept.iter().map(|(call, answer)| {
            let memory = memories.entry(call.who).or_default();
            let answer = answer.filter(|_| call.end == CallEnd::Returned).cloned();
            let planned = cast.workers[call.who].calls[call.index].clone();
            let shown = memory.shown(&planned);
            match &answer {
                Some(answer) => memory.note(answer),
                None => *memory = Memory::default(),
            }
            CallRecord {
                step: numbers.end_of(call),
                call: planned,
                shown,
                left_open: call.left_open && call.end == CallEnd::Returned,
                answer,
                ..placed(record, &turns, call)
            }
        });
        let calls = calls.collect();
        Run { cast: cast.clone(), turns, calls, start }
    }

    /// How the row of a lease stood before this turn; after the last one, if there is none.
    pub fn standing(&self, name: &str, before: usize) -> Option<&Standing> {
        let moves = self.turns[..before.min(self.turns.len())].iter().rev().flat_map(|turn| &turn.moves);
        match moves.into_iter().find(|change| change.name == name) {
            Some(change) => change.after.as_ref(),
            None => self.start.get(name),
        }
    }

    /// Renewals and releases that showed a grant, with it.
    pub fn keeping(&self) -> impl Iterator<Item = (usize, &CallRecord, &Held)> {
        self.calls
            .iter()
            .enumerate()
            .filter_map(|(call, record)| Some((call, record, record.shown.as_ref()?)))
    }

    /// Whether the lease was held by this grant right before a turn, at the instant of it.
    pub fn held_before(&self, held: &Held, turn: usize, at: i64) -> bool {
        self.standing(&held.name, turn).is_some_and(|row| row.holds(held, at))
    }

    /// Every moment of a call up to what it changed first: whether its grant held the lease then.
    pub fn moments(&self, call: usize) -> Vec<bool> {
        let record = &self.calls[call];
        let Some(held) = &record.shown else { return Vec::new() };
        let own = self.moved(call).next().map(|(turn, _)| turn);
        let last = own.unwrap_or(record.ended.saturating_sub(1)).max(record.began);
        let at = |turn: usize| match record.asked {
            true => self.turns.get(turn).map_or(record.ended_at, |turn| turn.at),
            false => record.began_at,
        };
        (record.began..=last).map(|turn| self.held_before(held, turn, at(turn))).collect()
    }

    /// Whether its grant held the lease at some moment from the beginning of a transaction to its
    /// commit in this turn.
    pub fn held_within(&self, held: &Held, turn: usize) -> bool {
        (self.turns[turn].since..=turn).any(|moment| self.held_before(held, moment, self.turns[moment].at))
    }

    /// The turns of one call.
    pub fn turns_of(&self, call: usize) -> impl DoubleEndedIterator<Item = (usize, &Turn)> {
        self.turns.iter().enumerate().filter(move |(_, turn)| turn.call == call)
    }

    /// What a call made of the row of its lease, in order.
    pub fn moved(&self, call: usize) -> impl Iterator<Item = (usize, &Move)> {
        let name = self.calls[call].call.name.as_str();
        self.turns_of(call).flat_map(move |(index, turn)| {
            turn.moves.iter().filter(move |change| change.name == name).map(move |change| (index, change))
        })
    }

    /// Whether a call has given its lease back while it held it.
    pub fn gave_back(&self, call: usize) -> bool {
        let record = &self.calls[call];
        let Some(held) = record.shown.as_ref().filter(|_| record.call.is_release()) else { return false };
        self.moved(call).any(|(turn, change)| {
            let ended = change.after.as_ref().is_none_or(|after| !after.holds(held, self.turns[turn].at));
            ended && self.held_within(held, turn)
        })
    }

    /// Whether an earlier call of the same holder has given this grant back.
    pub fn given_back_before(&self, call: usize) -> bool {
        let record = &self.calls[call];
        let same = |other: &CallRecord| {
            (other.worker, &other.shown) == (record.worker, &record.shown) && other.index < record.index
        };
        (0..self.calls.len()).any(|other| same(&self.calls[other]) && self.gave_back(other))
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
}

fn named(row: &Row) -> Option<(String, Standing)> {
    match column(row, "name") {
        Some(Value::Text(name)) => Some((name.clone(), Standing::of(row))),
        _ => None,
    }
}

/// Changes the rows as a turn did, and says what became of which. Taken out and put in again is
/// one move.
fn moves(rows: &mut BTreeMap<String, Standing>, turn: &record::Turn) -> Vec<Move> {
    let gone = turn.effect.iter().filter_map(|change| named(change.before.as_ref()?));
    let come: Vec<_> = turn.effect.iter().filter_map(|change| named(change.after.as_ref()?)).collect();
    let mut touched: BTreeMap<String, Option<Standing>> = BTreeMap::new();
    for (name, _) in gone.chain(come.iter().cloned()) {
        touched.entry(name.clone()).or_insert_with(|| rows.remove(&name));
    }
    rows.extend(come);
    let moved = touched.into_iter().map(|(name, before)| {
        let after = rows.get(&name).cloned();
        Move { name, before, after }
    });
    moved.filter(|change| change.before != change.after).collect()
}

/// Where a transaction began that this turn commits.
fn since(record: &Record, index: usize) -> usize {
    let begins = |statement: &Statement, words: &[&str]| {
        let first = statement.sql.split_whitespace().next().unwrap_or_default();
        words.iter().any(|word| first.trim_end_matches(';').eq_ignore_ascii_case(word))
    };
    // The outermost savepoint commits when it is released.
    const ENDS: [&str; 4] = ["COMMIT", "END", "RELEASE", "ROLLBACK"];
    let turn = &record.turns[index];
    let Some(last) = turn.statement().filter(|statement| begins(statement, &ENDS)) else { return index };
    let own = record.turns[..index].iter().enumerate().rev();
    let own = own.filter(|(_, other)| (other.who, other.call) == (turn.who, turn.call));
    for (earlier, statement) in own.filter_map(|(at, other)| Some((at, other.statement()?))) {
        let done = matches!(statement.outcome, Outcome::Done { .. });
        if done && statement.store == last.store && begins(statement, &["BEGIN", "SAVEPOINT"]) {
            return earlier;
        }
        if done && begins(statement, &ENDS) {
            break;
        }
    }
    index
}

fn seen(turn: &record::Turn, call: usize, step: u32) -> Turn {
    let statement = turn.statement();
    let busy = statement
        .is_some_and(|statement| matches!(&statement.outcome, Outcome::Failed { error: SqlError::Busy, .. }));
    let lost = statement
        .is_some_and(|statement| matches!(statement.fault, Some(Fault::LoseReply | Fault::LoseRequest)));
    Turn { call, at: clock(turn), step, busy, lost, since: 0, moves: Vec::new() }
}

fn clock(turn: &record::Turn) -> i64 {
    i64::try_from(turn.at).unwrap_or(i64::MAX)
}

/// When a call was under way, and whom it asked.
fn placed(record: &Record, turns: &[Turn], call: &record::Call) -> CallRecord {
    let began = call.first_turn.unwrap_or(call.turns_before_end);
    let ended = call.last_turn.map_or(began, |turn| turn + 1);
    let at = |turn: usize| turns.get(turn).map_or(0, |turn| turn.at);
    // Who asks for nothing comes back at once, right after the turn before it.
    let silent = began.checked_sub(1).map_or(0, at);
    let asked = call.first_turn.is_some();
    let theirs = record.turns.iter().filter(|turn| (turn.who, turn.call) == (call.who, call.index));
    let stores: Vec<Store> = theirs.filter_map(|turn| Some(turn.statement()?.store)).collect();
    CallRecord {
        worker: call.who,
        index: call.index,
        call: super::cast::release(""),
        shown: None,
        began,
        ended,
        began_at: if asked { at(began) } else { silent },
        ended_at: if asked { at(ended.saturating_sub(1)) } else { silent },
        step: 0,
        answer: None,
        left_open: false,
        asked,
        shared: stores.contains(&Store::Shared),
        copy: stores.contains(&Store::Copy),
    }
}

/// An answer in the words of a report.
pub fn words(answer: &Answer) -> String {
    let error = match answer {
        Answer::Acquired(Ok(Some(told))) => {
            return format!("granted, token {}, until {}", told.held.token, instant(told.expires_at));
        }
        Answer::Acquired(Ok(None)) => return "refused".into(),
        Answer::Renewed(Ok(Renewal::Until(end))) => return format!("renewed until {}", instant(*end)),
        Answer::Renewed(Ok(Renewal::Lost)) | Answer::Released(Ok(Release::Lost)) => return "lost".into(),
        Answer::Released(Ok(Release::Released)) => return "released".into(),
        Answer::Nothing => return "has no grant".into(),
        Answer::Acquired(Err(error)) | Answer::Renewed(Err(error)) | Answer::Released(Err(error)) => error,
    };
    error.to_string()
}
