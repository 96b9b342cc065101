//! The break-it part: three schedules under which the published statement fails, each in its own way.

use grader::attack::Attack;
use kit::contract::lease_table::{Attempt, Grant};
use kit::sql::{Databases, SqlError};

use super::Code;
use super::broken::published;
use super::cast::Cast;
use super::play::Played;
use super::rules::{END, HOLDER, TOKEN};
use super::run::{Run, words};
use crate::missed::missed;
use crate::play::Play;

const ACH: &str = "kickoff:ACH";
const TTL: i64 = 30_000;

/// Code that no schedule breaks. The table is the published one.
const REFERENCE: Code = Code { table: published::CODE.table, acquire: reference };

fn reference(databases: &mut dyn Databases, attempt: &Attempt) -> Result<Option<Grant>, SqlError> {
    let values = [attempt.name.as_str().into(), attempt.id.as_str().into(), attempt.ttl_ms.into()];
    let rows = databases.shared().query(
        "INSERT INTO lease (name, owner, fence_token, acquired_at, expires_at)
         VALUES ($1, $2, 1, now_ms(), now_ms() + $3)
         ON CONFLICT (name) DO UPDATE
         SET owner = excluded.owner, fence_token = lease.fence_token + 1,
             acquired_at = excluded.acquired_at, expires_at = excluded.expires_at
         WHERE lease.expires_at <= excluded.acquired_at
         RETURNING fence_token, expires_at",
        &values,
    )?;
    Ok(rows.first().map(|row| Grant { token: row.int(0), expires_at: row.int(1) }))
}

/// What all three have in common; `one_token_twice` fills in the rest for itself.
pub fn one_token_twice() -> Attack<Play<Code>> {
    Attack {
        exercise: "lease-table",
        goal: "two_threads_hold_one_token",
        wanted: "Two grants of kickoff:ACH are live at one instant, and both carry the same token.",
        folder: "exercises/05-lease-table",
        file: "attack/one-token-twice.txt",
        section: HOLDER,
        cast: Cast::new(&[("pod-3", &[(ACH, TTL)]), ("pod-7", &[(ACH, TTL)]), ("pod-7.b", &[(ACH, TTL)])]),
        code: "published",
        broken: || Play::new(published::CODE),
        correct: || Play::new(REFERENCE),
        misses: |scenario, played| {
            missed(scenario, &played.raw, "each call is one statement, which begins with INSERT")
        },
        reached: |played| {
            pairs(&played.run).any(|(first, second)| same_token(first, second) && overlap(first, second))
        },
        too_much: "A statement that knows its attempt does not do this: please report it with your file.",
        shortest: 3,
        end,
        hint: |_| {
            "Only one of the three was granted the lease while the others asked. Who holds it decides who is refused; \
             the statement looks at a name to find out."
        },
    }
}

pub fn same_token_again() -> Attack<Play<Code>> {
    Attack {
        goal: "a_new_grant_has_the_old_token",
        wanted: "A grant of kickoff:ACH ends. Later kickoff:ACH is granted anew, and the token is the same.",
        file: "attack/same-token-again.txt",
        shortest: 4,
        section: TOKEN,
        cast: Cast::new(&[("pod-7", &[(ACH, TTL), (ACH, TTL)]), ("pod-3", &[(ACH, TTL)])]),
        reached: |played| {
            pairs(&played.run).any(|(first, second)| same_token(first, second) && !overlap(first, second))
        },
        hint: |_| {
            "Each new grant here has a higher token, or the old one is still live. The statement raises the token when \
             it sees another owner. When does it see none, although the lease has been over for a while?"
        },
        ..one_token_twice()
    }
}

pub fn nobody_at_the_boundary() -> Attack<Play<Code>> {
    Attack {
        goal: "a_lease_that_is_over_is_refused",
        wanted: "pod-3 asks for kickoff:ACH when pod-7's grant is over, and is refused.",
        file: "attack/nobody-at-the-boundary.txt",
        section: END,
        cast: Cast::new(&[("pod-7", &[(ACH, TTL)]), ("pod-3", &[(ACH, TTL)])]),
        reached: |played| {
            let over = |record: &super::run::CallRecord| {
                let ended = |grant: Grant| grant.expires_at <= record.began_at;
                played.run.grants().any(|(call, grant)| call != record.worker && ended(grant))
            };
            played.run.calls.iter().any(|record| record.answer == Some(Ok(None)) && over(record))
        },
        hint: |_| {
            "A lease is live while now < expires_at. pod-3 was refused while it was live, or got it when it was over: \
             both are right. Somewhere between the two lies one instant that belongs to nobody."
        },
        ..one_token_twice()
    }
}

/// Every two grants, the earlier first: when it was answered, and what.
fn pairs(run: &Run) -> impl Iterator<Item = ((i64, Grant), (i64, Grant))> + '_ {
    let told = |call: usize| (run.calls[call].ended, run.calls[call].ended_at);
    let mut grants: Vec<_> = run.grants().map(|(call, grant)| (told(call), grant)).collect();
    grants.sort_by_key(|(told, _)| *told);
    let grants: Vec<(i64, Grant)> = grants.into_iter().map(|((_, at), grant)| (at, grant)).collect();
    (0..grants.len()).flat_map(move |first| {
        let grants = grants.clone();
        (first + 1..grants.len()).map(move |second| (grants[first], grants[second]))
    })
}

fn same_token(first: (i64, Grant), second: (i64, Grant)) -> bool {
    first.1.token == second.1.token
}

/// The first was live when the second was told.
fn overlap(first: (i64, Grant), second: (i64, Grant)) -> bool {
    second.0 < first.1.expires_at
}

fn end(played: &Played) -> String {
    let answers = played.run.calls.iter().enumerate().map(|(call, record)| {
        let answer = record.answer.as_ref().map_or("never came back".to_owned(), words);
        format!("{} {answer}", played.run.client(call))
    });
    answers.collect::<Vec<_>>().join("; ")
}
