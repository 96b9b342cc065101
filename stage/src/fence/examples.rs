//! The visible examples: a holder alone, and one that was succeeded.

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
        story: "Account 42 holds ₹100. pod-7 claims it with token 33, debits ₹30 as step 1 and ₹10 as step 2, and \
                reads.",
        must: &["claimed", "applied", "applied", "₹60"],
    },
    Example {
        name: "successor_shuts_the_old_holder_out",
        cast: successor,
        story: "Account 42 holds ₹100. pod-3 claims it with token 34; then pod-7 comes with token 33.",
        must: &["claimed", "fenced by 34"],
    },
];

fn holder() -> Cast {
    let calls =
        [Call::claim(42, 33), Call::debit(42, 3_000, 1), Call::debit(42, 1_000, 2), Call::read_of(42)];
    Cast::new(&[(42, 10_000)], &[("pod-7", &calls)])
}

fn successor() -> Cast {
    Cast::new(&[(42, 10_000)], &[("pod-3", &[Call::claim(42, 34)]), ("pod-7", &[Call::claim(42, 33)])])
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
