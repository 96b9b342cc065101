//! The break-it part: three schedules under which a fence with a hole fails.

use grader::attack::Attack;

use super::cast::{Call, Cast};
use super::play::Played;
use super::rules::{BEGIN, LESS, WHERE};
use super::run::words;
use super::{Code, broken, reference};
use crate::missed::missed;
use crate::play::Play;

/// What there is to wait for where a claim only looks.
const LOOKS: &str = "a claim is one SELECT; a debit is one UPDATE, and a SELECT if that changed no row";

/// pod-7 holds 33, pod-3 holds 34, and each wants to debit ₹30.
fn two() -> Cast {
    let calls = |token: i64| [Call::claim(42, token), Call::debit(42, 3_000, 1)];
    Cast::new(&[(42, 10_000)], &[("pod-7", &calls(33)), ("pod-3", &calls(34))])
}

/// A debit of pod-7 changed the balance after pod-3 had claimed.
fn zombie_wrote(played: &Played) -> bool {
    let run = &played.run;
    (0..run.calls.len()).any(|call| {
        let account = run.calls[call].call.account;
        let wrote = |(turn, what): (usize, &super::run::Turn)| {
            what.takes(account) != 0 && run.outranked(call, turn).is_some()
        };
        !run.calls[call].is_claim() && run.turns_of(call).any(wrote)
    })
}

/// What all three have in common; `compare_in_code` fills in the rest for itself.
pub fn compare_in_code() -> Attack<Play<Code>> {
    Attack {
        exercise: "fence",
        goal: "a_zombie_writes_after_the_comparison",
        wanted: "pod-3 claims account 42 with token 34, and after that pod-7 takes ₹30 out of it with token 33.",
        folder: "exercises/08-fence",
        file: "attack/compare-in-code.txt",
        section: WHERE,
        cast: Cast::new(
            &[(42, 10_000)],
            &[
                ("pod-7", &[Call::claim(42, 33), Call::debit(42, 3_000, 1)]),
                ("pod-3", &[Call::claim(42, 34), Call::read_of(42)]),
            ],
        ),
        code: "compare-in-code",
        broken: || Play::new(broken::compare_in_code::code()),
        correct: || Play::new(crate::fence_code!(reference)),
        misses: |scenario, played| {
            missed(scenario, &played.raw, "a claim is one UPDATE; a debit is a SELECT and an UPDATE")
        },
        too_much: "A fence that claims and then writes does not do this: please report it with your file.",
        shortest: 5,
        reached: zombie_wrote,
        end,
        hint: |_| {
            "pod-7 was refused, or wrote before pod-3 had claimed: both are right. Its debit asks two questions, one \
             after the other. What does it still believe when it asks the second?"
        },
    }
}

pub fn strict() -> Attack<Play<Code>> {
    let calls = [Call::claim(42, 33), Call::debit(42, 3_000, 1)];
    Attack {
        goal: "the_holder_is_fenced_by_itself",
        wanted: "pod-7 is alone. It is told that it is fenced, and its ₹30 are taken.",
        file: "attack/strict.txt",
        section: LESS,
        cast: Cast::new(&[(42, 10_000)], &[("pod-7", &calls)]),
        code: "strict",
        broken: || Play::new(broken::strict::code()),
        misses: |scenario, played| missed(scenario, &played.raw, LOOKS),
        shortest: 4,
        reached: |played| {
            let run = &played.run;
            (0..run.calls.len()).any(|call| run.calls[call].fenced_by().is_some() && run.taken(call) != 0)
        },
        hint: |_| {
            "Nobody else is here, so nothing can fence pod-7 but what it has written itself. When does it send a \
             write that it has already made?"
        },
        ..compare_in_code()
    }
}

pub fn before_the_first_write() -> Attack<Play<Code>> {
    Attack {
        goal: "a_zombie_writes_before_the_successor",
        file: "attack/before-the-first-write.txt",
        section: BEGIN,
        cast: two(),
        code: "unclaimed",
        broken: || Play::new(broken::unclaimed::code()),
        misses: |scenario, played| missed(scenario, &played.raw, LOOKS),
        shortest: 4,
        hint: |_| {
            "pod-7 was refused, or wrote before pod-3 had come: both are right. Since when does the row know of \
             pod-3's token?"
        },
        ..compare_in_code()
    }
}

fn end(played: &Played) -> String {
    let run = &played.run;
    let answers = run.calls.iter().enumerate().map(|(call, record)| {
        let answer = record.answer.as_ref().map_or("never came back".to_owned(), words);
        format!("{} {answer}", run.client(call))
    });
    answers.collect::<Vec<_>>().join("; ")
}
