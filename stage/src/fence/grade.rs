//! The macro that turns the rules into tests of a learner's crate.

/// Emits the tests of exercise `fence` for the crate of this name, which has the modules `faded` and
/// `open`.
#[macro_export]
macro_rules! grade_fence {
    ($exercise:ident) => {
        // The tests below have a module of the same name as the crate.
        use ::$exercise as handed_in;

        fn candidate() -> $crate::fence::Candidate {
            $crate::fence_candidate!(handed_in)
        }

        mod examples {
            $crate::fence_examples!(grade_examples faded, $crate::fence::Part::Faded);
            $crate::fence_examples!(grade_examples open, $crate::fence::Part::Open);
        }

        mod attack {
            $crate::grade_attack!(
                a_zombie_writes_after_the_comparison, $crate::fence::attack::compare_in_code());
            $crate::grade_attack!(the_holder_is_fenced_by_itself, $crate::fence::attack::strict());
            $crate::grade_attack!(
                a_zombie_writes_before_the_successor, $crate::fence::attack::before_the_first_write());
        }

        mod guard {
            #[test]
            fn faded_is_made_by_a_claim_alone() {
                $crate::fence_guard!(handed_in, faded);
            }

            #[test]
            fn open_is_made_by_a_claim_alone() {
                $crate::fence_guard!(handed_in, open);
            }
        }

        mod fence {
            $crate::fence_rules!(grade_part faded, $crate::fence::Part::Faded);
            $crate::fence_rules!(grade_part open, $crate::fence::Part::Open);
        }
    };
}

/// Asks the file of a module, and the compiler, whether its guard is made by a claim alone.
#[doc(hidden)]
#[macro_export]
macro_rules! fence_guard {
    ($exercise:ident, $module:ident) => {
        use $crate::fence::guard::{Asked, Otherwise as _, judge};
        let guard = Asked::<super::$exercise::$module::Guard>(::std::marker::PhantomData);
        let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/", stringify!($module), ".rs"));
        judge(
            concat!("exercises/08-fence/src/", stringify!($module), ".rs"),
            text,
            guard.is_made_of_nothing(),
        );
    };
}

/// The tables and functions of a module as a candidate.
#[macro_export]
macro_rules! fence_candidate {
    ($($path:ident)::+) => {
        $crate::fence::Candidate {
            faded: $crate::fence_code!($($path)::+::faded),
            open: $crate::fence_code!($($path)::+::open),
        }
    };
}

/// The code of one module. The grader carries its guards about without knowing what they are; what
/// comes back is what the same module has made.
#[macro_export]
macro_rules! fence_code {
    ($($path:ident)::+) => {
        $crate::fence::Code {
            tables: $($path)::+::TABLES,
            claim: |db, account, ticket| {
                let claim = $($path)::+::claim(db, account, ticket)?;
                Ok(claim.map(|guard| ::std::boxed::Box::new(guard) as $crate::fence::Erased))
            },
            balance: |db, guard| {
                $($path)::+::balance(db, guard.downcast_ref::<$($path)::+::Guard>().expect("its own guard"))
            },
            debit: |db, guard, paise, step| {
                let guard = guard.downcast_ref::<$($path)::+::Guard>().expect("its own guard");
                $($path)::+::debit(db, guard, paise, step)
            },
        }
    };
}

/// Hands the names of all rules to a macro of this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! fence_rules {
    ($then:ident $($part:tt)*) => {
        $crate::$then! {
            [$($part)*]
            every_call_ends,
            no_older_write_lands,
            claim_raises_the_mark,
            equal_token_of_another_is_fenced,
            a_repeated_claim_is_granted,
            nth_write_of_a_holder_lands,
            a_step_applies_once,
            reads_are_fenced,
            fenced_says_by_whom,
            short_means_short,
            missing_means_missing,
            business_refusal_keeps_the_mark,
            balance_never_below_zero,
            accounts_are_independent,
            giving_up_needs_a_reason,
        }
    };
}

/// Hands the names of all examples to a macro of this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! fence_examples {
    ($then:ident $($part:tt)*) => {
        $crate::$then! { [$($part)*] holder_claims_and_debits, successor_claims_and_reads }
    };
}
#[cfg(test)]
mod tests {
    use crate::fence::Candidate;
    use grader::exercise::{Exercise, names};

    /// A rule that it forgets would be no test of anybody's.
    #[test]
    fn the_macro_names_every_rule() {
        let named = crate::fence_rules!(names_of);
        assert_eq!(named[..], names::<Candidate>());
    }

    #[test]
    fn the_macro_names_every_example() {
        let named = crate::fence_examples!(names_of);
        assert_eq!(named[..], *Candidate::EXAMPLES);
    }
}
