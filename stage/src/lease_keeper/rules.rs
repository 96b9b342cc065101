//! The rules of `lease-keeper`: each a sentence and a check of one run.
//!
//! The table and the acquire are given, so the row is the truth: who holds a lease is what it says at
//! the instant of the database's clock.

mod answers;
mod cause;
mod ends;
mod releases;
mod rows;

use grader::{Check, Property};

use super::play::Played;
use super::run::Run;
use crate::lease::outcome;
use crate::lease::scene::spoken;

type Rule = Property<Played>;

pub(super) const KEEPS: &str = "chapter 6, \"What keeps a lease alive?\"";
pub(super) const SHOWS: &str = "chapter 6, \"What does a renewal have to show?\"";
pub(super) const BACK: &str = "chapter 6, \"How do you give it back?\"";
pub(super) const LOST: &str = "chapter 6, \"How do you know that you lost it?\"";
pub(super) const SILENCE: &str = "chapter 6, \"What does no answer tell you?\"";
pub(super) const PROMISE: &str = "chapter 6, \"What must a keeper promise?\"";

/// All rules, in the order in which a learner should read them.
pub fn rules() -> Vec<Rule> {
    let mut rules = about_all();
    rules.splice(1..1, about_renewals().into_iter().chain(about_losses()).chain(about_releases()));
    rules
}

fn rule(
    name: &'static str,
    sentence: &'static str,
    section: &'static str,
    deed: &'static str,
    check: fn(&Played) -> Check,
) -> Rule {
    Property { name, sentence, section, deed, check, ends: false }
}

fn about_renewals() -> Vec<Rule> {
    vec![
        rule(
            "live_renewal_succeeds",
            "Who holds a live lease and renews it undisturbed keeps it.",
            KEEPS,
            "renewed a lease that was held, alone and undisturbed",
            |played| answers::live_renewal_succeeds(&played.run),
        ),
        rule(
            "renewal_lasts_from_now",
            "A renewed lease ends its ttl after the renewal, by the database's clock; row and answer say so.",
            KEEPS,
            "renewed anything",
            |played| ends::renewal_lasts_from_now(&played.run),
        ),
        rule(
            "renewal_keeps_the_token",
            "A renewal changes the end of the lease and nothing else: attempt, token and start stay.",
            SHOWS,
            "renewed anything",
            |played| rows::renewal_keeps_the_token(&played.run),
        ),
    ]
}

fn about_losses() -> Vec<Rule> {
    vec![
        rule(
            "expired_lease_stays_expired",
            "A lease that is over never comes back to life.",
            KEEPS,
            "come too late for a lease that nobody had taken over",
            |played| rows::expired_lease_stays_expired(&played.run),
        ),
        rule(
            "stale_grant_changes_nothing",
            "A renewal or a release whose lease is over or somebody else's changes no row.",
            SHOWS,
            "come too late for a lease",
            |played| rows::stale_grant_changes_nothing(&played.run),
        ),
        rule(
            "loss_is_reported",
            "A renewal says Lost if its lease was over or somebody else's, and only then.",
            LOST,
            "answered a renewal",
            |played| answers::loss_is_reported(&played.run),
        ),
    ]
}

fn about_releases() -> Vec<Rule> {
    vec![
        rule(
            "release_keeps_the_count",
            "After a release the row is there, with its token.",
            BACK,
            "released anything",
            |played| releases::release_keeps_the_count(&played.run),
        ),
        rule(
            "release_names_nobody",
            "After a release the row names nobody, and is over.",
            BACK,
            "released anything",
            |played| releases::release_names_nobody(&played.run),
        ),
        rule(
            "released_lease_is_free",
            "After a release the next acquire is granted at once, with a higher token.",
            BACK,
            "released a lease that somebody asked for afterwards",
            |played| releases::released_lease_is_free(&played.run),
        ),
        rule(
            "release_says_if_it_was_held",
            "A release says Released if the lease was held until then, and Lost if it was not.",
            LOST,
            "answered a release",
            |played| releases::release_says_if_it_was_held(&played.run),
        ),
    ]
}

fn about_all() -> Vec<Rule> {
    vec![
        Property {
            ends: true,
            ..rule(
                "every_call_ends",
                "Every call comes back, whatever the others do, and leaves no transaction open.",
                PROMISE,
                "come back from a call",
                |played| answers::every_call_ends(&played.run),
            )
        },
        rule(
            "names_are_independent",
            "A call for one lease leaves the rows of every other as they were.",
            SHOWS,
            "changed a row while there were leases of two names",
            |played| rows::names_are_independent(&played.run),
        ),
        rule(
            "giving_up_needs_a_reason",
            "You report busy only after a refused lock and with every lease as it was, no answer only after one \
             got lost, and no other error.",
            SILENCE,
            "been disturbed and come back",
            |played| answers::giving_up_needs_a_reason(&played.run),
        ),
    ]
}

/// `pod-7`, or `thread b of pod-7`.
fn named(run: &Run, call: usize) -> String {
    spoken(run.client(call))
}
