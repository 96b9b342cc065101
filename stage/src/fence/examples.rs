//! The visible examples: a holder alone, and its successor.

use super::Code;
use super::cast::{Call, Cast};
use super::play::Play;
use super::run::words;

/// What is asked, and what must come of it.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    pub name: &'static str,
    cast: fn() -> Cast,
    pub story: &'static str,
    /// The answers, by client, then in order.
    pub must: &'static [&'static str],
}

pub const EXAMPLES: [Example; 2] = [
    Example {
        name: "holder_claims_and_debits",
        cast: holder,
        story: "Account 42 holds ₹100. pod-7 claims it with token 33, and debits ₹30 as step 1.",
        must: &["claimed", "applied"],
    },
    Example {
        name: "successor_claims_and_reads",
        cast: successor,
        story: "Account 42 holds ₹100. pod-7 claims it with token 33, and debits ₹30. Then pod-3 claims it with token \
                34, and reads.",
        must: &["claimed", "applied", "claimed", "₹70"],
    },
];

fn holder() -> Cast {
    Cast::new(&[(42, 10_000)], &[("pod-7", &[Call::claim(42, 33), Call::debit(42, 3_000, 1)])])
}

fn successor() -> Cast {
    let mut cast = holder();
    let other = Cast::new(&[], &[("pod-3", &[Call::claim(42, 34), Call::read_of(42)])]);
    cast.workers.extend(other.workers);
    cast
}

impl Example {
    /// Tries it on one part.
    ///
    /// # Errors
    /// What was observed and what was required, in words.
    pub fn check(&self, code: Code) -> Result<(), String> {
        let played = Play::new(code).example(&(self.cast)())?;
        let said: Vec<String> =
            played.run.calls.iter().filter_map(|call| call.answer.as_ref().map(words)).collect();
        if said == self.must {
            return Ok(());
        }
        Err(format!(
            "{}\n  you answered   {}\n  must be        {}",
            self.story,
            said.join(", then "),
            self.must.join(", then ")
        ))
    }
}
