//! The rules of `fence`: each a sentence and a check of one run.
//!
//! They look at what was answered and at what the accounts hold; where the mark is kept, and what
//! else stands in the tables, is the learner's affair.

mod answers;
mod order;
mod refusals;
mod steps;

use grader::{Check, Finding, Property};

use super::play::Played;
use super::run::Run;

type Rule = Property<Played>;

pub(super) const NUMBER: &str = "chapter 8, \"What does the number have to be?\"";
pub(super) const WHERE: &str = "chapter 8, \"Who compares it, and where?\"";
pub(super) const BEGIN: &str = "chapter 8, \"When does the fence begin?\"";
pub(super) const LESS: &str = "chapter 8, \"Less, or less or equal?\"";
pub(super) const ZERO: &str = "chapter 8, \"What do zero rows mean?\"";
pub(super) const MARKS: &str = "chapter 8, \"Which tables need a mark?\"";
pub(super) const TRAVEL: &str = "chapter 8, \"How does the token travel?\"";
pub(super) const PROMISE: &str = "chapter 8, \"What must a fence promise?\"";

/// All rules, in the order in which a learner should read them.
pub fn rules() -> Vec<Rule> {
    let rule = |name, sentence, section, deed, check: fn(&Played) -> Check, ends| Property {
        name,
        sentence,
        section,
        deed,
        check,
        ends,
    };
    vec![
        rule(
            "every_call_ends",
            "Every call comes back, whatever the others do, and leaves no transaction open.",
            PROMISE,
            "come back from a call",
            |played| answers::every_call_ends(&played.run),
            true,
        ),
        rule(
            "no_older_write_lands",
            "When a claim has been granted, no debit of an older guard changes a balance any more.",
            BEGIN,
            "been asked for a debit by an older guard",
            |played| order::no_older_write_lands(&played.run),
            false,
        ),
        rule(
            "claim_raises_the_mark",
            "When a claim has been granted, every claim with a lower token is fenced.",
            WHERE,
            "been asked for a claim with a lower token than one before it",
            |played| order::claim_raises_the_mark(&played.run),
            false,
        ),
        rule(
            "equal_token_of_another_is_fenced",
            "Of two attempts with the same token at most one is granted an account.",
            NUMBER,
            "been asked for claims with one token by two attempts",
            |played| order::equal_token_of_another_is_fenced(&played.run),
            false,
        ),
        rule(
            "a_repeated_claim_is_granted",
            "Who claims alone and undisturbed, and is not older than any claim, gets the account, also when its \
             claim comes again.",
            BEGIN,
            "been asked alone for a claim with the highest token",
            |played| order::a_repeated_claim_is_granted(&played.run),
            false,
        ),
        rule(
            "nth_write_of_a_holder_lands",
            "While nobody ranks above the holder, each of its debits lands that the account can pay, and each read \
             is answered.",
            LESS,
            "been asked for a debit by the holder alone",
            |played| steps::nth_write_of_a_holder_lands(&played.run),
            false,
        ),
        rule(
            "a_step_applies_once",
            "A step takes its amount once, however often it is sent; each answer says truly whether it did.",
            LESS,
            "answered a debit",
            |played| steps::a_step_applies_once(&played.run),
            false,
        ),
        rule(
            "reads_are_fenced",
            "A read says what the account holds, and an older guard is told that it is fenced instead.",
            WHERE,
            "answered a read",
            |played| order::reads_are_fenced(&played.run),
            false,
        ),
        rule(
            "fenced_says_by_whom",
            "Fenced is said only of an older guard or ticket, with the token of the claim that ranks above it.",
            ZERO,
            "told anybody that it is fenced",
            |played| refusals::fenced_says_by_whom(&played.run),
            false,
        ),
        rule(
            "short_means_short",
            "Insufficient is said if the account holds less than the amount, and only then.",
            ZERO,
            "been asked for more than an account held",
            |played| refusals::short_means_short(&played.run),
            false,
        ),
        rule(
            "missing_means_missing",
            "No such account is said if there is none, and only then.",
            ZERO,
            "been asked for an account that is not there",
            |played| refusals::missing_means_missing(&played.run),
            false,
        ),
        rule(
            "business_refusal_keeps_the_mark",
            "A debit that the account cannot pay neither lowers the mark nor hides it: an older guard is told that \
             it is fenced.",
            ZERO,
            "refused a debit for want of money while somebody older was there",
            |played| refusals::business_refusal_keeps_the_mark(&played.run),
            false,
        ),
        rule(
            "balance_never_below_zero",
            "No account ever holds less than nothing.",
            PROMISE,
            "changed a balance",
            |played| steps::balance_never_below_zero(&played.run),
            false,
        ),
        rule(
            "accounts_are_independent",
            "A call for one account leaves every other one as it is, and no claim of another account fences it.",
            MARKS,
            "been asked for two accounts in one run",
            |played| refusals::accounts_are_independent(&played.run),
            false,
        ),
        rule(
            "giving_up_needs_a_reason",
            "You report busy only after a refused lock and with nothing changed, no answer only after one got lost, and no \
             other error.",
            PROMISE,
            "been disturbed and come back",
            |played| answers::giving_up_needs_a_reason(&played.run),
            false,
        ),
    ]
}

/// `Broken` by the first finding, else `Holds` if anything could have been broken.
fn outcome(tried: bool, finding: Option<Finding>) -> Check {
    match finding {
        Some(finding) => Check::Broken(finding),
        None if tried => Check::Holds,
        None => Check::Silent,
    }
}

/// `pod-7 with token 33`
fn holder(run: &Run, call: usize) -> String {
    format!("{} with token {}", run.client(call), run.calls[call].token())
}

/// `pod-3 has claimed account 42 with token 34`
fn has_claimed(run: &Run, claim: usize) -> String {
    let record = &run.calls[claim];
    format!("{} has claimed account {} with token {}", run.client(claim), record.call.account, record.token())
}

/// `fenced by 34`
fn fenced(run: &Run, claim: usize) -> String {
    format!("fenced by {}", run.calls[claim].token())
}
