//! The macro that turns the rules into tests of a learner's crate.

/// Emits the tests of exercise `lost-update` for the crate of this name, which has the modules
/// `relative`, `locked` and `compare_and_set`.
#[macro_export]
macro_rules! grade_lost_update {
    ($exercise:ident) => {
        fn candidate() -> $crate::lost_update::Candidate {
            $crate::lost_update_candidate!($exercise)
        }

        mod examples {
            $crate::lost_update_examples!(grade_examples relative, $crate::lost_update::Part::Relative);
            $crate::lost_update_examples!(grade_examples locked, $crate::lost_update::Part::Locked);
            $crate::lost_update_examples!(
                grade_examples compare_and_set, $crate::lost_update::Part::CompareAndSet);
        }

        mod attack {
            $crate::grade_attack!(the_given_code_loses_thirty_rupees, $crate::lost_update::attack::attack());
        }

        mod repairs {
            $crate::lost_update_rules!(grade_part relative, $crate::lost_update::Part::Relative);
            $crate::lost_update_rules!(grade_part locked, $crate::lost_update::Part::Locked);
            $crate::lost_update_rules!(
                grade_part compare_and_set, $crate::lost_update::Part::CompareAndSet);
        }
    };
}

/// The functions of a module as a candidate.
#[macro_export]
macro_rules! lost_update_candidate {
    ($($path:ident)::+) => {
        $crate::lost_update::Candidate {
            relative: $($path)::+::relative::debit,
            locked: $($path)::+::locked::debit,
            compare_and_set: $($path)::+::compare_and_set::debit,
            credit: $($path)::+::compare_and_set::credit,
        }
    };
}

/// Hands the names of all rules to a macro of this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! lost_update_rules {
    ($then:ident $($part:tt)*) => {
        $crate::$then! {
            [$($part)*]
            every_call_ends,
            no_debit_is_lost,
            balance_stays_above_zero,
            accepted_is_applied_once,
            refused_changes_nothing,
            refusal_needs_short_funds,
            undisturbed_call_is_accepted,
            giving_up_needs_a_reason,
        }
    };
}

/// Hands the names of all examples to a macro of this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! lost_update_examples {
    ($then:ident $($part:tt)*) => {
        $crate::$then! { [$($part)*] one_debit_of_thirty, two_debits_one_after_the_other }
    };
}

#[cfg(test)]
mod tests {
    use crate::lost_update::Candidate;
    use grader::exercise::{Exercise, names};

    /// A rule that it forgets would be no test of anybody's.
    #[test]
    fn the_macro_names_every_rule() {
        let named = crate::lost_update_rules!(names_of);
        assert_eq!(named[..], names::<Candidate>());
    }

    #[test]
    fn the_macro_names_every_example() {
        let named = crate::lost_update_examples!(names_of);
        assert_eq!(named[..], *Candidate::EXAMPLES);
    }
}
