//! Rules about debits: that they land, that each lands once, and that none goes below nothing.

use grader::{Check, Finding};
use kit::contract::fence::{Debit, Read};
use kit::money::rupees;
use kit::sql::SqlError;

use super::{BEGIN, LESS, ZERO, fenced, holder, outcome};
use crate::fence::cast::What;
use crate::fence::run::{Answer, Run, held, words};

/// Alone, undisturbed, and nobody may rank above it.
fn quiet(run: &Run, call: usize) -> bool {
    run.calls[call].made() && run.marks(call).is_empty() && run.alone(call) && run.undisturbed(call)
}

pub(super) fn nth_write_of_a_holder_lands(run: &Run) -> Check {
    let mut tried = false;
    for (call, record) in run.calls.iter().enumerate() {
        let Some(answer) = &record.answer else { continue };
        let Some(Some(balance)) = run.balances_of(call).first().copied() else { continue };
        if !quiet(run, call) {
            continue;
        }
        let (fine, required, what) = match (record.call.what, answer) {
            (What::Debit { paise, step }, Answer::Debit(debit)) => {
                if run.taken_before(call) != 0 || balance < paise {
                    continue;
                }
                tried = true;
                (*debit == Ok(Debit::Applied), "applied", format!("its step {step}"))
            }
            (What::Read, Answer::Read(read)) => {
                (matches!(read, Ok(Read::Is(_))), "what the account holds", "its read".to_owned())
            }
            _ => continue,
        };
        if fine {
            continue;
        }
        let (suspicion, section) = why_not(run, call);
        return Check::Broken(Finding {
            step: record.step,
            observed: words(answer),
            required: required.into(),
            consequence: format!(
                "Nobody ranks above {}, and the account holds {}. {} is turned away, and the job stops half way.",
                holder(run, call),
                rupees(balance),
                capital(&what),
            ),
            suspicion: format!("Often the cause: {suspicion}"),
            section: Some(section),
        });
    }
    outcome(tried, None)
}

fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map(|first| first.to_uppercase().chain(rest).collect()).unwrap_or_default()
}

/// Why a holder's own call was turned away.
fn why_not(run: &Run, call: usize) -> (&'static str, &'static str) {
    let record = &run.calls[call];
    let mine = |other: &&crate::fence::run::CallRecord| {
        other.ticket == record.ticket && other.call.account == record.call.account && !other.is_claim()
    };
    let had_written = run.calls[..call]
        .iter()
        .filter(mine)
        .any(|other| matches!(other.answer, Some(Answer::Debit(Ok(Debit::Applied)))));
    match (record.fenced_by(), had_written) {
        (Some(by), true) if by == record.token() => {
            ("a strict comparison: the second write meets the mark that the first one has set.", LESS)
        }
        (Some(by), false) if by == record.token() => {
            ("a strict comparison: the write meets the mark that its own claim has set.", LESS)
        }
        (Some(_), _) => {
            ("a refused claim has changed the mark, or the mark is compared with something else.", BEGIN)
        }
        (None, _) => ("zero rows are given a reason that was not looked at.", ZERO),
    }
}

/// What a step has taken before a call, in it, and what it should take.
struct Account {
    before: i64,
    within: i64,
    amount: i64,
}

pub(super) fn a_step_applies_once(run: &Run) -> Check {
    let mut tried = false;
    for (call, record) in run.calls.iter().enumerate().filter(|(_, record)| record.made()) {
        let within = run.taken(call);
        let What::Debit { paise, .. } = record.call.what else {
            if within != 0 {
                return Check::Broken(moves_money(run, call, within));
            }
            continue;
        };
        tried |= matches!(record.answer, Some(Answer::Debit(Ok(_))));
        let account = Account { before: run.taken_before(call), within, amount: paise };
        if let Some(finding) = not_once(run, call, &account).or_else(|| untrue(run, call, &account)) {
            return Check::Broken(finding);
        }
    }
    outcome(tried, None)
}

fn moves_money(run: &Run, call: usize, taken: i64) -> Finding {
    Finding {
        step: run.calls[call].step,
        observed: format!("{} taken", rupees(taken)),
        required: "the balance as it was".into(),
        consequence: format!("{} claims or reads, and the balance is another one.", run.client(call)),
        suspicion: "Often the cause: a statement that writes all columns of the row.".into(),
        section: None,
    }
}

