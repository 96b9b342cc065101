//! The rules of `fenced-job`: each a sentence and a check of one run.
//!
//! They look at what a pod sends, hears and answers, and at what the tables have done.

mod answers;
mod claims;
mod ends;
mod mail;
mod steps;

use super::Played;
use grader::property::{Check, Property};

type Rule = Property<Played>;

const BEGIN: &str = "chapter 8, \"When does the fence begin?\"";
const MARKS: &str = "chapter 8, \"Which tables need a mark?\"";
const TRAVEL: &str = "chapter 8, \"How does the token travel?\"";
const ZERO: &str = "chapter 8, \"What do zero rows mean?\"";
const FENCED: &str = "chapter 8, \"What do you do when you are fenced?\"";
const PROMISE: &str = "chapter 8, \"What must a fenced job promise?\"";

/// All rules, in the order in which a learner should read them.
pub fn rules() -> Vec<Rule> {
    let mut rules = about_the_fence();
    rules.extend(about_the_ends());
    rules
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

fn about_the_fence() -> Vec<Rule> {
    vec![
        Property {
            ends: true,
            ..rule(
                "every_run_is_answered",
                "A pod that lives answers every request, once, whatever the network has lost.",
                PROMISE,
                "been asked for anything",
                ends::every_run_is_answered,
            )
        },
        rule(
            "undisturbed_run_is_done",
            "A run that nobody disturbs, for a night that the account can pay, is done.",
            PROMISE,
            "been asked while the lease was free and all was well",
            ends::undisturbed_run_is_done,
        ),
        rule(
            "every_table_is_claimed_first",
            "Before a job reads or writes anything, all three tables have been claimed for its token.",
            MARKS,
            "read or written anything",
            claims::every_table_is_claimed_first,
        ),
        rule(
            "every_write_carries_the_token",
            "Every claim, read and write carries the token of this job's own grant.",
            TRAVEL,
            "sent a table anything",
            claims::every_write_carries_the_token,
        ),
        rule(
            "steps_keep_their_order",
            "A step goes to its own table, when all steps before it are known to be done.",
            PROMISE,
            "written anything",
            steps::steps_keep_their_order,
        ),
        rule(
            "each_step_lands_once",
            "No step of a night is done twice, whoever wrote it.",
            BEGIN,
            "written anything",
            steps::each_step_lands_once,
        ),
        rule(
            "a_repeat_is_the_same_write",
            "What is sent again for the same step is the same write.",
            PROMISE,
            "sent a write again",
            steps::a_repeat_is_the_same_write,
        ),
    ]
}

fn about_the_ends() -> Vec<Rule> {
    vec![
        rule(
            "after_fenced_no_effect",
            "Once a job is fenced it writes nothing, claims nothing and asks for no new lease.",
            FENCED,
            "been fenced",
            ends::after_fenced_no_effect,
        ),
        rule(
            "nothing_is_compensated",
            "A write is one of this night's steps, with its amount: no step is taken back.",
            FENCED,
            "written anything",
            steps::nothing_is_compensated,
        ),
        rule(
            "short_is_not_fenced",
            "A job that finds too little money answers Short, and writes no more.",
            ZERO,
            "been asked for more than the account holds",
            ends::short_is_not_fenced,
        ),
        rule(
            "done_means_all_five",
            "Done is answered when all five steps of the night are done.",
            PROMISE,
            "answered Done",
            answers::done_means_all_five,
        ),
        rule(
            "every_answer_has_its_reason",
            "Fenced is answered only when a table has fenced this job, Short when one was short, Busy when \
             the lease was refused or the pod was at work, Stopped after 20 s and when it works no more.",
            ZERO,
            "answered anything but Done",
            answers::every_answer_has_its_reason,
        ),
        rule(
            "late_messages_change_nothing",
            "A message for an earlier job or an earlier life brings about nothing new.",
            TRAVEL,
            "met a message for an earlier job or life",
            mail::late_messages_change_nothing,
        ),
        rule(
            "lease_is_given_back_last",
            "A job that is done or short gives its lease back, and sends the tables nothing after that.",
            PROMISE,
            "ended with Done or Short",
            ends::lease_is_given_back_last,
        ),
    ]
}

/// `accounts and outbox`
fn listed(names: &[&str]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
