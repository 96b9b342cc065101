//! The five files, by their goals.

use kit::contract::break_the_lock::BreakTheLock;
use kit::contract::break_the_lock::scene::{Code, Scene};
use kit::money::rupees;
use kit::plan::duration;

use super::facts::{Facts, Pause, Told};
use super::hint::hint;
use super::miss::miss;
use super::{Seen, world};
use crate::messages::{Nodes, Roster, misses};
use grader::attack::Attack;

type File = Attack<Nodes<BreakTheLock>>;

/// What all of them have in common. `S` is the scene, by its place in [`Scene::ALL`].
fn file<const S: usize>() -> File {
    File {
        exercise: "break-the-lock",
        goal: "",
        wanted: "",
        folder: "exercises/07-break-the-lock",
        file: "",
        section: "chapter 7, \"What can no lock service do?\"",
        cast: Roster::new(Scene::ALL[S].cast()),
        code: "",
        broken: || world(Scene::ALL[S], Code::Given),
        correct: || world(Scene::ALL[S], Code::Reference),
        reached: |seen| miss(Scene::ALL[S], seen).is_none(),
        misses,
        end: |seen| end(Scene::ALL[S], seen),
        hint: |seen| miss(Scene::ALL[S], seen).map_or("", |miss| hint(Scene::ALL[S], miss)),
        too_much: "What you do to the nodes stops correct code as well, so it is your schedule, and not \
                   the code, that loses.",
        shortest: 0,
    }
}

pub fn pause() -> File {
    File {
        goal: "a_pause_debits_once_for_two",
        wanted: "A pod sleeps through the end of its lease, and writes when it wakes. Both pods are told `debited ₹30`, \
                 and account 42 has lost ₹30 only. The lease keeps all its promises.",
        file: "attack/pause.txt",
        section: "chapter 7, \"What happens in forty seconds?\"",
        code: "trusting",
        shortest: 6,
        ..file::<0>()
    }
}

pub fn late_packet() -> File {
    File {
        goal: "a_late_packet_debits_once_for_two",
        wanted: "No pod is ever paused, and each looks at its clock in the step in which it writes. Both are \
                 told `debited ₹30`, and account 42 has lost ₹30 only. The lease keeps all its promises.",
        file: "attack/late-packet.txt",
        section: "chapter 7, \"Can the holder check before it writes?\"",
        code: "punctual",
        shortest: 6,
        ..file::<1>()
    }
}

pub fn failover() -> File {
    File {
        goal: "a_failover_debits_once_for_two",
        wanted: "Store and replica tell two pods that the lease is theirs, each by what it knows. Both pods are told \
                 `debited ₹30`, and account 42 has lost ₹30 only. The lease keeps all its promises.",
        file: "attack/failover.txt",
        section: "chapter 7, \"What does a failover forget?\"",
        code: "renewing",
        shortest: 8,
        ..file::<2>()
    }
}

pub fn check_then_act() -> File {
    File {
        goal: "a_check_debits_once_for_two",
        wanted: "Each pod asks the lease service before it writes, and hears Yes. One of them acts on it when it is no \
                 longer true. Both are told `debited ₹30`, and account 42 has lost ₹30 only. The lease keeps all its \
                 promises.",
        file: "attack/check-then-act.txt",
        section: "chapter 7, \"Can the holder check before it writes?\"",
        code: "asking",
        shortest: 6,
        ..file::<3>()
    }
}

pub fn two_leases() -> File {
    File {
        goal: "two_leases_wait_for_ever",
        wanted: "Every fault ends, two minutes go by, and neither pod has debited anything: each holds one lease and \
                 waits for the other's. Both leases keep all their promises.",
        file: "attack/two-leases.txt",
        section: "chapter 7, \"What if two leases wait for each other?\"",
        code: "opposite",
        shortest: 2,
        ..file::<4>()
    }
}

/// How things stand at the end, in facts that the steps do not show at a glance.
fn end(scene: Scene, seen: &Seen) -> String {
    let facts = Facts::of(scene, seen);
    let books = &facts.books;
    let (balance, applied, owed) = (rupees(books.balance), rupees(books.applied()), rupees(books.owed()));
    let mut said = vec![format!("account 42 holds {balance}: {applied} are gone, and {owed} are owed")];
    let name = |node| seen.run.name(node);
    match books.in_doubt.len() {
        0 => {}
        1 => said.push("1 debit is not answered".to_owned()),
        many => said.push(format!("{many} debits are not answered")),
    }
    said.extend(facts.pauses.iter().map(|pause| slept(name(pause.who), pause)));
    said.extend(facts.told.iter().map(|told| held(name(told.to), name(told.by), told)));
    said.join("; ")
}

fn slept(who: &str, pause: &Pause) -> String {
    match pause.to {
        Some(to) => format!("{who} slept from {} to {}", duration(pause.from), duration(to)),
        None => format!("{who} sleeps since {}", duration(pause.from)),
    }
}

fn held(who: &str, by: &str, told: &Told) -> String {
    let (from, to) = (duration(told.at), duration(told.until));
    format!("token {} of {by} was {who}'s from {from} to {to}", told.token)
}
