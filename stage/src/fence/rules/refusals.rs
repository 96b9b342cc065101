//! Rules about the reasons that a refusal gives: zero rows have four.

use grader::{Check, Finding};
use kit::contract::fence::{Claim, Debit, Read};
use kit::money::rupees;
use kit::sql::Value;

use super::{LESS, ZERO, fenced, has_claimed, holder, outcome};
use crate::fence::cast::What;
use crate::fence::run::{Answer, Run, words};

pub(super) fn fenced_says_by_whom(run: &Run) -> Check {
    let mut tried = false;
    for (call, record) in run.calls.iter().enumerate() {
        let Some(by) = record.fenced_by() else { continue };
        tried = true;
        if let Some(other) = run.keeps_out(call).filter(|_| !run.may_have_been_overtaken(call)) {
            return Check::Broken(stands_all_the_same(run, call, other));
        }
        let marks = run.marks(call);
        if marks.iter().any(|claim| run.calls[*claim].token() == by) {
            continue;
        }
        let highest = marks.into_iter().max_by_key(|claim| run.calls[*claim].token());
        let (required, consequence, suspicion, section) = match highest {
            Some(claim) => (
                fenced(run, claim),
                format!(
                    "{}. {} is told another number, and whoever looks for the overlap at night looks for a holder \
                     that there never was.",
                    has_claimed(run, claim),
                    run.client(call),
                ),
                "the own token is reported, or one that was read before.",
                ZERO,
            ),
            None => {
                let (suspicion, section) = why_fenced(run, call, by);
                ("another answer".to_owned(), nobody(run, call), suspicion, section)
            }
        };
        return Check::Broken(Finding {
            step: record.step,
            observed: format!("fenced by {by}"),
            required,
            consequence,
            suspicion: format!("Often the cause: {suspicion}"),
            section: Some(section),
        });
    }
    outcome(tried, None)
}

/// A claim that says `Fenced`, and by whose token somebody older is fenced.
fn stands_all_the_same(run: &Run, claim: usize, other: usize) -> Finding {
    let record = &run.calls[claim];
    Finding {
        step: record.step,
        observed: record.answer.as_ref().map(words).unwrap_or_default(),
        required: "claimed, or no change".into(),
        consequence: format!(
            "Fenced says that nothing was changed. The claim stands: {} is fenced by {}, and no other claim has that \
             token.",
            holder(run, other),
            record.token()
        ),
        suspicion:
            "Often the cause: one statement raises the mark, and a later one looks whether it was granted."
                .into(),
        section: None,
    }
}

fn nobody(run: &Run, call: usize) -> String {
    format!(
        "Nobody ranks above {}. It is told that it is a zombie, and gives up work that nobody else does.",
        holder(run, call)
    )
}

/// Why somebody is told that it is fenced although nobody ranks above it.
fn why_fenced(run: &Run, call: usize, by: i64) -> (&'static str, &'static str) {
    let record = &run.calls[call];
    let short = match record.call.what {
        What::Debit { paise, .. } => run.balances_of(call).into_iter().flatten().any(|held| held < paise),
        _ => false,
    };
    let missing = run.balances_of(call).contains(&None);
    if missing || short || run.taken_before(call) != 0 {
        ("zero rows are taken for a newer holder, and they have other reasons.", ZERO)
    } else if run.taken(call) != 0 {
        ("after a lost answer the own write is taken for a newer holder's.", LESS)
    } else if by == record.token() {
        ("a strict comparison: it meets its own mark.", LESS)
    } else {
        ("a mark that no claim has set.", ZERO)
    }
}

