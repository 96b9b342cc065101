//! One run as the rules of `lost-update` see it: calls, what they answered, what they moved.

use kit::contract::lost_update::Outcome;
use kit::sql::SqlError;

use super::cast::{Call, Cast};

/// What a call came back with.
pub type Answer = Result<Outcome, SqlError>;

/// A statement that was carried out or answered, in the order of the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Index into [`Run::calls`].
    pub call: usize,
    /// The committed balance after it, in paise.
    pub balance: i64,
    /// The answer was `Busy`, by a fault or by the database itself.
    pub busy: bool,
    /// The answer got lost, or the request did.
    pub lost: bool,
    /// It changed at least one row.
    pub wrote: bool,
    /// The committed version after it.
    pub version: i64,
    /// Its SQL speaks of the version.
    pub compares: bool,
    /// It begins a transaction.
    pub begins: bool,
}

/// A call of a worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallRecord {
    pub worker: usize,
    pub call: Call,
    /// The first turn that is not before the call, and the first that is after it. Turns of
    /// others lie in between when calls overlap.
    pub began: usize,
    pub ended: usize,
    /// `None`: the call never came back.
    pub answer: Option<Answer>,
    /// A transaction was open when the call came back.
    pub left_open: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub cast: Cast,
    pub turns: Vec<Turn>,
    pub calls: Vec<CallRecord>,
}

impl Run {
    /// The committed balance before turn `turn`.
    pub fn before(&self, turn: usize) -> i64 {
        if turn == 0 { self.cast.balance } else { self.turns[turn - 1].balance }
    }

    pub fn final_balance(&self) -> i64 {
        self.before(self.turns.len())
    }

    /// The turns of one call.
    pub fn turns_of(&self, call: usize) -> impl DoubleEndedIterator<Item = (usize, &Turn)> {
        self.turns.iter().enumerate().filter(move |(_, turn)| turn.call == call)
    }

    /// The committed changes that the call made: turn and amount.
    pub fn effects(&self, call: usize) -> Vec<(usize, i64)> {
        self.turns_of(call)
            .map(|(index, turn)| (index, turn.balance - self.before(index)))
            .filter(|(_, change)| *change != 0)
            .collect()
    }

    /// The committed version before turn `turn`.
    pub fn version_before(&self, turn: usize) -> i64 {
        if turn == 0 { 1 } else { self.turns[turn - 1].version }
    }

    /// How often others changed the balance while the call was under way.
    pub fn beaten(&self, call: usize) -> usize {
        let record = &self.calls[call];
        (record.began..record.ended)
            .filter(|&turn| self.turns[turn].call != call && self.turns[turn].balance != self.before(turn))
            .count()
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

    /// The step (from 1) at which a call came back: its last turn, or the first step of the run.
    pub fn last_step(&self, call: usize) -> u32 {
        self.turns_of(call).next_back().map_or(1, |(index, _)| index as u32 + 1)
    }

    /// The step of the call's last write, or its last step.
    pub fn write_step(&self, call: usize) -> u32 {
        let write = self.turns_of(call).rfind(|(_, turn)| turn.wrote);
        write.map_or_else(|| self.last_step(call), |(index, _)| index as u32 + 1)
    }

    pub fn worker(&self, call: usize) -> &str {
        &self.cast.workers[self.calls[call].worker].name
    }
}

/// An answer in the words of a report.
pub fn words(answer: &Answer) -> String {
    match answer {
        Ok(Outcome::Accepted) => "accepted".into(),
        Ok(Outcome::Insufficient) => "insufficient".into(),
        Err(error) => error.to_string(),
    }
}
