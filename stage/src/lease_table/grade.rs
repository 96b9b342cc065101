//! The macro that turns the rules into tests of a learner's crate.

/// Emits the tests of exercise `lease-table` for the crate of this name, which has the modules
/// `worked`, `faded` and `open`.
#[macro_export]
macro_rules! grade_lease_table {
    ($exercise:ident) => {
        fn candidate() -> $crate::lease_table::Candidate {
            $crate::lease_table_candidate!($exercise)
        }

        mod examples {
            $crate::lease_table_examples!(grade_examples worked, $crate::lease_table::Part::Worked);
            $crate::lease_table_examples!(grade_examples faded, $crate::lease_table::Part::Faded);
            $crate::lease_table_examples!(grade_examples open, $crate::lease_table::Part::Open);
        }

        mod attack {
            $crate::grade_attack!(two_threads_hold_one_token, $crate::lease_table::attack::one_token_twice());
            $crate::grade_attack!(a_new_grant_has_the_old_token, $crate::lease_table::attack::same_token_again());
            $crate::grade_attack!(
                a_lease_that_is_over_is_refused, $crate::lease_table::attack::nobody_at_the_boundary());
        }

        mod lease {
            $crate::lease_table_rules!(grade_part worked, $crate::lease_table::Part::Worked);
            $crate::lease_table_rules!(grade_part faded, $crate::lease_table::Part::Faded);
            $crate::lease_table_rules!(grade_part open, $crate::lease_table::Part::Open);
        }
    };
}

/// The tables and functions of a module as a candidate.
#[macro_export]
macro_rules! lease_table_candidate {
    ($($path:ident)::+) => {
        $crate::lease_table::Candidate {
            worked: $crate::lease_table_code!($($path)::+::worked),
            faded: $crate::lease_table_code!($($path)::+::faded),
            open: $crate::lease_table_code!($($path)::+::open),
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! lease_table_code {
    ($($path:ident)::+) => {
        $crate::lease_table::Code { table: $($path)::+::TABLE, acquire: $($path)::+::acquire }
    };
}

/// Hands the names of all rules to a macro of this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! lease_table_rules {
    ($then:ident $($part:tt)*) => {
        $crate::$then! {
            [$($part)*]
            every_call_ends,
            one_live_grant_a_name,
            later_grant_has_a_higher_token,
            every_grant_has_its_own_token,
            free_lease_is_granted,
            refusal_needs_a_holder,
            grant_lasts_as_long_as_asked,
            row_says_who_holds_it,
            names_are_independent,
            loser_changes_nothing,
            giving_up_needs_a_reason,
        }
    };
}

/// Hands the names of all examples to a macro of this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! lease_table_examples {
    ($then:ident $($part:tt)*) => {
        $crate::$then! { [$($part)*] first_one_gets_it, taken_over_when_it_is_over }
    };
}
#[cfg(test)]
mod tests {
    use crate::lease_table::Candidate;
    use grader::exercise::{Exercise, names};

    /// A rule that it forgets would be no test of anybody's.
    #[test]
    fn the_macro_names_every_rule() {
        let named = crate::lease_table_rules!(names_of);
        assert_eq!(named[..], names::<Candidate>());
    }

    #[test]
    fn the_macro_names_every_example() {
        let named = crate::lease_table_examples!(names_of);
        assert_eq!(named[..], *Candidate::EXAMPLES);
    }
}
