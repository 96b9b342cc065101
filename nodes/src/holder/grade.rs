//! The macro that turns the rules into tests of a learner's crate.

/// Emits the tests of exercise `holder` for the crate of this name, which has `fn holder`.
#[macro_export]
macro_rules! grade_holder {
    ($exercise:ident) => {
        fn candidate() -> $crate::holder::Candidate {
            $crate::holder_candidate!($exercise)
        }

        mod examples {
            $crate::holder_examples!(grade_examples pod, ());
        }

        mod rules {
            $crate::holder_rules!(grade_part pod, ());
        }
    };
}

/// The pod of a module as a candidate.
#[macro_export]
macro_rules! holder_candidate {
    ($($path:ident)::+) => {
        $crate::holder::Candidate { make: $($path)::+::holder }
    };
}

/// Hands the names of all rules to a macro of this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! holder_rules {
    ($then:ident $($part:tt)*) => {
        $crate::$then! {
            [$($part)*]
            every_job_gets_done,
            granted_holder_starts,
            no_piece_outside_the_lease,
            a_grant_counts_from_its_first_request,
            a_tenth_at_most_is_given_away,
            silence_is_no_answer,
            two_lost_beats_lose_nothing,
            no_piece_after_lost,
            nothing_is_renewed_after_the_end,
            release_comes_last,
            done_means_released,
            late_grant_is_given_back,
            waiters_do_not_stampede,
        }
    };
}

/// Hands the names of all examples to a macro of this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! holder_examples {
    ($then:ident $($part:tt)*) => {
        $crate::$then! { [$($part)*] one_pod_does_a_job_of_three_pieces, the_second_pod_waits_for_its_turn }
    };
}

#[cfg(test)]
mod tests {
    use crate::holder::Candidate;
    use grader::exercise::{Exercise, names};

    /// A rule that it forgets would be no test of anybody's.
    #[test]
    fn the_macro_names_every_rule() {
        let named = crate::holder_rules!(names_of);
        assert_eq!(named[..], names::<Candidate>());
    }

    #[test]
    fn the_macro_names_every_example() {
        let named = crate::holder_examples!(names_of);
        assert_eq!(named[..], *Candidate::EXAMPLES);
    }
}