pub(super) fn short_means_short(run: &Run) -> Check {
    let mut tried = false;
    for (call, record) in run.calls.iter().enumerate() {
        let (What::Debit { paise, .. }, Some(Answer::Debit(Ok(debit)))) = (record.call.what, &record.answer)
        else {
            continue;
        };
        tried |= run.balances_of(call).iter().flatten().any(|held| *held < paise);
        let wrong = match debit {
            Debit::Insufficient => not_short(run, call, paise),
            _ => short_after_all(run, call, paise),
        };
        let Some((required, consequence, suspicion)) = wrong else { continue };
        return Check::Broken(Finding {
            step: record.step,
            observed: record.answer.as_ref().map(words).unwrap_or_default(),
            required: required.into(),
            consequence,
            suspicion: format!("Often the cause: {suspicion}"),
            section: None,
        });
    }
    outcome(tried, None)
}

/// What is required instead, what follows, and often the cause.
type Wrong = (&'static str, String, &'static str);

/// `Insufficient` was said, and money is not the reason.
fn not_short(run: &Run, call: usize, paise: i64) -> Option<Wrong> {
    let client = run.client(call);
    let before = run.taken_before(call);
    if before != 0 {
        let consequence = format!(
            "The step was applied before: the {} are taken. {client} is told that they are not, and that no money is \
             there for it.",
            rupees(before)
        );
        return Some((
            "duplicate",
            consequence,
            "what the account holds is asked before whether the step stands.",
        ));
    }
    let held: Vec<i64> = run.balances_of(call).into_iter().flatten().collect();
    // Whether the account is there at all is another rule's affair.
    let least = held.iter().min().copied().filter(|least| *least >= paise)?;
    let required = if run.marks(call).is_empty() { "applied" } else { "another answer" };
    let consequence =
        format!("The account holds {}, and {client} asks for {}.", rupees(least), rupees(paise));
    Some((
        required,
        consequence,
        "zero rows are taken for a lack of money, or the comparison refuses the last paisa.",
    ))
}

/// Something else was said, and the account was short all the time. (That money was taken is the
/// affair of other rules.)
fn short_after_all(run: &Run, call: usize, paise: i64) -> Option<Wrong> {
    let held = run.balances_of(call);
    let least = held.iter().flatten().min().copied()?;
    let nothing_else = run.taken(call) == 0 && run.taken_before(call) == 0 && run.marks(call).is_empty();
    let short = held.iter().all(|held| held.is_some_and(|held| held < paise));
    if !(short && nothing_else && run.alone(call) && run.undisturbed(call)) {
        return None;
    }
    let consequence = format!(
        "The account holds {}, and {} asks for {}. It is told something else, and does something else about it.",
        rupees(least),
        run.client(call),
        rupees(paise)
    );
    Some(("insufficient", consequence, "zero rows are given a reason that was not looked at."))
}

fn says_missing(answer: &Answer) -> bool {
    matches!(
        answer,
        Answer::Claim(Ok(Claim::NoSuchAccount))
            | Answer::Read(Ok(Read::NoSuchAccount))
            | Answer::Debit(Ok(Debit::NoSuchAccount))
    )
}

pub(super) fn missing_means_missing(run: &Run) -> Check {
    let mut tried = false;
    for (call, record) in run.calls.iter().enumerate().filter(|(_, record)| record.made()) {
        let Some(answer) = record.answer.as_ref().filter(|_| record.error().is_none()) else { continue };
        let account = record.call.account;
        let there = run.balances_of(call);
        let gone = there.iter().all(Option::is_none);
        tried |= gone;
        let quiet = run.alone(call) && run.undisturbed(call);
        let excused = record.fenced_by().is_some() && !run.marks(call).is_empty()
            || *answer == Answer::Debit(Ok(Debit::Duplicate)) && run.taken_before(call) != 0;
        let (required, consequence) = match says_missing(answer) {
            true if !there.contains(&None) => (
                "another answer",
                format!(
                    "There is an account {account}, and {} is told that there is none.",
                    run.client(call)
                ),
            ),
            false if gone && quiet && !excused => (
                "no such account",
                format!(
                    "There is no account {account}, and {} is told `{}`.",
                    run.client(call),
                    words(answer)
                ),
            ),
            _ => continue,
        };
        return Check::Broken(Finding {
            step: record.step,
            observed: words(answer),
            required: required.into(),
            consequence,
            suspicion: "Often the cause: zero rows are given a reason that was not looked at.".into(),
            section: None,
        });
    }
    outcome(tried, None)
}

