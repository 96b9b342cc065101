//! The break-it part: three schedules under which code that is published fails, each in its own way.

use grader::attack::Attack;
use kit::contract::lease_keeper::{Held, Release, Renewal};

use super::Code;
use super::broken::{check_then_delete, heartbeat};
use super::cast::{Cast, acquire, release, renew};
use super::given::REFERENCE;
use super::play::Played;
use super::rules::{BACK, SHOWS};
use super::run::{Answer, Run, Told, words};
use crate::missed::missed;
use crate::play::Play;

const ACH: &str = "kickoff:ACH";
const TTL: i64 = 30_000;

/// What all three have in common; it fills in the rest for itself.
pub fn a_new_token() -> Attack<Play<Code>> {
    Attack {
        exercise: "lease-keeper",
        goal: "a_renewal_comes_back_with_a_new_token",
        wanted: "pod-7 renews kickoff:ACH and is told that it still has it, and the row has another token than the \
                 one that pod-7 was granted.",
        folder: "exercises/06-lease-keeper",
        file: "attack/a-new-token.txt",
        section: SHOWS,
        cast: Cast::new(&[("pod-7", &[acquire(ACH, TTL), renew(ACH, TTL)]), ("pod-3", &[acquire(ACH, TTL)])]),
        code: "heartbeat",
        broken: || Play::new(heartbeat::CODE),
        correct: || Play::new(REFERENCE),
        misses: |scenario, played| {
            missed(scenario, &played.raw, "each call is one statement, which begins with INSERT")
        },
        reached: |played| {
            played.run.keeping().any(|(_, record, held)| {
                let row = played.run.standing(&held.name, record.ended);
                let renewed = matches!(record.answer, Some(Answer::Renewed(Ok(Renewal::Until(_)))));
                renewed && row.is_some_and(|row| !row.counts(held))
            })
        },
        too_much: "Code that looks at the row when it writes does not do this: please report it with your file.",
        shortest: 5,
        end,
        hint: |_| {
            "pod-7 was told that it lost the lease, or the row still has its token. The statement raises the token when it \
             takes over. From whom, and when, can the renewal of pod-7 take over?"
        },
    }
}

pub fn anothers_lease() -> Attack<Play<Code>> {
    Attack {
        goal: "a_release_ends_anothers_lease",
        wanted: "pod-3 was granted kickoff:ACH, which is live, and pod-7's release removes it.",
        file: "attack/anothers-lease.txt",
        section: BACK,
        cast: Cast::new(&[("pod-7", &[acquire(ACH, TTL), release(ACH)]), ("pod-3", &[acquire(ACH, TTL)])]),
        code: "check-then-delete",
        broken: || Play::new(check_then_delete::CODE),
        misses: |scenario, played| {
            missed(
                scenario,
                &played.raw,
                "acquire is one statement, INSERT; release is two, SELECT and DELETE",
            )
        },
        reached: |played| ends_a_live_lease(&played.run),
        hint: |_| {
            "pod-7 removed its own lease, or it looked, found pod-3's, and let it alone. A lease can end between its look \
             and its DELETE. What does the DELETE compare?"
        },
        ..a_new_token()
    }
}

fn ends_a_live_lease(run: &Run) -> bool {
    let releases = run.keeping().filter(|(_, record, _)| record.call.is_release());
    let mut moves =
        releases.flat_map(|(call, _, held)| run.moved(call).map(move |(turn, change)| (held, turn, change)));
    moves.any(|(held, turn, change)| {
        let anothers = change.before.as_ref().filter(|row| !row.counts(held));
        anothers.is_some_and(|row| row.live(run.turns[turn].at)) && change.after.is_none()
    })
}

pub fn count_again() -> Attack<Play<Code>> {
    Attack {
        goal: "the_count_begins_again",
        wanted: "Two grants of kickoff:ACH carry the same token, and nobody has given back either of the two.",
        file: "attack/count-again.txt",
        section: BACK,
        cast: Cast::new(&[
            ("pod-7", &[acquire(ACH, TTL)]),
            ("pod-3", &[acquire(ACH, TTL), release(ACH)]),
            ("pod-5", &[acquire(ACH, TTL)]),
        ]),
        misses: |scenario, played| {
            missed(scenario, &played.raw, "acquire is one statement, INSERT; release is one, DELETE")
        },
        reached: |played| {
            let kept: Vec<&Held> =
                grants(&played.run).filter(|held| !given_back(&played.run, held)).collect();
            kept.iter().enumerate().any(|(at, held)| kept[..at].iter().any(|other| other.token == held.token))
        },
        hint: |_| {
            "The grants that were kept have different tokens. A release deletes the row, and with it the count. Who \
             must have been granted what before, for the next token to be one that somebody still relies on?"
        },
        ..a_new_token()
    }
}

fn grants(run: &Run) -> impl Iterator<Item = &Held> {
    run.calls.iter().filter_map(|record| match &record.answer {
        Some(Answer::Acquired(Ok(Some(Told { held, .. })))) => Some(held),
        _ => None,
    })
}

fn given_back(run: &Run, held: &Held) -> bool {
    run.keeping().any(|(_, record, shown)| {
        shown == held && record.answer == Some(Answer::Released(Ok(Release::Released)))
    })
}

fn end(played: &Played) -> String {
    let answers = played.run.calls.iter().enumerate().map(|(call, record)| {
        let answer = record.answer.as_ref().map_or("never came back".to_owned(), words);
        format!("{} {answer}", played.run.client(call))
    });
    answers.collect::<Vec<_>>().join("; ")
}
