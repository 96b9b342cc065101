//! The rules of `lost-update`: each a sentence and a check of one run.

use std::collections::BTreeSet;

use grader::{Check, Finding, Property};
use kit::contract::lost_update::{ATTEMPTS, Outcome};
use kit::money::rupees;
use kit::sql::SqlError;

use super::cast::Kind;
use super::play::Played;
use super::run::{CallRecord, Run, Turn, words};

type Rule = Property<Played>;

pub(super) const MONEY: &str = "chapter 1, \"When is the money lost?\"";
const FLOOR: &str = "chapter 1, \"Can the database subtract for you?\"";
const ANSWERS: &str = "chapter 1, \"What do you know when no answer comes?\"";
const LOCK: &str = "chapter 1, \"Why must the lock come before the read?\"";
const LATE: &str = "chapter 1, \"How do you notice that you came too late?\"";
const PROMISE: &str = "chapter 1, \"What must a debit promise?\"";

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
            |played| every_call_ends(&played.run),
            true,
        ),
        rule(
            "no_debit_is_lost",
            "The final balance is the first one, less every accepted debit, plus every accepted credit.",
            MONEY,
            "accepted anything",
            |played| no_debit_is_lost(&played.run),
            false,
        ),
        rule(
            "balance_stays_above_zero",
            "The balance is never below zero, not even for a moment.",
            FLOOR,
            "worked on an account that could fall below zero",
            |played| balance_stays_above_zero(&played.run),
            false,
        ),
        rule(
            "accepted_is_applied_once",
            "What you report as accepted has been applied once; what you cannot know, at most once.",
            ANSWERS,
            "accepted anything",
            |played| accepted_is_applied_once(&played.run),
            false,
        ),
        rule(
            "refused_changes_nothing",
            "A call that reports insufficient or busy has changed nothing, not even for a moment.",
            PROMISE,
            "turned anybody away",
            |played| refused_changes_nothing(&played.run),
            false,
        ),
        rule(
            "refusal_needs_short_funds",
            "A debit is refused for funds only if at some moment of the call the account held too little.",
            PROMISE,
            "refused a debit for funds",
            |played| refusal_needs_short_funds(&played.run),
            false,
        ),
        rule(
            "undisturbed_call_is_accepted",
            "A call that nobody disturbs, on an account that holds enough, is accepted.",
            PROMISE,
            "been asked for something that it could do undisturbed",
            |played| undisturbed_call_is_accepted(&played.run),
            false,
        ),
        rule(
            "giving_up_needs_a_reason",
            "You report busy only after a refused lock or three lost races, no answer only after one got lost, and \
             no other error.",
            LATE,
            "been disturbed and come back",
            |played| giving_up_needs_a_reason(&played.run),
            false,
        ),
    ]
}

/// The calls of the code under test; the workbook's own deposits are not judged.
fn judged(run: &Run) -> impl Iterator<Item = (usize, &CallRecord)> {
    run.calls.iter().enumerate().filter(|(_, record)| record.call.kind != Kind::Deposit)
}

/// `Broken` by the first finding, else `Holds` if anything could have been broken.
fn outcome(tried: bool, finding: Option<Finding>) -> Check {
    match finding {
        Some(finding) => Check::Broken(finding),
        None if tried => Check::Holds,
        None => Check::Silent,
    }
}

fn every_call_ends(run: &Run) -> Check {
    let finding = judged(run).find_map(|(call, record)| {
        let answer = record.answer.as_ref().filter(|_| record.left_open)?;
        Some(Finding {
            step: run.last_step(call),
            observed: words(answer),
            required: "no open transaction".into(),
            consequence: "The call came back and its transaction is still open. Everybody else waits for it."
                .into(),
            suspicion:
                "Often the cause: a way out of the function, by ? or return, that passes neither COMMIT \
                        nor ROLLBACK."
                    .into(),
            section: None,
        })
    });
    outcome(judged(run).any(|(_, record)| record.answer.is_some()), finding)
}

fn no_debit_is_lost(run: &Run) -> Check {
    let accepted = |record: &CallRecord| record.answer == Some(Ok(Outcome::Accepted));
    let sure: i64 = run.calls.iter().filter(|record| accepted(record)).map(|record| record.call.adds()).sum();
    // A call that does not know may have moved its amount or not: any subset will do.
    let mut possible = BTreeSet::from([run.cast.balance + sure]);
    for record in run.calls.iter().filter(|record| unknown(record)) {
        let moved: Vec<i64> = possible.iter().map(|balance| balance + record.call.adds()).collect();
        possible.extend(moved);
    }
    let tried = judged(run).any(|(_, record)| accepted(record));
    if possible.contains(&run.final_balance()) {
        return outcome(tried, None);
    }
    outcome(tried, Some(lost(run, run.cast.balance + sure)))
}

