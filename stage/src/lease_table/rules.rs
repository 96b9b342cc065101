//! The rules of `lease-table`: each a sentence and a check of one run.
//!
//! They look at what was granted, refused and changed, and at the five columns of the contract; what
//! else the table has is the learner's affair.

mod answers;
mod cause;
mod grants;
mod rows;

use grader::{Check, Property};

use super::play::Played;
use super::run::Run;
use crate::lease::outcome;
use crate::lease::scene::spoken;

type Rule = Property<Played>;

pub(super) const BOARD: &str = "chapter 5, \"What stands on the whiteboard?\"";
pub(super) const ARBITER: &str = "chapter 5, \"Who decides when two ask at once?\"";
pub(super) const END: &str = "chapter 5, \"When does a lease end?\"";
pub(super) const HOLDER: &str = "chapter 5, \"Who is the holder?\"";
pub(super) const TOKEN: &str = "chapter 5, \"Where does the token come from?\"";
pub(super) const WHICH: &str = "chapter 5, \"Which database may you ask?\"";
pub(super) const PROMISE: &str = "chapter 5, \"What must an acquire promise?\"";

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
            |played| answers::every_call_ends(&played.run),
            true,
        ),
        rule(
            "one_live_grant_a_name",
            "At any instant at most one grant of a name is live.",
            ARBITER,
            "granted anything while somebody else had asked for it",
            |played| grants::one_live_grant_a_name(&played.run),
            false,
        ),
        rule(
            "later_grant_has_a_higher_token",
            "A grant has a higher token than every grant of its name before it, also after a crash, an expiry, \
             a restart.",
            TOKEN,
            "granted the same name twice",
            |played| grants::later_grant_has_a_higher_token(&played.run),
            false,
        ),
        rule(
            "every_grant_has_its_own_token",
            "Two grants of one name never carry the same token, whatever overlaps.",
            TOKEN,
            "granted the same name twice",
            |played| grants::every_grant_has_its_own_token(&played.run),
            false,
        ),
        rule(
            "free_lease_is_granted",
            "Who asks alone and undisturbed for a lease that nobody holds gets it.",
            END,
            "been asked alone for a lease that was free",
            |played| answers::free_lease_is_granted(&played.run),
            false,
        ),
        rule(
            "refusal_needs_a_holder",
            "A call is refused only if somebody else held the lease at some moment of the call.",
            PROMISE,
            "refused anybody",
            |played| answers::refusal_needs_a_holder(&played.run),
            false,
        ),
        rule(
            "grant_lasts_as_long_as_asked",
            "A grant ends its ttl after it was given, by the database's clock.",
            END,
            "granted anything",
            |played| grants::grant_lasts_as_long_as_asked(&played.run),
            false,
        ),
        rule(
            "row_says_who_holds_it",
            "After a grant the row says so: the attempt, its token, when it was given and when it ends.",
            HOLDER,
            "granted anything",
            |played| rows::row_says_who_holds_it(&played.run),
            false,
        ),
        rule(
            "names_are_independent",
            "A call for one name leaves the rows of every other name as they were.",
            BOARD,
            "changed a row while there were leases of two names",
            |played| rows::names_are_independent(&played.run),
            false,
        ),
        rule(
            "loser_changes_nothing",
            "A call that is refused, or reports busy, leaves every lease as it was.",
            PROMISE,
            "turned anybody away",
            |played| rows::loser_changes_nothing(&played.run),
            false,
        ),
        rule(
            "giving_up_needs_a_reason",
            "You report busy only after a refused lock, no answer only after one got lost, and no other error.",
            PROMISE,
            "been disturbed and come back",
            |played| answers::giving_up_needs_a_reason(&played.run),
            false,
        ),
    ]
}

fn named(run: &Run, call: usize) -> String {
    spoken(run.client(call))
}
