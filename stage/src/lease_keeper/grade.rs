//! The macro that turns the rules into tests of a learner's crate.

/// Emits the tests of exercise `lease-keeper` for the crate of this name, which has the modules
/// `faded` and `open`.
#[macro_export]
macro_rules! grade_lease_keeper {
    ($exercise:ident) => {
        fn candidate() -> $crate::lease_keeper::Candidate {
            $crate::lease_keeper_candidate!($exercise)
        }

        mod examples {
            $crate::lease_keeper_examples!(grade_examples faded, $crate::lease_keeper::Part::Faded);
            $crate::lease_keeper_examples!(grade_examples open, $crate::lease_keeper::Part::Open);
        }

        mod attack {
            $crate::grade_attack!(
                a_renewal_comes_back_with_a_new_token, $crate::lease_keeper::attack::a_new_token());
            $crate::grade_attack!(a_release_ends_anothers_lease, $crate::lease_keeper::attack::anothers_lease());
            $crate::grade_attack!(the_count_begins_again, $crate::lease_keeper::attack::count_again());
        }

        mod keeper {
            $crate::lease_keeper_rules!(grade_part faded, $crate::lease_keeper::Part::Faded);
            $crate::lease_keeper_rules!(grade_part open, $crate::lease_keeper::Part::Open);
        }
    };
}

/// The functions of a module as a candidate.
#[macro_export]
macro_rules! lease_keeper_candidate {
    ($($path:ident)::+) => {
        $crate::lease_keeper::Candidate {
            faded: $crate::lease_keeper_code!($($path)::+::faded),
            open: $crate::lease_keeper_code!($($path)::+::open),
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! lease_keeper_code {
    ($($path:ident)::+) => {
        $crate::lease_keeper::Keeper { renew: $($path)::+::renew, give_back: $($path)::+::give_back }
    };
}

/// Hands the names of all rules to a macro of this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! lease_keeper_rules {
    ($then:ident $($part:tt)*) => {
        $crate::$then! {
            [$($part)*]
            every_call_ends,
            live_renewal_succeeds,
            renewal_lasts_from_now,
            renewal_keeps_the_token,
            expired_lease_stays_expired,
            stale_grant_changes_nothing,
            loss_is_reported,
            release_keeps_the_count,
            release_names_nobody,
            released_lease_is_free,
            release_says_if_it_was_held,
            names_are_independent,
            giving_up_needs_a_reason,
        }
    };
}

/// Hands the names of all examples to a macro of this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! lease_keeper_examples {
    ($then:ident $($part:tt)*) => {
        $crate::$then! { [$($part)*] renewed_in_time, given_back_in_time }
    };
}

#[cfg(test)]
mod tests {
    use grader::exercise::{Exercise, names};

    use crate::lease_keeper::Candidate;

    /// A rule that it forgets would be no test of anybody's.
    #[test]
    fn the_macro_names_every_rule() {
        let named = crate::lease_keeper_rules!(names_of);
        assert_eq!(named[..], names::<Candidate>());
    }

    #[test]
    fn the_macro_names_every_example() {
        let named = crate::lease_keeper_examples!(names_of);
        assert_eq!(named[..], *Candidate::EXAMPLES);
    }
}