/// The finding about money that is not where it must be; `must` is what the account had to hold.
fn lost(run: &Run, must: i64) -> Finding {
    let moved = |call: usize| run.effects(call).iter().map(|(_, by)| by).sum::<i64>();
    let claims = |record: &CallRecord| match record.answer {
        Some(Ok(Outcome::Accepted)) => record.call.adds(),
        _ => 0,
    };
    let sure = judged(run).filter(|(_, record)| !unknown(record));
    let culprit = sure
        .filter(|(call, record)| moved(*call) != claims(record))
        .map(|(call, _)| call)
        .next()
        .unwrap_or(0);
    let told = if run.calls[culprit].answer == Some(Ok(Outcome::Accepted)) {
        "everybody was told that all went well"
    } else {
        "its worker was told that nothing had been moved"
    };
    // Within a transaction the write shows at its COMMIT; one that changes nothing shows nowhere.
    let shows = run.effects(culprit).last().map(|(turn, _)| *turn as u32 + 1);
    let step = shows.unwrap_or_else(|| run.write_step(culprit));
    let turn = step as usize - 1;
    let gap = run.final_balance() - must;
    let consequence = if must < 0 {
        "More was accepted than the account ever held.".to_owned()
    } else if gap > 0 {
        format!("{} that was taken out is still in the account, and {told}.", rupees(gap))
    } else {
        format!("{} is missing, and {told}.", rupees(-gap))
    };
    let cause = cause(run, culprit);
    if let Cause::Unraised(turn) = cause {
        let version = run.turns[turn].version;
        return Finding {
            step: turn as u32 + 1,
            observed: format!("version stays {version}"),
            required: "a higher version".into(),
            consequence: format!(
                "{} read the version before and finds it unchanged: it cannot notice that the balance is another. {consequence}",
                run.worker(culprit)
            ),
            suspicion: cause.suspicion(),
            section: cause.section(),
        };
    }
    let stale = matches!(cause, Cause::Stale | Cause::LockedLate | Cause::Amount);
    Finding {
        step,
        observed: format!(
            "leaves {}",
            rupees(run.turns.get(turn).map_or(run.final_balance(), |turn| turn.balance))
        ),
        required: match stale {
            true => rupees(run.before(turn) + run.calls[culprit].call.adds()),
            false => format!("{} at the end", rupees(must.max(0))),
        },
        consequence,
        suspicion: cause.suspicion(),
        section: cause.section(),
    }
}

fn unknown(record: &CallRecord) -> bool {
    matches!(record.answer, None | Some(Err(SqlError::NoAnswer)))
}

fn balance_stays_above_zero(run: &Run) -> Check {
    let asked: i64 = run.calls.iter().map(|record| record.call.adds().min(0)).sum();
    let below = run.turns.iter().position(|turn| turn.balance < 0);
    let finding = below.map(|turn| Finding {
        step: turn as u32 + 1,
        observed: format!("balance {}", rupees(run.turns[turn].balance)),
        required: "₹0 or more".into(),
        consequence: "The account was emptied and then some: money was handed out that was not there.".into(),
        suspicion:
            "Often the cause: the check for funds and the subtraction are two statements, or there is no \
                    check at all."
                .into(),
        section: None,
    });
    let worked = judged(run).any(|(call, _)| !run.effects(call).is_empty());
    outcome(run.cast.balance + asked < 0 && worked, finding)
}

fn accepted_is_applied_once(run: &Run) -> Check {
    let mut tried = false;
    for (call, record) in judged(run) {
        let effects = run.effects(call);
        let moved: i64 = effects.iter().map(|(_, by)| by).sum();
        let adds = record.call.adds();
        let (holds, required) = match &record.answer {
            Some(Ok(Outcome::Accepted)) => {
                tried = true;
                (effects.len() == 1 && moved == adds, format!("{} moved, once", rupees(adds.abs())))
            }
            Some(Err(SqlError::NoAnswer)) => (
                effects.is_empty() || (effects.len() == 1 && moved == adds),
                "moved once or not at all".to_owned(),
            ),
            _ => continue,
        };
        if !holds {
            let answer = record.answer.as_ref().map(words).unwrap_or_default();
            return Check::Broken(Finding {
                step: run.write_step(call),
                observed: format!("{answer}; {} moved", rupees(moved.abs())),
                required,
                consequence: format!(
                    "{} reports `{answer}`. Of its {}, the account saw {}.",
                    run.worker(call),
                    rupees(record.call.paise),
                    rupees(moved.abs())
                ),
                suspicion: cause(run, call).suspicion(),
                section: cause(run, call).section(),
            });
        }
    }
    outcome(tried, None)
}

