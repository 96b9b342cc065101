//! The macro that turns the rules into tests of a learner's crate.

/// Emits the tests of exercise `lost-update` for the crate of this name, which has the modules
/// `relative`, `locked` and `compare_and_set`.
///
/// The names of the rules are published on purpose: failing is informative, and passing is no guesswork.
/// `the_macro_names_every_rule` keeps them equal to the rules.
#[macro_export]
macro_rules! grade_lost_update {
    ($exercise:ident) => {
        fn candidate() -> $crate::lost_update::Candidate {
            $crate::lost_update_candidate!($exercise)
        }

        mod examples {
            $crate::lost_update_examples!(relative, Relative);
            $crate::lost_update_examples!(locked, Locked);
            $crate::lost_update_examples!(compare_and_set, CompareAndSet);
        }

        mod attack {
            #[test]
            fn the_given_code_loses_thirty_rupees() {
                $crate::lost_update::attack::judge(
                    concat!(env!("CARGO_MANIFEST_DIR"), "/attack.txt"),
                    concat!(env!("CARGO_TARGET_TMPDIR"), "/", env!("CARGO_PKG_NAME")),
                );
            }
        }

        mod repairs {
            $crate::lost_update_part!(relative, Relative);
            $crate::lost_update_part!(locked, Locked);
            $crate::lost_update_part!(compare_and_set, CompareAndSet);
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

#[doc(hidden)]
#[macro_export]
macro_rules! lost_update_examples {
    ($module:ident, $part:ident) => {
        mod $module {
            $crate::lost_update_trials!($part, one_debit_of_thirty, two_debits_one_after_the_other);
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! lost_update_trials {
    ($part:ident, $($example:ident),*) => {
        $(
            #[test]
            fn $example() {
                let place = $crate::harness::Place {
                    module: module_path!(),
                    property: stringify!($example),
                    folder: concat!(env!("CARGO_TARGET_TMPDIR"), "/", env!("CARGO_PKG_NAME")),
                };
                $crate::harness::try_out(place, || {
                    let code = $crate::lost_update::Part::$part.code(super::super::candidate());
                    $crate::lost_update::examples::try_one(stringify!($example), code)
                });
            }
        )*
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! lost_update_part {
    ($module:ident, $part:ident) => {
        mod $module {
            fn exam() -> $crate::lost_update::exam::PartExam {
                $crate::lost_update::exam::exam($crate::lost_update::Part::$part, super::super::candidate())
            }

            $crate::lost_update_every_rule!(lost_update_rules);
        }
    };
}

/// Hands the names of all rules to a macro of this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! lost_update_every_rule {
    ($then:ident) => {
        $crate::$then! {
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

#[doc(hidden)]
#[macro_export]
macro_rules! lost_update_rules {
    ($($rule:ident,)*) => {
        $(
            #[test]
            fn $rule() {
                let place = $crate::harness::Place {
                    module: module_path!(),
                    property: stringify!($rule),
                    folder: concat!(env!("CARGO_TARGET_TMPDIR"), "/", env!("CARGO_PKG_NAME")),
                };
                $crate::harness::judge(exam, place);
            }
        )*
    };
}

#[cfg(test)]
#[macro_export]
macro_rules! lost_update_names {
    ($($rule:ident,)*) => { [$(stringify!($rule)),*] };
}

#[cfg(test)]
mod tests {
    /// A rule that it forgets would be no test of anybody's.
    #[test]
    fn the_macro_names_every_rule() {
        let named = crate::lost_update_every_rule!(lost_update_names);
        assert_eq!(named[..], super::super::exam::names());
    }
}
