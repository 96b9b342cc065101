//! The break-it part: a learner's schedule must make the given code lose ₹30.

use grader::attack::Attack;
use kit::contract::lost_update::{Order, Outcome};
use kit::money::rupees;
use kit::sql::{Sql, SqlError};

use super::Code;
use super::cast::{Cast, Kind};
use super::naive;
use super::play::Played;
use super::rules::MONEY;
use super::run::words;
use crate::missed::missed;
use crate::play::Play;

const NAIVE: Code = Code { debit: naive::debit, credit: naive::debit };
const REFERENCE: Code = Code { debit: reference, credit: reference };

/// A debit that no schedule breaks.
fn reference(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
    let changed = db.execute(
        "UPDATE accounts SET balance = balance - $1 WHERE id = $2 AND balance >= $1",
        &[order.paise.into(), order.account.into()],
    )?;
    Ok(if changed == 1 { Outcome::Accepted } else { Outcome::Insufficient })
}

pub fn attack() -> Attack<Play<Code>> {
    Attack {
        exercise: "lost-update",
        goal: "the_given_code_loses_thirty_rupees",
        wanted: "Both debits of ₹30 are accepted, and account 42 still holds ₹70.",
        folder: "exercises/01-lost-update",
        file: "attack.txt",
        section: MONEY,
        cast: Cast::new(100, &[("pod-7", &[(Kind::Debit, 30)]), ("pod-3", &[(Kind::Debit, 30)])]),
        code: "naive",
        broken: || Play::new(NAIVE),
        correct: || Play::new(REFERENCE),
        misses: |scenario, played| missed(scenario, &played.raw, "its statements are a SELECT and an UPDATE"),
        reached: |played| both_accepted(played) && played.run.final_balance() > 4_000,
        too_much: "One UPDATE that subtracts loses nothing: please report this with your file.",
        shortest: 4,
        end,
        hint: |played| {
            if both_accepted(played) {
                "Nothing is lost in this schedule. Each worker reads, and later writes what it computed. Ask \
                 what the second one must read for its write to undo the first one's."
            } else {
                "Both debits must be accepted: the loss that nobody notices is the one to find. It takes no \
                 fault, only another order."
            }
        },
    }
}

fn both_accepted(played: &Played) -> bool {
    played.run.calls.iter().all(|call| call.answer == Some(Ok(Outcome::Accepted)))
}

fn end(played: &Played) -> String {
    let answers = played.run.calls.iter().enumerate().map(|(index, call)| {
        let answer = call.answer.as_ref().map_or("never came back".to_owned(), words);
        format!("{} {answer}", played.run.worker(index))
    });
    let answers: Vec<String> = answers.collect();
    format!("balance {}; {}", rupees(played.run.final_balance()), answers.join("; "))
}
