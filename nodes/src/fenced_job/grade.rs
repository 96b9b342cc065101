//! The macro that turns the rules into tests of a learner's crate.

/// Emits the tests of exercise `fenced-job` for the crate of this name, which has the module `worker`.
#[macro_export]
macro_rules! grade_fenced_job {
    ($exercise:ident) => {
        fn candidate() -> $crate::fenced_job::Candidate {
            $crate::fenced_job_candidate!($exercise)
        }

        mod examples {
            $crate::fenced_job_examples!(grade_examples worker, $crate::fenced_job::Worker);
        }

        mod job {
            $crate::fenced_job_rules!(grade_part worker, $crate::fenced_job::Worker);
        }
    };
}

/// The worker of a module as a candidate.
#[macro_export]
macro_rules! fenced_job_candidate {
    ($($path:ident)::+) => {
        $crate::fenced_job::Candidate { worker: $($path)::+::worker::worker }
    };
}

/// Hands the names of all rules to a macro of this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! fenced_job_rules {
    ($then:ident $($part:tt)*) => {
        $crate::$then! {
            [$($part)*]
            every_run_is_answered,
            undisturbed_run_is_done,
            every_table_is_claimed_first,
            every_write_carries_the_token,
            steps_keep_their_order,
            each_step_lands_once,
            a_repeat_is_the_same_write,
            after_fenced_no_effect,
            nothing_is_compensated,
            short_is_not_fenced,
            done_means_all_five,
            every_answer_has_its_reason,
            late_messages_change_nothing,
            lease_is_given_back_last,
        }
    };
}

/// Hands the names of all examples to a macro of this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! fenced_job_examples {
    ($then:ident $($part:tt)*) => {
        $crate::$then! { [$($part)*] one_night, two_nights }
    };
}

#[cfg(test)]
mod tests {
    use crate::fenced_job::Candidate;
    use grader::exercise::{Exercise, names};

    /// A rule that it forgets would be no test of anybody's.
    #[test]
    fn the_macro_names_every_rule() {
        let named = crate::fenced_job_rules!(names_of);
        assert_eq!(named[..], names::<Candidate>());
    }

    #[test]
    fn the_macro_names_every_example() {
        let named = crate::fenced_job_examples!(names_of);
        assert_eq!(named[..], *Candidate::EXAMPLES);
    }
}