fn not_once(run: &Run, call: usize, account: &Account) -> Option<Finding> {
    let Account { before, within, amount } = *account;
    let total = before + within;
    if total == 0 || total == amount || within == 0 {
        return None;
    }
    let record = &run.calls[call];
    let step = run.turns_of(call).rfind(|(_, turn)| turn.takes(record.call.account) != 0);
    let claimed_again = run.calls[..call].iter().rev().take_while(|other| other.call != record.call);
    let claimed_again =
        claimed_again.filter(|other| other.is_claim() && other.worker == record.worker).count() > 0;
    let suspicion = match (before == amount, claimed_again) {
        (true, true) => "a claim that comes again begins the steps anew.",
        (true, false) => {
            "the token is compared, and nothing tells a step that is new from one that comes again."
        }
        (false, _) if before == 0 && within == 2 * amount => {
            "a statement whose answer was lost is carried out once more."
        }
        (false, _) => "a balance is written that was computed from one that was read before.",
    };
    Some(Finding {
        step: step.map_or(record.step, |(_, turn)| turn.step),
        observed: format!("{} taken by one step", rupees(total)),
        required: format!("{} once", rupees(amount)),
        consequence: format!(
            "{} has sent one debit of {}. The account has paid {}.",
            holder(run, call),
            rupees(amount),
            rupees(total)
        ),
        suspicion: format!("Often the cause: {suspicion}"),
        section: None,
    })
}

/// An answer that says something else than what has become of the step.
fn untrue(run: &Run, call: usize, account: &Account) -> Option<Finding> {
    let record = &run.calls[call];
    let answer = record.answer.as_ref()?;
    let (taken, stands) = (account.within != 0, account.before + account.within != 0);
    let Answer::Debit(debit) = answer else { return None };
    let (required, suspicion): (String, _) = match debit {
        Ok(Debit::Applied) if !taken && stands => {
            ("duplicate".into(), "that a step has been applied before is not told apart from applying it.")
        }
        Ok(Debit::Applied) if !taken => (due(run, call), "success is reported whatever the rows say."),
        Ok(Debit::Duplicate) if !stands && step_of_another(run, call) => {
            (due(run, call), "a step that another holder has made is taken for the own one of this number.")
        }
        Ok(Debit::Duplicate) if !stands => {
            (due(run, call), "zero rows are taken for a step that came before, and it never did.")
        }
        Err(SqlError::Busy) if taken && run.in_doubt(call) => (
            "applied or no answer".into(),
            "a try whose answer was lost is forgotten when the next one meets a lock.",
        ),
        Ok(Debit::Insufficient | Debit::NoSuchAccount) | Err(SqlError::Busy) if taken => {
            ("applied, or no change".into(), "a statement wrote before it was known whether it may.")
        }
        Ok(Debit::Fenced { .. }) if taken && !run.in_doubt(call) => {
            ("applied, or no change".into(), "the token is compared after the write.")
        }
        _ => return None,
    };
    let truth = match (taken, stands) {
        (true, _) => format!("This call has taken {}.", rupees(account.within)),
        (false, true) => "The step has been applied, and not by this call.".to_owned(),
        (false, false) => "Nothing has been taken for this step.".to_owned(),
    };
    Some(Finding {
        step: record.step,
        observed: words(answer),
        required,
        consequence: format!("{truth} {} is told `{}` and goes on by it.", run.client(call), words(answer)),
        suspicion: format!("Often the cause: {suspicion}"),
        section: Some(ZERO),
    })
}

/// What must be said of a debit that has taken nothing, as far as the run decides it.
fn due(run: &Run, call: usize) -> String {
    let record = &run.calls[call];
    let held = run.balances_of(call);
    let What::Debit { paise, .. } = record.call.what else { return "another answer".into() };
    if let Some(claim) = run.outranked(call, record.ended) {
        fenced(run, claim)
    } else if held.iter().all(Option::is_none) {
        "no such account".into()
    } else if held.iter().all(|held| held.is_some_and(|held| held < paise)) {
        "insufficient".into()
    } else if !run.undisturbed(call) {
        "busy or no answer".into()
    } else if run.marks(call).is_empty() {
        format!("applied, and {} taken", rupees(paise))
    } else {
        "another answer".into()
    }
}

/// A step with the number of this one stands, under another ticket.
fn step_of_another(run: &Run, call: usize) -> bool {
    let mine = &run.calls[call];
    let What::Debit { step, .. } = mine.call.what else { return false };
    run.calls.iter().enumerate().any(|(other, record)| {
        let same = matches!(record.call.what, What::Debit { step: theirs, .. } if theirs == step);
        let before = record.began < mine.ended && record.call.account == mine.call.account;
        same && before && record.ticket != mine.ticket && run.taken(other) != 0
    })
}

pub(super) fn balance_never_below_zero(run: &Run) -> Check {
    let mut tried = false;
    for turn in &run.turns {
        for change in &turn.effect {
            let Some(balance) = change.after.as_ref().and_then(held) else { continue };
            tried = true;
            if balance >= 0 {
                continue;
            }
            return Check::Broken(Finding {
                step: turn.step,
                observed: rupees(balance),
                required: "₹0 or more".into(),
                consequence: format!(
                    "{} takes out what was not there. Somebody else's money pays for it.",
                    run.client(turn.call)
                ),
                suspicion: "Often the cause: no statement that writes asks what the account holds.".into(),
                section: None,
            });
        }
    }
    outcome(tried, None)
}
