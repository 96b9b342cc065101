//! Who keeps account 42. What is written is safe on disk before anybody is told.

use super::{BreakTheLock, Deed, Input, Msg, Outputs, Record, START};
use crate::Ms;
use crate::world::{Machine, NodeId};

/// The account, and for a fenced ledger the highest token that has claimed it.
#[derive(Debug)]
pub struct Ledger {
    paise: i64,
    mark: u64,
    fenced: bool,
}

impl Ledger {
    /// Writes what it is sent, and has never heard of leases.
    pub fn unfenced() -> Ledger {
        Ledger { paise: START, mark: 0, fenced: false }
    }

    /// Asks each writer for its token, and refuses those that are lower than one that has claimed it.
    pub fn fenced() -> Ledger {
        Ledger { fenced: true, ..Ledger::unfenced() }
    }

    fn keep(&self, out: &mut Outputs) {
        out.write(Record::Account { paise: self.paise, mark: self.mark });
        out.sync();
    }

    /// Whether this token may come in. What carries none has no business with a fenced ledger.
    fn lets_in(&self, token: Option<u64>) -> bool {
        !self.fenced || token.is_some_and(|token| token >= self.mark)
    }

    fn claim(&mut self, from: NodeId, attempt: u64, token: u64, out: &mut Outputs) {
        if !self.lets_in(Some(token)) {
            return out.send(from, Msg::Fenced { attempt, by: self.mark });
        }
        if token > self.mark {
            self.mark = token;
            self.keep(out);
            out.apply(Deed::Marks { token });
        }
        out.send(from, Msg::Balance { attempt, paise: self.paise });
    }

    fn write(&mut self, from: NodeId, attempt: u64, token: Option<u64>, paise: i64, out: &mut Outputs) {
        if !self.lets_in(token) {
            out.apply(Deed::Refuses { token: token.unwrap_or(0), mark: self.mark });
            return out.send(from, Msg::Fenced { attempt, by: self.mark });
        }
        let before = std::mem::replace(&mut self.paise, paise);
        self.mark = self.mark.max(token.unwrap_or(0));
        self.keep(out);
        out.apply(Deed::Sets { of: from, from: before, to: paise });
        out.send(from, Msg::Written { attempt });
    }
}

impl Machine<BreakTheLock> for Ledger {
    fn step(&mut self, _: Ms, input: Input, out: &mut Outputs) {
        match input {
            Input::Restart { kept } => {
                if let Some(Record::Account { paise, mark }) = kept.last() {
                    (self.paise, self.mark) = (*paise, *mark);
                }
            }
            Input::Message { from, msg: Msg::Read { attempt } } => {
                out.send(from, Msg::Balance { attempt, paise: self.paise });
            }
            Input::Message { from, msg: Msg::Claim { attempt, token } } => {
                self.claim(from, attempt, token, out);
            }
            Input::Message { from, msg: Msg::Write { attempt, token, paise } } => {
                self.write(from, attempt, token, paise, out);
            }
            _ => {}
        }
    }
}
