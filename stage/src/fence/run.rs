//! One run as the rules of `fence` see it: calls, who ranks above whom, what each debit took.

use std::collections::BTreeMap;

use kit::contract::fence::{Claim, Debit, Read};
use kit::money::rupees;
use kit::sql::{Row, SqlError, Value};

use super::cast::{Call, Cast, What, attempt};
use crate::record::{CallEnd, Change, Fault, Outcome};

/// What a call came back with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Claim(Result<Claim<()>, SqlError>),
    Read(Result<Read, SqlError>),
    Debit(Result<Debit, SqlError>),
    Closed(Result<(), SqlError>),
    Skipped(Skip),
}

/// Why a client did not make a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Skip {
    /// It has no guard: it did not get one, or was fenced.
    NoGuard,
    /// The step before was not answered.
    Unsettled,
}

/// A statement that was carried out or answered, in the order of the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Index into [`Run::calls`].
    pub call: usize,
    /// Its step in the trace, from 1.
    pub step: u32,
    /// The answer was `Busy`, by a fault or by the database itself.
    pub busy: bool,
    /// The answer got lost, or the request did.
    pub lost: bool,
    /// What it changed in the table of accounts.
    pub effect: Vec<Change>,
}

/// A call of a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallRecord {
    /// Index into [`Cast::workers`].
    pub worker: usize,
    pub call: Call,
    /// The token and the attempt under which it was made; `None` for calls without.
    pub ticket: Option<(i64, String)>,
    /// The first turn that is not before the call, and the first that is after it. Turns of
    /// others lie in between when calls overlap.
    pub began: usize,
    pub ended: usize,
    /// The step of the trace in which it came back.
    pub step: u32,
    /// `None`: the call never came back.
    pub answer: Option<Answer>,
    /// A transaction was open when the call came back.
    pub left_open: bool,
    /// It asked the database for something.
    pub asked: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub cast: Cast,
    pub turns: Vec<Turn>,
    /// By client, then in order. Calls that never began are left out.
    pub calls: Vec<CallRecord>,
}

impl Run {
    pub(super) fn new(cast: &Cast, raw: &crate::Run<Answer>) -> Run {
        let record = &raw.record;
        let numbers = record.numbers();
        let kept: Vec<_> = raw.calls().filter(|(call, _)| call.end != CallEnd::NotReached).collect();
        let position = |who: usize, index: usize| {
            kept.iter().position(|(call, _)| (call.who, call.index) == (who, index)).unwrap_or(0)
        };
        let turns = record.turns.iter().zip(&numbers.turns);
        let turns = turns.map(|(turn, step)| seen(turn, position(turn.who, turn.call), *step)).collect();
        let mut calls: Vec<CallRecord> = Vec::with_capacity(kept.len());
        for (call, answer) in &kept {
            let began = call.first_turn.unwrap_or(call.turns_before_end);
            let what = cast.workers[call.who].calls[call.index];
            calls.push(CallRecord {
                worker: call.who,
                call: what,
                ticket: ticket(&calls, call.who, &record.cast[call.who], what),
                began,
                ended: call.last_turn.map_or(began, |turn| turn + 1),
                step: numbers.end_of(call),
                answer: answer.filter(|_| call.end == CallEnd::Returned).cloned(),
                left_open: call.left_open && call.end == CallEnd::Returned,
                asked: call.first_turn.is_some(),
            });
        }
        Run { cast: cast.clone(), turns, calls }
    }

    pub fn client(&self, call: usize) -> &str {
        &self.cast.workers[self.calls[call].worker].name
    }

