//! What a run of any scene may break, as rules: for the claims of scenario files.

use kit::contract::break_the_lock::books::Books;
use kit::contract::break_the_lock::promises::kept;
use kit::contract::break_the_lock::scene::Scene;
use kit::contract::break_the_lock::{Deed, Msg};
use kit::money::rupees;
use kit::world::{Fold, What};

use super::Seen;
use super::facts::Facts;
use grader::property::{Check, Finding, Property};

const SECTION: &str = "chapter 7, \"What can no lock service do?\"";

pub fn rules() -> Vec<Property<Seen>> {
    vec![
        Property {
            name: "every_debit_ends",
            sentence: "Whoever is asked for a debit answers once; nobody waits in a circle.",
            section: SECTION,
            deed: "been asked for a debit",
            check: every_debit_ends,
            ends: true,
        },
        Property {
            name: "the_lease_keeps_its_promises",
            sentence: "One live grant at a time, tokens that rise, ends that keep to the 30 s.",
            section: SECTION,
            deed: "granted a lease",
            check: the_lease_keeps_its_promises,
            ends: false,
        },
        Property {
            name: "debits_applied_are_debits_owed",
            sentence: "What has left the account is what clients were told.",
            section: SECTION,
            deed: "debited an account",
            check: debits_applied_are_debits_owed,
            ends: false,
        },
    ]
}

/// In a circle nobody ever goes on, whether time does or not.
fn every_debit_ends(seen: &Seen) -> Check {
    if seen.run.requests.is_empty() {
        return Check::Silent;
    }
    let two_leases = seen.run.cast.iter().any(|name| name == "recon:card");
    if !(two_leases && Facts::of(Scene::TwoLeases, seen).wait_for_each_other()) {
        return Check::Holds;
    }
    Check::Broken(Finding {
        step: seen.run.step_of(seen.run.events.len().saturating_sub(1), Fold::Phases),
        observed: "each pod holds one lease and waits for the other".to_owned(),
        required: "one of them gets both".to_owned(),
        ..Finding::default()
    })
}

/// By the names of those who grant: store and replica grant one lease, all others one each.
fn the_lease_keeps_its_promises(seen: &Seen) -> Check {
    let one = ["store", "replica"];
    let alone = seen.run.cast.iter().map(String::as_str).filter(|name| !one.contains(name));
    let leases = std::iter::once(one.to_vec()).chain(alone.map(|name| vec![name]));
    let broken = leases.into_iter().find_map(|services| kept(&seen.run, &services).err());
    match broken {
        Some((_, breach)) => Check::Broken(Finding {
            step: seen.run.step_of(breach.event, Fold::Phases),
            observed: breach.observed,
            required: breach.required,
            ..Finding::default()
        }),
        None if granted(seen) => Check::Holds,
        None => Check::Silent,
    }
}

fn granted(seen: &Seen) -> bool {
    seen.run.events.iter().any(|event| matches!(event.what, What::Applied(Deed::Grants { .. })))
}

fn debits_applied_are_debits_owed(seen: &Seen) -> Check {
    let books = Books::of(&seen.run);
    if books.are_right() {
        return if books.writes > 0 { Check::Holds } else { Check::Silent };
    }
    let Some(step) = overwrites(seen) else { return Check::Silent };
    Check::Broken(Finding {
        step,
        observed: format!("{} are gone, and {} are owed", rupees(books.applied()), rupees(books.owed())),
        required: "as much is gone as clients were told".to_owned(),
        ..Finding::default()
    })
}

/// The step of the first write of a balance that was read before somebody else wrote another.
fn overwrites(seen: &Seen) -> Option<u32> {
    let mut read = std::collections::BTreeMap::new();
    for (number, event) in seen.run.events.iter().enumerate() {
        match &event.what {
            What::Sent { to, msg: Msg::Balance { paise, .. } } => drop(read.insert(*to, *paise)),
            What::Applied(Deed::Sets { of, from, .. }) if read.get(of) != Some(from) => {
                return Some(seen.run.step_of(number, Fold::Phases));
            }
            _ => {}
        }
    }
    None
}