/// What a call that reports other than it did most likely got wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause {
    /// An answer got lost and the work was done again.
    DoneAgain,
    /// An answer got lost, and the row looked as if the work had been done.
    LooksDone,
    /// An answer got lost, and the call said no.
    TakenForNo,
    BusyPassedOver,
    /// It wrote what it had computed from an old balance.
    Stale,
    /// The same, and it took the lock after it had read.
    LockedLate,
    /// It compared the version, and this turn of another had changed the balance and not raised it.
    Unraised(usize),
    NothingLookedAt,
    /// Nobody came in between, and it wrote another amount.
    Amount,
}

fn cause(run: &Run, call: usize) -> Cause {
    let moved: i64 = run.effects(call).iter().map(|(_, by)| by).sum();
    let any = |what: fn(&Turn) -> bool| run.turns_of(call).any(|(_, turn)| what(turn));
    if any(|turn| turn.lost) {
        return if run.calls[call].answer != Some(Ok(Outcome::Accepted)) {
            Cause::TakenForNo
        } else if moved.abs() > run.calls[call].call.paise {
            Cause::DoneAgain
        } else {
            Cause::LooksDone
        };
    }
    match (any(|turn| turn.busy), any(|turn| turn.wrote)) {
        (true, false) => Cause::BusyPassedOver,
        (_, true) if run.alone(call) => Cause::Amount,
        (_, true) => unraised(run, call).unwrap_or(if any(|turn| turn.begins) {
            Cause::LockedLate
        } else {
            Cause::Stale
        }),
        (false, false) => Cause::NothingLookedAt,
    }
}

/// A write of somebody else, while this call was under way, that left the version as it was.
fn unraised(run: &Run, call: usize) -> Option<Cause> {
    let compares = run.turns_of(call).any(|(_, turn)| turn.wrote && turn.compares);
    let record = &run.calls[call];
    let silent = |turn: &usize| {
        let now = &run.turns[*turn];
        now.call != call && now.balance != run.before(*turn) && now.version == run.version_before(*turn)
    };
    (record.began..record.ended).find(silent).filter(|_| compares).map(Cause::Unraised)
}

impl Cause {
    fn suspicion(self) -> String {
        let text = match self {
            Cause::DoneAgain => {
                "an answer that did not come was taken for a no, and the work was done again."
            }
            Cause::TakenForNo => "an answer that did not come was taken for a no.",
            Cause::LooksDone => "a row that looks as you wanted it was taken as proof that you wrote it.",
            Cause::BusyPassedOver => "`Busy` was passed over as if the statement had been carried out.",
            Cause::LockedLate => {
                "the lock was taken after the read, so it protected a balance that was old already."
            }
            Cause::Unraised(_) => "a write path that changes the balance and leaves the version as it was.",
            Cause::Stale => {
                "the amount written was computed from a balance that was read before somebody else wrote."
            }
            Cause::Amount => "a slip in the arithmetic; nobody came in between.",
            Cause::NothingLookedAt => "success was reported without looking at what the statement changed.",
        };
        format!("Often the cause: {text}")
    }

    fn section(self) -> Option<&'static str> {
        match self {
            Cause::DoneAgain | Cause::LooksDone | Cause::TakenForNo => Some(ANSWERS),
            Cause::Stale => Some(MONEY),
            Cause::LockedLate => Some(LOCK),
            Cause::Unraised(_) => Some(LATE),
            Cause::BusyPassedOver | Cause::NothingLookedAt | Cause::Amount => Some(PROMISE),
        }
    }
}

fn refused_changes_nothing(run: &Run) -> Check {
    let mut tried = false;
    for (call, record) in judged(run) {
        let answer = match &record.answer {
            Some(answer @ (Ok(Outcome::Insufficient) | Err(SqlError::Busy))) => answer,
            _ => continue,
        };
        tried = true;
        if let Some((turn, by)) = run.effects(call).first() {
            return Check::Broken(Finding {
                step: *turn as u32 + 1,
                observed: format!("{} moved, then `{}`", rupees(by.abs()), words(answer)),
                required: "nothing moved".into(),
                consequence: format!(
                    "{} says that nothing happened, and its {} did move. Whoever hears that tries again.",
                    run.worker(call),
                    rupees(record.call.paise)
                ),
                suspicion:
                    "Often the cause: an answer that did not come was taken for a no, or the check comes \
                            after the write."
                        .into(),
                section: run.turns_of(call).any(|(_, turn)| turn.lost).then_some(ANSWERS),
            });
        }
    }
    outcome(tried, None)
}

