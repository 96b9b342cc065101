//! A table of `fenced-job`: it compares the token and writes in one step. Correct, and not yours to
//! change.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::{Deed, Input, Job, Msg, Night, Outputs, Step};
use crate::Ms;
use crate::world::{Machine, NodeId};

/// What the accounts hold when a run begins, in paise.
const AT_FIRST: i64 = 10_000;

/// What the table keeps. It survives crashes.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Kept {
    /// The highest token that it has seen.
    mark: u64,
    /// The last write of that token, and whether it found too little.
    last: Option<(Step, bool)>,
    done: BTreeMap<Night, BTreeSet<Step>>,
    /// Account 42, in paise; the accounts alone look at it.
    balance: i64,
}

impl Default for Kept {
    fn default() -> Self {
        Kept { mark: 0, last: None, done: BTreeMap::new(), balance: AT_FIRST }
    }
}

/// The rows of one table.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    kept: Rc<RefCell<Kept>>,
}

impl Machine<Job> for Rows {
    fn step(&mut self, _now: Ms, input: Input, out: &mut Outputs) {
        let mut kept = self.kept.borrow_mut();
        match input {
            Input::Start => *kept = Kept::default(),
            Input::Message { from, msg } => kept.hear(from, msg, out),
            _ => {}
        }
    }
}

impl Kept {
    fn hear(&mut self, from: NodeId, msg: Msg, out: &mut Outputs) {
        let token = match msg {
            Msg::Claim { token } => Some(token),
            Msg::Read { fence, .. } | Msg::Write { fence, .. } => fence,
            _ => return,
        };
        if let Some(token) = token.filter(|token| *token < self.mark) {
            out.apply(Deed::Refuses { token, by: self.mark });
            return out.send(from, Msg::Fenced { token, by: self.mark });
        }
        match msg {
            Msg::Claim { token } => {
                if self.raise(token) {
                    out.apply(Deed::Marks { token });
                }
                out.send(from, Msg::Claimed { token });
            }
            Msg::Read { fence, night } => {
                let done = self.done.get(&night).into_iter().flatten().copied().collect();
                out.send(from, Msg::Progress { fence, done });
            }
            Msg::Write { fence, night, step, paise } => {
                let raised = fence.filter(|token| self.raise(*token));
                let answer = self.write(fence, night, step, paise, out);
                // After what was written: a crash may fall between any two, and rules look at that.
                if let Some(token) = raised {
                    out.apply(Deed::Marks { token });
                }
                out.send(from, answer);
            }
            _ => {}
        }
    }

    /// Whether the mark rises.
    fn raise(&mut self, token: u64) -> bool {
        let rises = token > self.mark;
        if rises {
            (self.mark, self.last) = (token, None);
        }
        rises
    }

    fn write(&mut self, fence: Option<u64>, night: Night, step: Step, paise: i64, out: &mut Outputs) -> Msg {
        if fence.is_some() {
            match self.last {
                Some((last, true)) if last == step => return Msg::Short { fence, step },
                Some((last, _)) if step <= last => return Msg::Duplicate { fence, step },
                _ => {}
            }
        }
        let short = step == Step::Debit && self.balance < paise;
        if fence.is_some() {
            self.last = Some((step, short));
        }
        if short {
            out.apply(Deed::Lacks { step });
            return Msg::Short { fence, step };
        }
        if step == Step::Debit {
            self.balance -= paise;
        }
        self.done.entry(night).or_default().insert(step);
        out.apply(Deed::Applies { fence, night, step, paise });
        Msg::Applied { fence, step }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Output;

    const NIGHT: Night = Night(20261129);

    fn said(table: &mut Rows, msg: Msg) -> Msg {
        let mut out = Outputs::new();
        table.step(0, Input::Message { from: NodeId(4), msg }, &mut out);
        let sent = out.list().iter().find_map(|output| match output {
            Output::Send { msg, .. } => Some(msg.clone()),
            _ => None,
        });
        sent.expect("a table answers")
    }

    fn write(token: u64, step: Step, paise: i64) -> Msg {
        Msg::Write { fence: Some(token), night: NIGHT, step, paise }
    }

    #[test]
    fn a_claim_shuts_lower_tokens_out_and_lets_the_equal_one_in() {
        let mut table = Rows::default();
        assert_eq!(said(&mut table, Msg::Claim { token: 34 }), Msg::Claimed { token: 34 });
        assert_eq!(said(&mut table, Msg::Claim { token: 34 }), Msg::Claimed { token: 34 });
        let fenced = Msg::Fenced { token: 33, by: 34 };
        assert_eq!(said(&mut table, Msg::Claim { token: 33 }), fenced);
        assert_eq!(said(&mut table, write(33, Step::Debit, 100)), fenced);
        assert_eq!(said(&mut table, Msg::Read { fence: Some(33), night: NIGHT }), fenced);
    }

    #[test]
    fn a_repeat_is_known_by_token_and_step_and_another_holders_step_is_not() {
        let mut table = Rows::default();
        let (fence, step) = (Some(33), Step::Debit);
        assert_eq!(said(&mut table, write(33, step, 100)), Msg::Applied { fence, step });
        assert_eq!(
            said(&mut table, write(33, Step::Credit, 100)),
            Msg::Applied { fence, step: Step::Credit }
        );
        assert_eq!(said(&mut table, write(33, step, 100)), Msg::Duplicate { fence, step });
        assert_eq!(said(&mut table, write(34, step, 100)), Msg::Applied { fence: Some(34), step });
        let read = said(&mut table, Msg::Read { fence: Some(34), night: NIGHT });
        assert_eq!(read, Msg::Progress { fence: Some(34), done: vec![Step::Debit, Step::Credit] });
    }

    #[test]
    fn too_little_stays_too_little_however_often_it_is_asked() {
        let mut table = Rows::default();
        let short = Msg::Short { fence: Some(33), step: Step::Debit };
        assert_eq!(said(&mut table, write(33, Step::Debit, 20_000)), short);
        assert_eq!(said(&mut table, write(33, Step::Debit, 20_000)), short);
        let read = said(&mut table, Msg::Read { fence: None, night: NIGHT });
        assert_eq!(read, Msg::Progress { fence: None, done: Vec::new() });
    }

    #[test]
    fn what_comes_unfenced_is_let_in() {
        let mut table = Rows::default();
        said(&mut table, Msg::Claim { token: 34 });
        let unfenced = Msg::Write { fence: None, night: NIGHT, step: Step::Debit, paise: -100 };
        assert_eq!(said(&mut table, unfenced), Msg::Applied { fence: None, step: Step::Debit });
    }
}