    /// The turns of one call.
    pub fn turns_of(&self, call: usize) -> impl DoubleEndedIterator<Item = (usize, &Turn)> {
        self.turns.iter().enumerate().filter(move |(_, turn)| turn.call == call)
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

    /// Whether an earlier call of the same client came back with its transaction open.
    pub fn in_anothers_transaction(&self, call: usize) -> bool {
        self.calls[..call].iter().any(|other| other.left_open && other.worker == self.calls[call].worker)
    }

    /// Whether an answer was lost in this call.
    pub fn in_doubt(&self, call: usize) -> bool {
        self.turns_of(call).any(|(_, turn)| turn.lost)
    }

    /// A claim that ranks above this call, and was granted before the turn: whoever is older is
    /// refused since. The highest, if there are several.
    pub fn outranked(&self, call: usize, before: usize) -> Option<usize> {
        let above =
            self.above(call).filter(|claim| self.granted(*claim) && self.calls[*claim].ended <= before);
        above.max_by_key(|claim| self.calls[*claim].token())
    }

    /// The claims that may have been the mark at some moment of the call, and rank above it.
    pub fn marks(&self, call: usize) -> Vec<usize> {
        let record = &self.calls[call];
        let highest = self.outranked(call, record.began).map_or(0, |claim| self.calls[claim].token());
        let above = self.above(call).filter(|claim| self.may_stand(*claim));
        above
            .filter(|claim| self.calls[*claim].began < record.ended && self.calls[*claim].token() >= highest)
            .collect()
    }

    /// Every claim of the same account that ranks above this call, however it went.
    fn above(&self, call: usize) -> impl Iterator<Item = usize> {
        let mine = &self.calls[call];
        (0..self.calls.len()).filter(move |other| {
            let other = &self.calls[*other];
            let (Some((token, attempt)), Some((above, by))) = (&mine.ticket, &other.ticket) else {
                return false;
            };
            other.is_claim()
                && other.call.account == mine.call.account
                && (above > token || (above == token && by != attempt))
        })
    }

    fn granted(&self, claim: usize) -> bool {
        matches!(self.calls[claim].answer, Some(Answer::Claim(Ok(Claim::Claimed(())))))
    }

    /// It was granted, or may have been without anybody knowing.
    fn may_stand(&self, claim: usize) -> bool {
        self.stands_by_its_answer(claim) || self.stands_unsaid(claim)
    }

    fn stands_by_its_answer(&self, claim: usize) -> bool {
        let record = &self.calls[claim];
        let unknown = matches!(record.answer, None | Some(Answer::Claim(Err(SqlError::NoAnswer))));
        self.granted(claim) || (unknown && record.asked)
    }

    /// It said something else than `Claimed`, and it has changed the row or keeps others out. Where that is
    /// wrong, one rule says so; the others take it for a claim, so that they do not blame whom it fences.
    fn stands_unsaid(&self, claim: usize) -> bool {
        match self.calls[claim].answer {
            Some(Answer::Claim(Err(SqlError::Busy))) => {
                self.changes_a_row(claim) || self.keeps_out(claim).is_some()
            }
            // It was overtaken, or the account was closed, before it looked what had become of it.
            Some(Answer::Claim(Ok(Claim::Fenced { .. } | Claim::NoSuchAccount))) => {
                self.keeps_out(claim).is_some()
            }
            _ => false,
        }
    }

    /// Whether a claim that was refused may have been granted first, and overtaken in the same call.
    pub fn may_have_been_overtaken(&self, claim: usize) -> bool {
        self.outranked(claim, self.calls[claim].began).is_none() && !self.marks(claim).is_empty()
    }

    /// Who is told that it is fenced by the token of this claim, although no other claim has it.
    pub fn keeps_out(&self, claim: usize) -> Option<usize> {
        let by = &self.calls[claim];
        let other_one = |call: usize| {
            self.above(call)
                .any(|other| self.calls[other].token() == by.token() && self.stands_by_its_answer(other))
        };
        (0..self.calls.len()).find(|call| {
            let told =
                self.calls[*call].fenced_by() == Some(by.token()) && self.calls[*call].ended > by.began;
            told && self.above(*call).any(|above| above == claim) && !other_one(*call)
        })
    }

    /// Whether an account's row is another one by the statements of this call.
    pub fn changes_a_row(&self, call: usize) -> bool {
        let mut rows: BTreeMap<String, (&Option<Row>, &Option<Row>)> = BTreeMap::new();
        for change in self.turns_of(call).flat_map(|(_, turn)| &turn.effect) {
            let row = rows.entry(change.key.to_string()).or_insert((&change.before, &change.after));
            row.1 = &change.after;
        }
        rows.values().any(|(before, after)| before != after)
    }

    /// What an account held before the turn, and after each of the turns up to `ended`; `None`
    /// while there is no such account.
    pub fn balances(&self, account: i64, began: usize, ended: usize) -> Vec<Option<i64>> {
        let opened = self.cast.accounts.iter().find(|one| one.id == account);
        let mut balance = opened.map(|one| one.balance);
        let mut seen = Vec::new();
        for (index, turn) in self.turns[..ended].iter().enumerate() {
            if index == began {
                seen.push(balance);
            }
            for change in turn.effect.iter().filter(|change| change.key == Value::Int(account)) {
                balance = change.after.as_ref().and_then(held);
            }
            if index >= began {
                seen.push(balance);
            }
        }
        if seen.is_empty() { vec![balance] } else { seen }
    }

    /// What an account held at each moment of a call.
    pub fn balances_of(&self, call: usize) -> Vec<Option<i64>> {
        let record = &self.calls[call];
        self.balances(record.call.account, record.began, record.ended)
    }

    /// What a read may have seen: what the account held at each moment of the call until a claim that
    /// ranks above it had been granted. From then on balance and mark are not of one moment.
    pub fn readable(&self, call: usize) -> Vec<Option<i64>> {
        let record = &self.calls[call];
        let granted = self.above(call).filter(|claim| self.granted(*claim));
        let ends = granted.map(|claim| self.calls[claim].ended).filter(|end| *end > record.began).min();
        self.balances(
            record.call.account,
            record.began,
            ends.map_or(record.ended, |end| end.min(record.ended)),
        )
    }

    /// What a call has taken out of its account, in paise.
    pub fn taken(&self, call: usize) -> i64 {
        self.turns_of(call).map(|(_, turn)| turn.takes(self.calls[call].call.account)).sum()
    }

    /// What the same step has taken before this call.
    pub fn taken_before(&self, call: usize) -> i64 {
        self.same_step(call).filter(|other| *other < call).map(|other| self.taken(other)).sum()
    }

    /// The calls of one step, this one too. A client's calls follow each other.
    pub fn same_step(&self, call: usize) -> impl Iterator<Item = usize> {
        let mine = &self.calls[call];
        (0..self.calls.len()).filter(move |other| {
            let other = &self.calls[*other];
            other.ticket == mine.ticket && other.call == mine.call && other.worker == mine.worker
        })
    }
}

impl CallRecord {
    /// The token that it shows; 0 if it has none.
    pub fn token(&self) -> i64 {
        self.ticket.as_ref().map_or(0, |(token, _)| *token)
    }

