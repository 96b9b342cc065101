//! The rules of `two-phase-commit`: each a sentence and a check of one run.
//!
//! They look at what is written, sent, answered and done, and never into a machine.

mod decisions;
mod ends;
mod promises;
mod questions;
mod telling;

use kit::contract::commit::{Outcome, Txn, Vote};

use super::books::{Eye, judge};
use super::{Part, Played};
use grader::property::{Check, Property};

type Rule = Property<Played>;

const COMMITTED: &str = "chapter 19, \"When is it committed?\"";
const YES: &str = "chapter 19, \"What does a yes promise?\"";
const DOUBT: &str = "chapter 19, \"Who is in doubt, and for how long?\"";
const CRASH: &str = "chapter 19, \"What does a crash leave behind?\"";
const QUESTIONS: &str = "chapter 19, \"Whom can you ask?\"";

/// All rules, in the order in which a learner should read them.
pub fn rules() -> Vec<Rule> {
    let mut rules = about_decisions();
    rules.extend(about_promises());
    rules.extend(about_questions());
    rules
}

/// What looks at a run for each rule, in the order of [`rules`].
const EYES: [for<'a> fn(&'a Played) -> Eye<'a>; 18] = [
    ends::every_transfer_is_answered,
    ends::undisturbed_transfer_commits,
    decisions::commit_needs_every_yes,
    decisions::commit_is_durable_first,
    decisions::all_decide_alike,
    decisions::decided_stays_decided,
    promises::yes_is_durable_first,
    promises::yes_needs_the_money,
    promises::account_is_locked_in_doubt,
    promises::in_doubt_decides_nothing,
    promises::outcome_is_taken_at_once,
    promises::outcome_is_applied_once,
    ends::nobody_stays_in_doubt,
    telling::commit_is_told_again,
    questions::coordinator_is_asked,
    questions::coordinator_tells_what_it_knows,
    questions::other_banks_are_asked,
    questions::bank_tells_what_it_knows,
];

/// What the rule at this place says of a run. The first that is asked looks for all of them.
fn at<const PLACE: usize>(seen: &Played) -> Check {
    let look = || judge(seen, EYES.iter().map(|eye| eye(seen)));
    seen.checks.get(look).get(PLACE).cloned().unwrap_or(Check::Silent)
}

/// Whether the part puts anything to this rule.
pub(super) fn applies(part: Part, rule: &str) -> bool {
    match rule {
        "commit_is_told_again" | "coordinator_is_asked" | "coordinator_tells_what_it_knows" => {
            part != Part::Protocol
        }
        "other_banks_are_asked" | "bank_tells_what_it_knows" => part == Part::Termination,
        _ => true,
    }
}

const fn rule(
    name: &'static str,
    sentence: &'static str,
    section: &'static str,
    deed: &'static str,
    check: fn(&Played) -> Check,
) -> Rule {
    Property { name, sentence, section, deed, check, ends: false }
}

fn about_decisions() -> Vec<Rule> {
    vec![
        Property {
            ends: true,
            ..rule(
                "every_transfer_is_answered",
                "A coordinator that lives answers every transfer, once.",
                COMMITTED,
                "been asked for a transfer",
                at::<0>,
            )
        },
        rule(
            "undisturbed_transfer_commits",
            "A transfer that every bank can do, and nobody disturbs, commits.",
            COMMITTED,
            "been asked for a transfer that can be done",
            at::<1>,
        ),
        rule(
            "commit_needs_every_yes",
            "The coordinator commits only when it has heard a yes of every bank that takes part, and no no.",
            COMMITTED,
            "committed anything",
            at::<2>,
        ),
        rule(
            "commit_is_durable_first",
            "Before anybody hears of a commit, the coordinator's disk has it, synced.",
            COMMITTED,
            "told anybody of a commit",
            at::<3>,
        ),
        rule(
            "all_decide_alike",
            "Of one transaction there is one outcome, for every bank, for the coordinator and for the client.",
            COMMITTED,
            "decided anything in two places",
            at::<4>,
        ),
        rule(
            "decided_stays_decided",
            "What a bank has decided, or told anybody, no late or repeated message changes.",
            CRASH,
            "met a message about what is decided",
            at::<5>,
        ),
    ]
}

fn about_promises() -> Vec<Rule> {
    vec![
        rule(
            "yes_is_durable_first",
            "Before a yes leaves, the bank's disk has all that it needs to commit, synced.",
            YES,
            "voted yes",
            at::<6>,
        ),
        rule(
            "yes_needs_the_money",
            "A bank prepares only what it can do: the account holds enough, and no other transaction has it locked. \
             If it cannot, it votes no at once.",
            YES,
            "prepared anything",
            at::<7>,
        ),
        rule(
            "account_is_locked_in_doubt",
            "From its yes to the outcome a bank has the account locked, in every life, before it says anything.",
            DOUBT,
            "been in doubt",
            at::<8>,
        ),
        rule(
            "in_doubt_decides_nothing",
            "A bank in doubt does what it has been told, and nothing before.",
            DOUBT,
            "been in doubt",
            at::<9>,
        ),
        rule(
            "outcome_is_taken_at_once",
            "A bank in doubt that is told the outcome, by anybody, has it on its disk at the end of that step.",
            DOUBT,
            "been told an outcome",
            at::<10>,
        ),
        rule(
            "outcome_is_applied_once",
            "In each life an outcome is applied once, when it is on the disk, and Done comes after it, each time that \
             Decide comes.",
            CRASH,
            "applied anything",
            at::<11>,
        ),
        rule(
            "nobody_stays_in_doubt",
            "When every fault is over, and all can reach each other, no bank is in doubt for ever.",
            DOUBT,
            "been in doubt",
            at::<12>,
        ),
    ]
}

fn about_questions() -> Vec<Rule> {
    vec![
        rule(
            "commit_is_told_again",
            "Until a bank says Done, a coordinator that has committed tells it again, in every life, every ten \
             seconds at the latest. An abort it tells once at least.",
            CRASH,
            "been told a commit a second time",
            at::<13>,
        ),
        rule(
            "coordinator_is_asked",
            "In doubt for a while, a bank asks the coordinator.",
            QUESTIONS,
            "been in doubt for a while",
            at::<14>,
        ),
        rule(
            "coordinator_tells_what_it_knows",
            "Asked, the coordinator tells the outcome; of a transaction that it does not know, abort; of one that it \
             has not decided, nothing.",
            QUESTIONS,
            "been asked by a bank",
            at::<15>,
        ),
        rule(
            "other_banks_are_asked",
            "In doubt for a while, a bank asks every other bank whose account changes.",
            QUESTIONS,
            "been in doubt for a while",
            at::<16>,
        ),
        rule(
            "bank_tells_what_it_knows",
            "Asked by another bank, a bank tells the outcome; if it has not voted it aborts and tells that; if it is \
             in doubt itself it says that it does not know.",
            QUESTIONS,
            "been asked by another bank",
            at::<17>,
        ),
    ]
}

/// `t1`
fn name(Txn(number): Txn) -> String {
    format!("t{number}")
}

/// `commit`
fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Commit => "commit",
        Outcome::Abort => "abort",
    }
}

fn vote_word(vote: Vote) -> &'static str {
    match vote {
        Vote::Yes => "yes",
        Vote::No => "no",
        Vote::ReadOnly => "read only",
    }
}
