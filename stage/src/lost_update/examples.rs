//! The visible examples: a repair alone with the account. They show what a call looks like and
//! catch slips in the SQL; the rules do the rest.

use kit::contract::lost_update::Outcome;
use kit::money::rupees;

use super::Code;
use super::cast::{Cast, Kind};
use super::play::Play;
use super::run::{Answer, words};

/// Runs debits of so many rupees one after the other on an account that holds so many.
///
/// Returns the answers and the final balance in paise; the error says in words why the code
/// did not come to its end.
pub fn alone(code: Code, held: i64, debits: &[i64]) -> Result<(Vec<Answer>, i64), String> {
    let calls: Vec<(Kind, i64)> = debits.iter().map(|rupees| (Kind::Debit, *rupees)).collect();
    let played = Play::new(code).example(&Cast::new(held, &[("pod-7", &calls)]))?;
    let answers = played.run.calls.iter().filter_map(|call| call.answer.clone()).collect();
    Ok((answers, played.run.final_balance()))
}

/// One example: what is asked, and what must come of it.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    pub name: &'static str,
    pub debits: &'static [i64],
    /// What is left of ₹100.
    pub left: i64,
}

pub const EXAMPLES: [Example; 2] = [
    Example { name: "one_debit_of_thirty", debits: &[30], left: 70 },
    Example { name: "two_debits_one_after_the_other", debits: &[30, 30], left: 40 },
];

impl Example {
    /// Tries it on one repair.
    ///
    /// # Errors
    /// What was observed and what was required, in words.
    pub fn check(&self, code: Code) -> Result<(), String> {
        let (answers, left) = alone(code, 100, self.debits)?;
        let all_accepted =
            answers.len() == self.debits.len() && answers.iter().all(|a| *a == Ok(Outcome::Accepted));
        if all_accepted && left == self.left * 100 {
            return Ok(());
        }
        let answers: Vec<String> = answers.iter().map(words).collect();
        Err(format!(
            "account 42 holds ₹100; you debit {}.\n  you answered   {}\n  and left       {}\n  must be        accepted, and {} left",
            self.debits.iter().map(|rupees| format!("₹{rupees}")).collect::<Vec<_>>().join(", then "),
            answers.join(", then "),
            rupees(left),
            rupees(self.left * 100)
        ))
    }
}
