//! Rules about claims, and about what they keep out.

use grader::{Check, Finding};
use kit::contract::fence::{Claim, Read};
use kit::money::rupees;

use super::{BEGIN, LESS, NUMBER, TRAVEL, WHERE, fenced, has_claimed, holder, outcome};
use crate::fence::cast::What;
use crate::fence::run::{Answer, Run, words};

pub(super) fn no_older_write_lands(run: &Run) -> Check {
    let mut tried = false;
    for (call, record) in run.calls.iter().enumerate() {
        let What::Debit { paise, step } = record.call.what else { continue };
        if !record.made() {
            continue;
        }
        tried |= run.outranked(call, record.ended).is_some();
        for (index, turn) in run.turns_of(call) {
            let taken = turn.takes(record.call.account);
            let Some(claim) = run.outranked(call, index).filter(|_| taken != 0) else { continue };
            let (suspicion, section) = why_it_landed(run, call, claim);
            return Check::Broken(Finding {
                step: turn.step,
                observed: format!("{} taken with token {}", rupees(taken), record.token()),
                required: fenced(run, claim),
                consequence: format!(
                    "{}. {} takes {} out of it as its step {step}, and the new holder never learns of it.",
                    has_claimed(run, claim),
                    holder(run, call),
                    rupees(paise),
                ),
                suspicion: format!("Often the cause: {suspicion}"),
                section: Some(section),
            });
        }
    }
    outcome(tried, None)
}

const LOOKS_ONLY: &str = "a claim that leaves the row as it is: the mark is raised only by the first write.";

/// A claim that has changed nothing in the accounts. (Where marks have a table of their own, none does;
/// but then it has kept the older one out.)
fn changes_nothing(run: &Run, claim: usize) -> bool {
    run.turns_of(claim).all(|(_, turn)| turn.effect.is_empty())
}

/// Why a debit landed although a claim ranked above it.
fn why_it_landed(run: &Run, call: usize, claim: usize) -> (&'static str, &'static str) {
    let record = &run.calls[call];
    let statements = run.turns_of(call).count();
    let claimed_within = (record.began..record.ended).contains(&(run.calls[claim].ended.saturating_sub(1)));
    if run.calls[claim].token() == record.token() {
        ("only the numbers were compared, and two attempts have the same one.", NUMBER)
    } else if claimed_within && statements > 1 {
        ("one statement compared the mark, a later one wrote; in between, somebody claimed.", WHERE)
    } else if changes_nothing(run, claim) {
        (LOOKS_ONLY, BEGIN)
    } else if statements > 1 {
        ("the token that was compared is not the one that the guard was granted.", TRAVEL)
    } else {
        ("a statement that writes without the condition on the mark, or only sometimes with it.", WHERE)
    }
}

/// Every two claims of one account: the later one second, by when they came back.
fn claims(run: &Run) -> impl Iterator<Item = usize> + '_ {
    let answered = |call: &usize| matches!(run.calls[*call].answer, Some(Answer::Claim(Ok(_))));
    (0..run.calls.len()).filter(|call| run.calls[*call].is_claim()).filter(answered)
}

fn granted(run: &Run, call: usize) -> bool {
    matches!(run.calls[call].answer, Some(Answer::Claim(Ok(Claim::Claimed(())))))
}

pub(super) fn claim_raises_the_mark(run: &Run) -> Check {
    let mut tried = false;
    for call in claims(run) {
        let record = &run.calls[call];
        let above = run.outranked(call, record.began);
        let Some(claim) = above.filter(|claim| run.calls[*claim].token() > record.token()) else { continue };
        tried = true;
        if !granted(run, call) {
            continue;
        }
        let changes_nothing = changes_nothing(run, claim);
        let suspicion = if changes_nothing {
            LOOKS_ONLY
        } else if run.turns_of(call).count() > 1 && !run.alone(call) {
            "one statement compared the mark, a later one set it."
        } else {
            "the mark is set to whatever token comes, or does not stay where a claim has put it."
        };
        return Check::Broken(Finding {
            step: record.step,
            observed: format!("claimed with token {}", record.token()),
            required: fenced(run, claim),
            consequence: format!(
                "{}. Now {} holds it too, with an older token: the zombie has the account back.",
                has_claimed(run, claim),
                run.client(call),
            ),
            suspicion: format!("Often the cause: {suspicion}"),
            section: Some(if run.turns_of(claim).all(|(_, turn)| turn.effect.is_empty()) {
                BEGIN
            } else {
                WHERE
            }),
        });
    }
    outcome(tried, None)
}

