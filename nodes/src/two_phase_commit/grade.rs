//! The macro that turns the rules into tests of a learner's crate.

/// Emits the tests of exercise `two-phase-commit` for the crate of this name, which has the module
/// `protocol`.
#[macro_export]
macro_rules! grade_two_phase_commit {
    ($exercise:ident) => {
        fn candidate() -> $crate::two_phase_commit::Candidate {
            $crate::two_phase_commit_candidate!($exercise)
        }

        mod examples {
            $crate::two_phase_commit_examples!(
                grade_examples protocol, $crate::two_phase_commit::Part::Protocol);
        }

        mod commit {
            $crate::two_phase_commit_rules!(grade_part protocol, $crate::two_phase_commit::Part::Protocol;);
            $crate::two_phase_commit_rules!(grade_part recovery, $crate::two_phase_commit::Part::Recovery;
                commit_is_told_again, coordinator_is_asked, coordinator_tells_what_it_knows,);
            $crate::two_phase_commit_rules!(grade_part termination, $crate::two_phase_commit::Part::Termination;
                commit_is_told_again, coordinator_is_asked, coordinator_tells_what_it_knows,
                other_banks_are_asked, bank_tells_what_it_knows,);
        }

        mod attack {
            $crate::grade_attack!(
                one_bank_alone_moves_thirty_rupees,
                $crate::two_phase_commit::attack::one_bank()
            );

            #[test]
            fn blocks_a_bank_for_a_minute() {
                $crate::two_phase_commit::attack::judge_blocks(
                    env!("CARGO_MANIFEST_DIR"),
                    concat!(env!("CARGO_TARGET_TMPDIR"), "/", env!("CARGO_PKG_NAME")),
                );
            }

            #[test]
            fn three_phases_end_in_two_outcomes() {
                $crate::three_phases::attack::judge(
                    env!("CARGO_MANIFEST_DIR"),
                    concat!(env!("CARGO_TARGET_TMPDIR"), "/", env!("CARGO_PKG_NAME")),
                );
            }
        }
    };
}

/// The machines of a module as a candidate.
#[macro_export]
macro_rules! two_phase_commit_candidate {
    ($($path:ident)::+) => {
        $crate::two_phase_commit::Candidate {
            coordinator: $($path)::+::protocol::coordinator,
            bank: $($path)::+::protocol::bank,
        }
    };
}

/// Hands the names of a part's rules to a macro of this crate: those of every part, then its own.
#[doc(hidden)]
#[macro_export]
macro_rules! two_phase_commit_rules {
    ($then:ident $($module:ident, $part:expr)?; $($own:ident,)*) => {
        $crate::$then! {
            [$($module, $part)?]
            every_transfer_is_answered,
            undisturbed_transfer_commits,
            commit_needs_every_yes,
            commit_is_durable_first,
            all_decide_alike,
            decided_stays_decided,
            yes_is_durable_first,
            yes_needs_the_money,
            account_is_locked_in_doubt,
            in_doubt_decides_nothing,
            outcome_is_taken_at_once,
            outcome_is_applied_once,
            nobody_stays_in_doubt,
            $($own,)*
        }
    };
}

/// Hands the names of all examples to a macro of this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! two_phase_commit_examples {
    ($then:ident $($part:tt)*) => {
        $crate::$then! { [$($part)*] thirty_rupees_move, three_hundred_do_not }
    };
}

#[cfg(test)]
mod tests {
    use crate::two_phase_commit::{Candidate, Part};
    use grader::exercise::{Exercise, names};

    /// A rule that it forgets would be no test of anybody's.
    #[test]
    fn the_macro_names_every_rule_of_every_part() {
        let own = |part: Part| {
            let applies = |name: &&str| Candidate::applies(part, name);
            names::<Candidate>().into_iter().filter(applies).collect::<Vec<_>>()
        };
        assert_eq!(crate::two_phase_commit_rules!(names_of;)[..], own(Part::Protocol));
        assert_eq!(
            crate::two_phase_commit_rules!(names_of; commit_is_told_again, coordinator_is_asked, coordinator_tells_what_it_knows,)
                [..],
            own(Part::Recovery)
        );
        assert_eq!(
            crate::two_phase_commit_rules!(names_of; commit_is_told_again, coordinator_is_asked, coordinator_tells_what_it_knows,
                other_banks_are_asked, bank_tells_what_it_knows,)[..],
            own(Part::Termination)
        );
    }

    #[test]
    fn the_macro_names_every_example() {
        let named = crate::two_phase_commit_examples!(names_of);
        assert_eq!(named[..], *Candidate::EXAMPLES);
    }
}
