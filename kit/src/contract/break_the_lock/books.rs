//! Debits applied = debits owed: what an account promises.
//!
//! Whoever was told `debited ₹30` is owed that ₹30 have left the account. Who was told nothing is in
//! doubt: their ₹30 may have left it or not, and both are right.

use std::collections::BTreeSet;

use super::{Answer, Deed, Request, Run, START};
use crate::world::What;

/// The account at the end of a run, beside what clients were told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Books {
    /// What the account holds, in paise.
    pub balance: i64,
    /// The debits that clients were told of.
    pub told: Vec<i64>,
    /// The debits that somebody was asked for and has not answered.
    pub in_doubt: Vec<i64>,
    /// How often the ledger wrote.
    pub writes: usize,
}

impl Books {
    pub fn of(run: &Run) -> Books {
        let mut books = Books { balance: START, told: Vec::new(), in_doubt: Vec::new(), writes: 0 };
        let mut open = vec![false; run.requests.len()];
        for event in &run.events {
            match &event.what {
                What::Asked(id) => open[id.0 as usize] = true,
                What::Answered { id, answer } => {
                    open[id.0 as usize] = false;
                    if let Answer::Debited(paise) = answer {
                        books.told.push(*paise);
                    }
                }
                What::Applied(Deed::Sets { to, .. }) => {
                    books.balance = *to;
                    books.writes += 1;
                }
                _ => {}
            }
        }
        for (request, open) in run.requests.iter().zip(open) {
            if let (Request::Debit(paise), true) = (request, open) {
                books.in_doubt.push(*paise);
            }
        }
        books
    }

    /// What clients were told has left the account, in paise.
    pub fn owed(&self) -> i64 {
        self.told.iter().sum()
    }

    /// What has left the account, in paise.
    pub fn applied(&self) -> i64 {
        START - self.balance
    }

    /// Whether what has left the account is what clients were told, with any of those in doubt.
    pub fn are_right(&self) -> bool {
        let mut sums = BTreeSet::from([self.owed()]);
        for paise in &self.in_doubt {
            let with: Vec<i64> = sums.iter().map(|sum| sum.saturating_add(*paise)).collect();
            sums.extend(with);
        }
        sums.contains(&self.applied())
    }
}