/// Somebody older got through.
fn got_through(run: &Run, call: usize) -> Option<u32> {
    let record = &run.calls[call];
    match &record.answer {
        Some(Answer::Claim(Ok(Claim::Claimed(())))) | Some(Answer::Read(Ok(Read::Is(_)))) => {
            Some(record.step)
        }
        _ => run
            .turns_of(call)
            .find(|(_, turn)| turn.takes(record.call.account) != 0)
            .map(|(_, turn)| turn.step),
    }
}

pub(super) fn business_refusal_keeps_the_mark(run: &Run) -> Check {
    let mut tried = false;
    for (call, record) in run.calls.iter().enumerate().filter(|(_, record)| record.made()) {
        let Some(claim) = run.outranked(call, record.began) else { continue };
        let insufficient = Some(Answer::Debit(Ok(Debit::Insufficient)));
        let hidden = record.answer == insufficient;
        let asks_too_much = match record.call.what {
            What::Debit { paise, .. } => run.balances_of(call).iter().flatten().all(|held| *held < paise),
            _ => false,
        };
        let refused = run.calls.iter().any(|other| {
            other.answer == insufficient
                && other.call.account == record.call.account
                && other.token() >= run.calls[claim].token()
                && other.ended <= record.began
        });
        tried |= asks_too_much || refused;
        let through = got_through(run, call).filter(|_| refused);
        let (step, observed, what, suspicion) = if hidden {
            (
                record.step,
                "insufficient".to_owned(),
                "is told that money is lacking: it does not learn that it is a zombie, and goes on with the next step",
                "what the account holds is asked before who may write.",
            )
        } else if let Some(step) = through {
            let observed = record.answer.as_ref().map_or_else(|| "a debit".to_owned(), words);
            let what = "gets through, after a debit of the new holder was refused for want of money";
            (step, observed, what, "a debit that is refused takes the mark back with it.")
        } else {
            continue;
        };
        return Check::Broken(Finding {
            step,
            observed,
            required: fenced(run, claim),
            consequence: format!("{}. {} {what}.", has_claimed(run, claim), holder(run, call)),
            suspicion: format!("Often the cause: {suspicion}"),
            section: None,
        });
    }
    outcome(tried, None)
}

pub(super) fn accounts_are_independent(run: &Run) -> Check {
    let first = run.calls.first().map(|record| record.call.account);
    let several = run.calls.iter().any(|record| Some(record.call.account) != first);
    for turn in &run.turns {
        let record = &run.calls[turn.call];
        let other = turn.effect.iter().find(|change| change.key != Value::Int(record.call.account));
        let Some(other) = other else { continue };
        return Check::Broken(Finding {
            step: turn.step,
            observed: format!("changes account {}", other.key),
            required: format!("only account {} changes", record.call.account),
            consequence: format!(
                "{} speaks of account {}. The row of account {} is another one now.",
                run.client(turn.call),
                record.call.account,
                other.key,
            ),
            suspicion: "Often the cause: a condition that fits more accounts than the one asked for.".into(),
            section: None,
        });
    }
    for (call, record) in run.calls.iter().enumerate() {
        let Some(by) = record.fenced_by().filter(|_| run.marks(call).is_empty()) else { continue };
        let elsewhere = run.calls.iter().position(|other| {
            other.is_claim() && other.call.account != record.call.account && other.token() == by
        });
        let Some(claim) = elsewhere else { continue };
        return Check::Broken(Finding {
            step: record.step,
            observed: format!("fenced by {by}"),
            required: "another answer".into(),
            consequence: format!(
                "{}. {} asks for account {}: another lease protects it, which counts for itself.",
                has_claimed(run, claim),
                run.client(call),
                record.call.account,
            ),
            suspicion: "Often the cause: one mark for all accounts.".into(),
            section: None,
        });
    }
    outcome(several, None)
}