    pub fn is_claim(&self) -> bool {
        matches!(self.call.what, What::Claim { .. })
    }

    /// The code under test was called.
    pub fn made(&self) -> bool {
        self.ticket.is_some() && !matches!(self.answer, Some(Answer::Skipped(_)))
    }

    /// What it was told: the token of whoever ranks above it.
    pub fn fenced_by(&self) -> Option<i64> {
        match self.answer {
            Some(Answer::Claim(Ok(Claim::Fenced { by })))
            | Some(Answer::Read(Ok(Read::Fenced { by })))
            | Some(Answer::Debit(Ok(Debit::Fenced { by }))) => Some(by),
            _ => None,
        }
    }

    /// The error with which it gave up.
    pub fn error(&self) -> Option<&SqlError> {
        match &self.answer {
            Some(Answer::Claim(Err(error)))
            | Some(Answer::Read(Err(error)))
            | Some(Answer::Debit(Err(error))) => Some(error),
            _ => None,
        }
    }
}

impl Turn {
    /// What it takes out of an account, in paise.
    pub fn takes(&self, account: i64) -> i64 {
        let changes = self.effect.iter().filter(|change| change.key == Value::Int(account));
        changes
            .map(|change| {
                change.before.as_ref().and_then(held).unwrap_or(0)
                    - change.after.as_ref().and_then(held).unwrap_or(0)
            })
            .sum()
    }
}

/// What a row says that the account holds.
pub(super) fn held(row: &Row) -> Option<i64> {
    match column(row, "balance") {
        Some(Value::Int(paise)) => Some(*paise),
        _ => None,
    }
}

/// A column of a row, by its name; SQL does not care about the case of it.
pub(super) fn column<'r>(row: &'r Row, name: &str) -> Option<&'r Value> {
    row.columns.iter().find(|(column, _)| column.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

/// The ticket of a call: its own, or that of the guard under which it is made.
fn ticket(calls: &[CallRecord], who: usize, name: &str, call: Call) -> Option<(i64, String)> {
    if let What::Claim { token } = call.what {
        return Some((token, attempt(name, token)));
    }
    if call.what == What::Close {
        return None;
    }
    let mut mine =
        calls.iter().rev().filter(|other| other.worker == who && other.call.account == call.account);
    let guard = mine.find(|other| matches!(other.answer, Some(Answer::Claim(Ok(_)))))?;
    guard.ticket.clone()
}

fn seen(turn: &crate::record::Turn, call: usize, step: u32) -> Turn {
    let statement = turn.statement();
    let busy = statement
        .is_some_and(|statement| matches!(&statement.outcome, Outcome::Failed { error: SqlError::Busy, .. }));
    let lost = statement
        .is_some_and(|statement| matches!(statement.fault, Some(Fault::LoseReply | Fault::LoseRequest)));
    Turn { call, step, busy, lost, effect: turn.effect.clone() }
}

/// An answer in the words of a report.
pub fn words(answer: &Answer) -> String {
    match answer {
        Answer::Claim(Ok(Claim::Claimed(()))) => "claimed".to_owned(),
        Answer::Read(Ok(Read::Is(paise))) => rupees(*paise),
        Answer::Debit(Ok(Debit::Applied)) => "applied".to_owned(),
        Answer::Debit(Ok(Debit::Duplicate)) => "duplicate".to_owned(),
        Answer::Debit(Ok(Debit::Insufficient)) => "insufficient".to_owned(),
        Answer::Claim(Ok(Claim::Fenced { by }))
        | Answer::Read(Ok(Read::Fenced { by }))
        | Answer::Debit(Ok(Debit::Fenced { by })) => format!("fenced by {by}"),
        Answer::Claim(Ok(Claim::NoSuchAccount))
        | Answer::Read(Ok(Read::NoSuchAccount))
        | Answer::Debit(Ok(Debit::NoSuchAccount)) => "no such account".to_owned(),
        Answer::Claim(Err(error)) | Answer::Read(Err(error)) | Answer::Debit(Err(error)) => error.to_string(),
        Answer::Closed(Ok(())) => "closed".to_owned(),
        Answer::Closed(Err(error)) => error.to_string(),
        Answer::Skipped(Skip::NoGuard) => "not asked: no guard".to_owned(),
        Answer::Skipped(Skip::Unsettled) => "not asked: the step before is open".to_owned(),
    }
}