pub(super) fn equal_token_of_another_is_fenced(run: &Run) -> Check {
    let mut tried = false;
    for call in claims(run) {
        let record = &run.calls[call];
        let rival = |other: &usize| {
            let other = &run.calls[*other];
            other.call.account == record.call.account
                && other.token() == record.token()
                && other.ticket != record.ticket
        };
        for other in claims(run).filter(rival) {
            tried = true;
            let later = run.calls[other].ended < record.ended;
            if !(granted(run, call) && granted(run, other) && later) {
                continue;
            }
            return Check::Broken(Finding {
                step: record.step,
                observed: format!("claimed with token {}", record.token()),
                required: fenced(run, other),
                consequence: format!(
                    "{}. {} is another attempt with the same token, and is let in as well: the two write side by \
                     side, and no comparison of tokens will part them.",
                    has_claimed(run, other),
                    run.client(call),
                ),
                suspicion:
                    "Often the cause: the mark is compared by its number alone. It does not say whose it is."
                        .into(),
                section: None,
            });
        }
    }
    outcome(tried, None)
}

pub(super) fn a_repeated_claim_is_granted(run: &Run) -> Check {
    let mut tried = false;
    for (call, record) in run.calls.iter().enumerate().filter(|(_, record)| record.is_claim()) {
        let Some(answer) = &record.answer else { continue };
        let there = run.balances_of(call).iter().all(Option::is_some);
        if !there || !run.marks(call).is_empty() || !run.alone(call) || !run.undisturbed(call) {
            continue;
        }
        tried = true;
        if granted(run, call) {
            continue;
        }
        let before = run.calls[..call].iter().filter(|other| other.ticket == record.ticket);
        let again = before.filter(|other| other.is_claim() && other.call == record.call).count() > 0;
        let (consequence, suspicion, section) = match again {
            true => (
                format!(
                    "{} has sent this claim before, and asks again. It takes itself for a zombie and stops, and \
                     nobody else does its work.",
                    run.client(call)
                ),
                "a strict comparison: the claim meets its own mark.",
                LESS,
            ),
            false => (
                format!(
                    "Nobody ranks above {}. Nobody can work on this account any more.",
                    holder(run, call)
                ),
                "a mark that nobody has set yet, or that is compared with something else than the token.",
                BEGIN,
            ),
        };
        return Check::Broken(Finding {
            step: record.step,
            observed: words(answer),
            required: "claimed".into(),
            consequence,
            suspicion: format!("Often the cause: {suspicion}"),
            section: Some(section),
        });
    }
    outcome(tried, None)
}

pub(super) fn reads_are_fenced(run: &Run) -> Check {
    let mut tried = false;
    for (call, record) in run.calls.iter().enumerate() {
        let Some(Answer::Read(Ok(read))) = record.answer else { continue };
        tried = true;
        let Read::Is(paise) = read else { continue };
        let Some((required, consequence, suspicion)) = misread(run, call, paise) else { continue };
        return Check::Broken(Finding {
            step: record.step,
            observed: rupees(paise),
            required,
            consequence,
            suspicion: format!("Often the cause: {suspicion}"),
            section: None,
        });
    }
    outcome(tried, None)
}

/// What must have been read instead, what follows, and often the cause.
type Misread = (String, String, &'static str);

fn misread(run: &Run, call: usize, paise: i64) -> Option<Misread> {
    if let Some(claim) = run.outranked(call, run.calls[call].began) {
        let what = format!(
            "{}. {} reads on, and decides what to write by what it reads.",
            has_claimed(run, claim),
            holder(run, call)
        );
        return Some((fenced(run, claim), what, "only writes compare the token."));
    }
    // In a transaction that an earlier call has left open it sees what is not committed: another rule's affair.
    if run.readable(call).contains(&Some(paise)) || run.in_anothers_transaction(call) {
        return None;
    }
    let client = run.client(call);
    let held = run.balances_of(call);
    if held.contains(&Some(paise)) {
        let what = format!(
            "While {client} was reading, a newer claim was granted, and {} stands since then. The mark that let this \
             read in is of an earlier moment.",
            rupees(paise)
        );
        let required = "fenced, or what was there before".to_owned();
        return Some((required, what, "mark and balance are read one after the other."));
    }
    let last = held.into_iter().flatten().next_back();
    let what = format!("{client} is told {}, which the account never held.", rupees(paise));
    Some((last.map_or_else(|| "no such account".to_owned(), rupees), what, "another row, or another column."))
}
