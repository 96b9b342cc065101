//! Which step of the trace shows what: the numbers by which reports and questions name a step.

use std::collections::BTreeMap;

use super::{Call, CallEnd, Record};

/// Numbers of steps, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Numbers {
    /// Of each turn.
    pub turns: Vec<u32>,
    /// Of each call that returned without a statement, by client and call.
    silent: BTreeMap<(usize, usize), u32>,
}

impl Numbers {
    /// The step in which a call came back or ended, the first of the run if it has none.
    pub fn end_of(&self, call: &Call) -> u32 {
        let turn = call.last_turn.and_then(|turn| self.turns.get(turn));
        turn.or_else(|| self.silent.get(&(call.who, call.index))).copied().unwrap_or(1)
    }
}

impl Record {
    /// The clock and the calls that ask for nothing have steps of their own, as
    /// [`Run::trace`](crate::Run::trace) writes them.
    pub fn numbers(&self) -> Numbers {
        let mut numbers = Numbers::default();
        let (mut step, mut clock) = (0, 0);
        for index in 0..=self.turns.len() {
            for call in self.calls.iter().filter(|call| call.is_silent() && call.turns_before_end == index) {
                step += 1;
                numbers.silent.insert((call.who, call.index), step);
            }
            let Some(turn) = self.turns.get(index) else { break };
            step += u32::from(turn.at != clock) + 1;
            clock = turn.at;
            numbers.turns.push(step);
        }
        numbers
    }
}

impl Call {
    /// It came back and had asked the database for nothing.
    pub fn is_silent(&self) -> bool {
        self.first_turn.is_none() && self.end == CallEnd::Returned
    }
}