fn refusal_needs_short_funds(run: &Run) -> Check {
    let mut tried = false;
    for (call, record) in judged(run) {
        if record.answer != Some(Ok(Outcome::Insufficient)) {
            continue;
        }
        tried = true;
        let least = (record.began..=record.ended).map(|turn| run.before(turn)).min().unwrap_or(0);
        if record.call.kind != Kind::Debit || least >= record.call.paise {
            return Check::Broken(Finding {
                step: run.last_step(call),
                observed: "insufficient".into(),
                required: format!("a moment with less than {}", rupees(record.call.paise)),
                consequence: format!(
                    "The account never held less than {} while {} asked for {}. There is no order of these calls \
                     in which the funds are short.",
                    rupees(least),
                    run.worker(call),
                    rupees(record.call.paise)
                ),
                suspicion:
                    "Often the cause: 0 changed rows were taken for short funds, though something else did \
                            not match."
                        .into(),
                section: Some(LATE),
            });
        }
    }
    outcome(tried, None)
}

fn undisturbed_call_is_accepted(run: &Run) -> Check {
    let mut tried = false;
    for (call, record) in judged(run) {
        let Some(answer) = &record.answer else { continue };
        let enough = run.before(record.began) + record.call.adds() >= 0;
        if !enough || !run.alone(call) || !run.undisturbed(call) {
            continue;
        }
        tried = true;
        if *answer != Ok(Outcome::Accepted) {
            let consequence = match answer {
                Err(SqlError::Constraint(what)) => format!("The database refused the statement: {what}."),
                Err(SqlError::Statement(what)) => {
                    format!("The database could not run the statement: {what}.")
                }
                _ => format!(
                    "The account held {}, nobody was in the way, and {} was turned away.",
                    rupees(run.before(record.began)),
                    run.worker(call)
                ),
            };
            return Check::Broken(Finding {
                step: run.last_step(call),
                observed: words(answer),
                required: "accepted".into(),
                consequence,
                ..Finding::default()
            });
        }
    }
    outcome(tried, None)
}

fn giving_up_needs_a_reason(run: &Run) -> Check {
    let mut tried = false;
    for (call, record) in judged(run) {
        let disturbed = run.beaten(call) > 0 || !run.undisturbed(call);
        tried |= disturbed && record.answer.is_some();
        let any = |what: fn(&Turn) -> bool| run.turns_of(call).any(|(_, turn)| what(turn));
        let (refused, lost) = (any(|turn| turn.busy), any(|turn| turn.lost));
        let reason = match &record.answer {
            Some(Err(SqlError::Busy)) => refused || lost || run.beaten(call) >= ATTEMPTS as usize,
            Some(Err(SqlError::NoAnswer)) => lost,
            Some(Err(_)) => false,
            Some(Ok(_)) | None => continue,
        };
        if !reason {
            return Check::Broken(gave_up(run, call, record));
        }
    }
    outcome(tried, None)
}

fn gave_up(run: &Run, call: usize, record: &CallRecord) -> Finding {
    let worker = run.worker(call);
    let least = (record.began..=record.ended).map(|turn| run.before(turn)).min().unwrap_or(0);
    let short = record.call.kind == Kind::Debit && least < record.call.paise;
    let (required, consequence) = match &record.answer {
        Some(Err(SqlError::NoAnswer)) => {
            ("a plain answer", format!("{worker} says that it cannot know, although every answer came."))
        }
        Some(Err(error @ (SqlError::Constraint(_) | SqlError::Statement(_)))) => (
            "busy, no answer or an outcome",
            format!("{worker} reports `{error}`. Whoever called it has no rule for what to do then."),
        ),
        _ if short => (
            "insufficient",
            format!(
                "The account held {} when {worker} asked for {}. That is no race that it lost: trying again \
                 changes nothing, and whoever hears `busy` will.",
                rupees(least),
                rupees(record.call.paise)
            ),
        ),
        _ => {
            let beaten = match run.beaten(call) {
                0 => "nobody came in between".to_owned(),
                1 => "it lost one race".to_owned(),
                count => format!("it lost {count} races"),
            };
            (
                "another try",
                format!(
                    "{worker} gives up although {beaten} and no lock was refused. Its customer is sent away for nothing."
                ),
            )
        }
    };
    Finding {
        step: run.last_step(call),
        observed: record.answer.as_ref().map(words).unwrap_or_default(),
        required: required.into(),
        consequence,
        section: short.then_some(FLOOR),
        ..Finding::default()
    }
}
